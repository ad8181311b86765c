package io.keystead.flink.savepoint;

import com.dynatrace.hash4j.hashing.Hashing;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.util.StringUtils;

/** Which operators of a savepoint are meant. Immutable and thread-safe. */
public final class Operators {
    private static final int ID_DIGITS = 32;

    private final Set<String> uids;
    private final Set<String> ids;

    private Operators(Collection<String> uids, Collection<String> ids) {
        this.uids = new LinkedHashSet<>(uids);
        this.ids = new LinkedHashSet<>(ids);
    }

    /** Every operator that it can be done with. */
    public static Operators all() {
        return new Operators(List.of(), List.of());
    }

    /**
     * Those named; none named means all.
     *
     * @param uids as the job's {@code uid(...)} has them
     * @param ids Flink's ids of operators, in 32 hexadecimal digits
     */
    public static Operators of(Collection<String> uids, Collection<String> ids) {
        return new Operators(uids, ids);
    }

    /** The id that Flink makes of a uid: its Murmur3 hash of 128 bits with the seed 0. */
    static OperatorID id(String uid) {
        return new OperatorID(Hashing.murmur3_128()
                .hashBytesTo128Bits(uid.getBytes(StandardCharsets.UTF_8))
                .toByteArray());
    }

    /**
     * The operators of a kind that are meant.
     *
     * @throws SavepointException if a named one has no keyed state or is of the other kind, or there is none at all
     */
    List<KeyedOperator> in(Savepoint savepoint, KeyedOperator.Kind kind) {
        List<KeyedOperator> known = savepoint.keyedOperators();
        List<KeyedOperator> chosen = new ArrayList<>();
        if (uids.isEmpty() && ids.isEmpty()) {
            known.stream().filter(operator -> operator.kind() == kind).forEach(chosen::add);
        }
        for (String uid : uids) {
            chosen.add(find(known, id(uid), "the uid \"" + uid + "\"", kind));
        }
        for (String id : ids) {
            chosen.add(find(known, parse(id), "the operator id \"" + id + "\"", kind));
        }
        if (chosen.isEmpty()) {
            throw new SavepointException("\"" + savepoint.directory() + "\" has no operator with keyed state of "
                    + owner(kind) + ", so there is nothing to convert; it has " + list(known));
        }
        return chosen.stream().distinct().collect(Collectors.toList());
    }

    private static KeyedOperator find(List<KeyedOperator> known, OperatorID id, String named, KeyedOperator.Kind kind) {
        for (KeyedOperator operator : known) {
            if (operator.operatorId().equals(id)) {
                if (operator.kind() != kind) {
                    throw new SavepointException(named + " is of an operator with keyed state of "
                            + owner(operator.kind()) + " already; allowed: operators with that of " + owner(kind));
                }
                return operator;
            }
        }
        throw new SavepointException(
                named + " is of no operator with keyed state in this savepoint; it has " + list(known));
    }

    private static String owner(KeyedOperator.Kind kind) {
        return kind == KeyedOperator.Kind.HRW ? "HrwStreams.keyBy" : "Flink's own keyBy";
    }

    private static String list(List<KeyedOperator> known) {
        return known.isEmpty()
                ? "none with keyed state"
                : known.stream().map(KeyedOperator::label).collect(Collectors.joining(", "));
    }

    private static OperatorID parse(String id) {
        if (id.length() != ID_DIGITS || !id.chars().allMatch(digit -> Character.digit(digit, 16) >= 0)) {
            throw new SavepointException(
                    "the operator id \"" + id + "\" is none; allowed: " + ID_DIGITS + " hexadecimal digits");
        }
        return new OperatorID(StringUtils.hexStringToByte(id));
    }
}
