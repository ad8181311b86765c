package io.keystead.kafka.producer;

import java.util.Map;
import org.apache.kafka.common.config.ConfigException;

/** A program without Avro: what its partitioner says where it is asked for Avro keys, and where it is not. */
final class AvroProbe {
    private AvroProbe() {}

    /** No arguments. */
    public static void main(String[] args) {
        try (HrwPartitioner partitioner = new HrwPartitioner()) {
            partitioner.configure(Map.of("client.id", "plain"));
            System.out.println("without the property: configured");
            partitioner.configure(
                    Map.of("keystead.key.encoding", "avro-canonical", "keystead.key.schema", "\"string\""));
        } catch (ConfigException e) {
            System.out.println("with it: " + e);
        }
    }
}
