package com.example.orders;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.GenericRecordBuilder;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.clients.producer.internals.BuiltInPartitioner;

/**
 * Three programs, each with a schema of its own for keys of orders: two releases of a shop, which write orders, and a bank,
 * which writes their payments. One thread writes.
 */
final class Writers implements AutoCloseable {
    /** An order to look at in both examples. */
    static final int ONE = 17;

    private static final Duration BETWEEN_ORDERS = Duration.ofMillis(20);

    private final SplittableRandom random = new SplittableRandom(4711);
    private final Instant start = Instant.now().minus(10, ChronoUnit.MINUTES);
    private final Producer<GenericRecord, GenericRecord> shop;
    private final Producer<GenericRecord, GenericRecord> newShop;
    private final Producer<GenericRecord, GenericRecord> bank;
    private final Totals totals;
    private volatile int written;
    private int partitionOfOne;
    private int apart;
    private int apartByDefault;

    Writers(String bootstrapServers, Totals totals) {
        this.shop = producer(bootstrapServers, "shop");
        this.newShop = producer(bootstrapServers, "new-shop");
        this.bank = producer(bootstrapServers, "bank");
        this.totals = totals;
    }

    private static Producer<GenericRecord, GenericRecord> producer(String bootstrapServers, String name) {
        Map<String, Object> properties = new HashMap<>(OrdersApp.keys());
        properties.put("bootstrap.servers", bootstrapServers);
        properties.put("client.id", name);
        properties.put("linger.ms", 5);
        properties.put("partitioner.class", "io.keystead.kafka.producer.HrwPartitioner");
        return new KafkaProducer<>(properties, new AvroSerde(Schemas.ORDER_KEY), new AvroSerde(Schemas.ORDER));
    }

    /** Writes so many orders more, each with its payment, and returns when Kafka has them. */
    void write(int count) throws InterruptedException, ExecutionException {
        List<Future<RecordMetadata>> orders = new ArrayList<>();
        List<Future<RecordMetadata>> payments = new ArrayList<>();
        int first = written;
        for (int i = 0; i < count; i++) {
            boolean isNew = random.nextBoolean();
            String product = "product-" + random.nextInt(40);
            long cents = 100 + random.nextLong(100_000);
            long fee = written % 90;
            Instant time = start.plus(BETWEEN_ORDERS.multipliedBy(written));
            GenericRecord key = key(isNew ? Schemas.ORDER_KEY_DOCUMENTED : Schemas.ORDER_KEY, written);
            GenericRecord bankKey = key(Schemas.ORDER_KEY_OF_BANK, written);
            GenericRecord order = new GenericRecordBuilder(Schemas.ORDER)
                    .set("product", product)
                    .set("cents", cents)
                    .build();
            GenericRecord payment = new GenericRecordBuilder(Schemas.PAYMENT)
                    .set("cents", cents - fee)
                    .build();
            orders.add((isNew ? newShop : shop)
                    .send(new ProducerRecord<>(OrdersApp.ORDERS, null, time.toEpochMilli(), key, order)));
            payments.add(
                    bank.send(new ProducerRecord<>(OrdersApp.PAYMENTS, null, time.toEpochMilli(), bankKey, payment)));
            totals.expect(key, product, cents, fee, time);
            written = written + 1;
            apartByDefault += byDefault(key) == byDefault(bankKey) ? 0 : 1;
        }
        for (int i = 0; i < count; i++) {
            int partition = orders.get(i).get().partition();
            apart += partition == payments.get(i).get().partition() ? 0 : 1;
            partitionOfOne = first + i == ONE ? partition : partitionOfOne;
        }
    }

    private static GenericRecord key(Schema schema, int number) {
        GenericRecord key = new GenericData.Record(schema);
        key.put("customer", "customer-" + number % 700);
        key.put("number", (long) number);
        if (schema.getField("channel") != null) {
            key.put("channel", "web");
        }
        return key;
    }

    /** Where Kafka's own partitioner would have put it. */
    private static int byDefault(GenericRecord key) {
        return BuiltInPartitioner.partitionForKey(OrdersApp.KEYS.serializer().serialize("", key), OrdersApp.PARTITIONS);
    }

    /** How many orders were written or are being written. Thread-safe. */
    int written() {
        return written;
    }

    /** Where the order number {@value #ONE} is. */
    int partitionOfOne() {
        return partitionOfOne;
    }

    /** How many orders are on another partition than their payment. */
    int apart() {
        return apart;
    }

    /** How many would be with Kafka's own partitioner. */
    int apartByDefault() {
        return apartByDefault;
    }

    @Override
    public void close() {
        shop.close();
        newShop.close();
        bank.close();
    }
}
