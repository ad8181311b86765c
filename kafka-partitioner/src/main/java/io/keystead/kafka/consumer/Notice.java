package io.keystead.kafka.consumer;

import io.keystead.hrw.hash.Utf8;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the group's leader tells a member of the id it is ranked by, as the user data of its assignment: only the leader
 * sees all ids, and only the member's own log is where its operator looks. Immutable.
 *
 * <p>Version 1, big-endian: version u8 = 1, kind u8, the other member's id as u16 length and UTF-8 (of length 0 where
 * there is none). Bytes that follow are not looked at; a version or kind that is not known says nothing.
 */
final class Notice {
    /** Why a member is ranked by its member id, each with its number on the wire. */
    enum Kind {
        NO_ID(0),
        SHARED_CLIENT_ID(1),
        DUPLICATE_ID(2);

        private final byte code;

        Kind(int code) {
            this.code = (byte) code;
        }
    }

    private static final byte VERSION = 1;
    private static final int FIXED_BYTES = 4;

    final Kind kind;
    /** The member id of the other that has the same id, empty for none. */
    final String other;

    Notice(Kind kind, String other) {
        this.kind = kind;
        this.other = other;
    }

    ByteBuffer encode() {
        byte[] utf8 = Utf8.encode(other);
        ByteBuffer out = ByteBuffer.allocate(FIXED_BYTES + utf8.length);
        out.put(VERSION).put(kind.code);
        Text.put(out, utf8);
        return out.flip();
    }

    /** The notice in the buffer, which is left as it was; none where there is none that this release understands. */
    static Optional<Notice> decode(@Nullable ByteBuffer buffer) {
        if (buffer == null) {
            return Optional.empty();
        }
        ByteBuffer in = buffer.duplicate();
        try {
            int version = in.get();
            int kind = in.get();
            String other = Text.get(in);
            return Arrays.stream(Kind.values())
                    .filter(known -> version == VERSION && known.code == kind)
                    .findFirst()
                    .map(known -> new Notice(known, other));
        } catch (BufferUnderflowException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
