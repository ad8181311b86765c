package io.keystead.cli.plan;

import io.keystead.planner.whatif.Unit;
import java.util.Locale;

/** Names that several outputs use. */
final class Words {
    private Words() {}

    /** {@code keys}, {@code bytes} or {@code records}. */
    static String of(Unit unit) {
        return unit.name().toLowerCase(Locale.ROOT);
    }

    /** {@code 1 key} or {@code 2 keys}. */
    static String counted(long count, String noun) {
        return Figures.count(count) + " " + noun + (count == 1 ? "" : "s");
    }
}
