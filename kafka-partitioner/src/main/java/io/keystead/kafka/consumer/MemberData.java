package io.keystead.kafka.consumer;

import io.keystead.hrw.Candidate;
import io.keystead.hrw.balance.BoundedBalance;
import io.keystead.hrw.hash.Utf8;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;

/**
 * What a member tells the group's leader of itself, as the user data of its subscription. Immutable.
 *
 * <p>Version 1, big-endian:
 *
 * <pre>
 * version       u8    1
 * generation    i32   of the last assignment that this assignor was handed, -1 for none
 * weight        f64   1e-6 to 1e6
 * slack         f64   0 to 1000
 * flags         u8    bit 0: co-located; the others are 0 and not looked at
 * member id     u16 length, then UTF-8; keystead.member.id, of length 0 where it is not set
 * client id     u16 length, then UTF-8; of length 0 where it is not set or the client generated it
 * </pre>
 *
 * <p>Bytes that follow are not looked at, so that a later release can add some; the version changes only when what stands
 * above does.
 */
final class MemberData {
    /** No assignment has been handed over yet, or it is not known whether one has. */
    static final int NO_GENERATION = -1;

    private static final byte VERSION = 1;
    private static final int FIXED_BYTES = 26;
    private static final byte COLOCATE = 1;

    final int generation;
    final double weight;
    final double slack;
    final boolean colocate;
    /** Empty for none. */
    final String givenId;
    /** Empty for none that somebody chose. */
    final String clientId;

    MemberData(int generation, double weight, double slack, boolean colocate, String givenId, String clientId) {
        this.generation = generation;
        this.weight = weight;
        this.slack = slack;
        this.colocate = colocate;
        this.givenId = givenId;
        this.clientId = clientId;
    }

    ByteBuffer encode() {
        byte[] given = Utf8.encode(givenId);
        byte[] client = Utf8.encode(clientId);
        ByteBuffer out = ByteBuffer.allocate(FIXED_BYTES + given.length + client.length);
        out.put(VERSION).putInt(generation).putDouble(weight).putDouble(slack).put(colocate ? COLOCATE : 0);
        Text.put(out, given);
        Text.put(out, client);
        return out.flip();
    }

    /**
     * The data in the buffer, which is left as it was.
     *
     * @throws IllegalArgumentException if it is of another version, cut off, or holds a value that no member can have
     */
    static MemberData decode(ByteBuffer buffer) {
        ByteBuffer in = buffer.duplicate();
        try {
            int version = in.get();
            check(version == VERSION, "version " + version);
            int generation = in.getInt();
            double weight = in.getDouble();
            check(weight >= Candidate.MIN_WEIGHT && weight <= Candidate.MAX_WEIGHT, "weight " + weight);
            double slack = in.getDouble();
            check(slack >= 0 && slack <= BoundedBalance.MAX_SLACK, "slack " + slack);
            boolean colocate = (in.get() & COLOCATE) != 0;
            return new MemberData(generation, weight, slack, colocate, Text.get(in), Text.get(in));
        } catch (BufferUnderflowException e) {
            throw new IllegalArgumentException("cut off after " + buffer.remaining() + " bytes", e);
        }
    }

    private static void check(boolean good, String found) {
        if (!good) {
            throw new IllegalArgumentException(found + " is not one that this release knows");
        }
    }
}
