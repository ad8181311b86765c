package io.keystead.cli.demo;

import io.keystead.cli.Json;
import io.keystead.hrw.stats.Bound;
import io.keystead.hrw.stats.Movement;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A report for programs. */
final class ReportJson {
    private ReportJson() {}

    static String of(Report report) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("keys", report.keys().size());
        fields.put("keysName", report.keys().name());
        fields.put("sized", report.keys().isSized());
        fields.put("scaledDownBy", report.factor());
        fields.put("partitions", report.growth().from());
        fields.put("growTo", report.growth().to());
        fields.put("sigmasAllowed", report.sigmas());
        fields.put(
                "schemes", report.outcomes().stream().map(ReportJson::outcome).toList());
        fields.put("checks", report.checks().stream().map(ReportJson::check).toList());
        fields.put("holds", report.holds());
        return Json.text(fields);
    }

    private static Map<String, @Nullable Object> outcome(Outcome outcome) {
        Movement growth = outcome.growth();
        Movement adoption = outcome.adoption();
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("scheme", outcome.scheme().label());
        fields.put("topic", outcome.scheme().topic());
        fields.put("keysMovedByAdoption", adoption == null ? null : adoption.movedKeys());
        fields.put("keysMoved", amount(growth.movedKeys(), growth.keys(), outcome.expectedKeys()));
        fields.put("bytesMoved", amount(growth.movedBytes(), growth.bytes(), outcome.expectedBytes()));
        fields.put("keysMovedBetweenOldPartitions", growth.needless());
        fields.put("keysMovedToNewPartitions", growth.toNew());
        fields.put("load", outcome.load());
        fields.put("unevennessSigmas", outcome.evenness().sigmas());
        return fields;
    }

    private static Map<String, Object> amount(long moved, long all, Bound bound) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("moved", moved);
        fields.put("of", all);
        fields.put("expected", bound.mean());
        fields.put("sigma", bound.sigma());
        fields.put("offBySigmas", bound.sigmas((double) moved));
        return fields;
    }

    private static Map<String, Object> check(Check check) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("what", check.what());
        fields.put("holds", check.holds());
        fields.put("found", check.found());
        fields.put("allowed", check.allowed());
        return fields;
    }
}
