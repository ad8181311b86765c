package io.keystead.cli;

import io.keystead.hrw.Bid;
import java.util.Locale;

/** An explanation for people: aligned, and as short as it can be. */
final class ExplanationText {
    private final Explanation explanation;
    private final StringBuilder text = new StringBuilder();

    private ExplanationText(Explanation explanation) {
        this.explanation = explanation;
    }

    static String of(Explanation explanation) {
        ExplanationText text = new ExplanationText(explanation);
        text.facts();
        text.ranking();
        return text.text.toString();
    }

    private void facts() {
        fact("key", KeyText.of(explanation.key()) + "  " + length(explanation.key()));
        explanation.topology().keyEncoding().ifPresent(encoding -> fact("encoding", encoding));
        fact(
                "key hash",
                hex(explanation.keyHash()) + "  " + explanation.topology().hash());
        explanation
                .slot()
                .ifPresent(slot -> fact(
                        "slot", slot + " of " + (1 << explanation.topology().slotBits())));
        if (explanation.home() != null) {
            Explanation.Home home = explanation.home();
            fact(
                    "murmur2",
                    "%08x  partition %d of %s%s"
                            .formatted(
                                    home.murmur2(),
                                    home.partition(),
                                    explanation.topology().base().orElseThrow(),
                                    home.isActive() ? "" : ", not active"));
        }
        fact("owner", explanation.owner() + ": " + explanation.reason());
    }

    private void ranking() {
        int ids = explanation.ranking().stream()
                .mapToInt(bid -> width(bid.candidate().id()))
                .max()
                .orElse(0);
        int column = Math.max("candidate".length(), ids);
        boolean weighted = explanation.isWeighted();
        line("%n%4s  %s  %-16s%s"
                .formatted(
                        "rank",
                        padded("candidate", column),
                        "score",
                        weighted ? "  %10s  %s".formatted("weight", "time") : ""));
        int rank = 0;
        for (Bid bid : explanation.ranking()) {
            String times = weighted
                    ? "  %10s  %s"
                            .formatted(number(bid.candidate().weight()), String.format(Locale.ROOT, "%.6g", bid.time()))
                    : "";
            line("%4d  %s  %s%s".formatted(++rank, padded(bid.candidate().id(), column), hex(bid.score()), times));
        }
        int more = explanation.topology().active().size() - rank;
        if (more > 0) {
            line("      and " + more + " more (--top)");
        }
    }

    private void fact(String name, String value) {
        line("%-8s  %s".formatted(name, value));
    }

    private void line(String line) {
        text.append(line.stripTrailing()).append('\n');
    }

    private static String length(byte[] key) {
        return key.length == 1 ? "1 byte" : key.length + " bytes";
    }

    private static String padded(String id, int column) {
        return id + " ".repeat(column - width(id));
    }

    private static int width(String id) {
        return id.codePointCount(0, id.length());
    }

    private static String number(double weight) {
        return weight == Math.rint(weight) && weight < 1e6 ? Long.toString((long) weight) : Double.toString(weight);
    }

    static String hex(long word) {
        return "%016x".formatted(word);
    }
}
