package com.example.orders;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.GenericRecordBuilder;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Orders and their payments, whose Avro keys three programs write with three schemas, meet on one partition. */
@Command(name = "orders", mixinStandardHelpOptions = true, description = "Orders with Avro keys.")
final class Orders implements Callable<Integer> {
    private static final int PARTITIONS = 6;
    private static final int ORDERS = 3_000;

    @Option(names = "--bootstrap-server", required = true, paramLabel = "HOST:PORT", description = "The Kafka to use.")
    private String bootstrapServers = "";

    public static void main(String[] args) {
        System.exit(new CommandLine(new Orders()).execute(args));
    }

    @Override
    public Integer call() throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers))) {
            List<String> topics = List.of("example-orders", "example-payments");
            admin.createTopics(topics.stream()
                            .map(topic -> new NewTopic(topic, PARTITIONS, (short) 1))
                            .toList())
                    .all()
                    .get();
            try {
                return write();
            } finally {
                admin.deleteTopics(topics).all().get();
            }
        }
    }

    private int write() throws Exception {
        Map<String, Object> properties = Map.of(
                "bootstrap.servers",
                bootstrapServers,
                "partitioner.class",
                "io.keystead.kafka.producer.HrwPartitioner",
                "keystead.key.encoding",
                "avro-canonical",
                "keystead.key.schema",
                Schemas.ORDER_KEY.toString());
        List<Future<RecordMetadata>> orders = new ArrayList<>();
        List<Future<RecordMetadata>> payments = new ArrayList<>();
        try (Producer<GenericRecord, GenericRecord> producer =
                new KafkaProducer<>(properties, new AvroSerde(Schemas.ORDER_KEY), new AvroSerde(Schemas.ORDER))) {
            for (int number = 0; number < ORDERS; number++) {
                Schema release = number % 2 == 0 ? Schemas.ORDER_KEY : Schemas.ORDER_KEY_DOCUMENTED;
                GenericRecord order = new GenericRecordBuilder(Schemas.ORDER)
                        .set("product", "product-" + number % 17)
                        .set("cents", 100L + number)
                        .build();
                GenericRecord payment = new GenericRecordBuilder(Schemas.PAYMENT)
                        .set("cents", 100L + number)
                        .build();
                orders.add(producer.send(new ProducerRecord<>("example-orders", key(release, number), order)));
                payments.add(producer.send(
                        new ProducerRecord<>("example-payments", key(Schemas.ORDER_KEY_OF_BANK, number), payment)));
            }
        }
        int apart = 0;
        for (int number = 0; number < ORDERS; number++) {
            if (orders.get(number).get().partition()
                    != payments.get(number).get().partition()) {
                apart++;
            }
        }
        System.out.printf("%,d orders, %,d of them on another partition than their payment%n", ORDERS, apart);
        return apart == 0 ? 0 : 1;
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
}
