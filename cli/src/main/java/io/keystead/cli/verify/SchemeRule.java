package io.keystead.cli.verify;

import io.keystead.hrw.Topology;
import io.keystead.kafka.check.Verdict;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A topic that other clients have placed.
 *
 * @param over how many partitions they saw
 * @param partitions how many the topic has
 */
record SchemeRule(Scheme scheme, int over, int partitions) implements Rule {
    @Override
    public Verdict check(byte[] key, int length, int partition) {
        if (length == 0 && scheme.scattersEmptyKeys()) {
            return Verdict.UNKNOWN;
        }
        return owner(key, length) == partition ? Verdict.RIGHT : Verdict.WRONG;
    }

    @Override
    public int owner(byte[] key, int length) {
        return scheme.partition(key, length, over);
    }

    @Override
    public boolean isSpread(byte[] key, int length) {
        return false;
    }

    @Override
    public double places() {
        return over;
    }

    @Override
    public Optional<Topology> topology() {
        return Optional.empty();
    }

    @Override
    public String text() {
        return scheme.code() + (over == partitions ? "" : " over " + over);
    }

    @Override
    public String writer() {
        return scheme.writer(over, partitions);
    }

    @Override
    public Map<String, @Nullable Object> json() {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("scheme", scheme.code());
        fields.put("partitions", over);
        return fields;
    }
}
