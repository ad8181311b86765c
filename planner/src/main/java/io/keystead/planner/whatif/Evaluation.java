package io.keystead.planner.whatif;

import io.keystead.hrw.Candidate;
import io.keystead.planner.placement.Algorithm;
import io.keystead.planner.placement.Guarantee;
import io.keystead.planner.placement.Scheme;
import io.keystead.planner.sample.KeySample;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Works out what a change costs on a sample of keys, by each scheme that is asked for.
 *
 * <p>Options are set one by one, then {@link #run} does it. Not thread-safe; may be run again. Memory is that of the sample
 * and O(candidates) beside it, and O(pairs of candidates between which keys move) up to {@value
 * UnitReport#MOST_WITH_FLOWS} candidates. Time is that of today's owner of each key, and of the look-ups of all keys before
 * and after the change, but at most about the {@linkplain #budget budget} of each scheme: where all keys would take longer,
 * keys that outweigh others by far and a random part of the rest are looked at, and the report says how many, and one
 * standard deviation. Bounded loads count each key once, in the order of the sample.
 */
public final class Evaluation {
    /** The most candidates on both sides together. */
    public static final int MOST_CANDIDATES = 1 << 12;

    private static final Duration BUDGET = Duration.ofMillis(1_500);

    private final Scenario scenario;
    private final KeySample sample;
    private Scheme today = Scheme.of(Algorithm.MODULO);
    /** Empty for {@link #allFor}, which depends on today's scheme. */
    private List<Scheme> wanted = List.of();

    private Set<Need> needs = Set.of();
    private int replicas = 1;
    private Duration budget = BUDGET;
    private int threads = Runtime.getRuntime().availableProcessors();
    private long seed;
    private Listener listener = Listener.NONE;

    private Evaluation(Scenario scenario, KeySample sample) {
        if (sample.size() == 0) {
            throw new IllegalArgumentException(
                    "the sample of " + sample.summary().source() + " has no keys; allowed: at least one");
        }
        int candidates = new Members(scenario).size();
        if (candidates > MOST_CANDIDATES) {
            throw new IllegalArgumentException(
                    candidates + " candidates before and after together; allowed: at most " + MOST_CANDIDATES);
        }
        this.scenario = scenario;
        this.sample = sample;
    }

    /**
     * An evaluation with all algorithms.
     *
     * @throws IllegalArgumentException if the sample has no keys or there are more than {@value #MOST_CANDIDATES} candidates
     */
    public static Evaluation of(Scenario scenario, KeySample sample) {
        return new Evaluation(scenario, sample);
    }

    /**
     * All algorithms; before them {@code hrw} with the base of a topic that {@code today}'s modulo has filled, where the
     * candidates before are partitions 0 to n - 1.
     */
    public static List<Scheme> allFor(Scenario scenario, Scheme today) {
        List<Scheme> all = new ArrayList<>();
        if (today.algorithm() == Algorithm.MODULO && scenario.startsWithAllPartitions()) {
            all.add(Scheme.based(scenario.before().size()));
        }
        // Algorithms have their schemes below; with a base it would be in none of them.
        if (today.base().isPresent()) {
            all.add(today);
        }
        Arrays.stream(Algorithm.values()).map(Scheme::of).forEach(all::add);
        return List.copyOf(all);
    }

    /** Where keys lie now; modulo by default. Candidates' weights are left out where it knows none. */
    public Evaluation today(Scheme scheme) {
        this.today = scheme;
        return this;
    }

    /** What to look at, in this order; {@link #allFor} where there are none. What stands twice is looked at once. */
    public Evaluation schemes(List<Scheme> those) {
        this.wanted = List.copyOf(new LinkedHashSet<>(those));
        return this;
    }

    private List<Scheme> schemes() {
        return wanted.isEmpty() ? allFor(scenario, today) : wanted;
    }

    /** What is asked for beside the change; nothing by default. */
    public Evaluation needs(Set<Need> asked) {
        this.needs = Set.copyOf(asked);
        return this;
    }

    /**
     * How many candidates a key has; 1 by default, where no replicas are looked at.
     *
     * @param count 1 or above
     */
    public Evaluation replicas(int count) {
        if (count < 1) {
            throw new IllegalArgumentException(count + " replicas; allowed: 1 and above");
        }
        this.replicas = count;
        return this;
    }

    /** How long each scheme may take to look at keys, about; 1.5 seconds by default. */
    public Evaluation budget(Duration each) {
        this.budget = each;
        return this;
    }

    /**
     * With how many threads; as many as there are processors by default.
     *
     * @param count 1 or above
     */
    public Evaluation threads(int count) {
        if (count < 1) {
            throw new IllegalArgumentException(count + " threads; allowed: 1 and above");
        }
        this.threads = count;
        return this;
    }

    /** With which seed a part of the keys is drawn where not all are looked at; 0 by default. */
    public Evaluation seed(long number) {
        this.seed = number;
        return this;
    }

    /** Who is told how far it is; nobody by default. */
    public Evaluation listener(Listener told) {
        this.listener = told;
        return this;
    }

    /** How many steps the listener will be told of: every key, once for today's owner and once for each scheme. */
    public long steps() {
        return (long) sample.size() * (1 + schemes().size());
    }

    /**
     * Does it.
     *
     * @throws IllegalArgumentException if today's placement cannot be made of the candidates before
     */
    public WhatIf run() {
        ExecutorService pool = Executors.newFixedThreadPool(threads, work -> {
            Thread thread = new Thread(work, "keystead-what-if");
            thread.setDaemon(true);
            return thread;
        });
        try {
            List<Refusal> refusals = new ArrayList<>();
            List<AlgorithmReport> reports = priced(looked(new Chunks(pool, threads), refusals));
            return new WhatIf(
                    scenario, sample.summary(), today.toString(), reports, refusals, verdict(reports, refusals));
        } finally {
            pool.shutdownNow();
        }
    }

    /** What came of a scheme, before it is known what it costs. */
    private record Looked(
            Transition transition, long keys, Map<Unit, UnitReport> units, Optional<ReplicaChanges> replicas) {}

    private List<Looked> looked(Chunks chunks, List<Refusal> refusals) {
        Members members = new Members(scenario);
        Totals totals = Totals.of(sample);
        listener.now(today.toString());
        Owners todays = Owners.remembered(today.place(candidatesToday()), members, sample, chunks, listener::step);
        Sweep sweep = new Sweep(sample, totals, todays, members, chunks);
        List<Looked> looked = new ArrayList<>();
        for (Scheme scheme : schemes()) {
            listener.now(scheme.toString());
            Transition transition;
            try {
                transition = new Transition(scheme, scenario);
            } catch (IllegalArgumentException e) {
                refusals.add(new Refusal(scheme.toString(), String.valueOf(e.getMessage())));
                listener.step(sample.size());
                continue;
            }
            Count count = count(sweep, transition, members, totals);
            looked.add(new Looked(
                    transition, count.looked(), units(count, members, totals), replicaChanges(transition, members)));
        }
        return looked;
    }

    private List<Candidate> candidatesToday() {
        boolean weighted = today.guarantees().contains(Guarantee.WEIGHTED);
        return scenario.before().stream()
                .map(candidate -> weighted ? candidate : candidate.withWeight(1))
                .toList();
    }

    private Verdict verdict(List<AlgorithmReport> reports, List<Refusal> refusals) {
        List<Scheme> refused =
                refusals.stream().map(refusal -> Scheme.named(refusal.name())).toList();
        Verdict verdict = DecisionTree.verdict(scenario, needs, today, schemes(), refused);
        return reports.stream()
                .filter(report -> verdict.fits().equals(Optional.of(report.name())))
                .findFirst()
                .map(report ->
                        new Verdict(verdict.fits(), verdict.why() + "; " + numbers(report), verdict.constraints()))
                .orElse(verdict);
    }

    private String numbers(AlgorithmReport report) {
        UnitReport keys = report.in(Unit.KEYS);
        return String.format(
                Locale.ROOT,
                "%s of the keys move%s, the least to expect is %s; taking over from %s moves %s",
                percent(keys.moved()),
                keys.moved().needless() == 0
                        ? ", none needlessly"
                        : ", " + percent(keys.moved().needless()) + " needlessly",
                percent(scenario.leastMoved()),
                today,
                keys.adoption().all() == 0 ? "none" : percent(keys.adoption()));
    }

    /** With one standard deviation where it is an estimate. */
    private static String percent(Moved moved) {
        String sigma = moved.sigma() == 0 ? "" : String.format(Locale.ROOT, " ± %.2f", 100 * moved.sigma());
        return percent(moved.all()).replace(" %", sigma + " %");
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.2f %%", 100 * share);
    }

    private Count count(Sweep sweep, Transition transition, Members members, Totals totals) {
        Part part = new Pilot(sample, totals, budget, seed)
                .part(
                        Owners.by(transition.build(), members, sample),
                        Owners.by(transition.change(), members, sample),
                        transition.inOrder() ? 1 : threads);
        Count count = sweep.count(
                part,
                Owners.by(transition.before(), members, sample),
                Owners.by(transition.after(), members, sample),
                transition.inOrder(),
                listener::step);
        listener.step(sample.size() - part.size());
        return count;
    }

    private static Map<Unit, UnitReport> units(Count count, Members members, Totals totals) {
        UnitReports reports = new UnitReports(members);
        Map<Unit, UnitReport> units = new EnumMap<>(Unit.class);
        for (Unit unit : totals.units()) {
            units.put(unit, reports.of(count, unit));
        }
        return units;
    }

    private Optional<ReplicaChanges> replicaChanges(Transition transition, Members members) {
        return replicas == 1
                ? Optional.empty()
                : Optional.of(new Replicas(sample, transition, members, replicas).changes(budget, seed));
    }

    /** All are measured at the end, so that each is measured by code that has met all of them. */
    private List<AlgorithmReport> priced(List<Looked> looked) {
        Costs costs = new Costs(sample, budget, seed);
        double[] lookupNanos = costs.lookupNanos(
                looked.stream().map(one -> one.transition().after()).toList());
        List<AlgorithmReport> reports = new ArrayList<>();
        for (Looked one : looked) {
            Transition transition = one.transition();
            Cost cost = new Cost(
                    lookupNanos[reports.size()],
                    costs.steps(transition.after()),
                    transition.after().memoryBytes(),
                    costs.buildNanos(transition::build),
                    costs.buildNanos(transition::change));
            Scheme scheme = transition.scheme();
            reports.add(new AlgorithmReport(
                    scheme.toString(), scheme.guarantees(), one.keys(), one.units(), one.replicas(), cost));
        }
        return reports;
    }
}
