package io.keystead.cli.verify;

import io.keystead.hrw.Topology;
import io.keystead.kafka.check.HrwPartitionCheck;
import io.keystead.kafka.check.Verdict;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A topic that HRW has placed.
 *
 * @param partitions how many the topic has
 */
record HrwRule(HrwPartitionCheck check, int partitions) implements Rule {
    @Override
    public Verdict check(byte[] key, int length, int partition) {
        return check.check(key, 0, length, partition);
    }

    @Override
    public int owner(byte[] key, int length) {
        return check.owner(key, 0, length);
    }

    @Override
    public boolean isSpread(byte[] key, int length) {
        return check.isSpread(key, 0, length);
    }

    @Override
    public double places() {
        return Writers.places(check.topology().active());
    }

    @Override
    public Optional<Topology> topology() {
        return Optional.of(check.topology());
    }

    @Override
    public String text() {
        Topology topology = check.topology();
        int active = topology.active().size();
        return (active == partitions ? "" : active + " of them active, ")
                + topology.hash()
                + topology.base().map(known -> ", base " + known).orElse("")
                + topology.keyEncoding().map(known -> ", keys " + known).orElse("");
    }

    @Override
    public String writer() {
        return check.topology().equals(Topology.ofPartitions(partitions))
                ? Suspects.PLAIN_HRW
                : "HrwPartitioner with this topology";
    }

    @Override
    public Map<String, @Nullable Object> json() {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("scheme", "hrw");
        return fields;
    }
}
