package io.keystead.flink.savepoint;

import io.keystead.flink.slots.SlotRule;
import io.keystead.flink.state.SlottedState;
import io.keystead.flink.state.StateName;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;

/** Refuses what an operator's files cannot be, before anything is made of them. */
final class SlotCheck {
    private final String operator;
    private final int slots;

    /** @throws SavepointException unless there are from 1 to 32768 slots */
    SlotCheck(String operator, int slots) {
        this.operator = operator;
        this.slots = slots;
        if (slots < 1 || slots > KeyGroupRangeAssignment.UPPER_BOUND_MAX_PARALLELISM) {
            throw damaged("has the max parallelism " + slots + "; allowed: 1 to "
                    + KeyGroupRangeAssignment.UPPER_BOUND_MAX_PARALLELISM);
        }
    }

    /**
     * The rule that all files name.
     *
     * @throws SavepointException if they do not agree with each other and the operator
     */
    SlotRule rule(List<SlottedState> files, int parallelism) {
        SlotRule rule = files.get(0).name().rule();
        for (SlottedState file : files) {
            StateName name = file.name();
            if (name.slots() != slots
                    || name.subtask() >= parallelism
                    || !name.rule().equals(rule)) {
                throw damaged("has " + slots + " slots, the parallelism " + parallelism + " and the rule " + rule
                        + ", but its state is called " + name);
            }
        }
        return rule;
    }

    /**
     * What each slot takes, by slot.
     *
     * @throws SavepointException if a slot does not exist, lies outside its file or is there twice
     */
    long[] bytesBySlot(List<SlotFile> files) {
        BitSet seen = new BitSet(slots);
        Map<String, List<Place>> places = new LinkedHashMap<>();
        for (SlotFile file : files) {
            for (int index = 0; index < file.count(); index++) {
                Place place = new Place(file, file.slot(index), file.offset(index));
                require(place, seen);
                places.computeIfAbsent(file.identity(), identity -> new ArrayList<>())
                        .add(place);
            }
        }
        long[] bytes = new long[slots];
        places.values().forEach(ofOneFile -> measure(ofOneFile, bytes));
        return bytes;
    }

    private void require(Place place, BitSet seen) {
        if (place.slot < 0 || place.slot >= slots) {
            throw damaged("has " + slots + " slots, but " + place.file.where() + " holds slot " + place.slot);
        }
        if (place.offset <= 0 || place.offset >= place.file.size()) {
            throw damaged("has slot " + place.slot + " at byte " + place.offset + " of " + place.file.where()
                    + ", which has " + place.file.size() + " bytes");
        }
        if (seen.get(place.slot)) {
            throw damaged("has slot " + place.slot + " twice, the second time in " + place.file.where());
        }
        seen.set(place.slot);
    }

    private void measure(List<Place> places, long[] bytes) {
        places.sort(Comparator.comparingLong(place -> place.offset));
        for (int index = 0; index < places.size(); index++) {
            Place place = places.get(index);
            long end = index + 1 < places.size() ? places.get(index + 1).offset : place.file.size();
            if (end == place.offset) {
                throw damaged("has the slots " + place.slot + " and " + places.get(index + 1).slot
                        + " at the same place of " + place.file.where());
            }
            bytes[place.slot] = end - place.offset;
        }
    }

    private SavepointException damaged(String what) {
        return new SavepointException(operator + " " + what + "; the savepoint is damaged");
    }

    /** Where one slot lies. */
    private static final class Place {
        final SlotFile file;
        final int slot;
        final long offset;

        Place(SlotFile file, int slot, long offset) {
            this.file = file;
            this.slot = slot;
            this.offset = offset;
        }
    }
}
