package io.keystead.benchmarks;

import java.util.Map;

/**
 * One thing to measure: a benchmark method with its parameters. Immutable.
 *
 * @param label what the report calls it; cases of one label make one row
 * @param column the number of candidates, or what else tells cases of one label apart
 * @param method the class and the method, {@code OwnerBenchmark.owner}
 * @param parameters JMH's {@code @Param} fields and their values
 */
record Case(String label, String column, String method, Map<String, String> parameters) {
    Case {
        parameters = Map.copyOf(parameters);
    }

    @Override
    public String toString() {
        return label + ", " + column;
    }
}
