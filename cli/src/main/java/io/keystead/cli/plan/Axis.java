package io.keystead.cli.plan;

import java.util.ArrayList;
import java.util.List;

/** A scale from 0 up, with round numbers on it. */
record Axis(double top, List<Double> ticks) {
    private static final int FEWEST_STEPS = 3;

    /** The scale that holds values up to this one. */
    static Axis upTo(double most) {
        double step = step(most > 0 ? most : 1);
        List<Double> ticks = new ArrayList<>();
        int steps = (int) Math.ceil(most / step - 1e-9);
        for (int i = 0; i <= Math.max(1, steps); i++) {
            ticks.add(i * step);
        }
        return new Axis(ticks.get(ticks.size() - 1), ticks);
    }

    /** The largest of 1, 2 or 5 times a power of ten that gives enough steps. */
    private static double step(double most) {
        double power = Math.pow(10, Math.floor(Math.log10(most / FEWEST_STEPS)));
        double step = power;
        for (double factor : new double[] {2, 5}) {
            if (factor * power * FEWEST_STEPS <= most * (1 + 1e-9)) {
                step = factor * power;
            }
        }
        return step;
    }

    /** How far up a value is, 0 to 1. */
    double at(double value) {
        return value / top;
    }
}
