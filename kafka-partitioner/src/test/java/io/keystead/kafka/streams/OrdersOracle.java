package io.keystead.kafka.streams;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * What goes into {@link OrdersApp} and what must come out. Orders change their customer and product, customers change
 * their name, and some orders name a customer that there is not.
 */
final class OrdersOracle {
    private static final long SEED = 20_261_129;
    private static final int ORDERS = 400;
    private static final int CUSTOMERS = 60;
    private static final int PRODUCTS = 80;

    private final SplittableRandom random = new SplittableRandom(SEED);
    private final long start;
    private long step;
    private final Map<String, String> orders = new TreeMap<>();
    private final Map<String, String> customers = new TreeMap<>();
    private final Map<String, List<Long>> timesByProduct = new TreeMap<>();

    /** A record to be written. */
    record Event(String topic, String key, String value, long timestamp) {}

    /** @param start the time of the first event; a whole minute */
    OrdersOracle(long start) {
        this.start = start;
    }

    /** The next events, counted in below. */
    List<Event> next() {
        List<Event> events = new ArrayList<>();
        for (int i = 0; i < ORDERS; i++) {
            if (i % 4 == 0) {
                String id = "customer-" + random.nextInt(CUSTOMERS * 3 / 4);
                events.add(event("customers", id, "name-" + random.nextInt(1_000)));
            }
            String order = "customer-" + random.nextInt(CUSTOMERS) + "|product-" + random.nextInt(PRODUCTS);
            events.add(event("orders", "order-" + random.nextInt(ORDERS), order));
        }
        return events;
    }

    private Event event(String topic, String key, String value) {
        // Coarse enough that a product has several minutes and several sessions.
        long timestamp = start + 700 * step++;
        if (topic.equals("orders")) {
            orders.put(key, value);
            timesByProduct
                    .computeIfAbsent(OrdersApp.product(value), product -> new ArrayList<>())
                    .add(timestamp);
        } else {
            customers.put(key, value);
        }
        return new Event(topic, key, value, timestamp);
    }

    Map<String, String> orders() {
        return orders;
    }

    Map<String, String> customers() {
        return customers;
    }

    Map<String, Long> counts() {
        Map<String, Long> counts = new TreeMap<>();
        timesByProduct.forEach((product, times) -> counts.put(product, (long) times.size()));
        return counts;
    }

    /** By product and the start of the minute. */
    Map<String, Long> minutes() {
        Map<String, Long> minutes = new HashMap<>();
        long size = OrdersApp.MINUTE.toMillis();
        timesByProduct.forEach((product, times) ->
                times.forEach(time -> minutes.merge(product + "@" + (time - time % size), 1L, Long::sum)));
        return minutes;
    }

    /** By product and the start and end of the session; times grow. */
    Map<String, Long> sessions() {
        Map<String, Long> sessions = new HashMap<>();
        timesByProduct.forEach((product, times) -> {
            int first = 0;
            for (int i = 1; i <= times.size(); i++) {
                if (i == times.size() || times.get(i) - times.get(i - 1) > OrdersApp.MINUTE.toMillis()) {
                    sessions.put(product + "@" + times.get(first) + "-" + times.get(i - 1), (long) (i - first));
                    first = i;
                }
            }
        });
        return sessions;
    }

    Map<String, String> enriched() {
        Map<String, String> enriched = new TreeMap<>();
        orders.forEach((id, order) -> {
            String customer = customers.get(OrdersApp.customer(order));
            if (customer != null) {
                enriched.put(id, OrdersApp.enriched(order, customer));
            }
        });
        return enriched;
    }
}
