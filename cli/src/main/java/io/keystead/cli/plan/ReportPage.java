package io.keystead.cli.plan;

import io.keystead.cli.ByteSize;
import io.keystead.hrw.Candidate;
import io.keystead.planner.sample.BadRows;
import io.keystead.planner.sample.HotKey;
import io.keystead.planner.sample.SampleSummary;
import io.keystead.planner.whatif.AlgorithmReport;
import io.keystead.planner.whatif.Moved;
import io.keystead.planner.whatif.Refusal;
import io.keystead.planner.whatif.Unit;
import io.keystead.planner.whatif.UnitReport;
import io.keystead.planner.whatif.Verdict;
import io.keystead.planner.whatif.WhatIf;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * A report as one page for people: no script, nothing fetched. What is chosen (a unit, an algorithm) is chosen by radio
 * buttons and shown by the style sheet alone; a browser that cannot do so shows everything.
 */
final class ReportPage {
    private static final String POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

    private final WhatIf whatIf;
    private final Markup page = new Markup();
    private final List<AlgorithmReport> algorithms;
    private final Set<Unit> units;
    private final double least;

    private ReportPage(WhatIf whatIf) {
        this.whatIf = whatIf;
        this.algorithms = Reports.sorted(whatIf);
        this.units = Reports.units(whatIf);
        this.least = whatIf.scenario().leastMoved();
    }

    /** The page, well-formed also as XML but for its first line. */
    static String of(WhatIf whatIf) {
        ReportPage page = new ReportPage(whatIf);
        page.whole();
        return "<!DOCTYPE html>\n" + page.page + "\n";
    }

    private void whole() {
        page.open("html", "lang", "en");
        head();
        page.line().open("body");
        header();
        page.line().open("main");
        unitChoice();
        verdict();
        movement();
        algorithmChoice();
        for (int i = 0; i < algorithms.size(); i++) {
            details(i, algorithms.get(i));
        }
        hotKeys();
        everything();
        decision();
        notes();
        page.close();
        page.leaf(
                "footer",
                "Made by keystead. One file: no script, nothing fetched. Times are of one run on one machine: compare them"
                        + " within this page only.");
        page.close().close();
    }

    private void head() {
        page.line().open("head").empty("meta", "charset", "utf-8");
        page.empty("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
        page.empty("meta", "http-equiv", "Content-Security-Policy", "content", POLICY);
        page.empty("link", "rel", "icon", "href", "data:,");
        page.leaf("title", whatIf.scenario().name() + ": what moves");
        page.style(sheet() + choices());
        page.close();
    }

    private static String sheet() {
        try (InputStream in = Objects.requireNonNull(ReportPage.class.getResourceAsStream("page.css"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The rules that hide what is not chosen. */
    private String choices() {
        StringBuilder rules = new StringBuilder("@supports selector(:has(a)) {\n.choice { display: none }\n");
        for (Unit unit : units) {
            String name = Words.of(unit);
            rules.append("body:has(#u-" + name + ":checked) .u-" + name + " { display: block }\n");
        }
        for (int i = 0; i < algorithms.size(); i++) {
            rules.append("body:has(#a-" + i + ":checked) .a-" + i + " { display: block }\n");
        }
        return rules.append("}\n").toString();
    }

    private void header() {
        SampleSummary sample = whatIf.sample();
        page.line().open("header").leaf("p", "What a change moves", "class", "kicker");
        page.leaf("h1", whatIf.scenario().name());
        List<String> facts = new ArrayList<>();
        facts.add(Words.counted(sample.keys(), "key")
                + (sample.isPart() ? " sampled of about " + Figures.count(sample.population()) : ""));
        if (sample.records() > sample.keys()) {
            facts.add(Words.counted(sample.records(), "record"));
        }
        if (sample.bytes() > 0) {
            facts.add(ByteSize.of(sample.bytes()));
        }
        sample.recordsPerSecond().ifPresent(rate -> facts.add(Figures.digits(rate) + " records a second"));
        facts.add("today " + whatIf.today());
        page.open("p", "class", "facts").leaf("bdi", sample.source()).text(" · " + String.join(" · ", facts));
        page.close().close();
    }

    private void unitChoice() {
        if (units.size() < 2) {
            // Still the anchor of the rules that show what is of keys.
            page.empty(
                    "input", "type", "radio", "id", "u-keys", "name", "unit", "checked", "checked", "hidden", "hidden");
            return;
        }
        page.line().open("fieldset", "class", "units").leaf("legend", "Counted in");
        page.open("div", "class", "chips");
        for (Unit unit : units) {
            radio("unit", "u-" + Words.of(unit), Words.of(unit), unit == Unit.KEYS);
        }
        page.close().close();
    }

    private void radio(String group, String id, String label, boolean checked) {
        page.open("span", "class", "chip");
        if (checked) {
            page.empty("input", "type", "radio", "name", group, "id", id, "checked", "checked");
        } else {
            page.empty("input", "type", "radio", "name", group, "id", id);
        }
        page.leaf("label", label, "for", id).close();
    }

    private String fits() {
        return whatIf.verdict().fits().orElse("");
    }

    private void verdict() {
        Verdict verdict = whatIf.verdict();
        page.line().open("section", "class", "verdict", "aria-labelledby", "verdict");
        page.leaf("h2", "Verdict", "id", "verdict");
        page.open("p", "class", "answer");
        page.leaf("strong", verdict.fits().map(name -> name + " fits.").orElse("None fits."));
        page.text(" " + sentence(verdict.why())).close();
        for (Unit unit : units) {
            page.open("div", "class", "choice u-" + Words.of(unit)).open("dl", "class", "tiles");
            verdict.fits().flatMap(name -> Reports.named(whatIf, name)).ifPresent(fit -> tile(unit, fit, fit.name()));
            if (!whatIf.today().equals(fits())) {
                Reports.named(whatIf, whatIf.today()).ifPresent(today -> tile(unit, today, "today's " + today.name()));
            }
            page.open("div").leaf("dt", "least to expect, if keys are alike").leaf("dd", Figures.percent(least) + " %");
            page.close().close().close();
        }
        page.close();
    }

    private void tile(Unit unit, AlgorithmReport algorithm, String name) {
        Reports.unit(algorithm, unit)
                .ifPresent(report -> page.open("div")
                        .leaf("dt", Words.of(unit) + " moved by " + name)
                        .leaf("dd", Figures.percent(report.moved().all()) + " %")
                        .close());
    }

    private static String sentence(String text) {
        return text.isEmpty() || ".!?".indexOf(text.charAt(text.length() - 1)) >= 0 ? text : text + ".";
    }

    private void movement() {
        page.line().open("section", "class", "block", "aria-labelledby", "movement");
        page.leaf("h2", "Movement by algorithm", "id", "movement");
        page.leaf(
                "p",
                "Moves to a new candidate, or off one that is gone, are the change itself. Needless ones are not.");
        List<String> items = new ArrayList<>();
        for (Reason reason : Reason.values()) {
            if (algorithms.stream()
                    .anyMatch(algorithm -> reason.of(Reports.keys(algorithm).moved()) > 0)) {
                items.add(reason.style());
                items.add(reason.label());
            }
        }
        items.add("least");
        items.add("least possible, " + Figures.percent(least) + " %");
        Legend.of(page, items.toArray(String[]::new));
        for (Unit unit : units) {
            page.open("div", "class", "choice u-" + Words.of(unit));
            MovementChart.draw(page, algorithms, unit, least, fits());
            page.close();
        }
        KnownWrong.note(whatIf).ifPresent(note -> page.leaf("p", note));
        page.close();
    }

    private void algorithmChoice() {
        page.line().open("section", "class", "chooser block", "aria-labelledby", "chooser");
        page.leaf("h2", "Candidate by candidate", "id", "chooser");
        page.open("fieldset").leaf("legend", "By which algorithm").open("div", "class", "chips");
        for (int i = 0; i < algorithms.size(); i++) {
            radio("algorithm", "a-" + i, KnownWrong.marked(algorithms.get(i)), i == 0);
        }
        page.close().close().close();
    }

    private void details(int number, AlgorithmReport algorithm) {
        page.line().open("div", "class", "choice candidates a-" + number);
        for (Unit unit : units) {
            Optional<UnitReport> report = Reports.unit(algorithm, unit);
            if (report.isPresent()) {
                page.open("div", "class", "choice u-" + Words.of(unit));
                charts("c" + number + Words.of(unit), algorithm, unit, report.get());
                page.close();
            }
        }
        page.close();
    }

    private void charts(String id, AlgorithmReport algorithm, Unit unit, UnitReport report) {
        String name = Words.of(unit) + " by " + algorithm.name();
        page.open("div", "class", "pair");
        page.open("section", "aria-labelledby", id + "l");
        page.open("h3", "id", id + "l")
                .text("Load before and after")
                .leaf("small", name)
                .close();
        page.leaf("p", spread(report), "class", "finding");
        LoadChart.draw(page, id + "load", name, report.loads());
        page.close();
        page.open("section", "aria-labelledby", id + "f");
        page.open("h3", "id", id + "f")
                .text("Who gives to whom")
                .leaf("small", name)
                .close();
        page.leaf("p", flow(algorithm, unit, report), "class", "finding");
        if (report.hasFlows()) {
            new FlowChart(page, new Reason.Teller(whatIf.scenario()), order()).draw(id + "flow", name, report.flows());
        }
        page.close().close();
    }

    private static String spread(UnitReport report) {
        String p = Double.isNaN(report.after().pValue())
                ? ""
                : "; by chance alone so or wider with probability "
                        + Figures.probability(report.after().pValue());
        return "After: the fullest has " + Figures.digits(report.after().maxToMean())
                + " times its fair share, spread (CV) "
                + Figures.variation(report.after()) + " %" + p + ".";
    }

    private static String flow(AlgorithmReport algorithm, Unit unit, UnitReport report) {
        Moved adoption = report.adoption();
        String largest = report.moved().all() > 0
                ? " The largest receiver gets " + Figures.percent(report.largestReceiver()) + " % of that."
                : "";
        return Figures.percent(report.moved().all(), report.moved().sigma()) + " % of the " + Words.of(unit)
                + " move." + largest + " To change over to " + algorithm.name() + " first moves "
                + Figures.percent(adoption.all(), adoption.sigma()) + " %.";
    }

    private List<String> order() {
        Set<String> ids = new LinkedHashSet<>();
        whatIf.scenario().before().stream().map(Candidate::id).forEach(ids::add);
        whatIf.scenario().after().stream().map(Candidate::id).forEach(ids::add);
        return List.copyOf(ids);
    }

    private void hotKeys() {
        SampleSummary sample = whatIf.sample();
        if (sample.hottest().isEmpty() || sample.hottestShares().isEmpty()) {
            return;
        }
        page.line().open("section", "class", "block", "aria-labelledby", "hot");
        page.leaf("h2", "Hottest keys", "id", "hot");
        page.leaf("p", HotKeys.finding(whatIf), "class", "finding");
        page.open("div", "class", "pair").open("div");
        HotChart.draw(page, "hot-chart", sample);
        page.close();
        scrolled("Hottest keys, a table", () -> {
            headRow("key", "records", "of all", "of a fair share");
            page.open("tbody");
            for (HotKey key : sample.hottest()) {
                page.open("tr").open("th", "scope", "row", "class", "key");
                page.leaf("bdi", Shown.shortened(key.key(), 60)).close();
                number(Figures.count(key.records()));
                number(Figures.percent((double) key.records() / sample.records()) + " %");
                number(Figures.digits(HotKeys.ofFairShare(whatIf, key)) + "×");
                page.close();
            }
            page.close();
        });
        page.close().close();
    }

    private void everything() {
        page.line().open("section", "class", "block", "aria-labelledby", "everything");
        page.leaf("h2", "Everything in one table", "id", "everything");
        for (Unit unit : units) {
            page.open("div", "class", "choice u-" + Words.of(unit));
            scrolled("All algorithms, in " + Words.of(unit), () -> table(unit));
            page.close();
        }
        if (!whatIf.refusals().isEmpty()) {
            page.leaf("h3", "Cannot do it", "class", "later").open("ul");
            for (Refusal refusal : whatIf.refusals()) {
                page.open("li")
                        .leaf("strong", refusal.name())
                        .text(": " + refusal.reason())
                        .close();
            }
            page.close();
        }
        page.close();
    }

    private void table(Unit unit) {
        headRow(
                "algorithm",
                "moved %",
                "above least %",
                "to new %",
                "from old %",
                "by weight %",
                "needless %",
                "adoption %",
                "max/mean",
                "CV %",
                "p",
                "largest receiver %",
                "replica sets %",
                "look-up",
                "memory",
                "build",
                "change");
        page.open("tbody");
        for (AlgorithmReport algorithm : algorithms) {
            Reports.unit(algorithm, unit).ifPresent(report -> row(algorithm, report));
        }
        page.close();
    }

    private void row(AlgorithmReport algorithm, UnitReport report) {
        Moved moved = report.moved();
        page.open("tr").leaf("th", KnownWrong.marked(algorithm), "scope", "row");
        number(Figures.percent(moved.all(), moved.sigma()));
        number(Figures.percent(moved.above(whatIf.scenario().leastMoved())));
        for (Reason reason : Reason.values()) {
            number(Figures.percent(reason.of(moved)));
        }
        number(Figures.percent(report.adoption().all(), report.adoption().sigma()));
        number(Figures.digits(report.after().maxToMean()));
        number(Figures.variation(report.after()));
        number(Figures.probability(report.after().pValue()));
        number(Figures.percent(report.largestReceiver()));
        number(Figures.percent(Reports.replicaChanges(algorithm)));
        number(Figures.nanos(algorithm.cost().lookupNanos()));
        number(ByteSize.of(algorithm.cost().memoryBytes()));
        number(Figures.nanos(algorithm.cost().buildNanos()));
        number(Figures.nanos(algorithm.cost().changeNanos()));
        page.close().line();
    }

    private void number(String text) {
        page.leaf("td", text, "class", "number");
    }

    private void headRow(String first, String... others) {
        page.open("thead").open("tr").leaf("th", first, "scope", "col");
        for (String other : others) {
            page.leaf("th", other, "scope", "col", "class", "number");
        }
        page.close().close();
    }

    /** A table that scrolls by itself where it is wider than the page, by the keyboard too. */
    private void scrolled(String name, Runnable table) {
        page.open("div", "class", "scroll", "tabindex", "0", "role", "region", "aria-label", name);
        page.open("table", "class", "all");
        table.run();
        page.close().close();
    }

    private void decision() {
        page.line().open("section", "class", "block", "aria-labelledby", "decision");
        page.leaf("h2", "How the verdict was found", "id", "decision").open("ol", "class", "decision");
        for (Verdict.Constraint constraint : whatIf.verdict().constraints()) {
            page.open("li").leaf("strong", constraint.question());
            page.text((constraint.asked() ? " Yes" : " No") + ": " + sentence(constraint.because()));
            if (!constraint.excluded().isEmpty()) {
                page.leaf("span", "Out: " + String.join(", ", constraint.excluded()) + ".", "class", "out");
            }
            page.close();
        }
        page.close().close();
    }

    private void notes() {
        page.line().open("section", "class", "notes block", "aria-labelledby", "notes");
        page.leaf("h2", "About these numbers", "id", "notes").open("ul");
        for (String note : Notes.of(whatIf)) {
            page.leaf("li", note);
        }
        for (BadRows.BadRow row : whatIf.sample().bad().first()) {
            page.leaf("li", "Line " + Figures.count(row.line()) + ": " + row.reason());
        }
        page.close().close();
    }
}
