package io.keystead.flink.state;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.flink.runtime.state.KeyGroupRange;
import org.apache.flink.runtime.state.KeyGroupRangeOffsets;
import org.apache.flink.runtime.state.KeyGroupsStateHandle;
import org.apache.flink.runtime.state.KeyedStateHandle;
import org.apache.flink.runtime.state.StreamStateHandle;
import org.apache.flink.runtime.state.memory.ByteStreamStateHandle;

/**
 * A bit of Flink's own keyed state that no state backend can read, so that a job with plain {@code keyBy} fails on a
 * savepoint of slotted state instead of starting with empty state.
 *
 * <p>Flink does not look at raw operator state that an operator does not ask for; without this guard such a job would run
 * and every key would begin anew. The guard is about 200 bytes in the checkpoint's metadata, written by subtask 0 for all
 * key groups. Every state backend reads the head of a keyed state first: a version, a flag, another version and the class of
 * the key's serializer snapshot. In the place of that class stands the sentence that the user is to read; Flink says that it could
 * not find such a class.
 */
public final class NativeGuard {
    /** Flink writes the version 6 of the head since 1.8, and no line that is supported reads another. */
    private static final int HEAD_VERSION = 6;

    /** The version in front of a serializer snapshot, since 1.7. */
    private static final int SNAPSHOT_VERSION = 2;

    private static final String HANDLE_NAME = "keystead-guard";

    private static final String SENTENCE = "(none: this keyed state was written by HrwStreams.keyBy; to restore it with"
            + " Flink's own keyBy, convert the savepoint first: keystead flink convert-savepoint --to native)";

    private NativeGuard() {}

    /** The guard for a job with so many slots. */
    public static KeyGroupsStateHandle of(int slots) {
        return new KeyGroupsStateHandle(
                new KeyGroupRangeOffsets(KeyGroupRange.of(0, slots - 1)),
                new ByteStreamStateHandle(HANDLE_NAME, head()));
    }

    /** Whether a keyed state is a guard, or the part of one that a rescale cut off. */
    public static boolean is(KeyedStateHandle keyed) {
        if (!(keyed instanceof KeyGroupsStateHandle)) {
            return false;
        }
        StreamStateHandle bytes = ((KeyGroupsStateHandle) keyed).getDelegateStateHandle();
        return bytes instanceof ByteStreamStateHandle
                && ((ByteStreamStateHandle) bytes).getHandleName().equals(HANDLE_NAME);
    }

    private static byte[] head() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeInt(HEAD_VERSION);
            out.writeBoolean(false);
            out.writeInt(SNAPSHOT_VERSION);
            out.writeUTF(SENTENCE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }
}
