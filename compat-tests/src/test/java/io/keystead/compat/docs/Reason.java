package io.keystead.compat.docs;

import java.util.Arrays;
import java.util.stream.Collectors;

/** Why a block of commands is not run: {@code <!-- not run: needs Kubernetes -->} before it. There are no others. */
enum Reason {
    KUBERNETES("needs Kubernetes"),
    CLOUD("needs a cloud"),
    BUILDS("builds everything"),
    MINUTES("takes minutes"),
    CI("run by CI elsewhere");

    private final String words;

    Reason(String words) {
        this.words = words;
    }

    static Reason of(String words, String place) {
        return Arrays.stream(values())
                .filter(reason -> reason.words.equals(words))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        place + ": \"" + words + "\" is no reason not to run a block; allowed: "
                                + Arrays.stream(values()).map(Reason::toString).collect(Collectors.joining(", "))));
    }

    @Override
    public String toString() {
        return words;
    }
}
