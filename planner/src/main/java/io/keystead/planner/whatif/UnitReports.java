package io.keystead.planner.whatif;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.commons.numbers.gamma.RegularizedGamma;

/** Turns counts into reports. */
final class UnitReports {
    private final Members members;

    UnitReports(Members members) {
        this.members = members;
    }

    UnitReport of(Count count, Unit unit) {
        Map<Integer, Double> pairs = count.moved(unit);
        return new UnitReport(
                new Moved(0, 0, 0, count.adopted(unit), count.sigmaOfAdopted(unit)),
                moved(pairs, count.sigmaOfMoved(unit)),
                loads(count, unit),
                spread(count, unit, false),
                spread(count, unit, true),
                flows(pairs),
                largestReceiver(pairs));
    }

    private Moved moved(Map<Integer, Double> pairs, double sigma) {
        double toNew = 0;
        double fromOld = 0;
        double toWeight = 0;
        double needless = 0;
        for (Map.Entry<Integer, Double> pair : pairs.entrySet()) {
            int from = pair.getKey() / members.size();
            int to = pair.getKey() % members.size();
            if (members.isNew(to)) {
                toNew += pair.getValue();
            } else if (members.isGone(from)) {
                fromOld += pair.getValue();
            } else if (members.weightAfter(to) > members.weightBefore(to)
                    || members.weightAfter(from) < members.weightBefore(from)) {
                toWeight += pair.getValue();
            } else {
                needless += pair.getValue();
            }
        }
        return new Moved(toNew, fromOld, toWeight, needless, sigma);
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
        double chiSquare = 0;
        for (int member : present) {
            double fair = weight(member, after) / weights;
            double load = after ? count.after(member, unit) : count.before(member, unit);
            max = Math.max(max, load / fair);
            squares += (load / fair - 1) * (load / fair - 1);
            double expected = fair * count.looked();
            double keys = after ? count.keysAfter(member) : count.keysBefore(member);
            chiSquare += (keys - expected) * (keys - expected) / expected;
        }
        double pValue = unit == Unit.KEYS ? pValue(chiSquare, present.length - 1) : Double.NaN;
        return new Spread(max, Math.sqrt(squares / present.length), pValue);
    }

    private double weight(int member, boolean after) {
        return after ? members.weightAfter(member) : members.weightBefore(member);
    }

    /** The upper tail of the chi-square distribution; 1 where a single candidate has everything. */
    static double pValue(double chiSquare, int degreesOfFreedom) {
        return degreesOfFreedom == 0 ? 1 : RegularizedGamma.Q.value(degreesOfFreedom / 2.0, chiSquare / 2);
    }

    private List<Flow> flows(Map<Integer, Double> pairs) {
        return pairs.entrySet().stream()
                .sorted(Map.Entry.<Integer, Double>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(UnitReport.MOST_FLOWS)
                .map(pair -> new Flow(
                        members.id(pair.getKey() / members.size()),
                        members.id(pair.getKey() % members.size()),
                        pair.getValue()))
                .toList();
    }

    private double largestReceiver(Map<Integer, Double> pairs) {
        Map<Integer, Double> received = new HashMap<>();
        pairs.forEach((pair, share) -> received.merge(pair % members.size(), share, Double::sum));
        double all = received.values().stream().mapToDouble(Double::doubleValue).sum();
        double largest = received.values().stream()
                .mapToDouble(Double::doubleValue)
                .max()
                .orElse(0);
        return all == 0 ? 0 : largest / all;
    }
}
