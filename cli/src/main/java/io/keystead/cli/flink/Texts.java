package io.keystead.cli.flink;

import io.keystead.flink.savepoint.KeyedOperator;
import java.util.Locale;

/** Words that both commands use. */
final class Texts {
    private Texts() {}

    static String count(long number, String noun) {
        return String.format(Locale.ROOT, "%,d %s%s", number, noun, number == 1 ? "" : "s");
    }

    /** The uid, or the name, and always the id. */
    static String name(KeyedOperator operator) {
        return operator.uid().or(operator::name).map(name -> name + " ").orElse("") + "(" + operator.id() + ")";
    }

    static String percent(long part, long whole) {
        return whole == 0 ? "-" : String.format(Locale.ROOT, "%.1f %%", 100.0 * part / whole);
    }
}
