package io.keystead.hrw.conformance;

import io.keystead.hrw.Topology;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Runs a file of golden vectors through this implementation and tells which passed, and where each other one differs
 * first.
 *
 * <p>A file is an object with the field {@code protocol} and the sections {@code rank}, {@code minusLog}, {@code
 * bounded} and {@code based}, each a list of vectors; any of them may be left out, but not all. It comes decoded: {@link
 * Map}, {@link List}, {@link String}, {@link Integer}, {@link Long}, {@link Double}. A vector that is not of the format
 * (a field that is missing, unknown or out of range, an owner who is no candidate) and a section that nobody knows are
 * failures by name; nothing that the file may contain makes the check throw or skip in silence.
 *
 * <p>Immutable and thread-safe. A vector takes microseconds, one with 2^b slots as long as ranking them all: 0.1 s to
 * 0.3 s for b = 20.
 */
public final class VectorCheck {
    private static final Map<String, Vectors> SECTIONS = sections();

    private final Map<String, Integer> passed = new LinkedHashMap<>();
    private final List<VectorFailure> failures = new ArrayList<>();

    private VectorCheck() {}

    /** Checks a decoded file. */
    public static VectorCheck of(Map<String, ?> file) {
        VectorCheck check = new VectorCheck();
        check.checkProtocol(file.get("protocol"));
        file.forEach((name, value) -> {
            if (!name.equals("protocol")) {
                check.checkSection(name, value);
            }
        });
        if (check.passed() + check.failures.size() == 0) {
            check.failures.add(new VectorFailure("file", VectorFailure.MALFORMED, "at least one vector", "none"));
        }
        return check;
    }

    /** How many vectors passed. */
    public int passed() {
        return passed.values().stream().mapToInt(Integer::intValue).sum();
    }

    /** How many vectors passed, by section in the file's order; sections of which none did are 0. */
    public Map<String, Integer> passedBySection() {
        return Collections.unmodifiableMap(passed);
    }

    /** The failures in the file's order; empty if all is well. */
    public List<VectorFailure> failures() {
        return Collections.unmodifiableList(failures);
    }

    private void checkProtocol(@Nullable Object protocol) {
        if (!Topology.ALGORITHM.equals(protocol)) {
            failures.add(new VectorFailure(
                    "protocol", VectorFailure.MALFORMED, "\"" + Topology.ALGORITHM + "\"", Fields.show(protocol)));
        }
    }

    private void checkSection(String name, @Nullable Object value) {
        Vectors vectors = SECTIONS.get(name);
        if (vectors == null) {
            fail(name, "one of the sections " + SECTIONS.keySet(), "an unknown section");
        } else if (!(value instanceof List)) {
            fail(name, "a list of vectors", Fields.show(value));
        } else {
            passed.put(name, 0);
            int place = 0;
            for (Object vector : (List<?>) value) {
                checkVector(name, name + "[" + place++ + "]", vectors, vector);
            }
        }
    }

    private void checkVector(String section, String where, Vectors vectors, @Nullable Object vector) {
        try {
            vectors.check(Fields.of("", vector));
            passed.merge(section, 1, Integer::sum);
        } catch (StepFailed e) {
            failures.add(e.at(where));
        } catch (IllegalArgumentException e) {
            // The rule refuses what the format lets pass, for example a base partition with a weight.
            fail(where, "what the protocol allows", String.valueOf(e.getMessage()));
        }
    }

    private void fail(String where, String allowed, String found) {
        failures.add(new VectorFailure(where, VectorFailure.MALFORMED, allowed, found));
    }

    private static Map<String, Vectors> sections() {
        Map<String, Vectors> sections = new TreeMap<>();
        sections.put("rank", new RankVectors());
        sections.put("minusLog", new MinusLogVectors());
        sections.put("bounded", new BoundedVectors());
        sections.put("based", new BasedVectors());
        return sections;
    }
}
