package com.example.cache;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The products that are looked at, and where their descriptions come from. */
final class Products {
    static final int COUNT = 20_000;

    private Products() {}

    static List<String> all() {
        return IntStream.range(0, COUNT).mapToObj(i -> "product-" + i).collect(Collectors.toList());
    }

    /** The database, or the service behind the network, whose answers are worth a cache. */
    static String fromOrigin(String product) {
        return "all about " + product;
    }
}
