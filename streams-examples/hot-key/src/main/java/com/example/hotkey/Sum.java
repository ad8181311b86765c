package com.example.hotkey;

/**
 * Orders added up.
 *
 * @param orders how many
 * @param cents what they come to
 */
record Sum(long orders, long cents) {
    static final Sum NONE = new Sum(0, 0);

    Sum plus(Sum other) {
        return new Sum(orders + other.orders, cents + other.cents);
    }

    /** As it stands in a record. */
    String text() {
        return orders + " " + cents;
    }

    static Sum parse(String text) {
        String[] numbers = text.split(" ", -1);
        return new Sum(Long.parseLong(numbers[0]), Long.parseLong(numbers[1]));
    }
}
