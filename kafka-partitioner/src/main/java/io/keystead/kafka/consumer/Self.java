package io.keystead.kafka.consumer;

import io.keystead.hrw.hash.Utf8;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;

/** How the consumer that this assignor runs in is called by its own properties. Immutable. */
final class Self {
    private final String clientId;
    private final String groupId;
    private final String chosenId;

    /** @param configs as the client hands them to its plugins, with a client id that it may have generated */
    Self(Map<String, ?> configs) {
        this.clientId = AssignorConfig.text(configs.get(ConsumerConfig.CLIENT_ID_CONFIG));
        this.groupId = AssignorConfig.text(configs.get(ConsumerConfig.GROUP_ID_CONFIG));
        String instanceId = AssignorConfig.text(configs.get(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG));
        this.chosenId = instanceId.isEmpty()
                ? AssignorConfig.MEMBER_ID + "=" + AssignorConfig.text(configs.get(AssignorConfig.MEMBER_ID))
                : ConsumerConfig.GROUP_INSTANCE_ID_CONFIG + "=" + instanceId;
    }

    /**
     * The client id, or nothing where it says nothing.
     *
     * <p>A generated one counts the consumers of a process: two hosts have the same, and a process that makes its consumers
     * in another order, or one of them again, gives them other numbers. While only one process runs they would even look
     * unique, and then change when the second joins. So they are no ids. One that somebody chose of the same form cannot
     * be told from those.
     */
    String chosenClientId() {
        String generated = "consumer-" + groupId + "-";
        boolean isGenerated = clientId.startsWith(generated)
                && clientId.substring(generated.length()).matches("[0-9]+");
        return isGenerated || !isEncodable(clientId) ? "" : clientId;
    }

    private static boolean isEncodable(String text) {
        try {
            return Utf8.encode(text).length <= Text.MAX_BYTES;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** What a notice means for this member, in one line. */
    String explained(Notice notice, String memberId) {
        String ranked = "it is ranked by its member id " + memberId
                + ", which changes with each restart, and its partitions with it; set " + AssignorConfig.MEMBER_ID
                + " to a name that no other member has and that stays";
        switch (notice.kind) {
            case NO_ID:
                return "this member has no name of its own (neither " + ConsumerConfig.GROUP_INSTANCE_ID_CONFIG
                        + " nor "
                        + AssignorConfig.MEMBER_ID + " is set, and client.id=" + clientId
                        + " is of the form that clients generate): " + ranked;
            case SHARED_CLIENT_ID:
                return "client.id=" + clientId + " is also that of member " + notice.other + ": " + ranked;
            default:
                return chosenId + " of this member is also that of member " + notice.other + ", which keeps it: "
                        + ranked;
        }
    }

    /** As Kafka's own log lines begin. */
    @Override
    public String toString() {
        return "[Consumer clientId=" + clientId + ", groupId=" + groupId + "]";
    }
}
