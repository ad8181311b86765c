package io.keystead.planner.whatif;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.stream.IntStream;
import org.apache.commons.numbers.gamma.RegularizedGamma;

/** Turns counts into reports. */
final class UnitReports {
    /** Cochran's rule: chi-square's tail is wrong where some count is expected to be less. */
    private static final int FEWEST_EXPECTED = 5;

    private final Members members;

    UnitReports(Members members) {
        this.members = members;
    }

    UnitReport of(Count count, Unit unit) {
        return new UnitReport(
                new Moved(0, 0, 0, count.adopted(unit), count.sigmaOfAdopted(unit)),
                new Moved(
                        count.moved(Cause.TO_NEW, unit),
                        count.moved(Cause.FROM_OLD, unit),
                        count.moved(Cause.TO_WEIGHT, unit),
                        count.moved(Cause.NEEDLESS, unit),
                        count.sigmaOfMoved(unit)),
                loads(count, unit),
                spread(count, unit, false),
                spread(count, unit, true),
                flows(count, unit),
                largestReceiver(count, unit));
    }

    private List<Load> loads(Count count, Unit unit) {
        double before = IntStream.range(0, members.size())
                .mapToDouble(members::weightBefore)
                .sum();
        double after = IntStream.range(0, members.size())
                .mapToDouble(members::weightAfter)
                .sum();
        List<Load> loads = new ArrayList<>();
        for (int member = 0; member < members.size(); member++) {
            loads.add(new Load(
                    members.id(member),
                    count.before(member, unit),
                    count.after(member, unit),
                    members.weightBefore(member) / before,
                    members.weightAfter(member) / after));
        }
        return loads;
    }

    /** Over the candidates of one side. */
    private Spread spread(Count count, Unit unit, boolean after) {
        int[] present = IntStream.range(0, members.size())
                .filter(member -> weight(member, after) > 0)
                .toArray();
        double weights = IntStream.of(present)
                .mapToDouble(member -> weight(member, after))
                .sum();
        double max = 0;
        double squares = 0;
        double errors = 0;
        for (int member : present) {
            double fair = weight(member, after) / weights;
            double load = after ? count.after(member, unit) : count.before(member, unit);
            double variance = after ? count.varianceOfAfter(member, unit) : count.varianceOfBefore(member, unit);
            max = Math.max(max, load / fair);
            squares += (load / fair - 1) * (load / fair - 1);
            errors += variance / (fair * fair);
        }
        return new Spread(
                max,
                Math.sqrt(Math.max(0, squares - errors) / present.length),
                unit == Unit.KEYS ? pValue(count, present, weights, after) : Double.NaN,
                Math.sqrt(errors / present.length));
    }

    /** By the keys that were looked at; NaN where some candidate may expect too few of them for the approximation. */
    private double pValue(Count count, int[] present, double weights, boolean after) {
        double chiSquare = 0;
        for (int member : present) {
            double expected = weight(member, after) / weights * count.looked();
            double keys = after ? count.keysAfter(member) : count.keysBefore(member);
            if (expected < FEWEST_EXPECTED) {
                return Double.NaN;
            }
            chiSquare += (keys - expected) * (keys - expected) / expected;
        }
        return pValue(chiSquare, present.length - 1);
    }

    private double weight(int member, boolean after) {
        return after ? members.weightAfter(member) : members.weightBefore(member);
    }

    /** The upper tail of the chi-square distribution; 1 where a single candidate has everything. */
    static double pValue(double chiSquare, int degreesOfFreedom) {
        return degreesOfFreedom == 0 ? 1 : RegularizedGamma.Q.value(degreesOfFreedom / 2.0, chiSquare / 2);
    }

    /** A pair of candidates, by {@link Tally#pairs()}. */
    private record Pair(int number, double share) {
        /** The smaller first, and of equals the later. */
        static final Comparator<Pair> SMALLEST_FIRST = Comparator.comparingDouble(Pair::share)
                .thenComparing(Comparator.comparingInt(Pair::number).reversed());
    }

    private List<Flow> flows(Count count, Unit unit) {
        PriorityQueue<Pair> largest = new PriorityQueue<>(Pair.SMALLEST_FIRST);
        count.forEachPair(unit, (number, share) -> {
            largest.add(new Pair(number, share));
            if (largest.size() > UnitReport.MOST_FLOWS) {
                largest.poll();
            }
        });
        return largest.stream()
                .sorted(Pair.SMALLEST_FIRST.reversed())
                .map(pair -> new Flow(
                        members.id(pair.number() / members.size()),
                        members.id(pair.number() % members.size()),
                        pair.share()))
                .toList();
    }

    private double largestReceiver(Count count, Unit unit) {
        double all = 0;
        double largest = 0;
        for (int member = 0; member < members.size(); member++) {
            double received = count.received(member, unit);
            all += received;
            largest = Math.max(largest, received);
        }
        return all == 0 ? 0 : largest / all;
    }
}
