package io.keystead.hrw.balance;

import java.util.Arrays;

/** A list of ints that grows and shrinks at its end. Not thread-safe. */
final class Ints {
    private int[] values = new int[4];
    private int size;

    void add(int value) {
        if (size == values.length) {
            values = Arrays.copyOf(values, 2 * size);
        }
        values[size++] = value;
    }

    int removeLast() {
        return values[--size];
    }

    int get(int index) {
        return values[index];
    }

    int size() {
        return size;
    }

    boolean isEmpty() {
        return size == 0;
    }

    int[] toArray() {
        return Arrays.copyOf(values, size);
    }
}
