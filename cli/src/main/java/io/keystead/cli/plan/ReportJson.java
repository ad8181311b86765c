package io.keystead.cli.plan;

import io.keystead.cli.Json;
import io.keystead.hrw.Candidate;
import io.keystead.planner.placement.Algorithm;
import io.keystead.planner.placement.Complexity;
import io.keystead.planner.placement.FirstByRank;
import io.keystead.planner.sample.BadRows;
import io.keystead.planner.sample.HotKey;
import io.keystead.planner.sample.SampleSummary;
import io.keystead.planner.whatif.AlgorithmReport;
import io.keystead.planner.whatif.Cost;
import io.keystead.planner.whatif.Flow;
import io.keystead.planner.whatif.Load;
import io.keystead.planner.whatif.Moved;
import io.keystead.planner.whatif.RankingCost;
import io.keystead.planner.whatif.Refusal;
import io.keystead.planner.whatif.ReplicaChanges;
import io.keystead.planner.whatif.Scenario;
import io.keystead.planner.whatif.Spread;
import io.keystead.planner.whatif.Unit;
import io.keystead.planner.whatif.UnitReport;
import io.keystead.planner.whatif.Verdict;
import io.keystead.planner.whatif.WhatIf;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A report for programs: all of it, but of the flows the largest alone. Shares are parts of 1. */
final class ReportJson {
    /** Between 500 partitions there are a quarter of a million. */
    private static final int MOST_FLOWS = 1000;

    private ReportJson() {}

    /** @param ranking what the first by rank cost, where that was measured */
    static String of(WhatIf whatIf, @Nullable RankingCost ranking) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("scenario", scenario(whatIf.scenario()));
        fields.put("sample", sample(whatIf));
        fields.put("today", whatIf.today());
        fields.put(
                "algorithms",
                whatIf.algorithms().stream().map(ReportJson::algorithm).toList());
        fields.put(
                "refusals", whatIf.refusals().stream().map(ReportJson::refusal).toList());
        fields.put("verdict", verdict(whatIf.verdict()));
        if (ranking != null) {
            fields.put("ranking", ranking(ranking));
        }
        // What turns the direction of text, or is a control, is the same value as an escape.
        return Json.text(fields).lines().map(Shown::safe).collect(Collectors.joining("\n", "", "\n"));
    }

    private static Map<String, Object> scenario(Scenario scenario) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("name", scenario.name());
        fields.put("before", candidates(scenario.before()));
        fields.put("after", candidates(scenario.after()));
        fields.put("added", scenario.added());
        fields.put("retired", scenario.retired());
        fields.put("reweighted", scenario.reweighted());
        fields.put("leastPossible", scenario.leastMoved());
        return fields;
    }

    private static List<Map<String, Object>> candidates(List<Candidate> candidates) {
        return candidates.stream()
                .map(candidate -> {
                    Map<String, Object> fields = new LinkedHashMap<>();
                    fields.put("id", candidate.id());
                    fields.put("weight", candidate.weight());
                    return fields;
                })
                .toList();
    }

    private static Map<String, @Nullable Object> sample(WhatIf whatIf) {
        SampleSummary sample = whatIf.sample();
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("source", sample.source());
        fields.put("keys", sample.keys());
        fields.put("population", sample.population());
        fields.put("records", sample.records());
        fields.put("bytes", sample.bytes());
        OptionalDouble rate = sample.recordsPerSecond();
        fields.put("recordsPerSecond", rate.isPresent() ? rate.getAsDouble() : null);
        fields.put(
                "hottest",
                sample.hottest().stream().map(key -> hotKey(whatIf, key)).toList());
        fields.put(
                "hottestByBytes",
                sample.hottestByBytes().stream().map(key -> hotKey(whatIf, key)).toList());
        List<Map<String, Object>> shares = new ArrayList<>();
        for (int i = 0; i < sample.hottestShares().size(); i++) {
            Map<String, Object> share = new LinkedHashMap<>();
            share.put("keys", 1L << i);
            share.put("share", sample.hottestShares().get(i));
            shares.add(share);
        }
        fields.put("hottestShares", shares);
        fields.put("badRows", badRows(sample.bad()));
        return fields;
    }

    private static Map<String, Object> hotKey(WhatIf whatIf, HotKey key) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("key", key.key());
        fields.put("hash", String.format(Locale.ROOT, "%016x", key.hash()));
        fields.put("records", key.records());
        fields.put("bytes", key.bytes());
        fields.put("ofFairShare", HotKeys.ofFairShare(whatIf, key));
        fields.put("ofFairShareOfBytes", HotKeys.ofFairShareOfBytes(whatIf, key));
        return fields;
    }

    private static Map<String, Object> badRows(BadRows bad) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("count", bad.count());
        fields.put(
                "first",
                bad.first().stream()
                        .map(row -> {
                            Map<String, Object> one = new LinkedHashMap<>();
                            one.put("line", row.line());
                            one.put("reason", row.reason());
                            return one;
                        })
                        .toList());
        return fields;
    }

    private static Map<String, @Nullable Object> algorithm(AlgorithmReport algorithm) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("name", algorithm.name());
        fields.put(
                "guarantees",
                algorithm.guarantees().stream()
                        .sorted()
                        .map(guarantee ->
                                guarantee.name().toLowerCase(Locale.ROOT).replace('_', '-'))
                        .toList());
        fields.put("looked", algorithm.looked());
        for (Unit unit : Unit.values()) {
            fields.put(
                    Words.of(unit),
                    Reports.unit(algorithm, unit).map(ReportJson::unit).orElse(null));
        }
        fields.put(
                "replicaChanges",
                algorithm.replicaChanges().map(ReportJson::replicaChanges).orElse(null));
        Map<String, @Nullable Object> cost = cost(algorithm.cost());
        cost.put("declared", declared(Reports.algorithm(algorithm)));
        fields.put("cost", cost);
        return fields;
    }

    private static Map<String, Object> replicaChanges(ReplicaChanges changes) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("replicas", changes.replicas());
        fields.put("share", changes.share());
        fields.put("sigma", changes.sigma());
        fields.put("looked", changes.looked());
        return fields;
    }

    private static Map<String, @Nullable Object> cost(Cost cost) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("lookupNanos", number(cost.lookupNanos()));
        fields.put("steps", number(cost.steps()));
        fields.put("memoryBytes", cost.memoryBytes());
        fields.put("buildNanos", number(cost.buildNanos()));
        fields.put("changeNanos", number(cost.changeNanos()));
        return fields;
    }

    private static Map<String, Object> declared(Algorithm algorithm) {
        Complexity complexity = Complexity.of(algorithm);
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("lookup", complexity.lookup());
        fields.put("memory", complexity.memory());
        fields.put("build", complexity.build());
        fields.put("change", complexity.change());
        return fields;
    }

    private static Map<String, Object> ranking(RankingCost ranking) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("candidates", ranking.candidates());
        fields.put("first", ranking.first());
        for (FirstByRank.Way way : FirstByRank.Way.values()) {
            fields.put(
                    way.name().toLowerCase(Locale.ROOT) + "Nanos",
                    ranking.nanos().get(way));
        }
        fields.put("keys", ranking.keys());
        fields.put("agree", ranking.agree());
        fields.put(
                "prefilters",
                ranking.prefilters().stream()
                        .map(prefilter -> {
                            Map<String, Object> one = new LinkedHashMap<>();
                            one.put("bits", prefilter.bits());
                            one.put("differs", prefilter.differs());
                            one.put("sigma", prefilter.sigma());
                            return one;
                        })
                        .toList());
        return fields;
    }

    private static Map<String, @Nullable Object> unit(UnitReport report) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("adoption", moved(report.adoption()));
        fields.put("moved", moved(report.moved()));
        fields.put("before", spread(report.before()));
        fields.put("after", spread(report.after()));
        fields.put("largestReceiver", number(report.largestReceiver()));
        fields.put("loads", report.loads().stream().map(ReportJson::load).toList());
        List<Flow> flows = report.flows();
        List<Flow> told = flows.subList(0, Math.min(MOST_FLOWS, flows.size()));
        fields.put("flows", told.stream().map(ReportJson::flow).toList());
        fields.put(
                "otherFlows",
                Math.max(
                        0,
                        report.moved().all()
                                - told.stream().mapToDouble(Flow::share).sum()));
        return fields;
    }

    private static Map<String, Object> moved(Moved moved) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("all", moved.all());
        fields.put("toNew", moved.toNew());
        fields.put("fromOld", moved.fromOld());
        fields.put("toWeight", moved.toWeight());
        fields.put("needless", moved.needless());
        fields.put("sigma", moved.sigma());
        return fields;
    }

    private static Map<String, @Nullable Object> spread(Spread spread) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("maxToMean", number(spread.maxToMean()));
        fields.put("variation", number(spread.variation()));
        fields.put("pValue", number(spread.pValue()));
        fields.put("sigma", number(spread.sigma()));
        return fields;
    }

    private static Map<String, Object> load(Load load) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("candidate", load.candidate());
        fields.put("before", load.before());
        fields.put("after", load.after());
        fields.put("fairBefore", load.fairBefore());
        fields.put("fairAfter", load.fairAfter());
        return fields;
    }

    private static Map<String, Object> flow(Flow flow) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("from", flow.from());
        fields.put("to", flow.to());
        fields.put("share", flow.share());
        return fields;
    }

    private static Map<String, Object> refusal(Refusal refusal) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("name", refusal.name());
        fields.put("reason", refusal.reason());
        return fields;
    }

    private static Map<String, @Nullable Object> verdict(Verdict verdict) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("fits", verdict.fits().orElse(null));
        fields.put("why", verdict.why());
        fields.put(
                "constraints",
                verdict.constraints().stream()
                        .map(constraint -> {
                            Map<String, Object> one = new LinkedHashMap<>();
                            one.put("question", constraint.question());
                            one.put("asked", constraint.asked());
                            one.put("because", constraint.because());
                            one.put("excluded", constraint.excluded());
                            return one;
                        })
                        .toList());
        return fields;
    }

    /** JSON has no word for what is not a number. */
    private static @Nullable Double number(double value) {
        return Double.isFinite(value) ? value : null;
    }
}
