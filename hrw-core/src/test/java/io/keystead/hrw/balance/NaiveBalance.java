package io.keystead.hrw.balance;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.keystead.hrw.Candidate;
import io.keystead.hrw.Score;
import io.keystead.hrw.hash.KeyHash;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.function.Predicate;

/** Bounded balance as the protocol tells it: all pairs, sorted, each taken if the thing is free and the member has room. */
final class NaiveBalance {
    private static final Comparator<String> BYTES =
            (a, b) -> Arrays.compareUnsigned(a.getBytes(UTF_8), b.getBytes(UTF_8));
    private static final Comparator<Pair> RANK = Comparator.comparingDouble(Pair::time)
            .thenComparing((a, b) -> Long.compareUnsigned(b.score(), a.score()))
            .thenComparing(Pair::thing, BYTES)
            .thenComparing(Pair::member, BYTES);

    private record Pair(String thing, String member, double time, long score) {}

    private final Map<String, Long> rooms = new TreeMap<>(BYTES);
    private final Map<String, Long> loads = new HashMap<>();

    private NaiveBalance() {}

    static Assignment assign(
            KeyHash hash,
            Collection<String> things,
            Collection<Candidate> members,
            double slack,
            BiPredicate<String, String> mayTake) {
        return new NaiveBalance().run(hash, things, members, slack, mayTake);
    }

    private Assignment run(
            KeyHash hash,
            Collection<String> things,
            Collection<Candidate> members,
            double slack,
            BiPredicate<String, String> mayTake) {
        List<Candidate> active = members.stream()
                .filter(Candidate::isActive)
                .sorted(Comparator.comparing(Candidate::id, BYTES))
                .toList();
        TreeSet<String> sorted = new TreeSet<>(BYTES);
        sorted.addAll(things);
        long extraSeats = makeRoom(sorted, active, slack, mayTake);
        boolean weighted = active.stream().map(Candidate::weight).distinct().count() > 1;
        List<Pair> pairs = new ArrayList<>();
        for (String thing : sorted) {
            for (Candidate member : active) {
                if (mayTake.test(thing, member.id())) {
                    long score = Score.of(hash.hash(thing.getBytes(UTF_8)), member.nodeHash(hash));
                    double time = weighted ? Score.time(score, member.weight()) : 0;
                    pairs.add(new Pair(thing, member.id(), time, score));
                }
            }
        }
        pairs.sort(RANK);
        TreeMap<String, String> owners = new TreeMap<>(BYTES);
        for (Pair pair : pairs) {
            long load = loads.getOrDefault(pair.member(), 0L);
            long room = rooms.getOrDefault(pair.member(), 0L);
            boolean seat = load < room || (load == room && extraSeats > 0);
            if (!owners.containsKey(pair.thing()) && seat) {
                extraSeats -= load == room ? 1 : 0;
                owners.put(pair.thing(), pair.member());
                loads.put(pair.member(), load + 1);
            }
        }
        TreeSet<String> overfull = new TreeSet<>(BYTES);
        for (String thing : sorted) {
            if (!owners.containsKey(thing)) {
                Pair best = pairs.stream()
                        .filter(pair -> pair.thing().equals(thing))
                        .min(Comparator.comparingDouble(this::relativeLoad).thenComparing(RANK))
                        .orElseThrow();
                owners.put(thing, best.member());
                loads.merge(best.member(), 1L, Long::sum);
                overfull.add(thing);
            }
        }
        return new Assignment(owners, overfull);
    }

    private double relativeLoad(Pair pair) {
        long load = loads.getOrDefault(pair.member(), 0L);
        return load == 0 ? 0 : (double) load / rooms.getOrDefault(pair.member(), 0L);
    }

    /** Things that the same members may take are shared out among those members. */
    private long makeRoom(
            Set<String> things, List<Candidate> active, double slack, BiPredicate<String, String> mayTake) {
        Map<List<Candidate>, Integer> groups = new LinkedHashMap<>();
        for (String thing : things) {
            Predicate<Candidate> may = member -> mayTake.test(thing, member.id());
            groups.merge(active.stream().filter(may).toList(), 1, Integer::sum);
        }
        long seats = 0;
        for (Candidate member : active) {
            double share = 0;
            for (Map.Entry<List<Candidate>, Integer> group : groups.entrySet()) {
                if (group.getKey().contains(member)) {
                    double all = 0;
                    for (Candidate other : group.getKey()) {
                        all += other.weight();
                    }
                    share += (1 + slack) * group.getValue() * member.weight() / all;
                }
            }
            long room = (long) (slack > 0 ? Math.ceil(share) : Math.floor(share));
            rooms.put(member.id(), room);
            seats += room;
        }
        return slack > 0 ? 0 : things.size() - seats;
    }
}
