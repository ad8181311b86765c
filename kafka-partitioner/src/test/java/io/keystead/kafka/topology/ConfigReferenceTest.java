package io.keystead.kafka.topology;

import io.keystead.kafka.ReferencePage;
import io.keystead.kafka.consumer.AssignorConfig;
import java.io.IOException;
import org.apache.kafka.common.config.ConfigDef;
import org.junit.jupiter.api.Test;

/** docs/configuration.md is written from the declarations; with -Dkeystead.docs.write=true this test writes it. */
class ConfigReferenceTest {
    @Test
    void thePageSaysWhatTheDeclarationsSay() throws IOException {
        ReferencePage.check("configuration.md", page());
    }

    private static String page() {
        StringBuilder page = new StringBuilder("""
                # Configuration

                The properties of `io.keystead.kafka.producer.HrwPartitioner`, beside the producer's own. A test writes this
                page from their declarations. An unknown `keystead.*` property is refused by name. `keystead.partitions`,
                `keystead.weights`, `keystead.base`, `keystead.key.encoding`, `keystead.key.schema` and `keystead.key.wire` hold
                for all topics; `keystead.topic.NAME.partitions`, `keystead.topic.NAME.weights` and so on hold for topic NAME in
                their place. A blank value counts as not set, and for a topic's own property as none, in place of the general one. Names after
                `keystead.assignor.` and `keystead.member.` are reserved for consumers, whose properties Streams hands to producers
                too, and pass.

                | property | type | default | allowed | meaning |
                |---|---|---|---|---|
                """);
        appendRows(page, TopologyConfig.definition());
        page.append("""

                ## Consumers

                The properties of `io.keystead.kafka.consumer.HrwAssignor`, beside the consumer's own. An unknown
                `keystead.assignor.*` or `keystead.member.*` property is refused by name; the producer's pass. A blank value
                counts as not set.

                | property | type | default | allowed | meaning |
                |---|---|---|---|---|
                """);
        appendRows(page, AssignorConfig.definition());
        return page.toString();
    }

    private static void appendRows(StringBuilder page, ConfigDef definition) {
        for (ConfigDef.ConfigKey key : definition.configKeys().values()) {
            page.append("| `")
                    .append(key.name)
                    .append("` | ")
                    .append(key.type.name().toLowerCase(java.util.Locale.ROOT))
                    .append(" | ")
                    .append("".equals(key.defaultValue) ? "empty" : "`" + key.defaultValue + "`")
                    .append(" | ")
                    .append(key.validator)
                    .append(" | ")
                    .append(key.documentation)
                    .append(" |\n");
        }
    }
}
