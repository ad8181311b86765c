package io.keystead.cli.verify;

import io.keystead.cli.KeyText;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What each client has written, as far as its records name it, in memory that does not grow with their number. Not
 * thread-safe.
 */
final class Clients {
    /** Of clients that are told apart; the rest are taken together. */
    static final int MAX_CLIENTS = 64;

    private final Map<ByteBuffer, ClientTally> named = new LinkedHashMap<>();
    private final ClientTally unknown = new ClientTally();
    private final ClientTally others = new ClientTally();
    // A batch is of one producer, so the same client comes many times.
    private byte[] lastName = {};
    private ClientTally last = unknown;

    /**
     * One client, or several taken together.
     *
     * @param name the bytes of its name; null where its records have none
     * @param isRest whether this is all clients beyond {@value #MAX_CLIENTS}, which has no name
     */
    record Client(@Nullable ByteBuffer name, boolean isRest, ClientTally tally) {
        /** What it is called. */
        String text() {
            if (name == null) {
                return isRest ? "other clients" : "unknown client";
            }
            return KeyText.of(bytes(name));
        }

        private static byte[] bytes(ByteBuffer name) {
            byte[] bytes = new byte[name.remaining()];
            name.duplicate().get(bytes);
            return bytes;
        }
    }

    /** The client of this name; of none if that is null or empty. */
    ClientTally of(byte @Nullable [] name) {
        if (name == null || name.length == 0) {
            return unknown;
        }
        if (!Arrays.equals(name, lastName)) {
            last = of(ByteBuffer.wrap(name));
            lastName = name;
        }
        return last;
    }

    private ClientTally of(ByteBuffer name) {
        ClientTally known = named.get(name);
        if (known != null) {
            return known;
        }
        if (named.size() >= MAX_CLIENTS) {
            return others;
        }
        ClientTally made = new ClientTally();
        named.put(name, made);
        return made;
    }

    /** Adds what another thread has seen. */
    void add(Clients other) {
        unknown.add(other.unknown);
        other.named.forEach((name, tally) -> of(name).add(tally));
        others.add(other.others);
    }

    /** All that have a record, those with the most first; those without a name last. */
    List<Client> all() {
        List<Client> all = new ArrayList<>();
        named.forEach((name, tally) -> all.add(new Client(name, false, tally)));
        // Names come in the order in which they were seen, which says nothing.
        all.sort(Comparator.comparing((Client client) -> client.tally().records())
                .reversed()
                .thenComparing(Client::text));
        Consumer<Client> add = client -> {
            if (client.tally().records() > 0) {
                all.add(client);
            }
        };
        add.accept(new Client(null, true, others));
        add.accept(new Client(null, false, unknown));
        return all;
    }
}
