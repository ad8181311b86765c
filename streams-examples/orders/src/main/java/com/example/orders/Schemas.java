package com.example.orders;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import org.apache.avro.Schema;

/**
 * The Avro schemas of this application, with the ids that a registry would have given them. Three programs write keys of
 * orders, each with a schema of its own.
 */
final class Schemas {
    /** Keys of the shop's first release, and what keys are compared in. */
    static final Schema ORDER_KEY = read("order-key-1.avsc");

    /** Keys of its second release: a word of documentation was added. */
    static final Schema ORDER_KEY_DOCUMENTED = read("order-key-2.avsc");

    /** Keys of the bank: the fields in another order, and one more. */
    static final Schema ORDER_KEY_OF_BANK = read("order-key-3.avsc");

    static final Schema ORDER = read("order.avsc");
    static final Schema PAYMENT = read("payment.avsc");

    private static final List<Schema> BY_ID =
            List.of(ORDER_KEY, ORDER_KEY_DOCUMENTED, ORDER_KEY_OF_BANK, ORDER, PAYMENT);

    private Schemas() {}

    static int id(Schema schema) {
        for (int id = 0; id < BY_ID.size(); id++) {
            // Not equals, to which documentation is nothing; a registry gives each its own id.
            if (BY_ID.get(id) == schema) {
                return id;
            }
        }
        throw new IllegalArgumentException("no id for the schema " + schema);
    }

    static Schema byId(int id) {
        if (id < 0 || id >= BY_ID.size()) {
            throw new IllegalArgumentException("no schema has the id " + id);
        }
        return BY_ID.get(id);
    }

    private static Schema read(String file) {
        try (InputStream in = Schemas.class.getResourceAsStream(file)) {
            return new Schema.Parser().parse(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
