package io.keystead.kafka.consumer;

import io.keystead.kafka.topology.OneLine;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.Configurable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Assigns partitions to the consumers of a group by bounded balance (protocol {@code hrw-v1}), so that each finds its
 * own again after a restart, and few others move when one joins or leaves: set {@code
 * partition.assignment.strategy=io.keystead.kafka.consumer.HrwAssignor}.
 *
 * <p>Owners follow from the members' ids, weights and subscriptions alone, never from who owned what before: the same
 * members get the same partitions, whoever leads the group and however often it was stopped. Members are named by {@code
 * group.instance.id} or {@code keystead.member.id}; {@link AssignorConfig} has all properties. A member weighs what it
 * says, and takes at most its share times {@code 1 + slack}, rounded up. Racks are not looked at.
 *
 * <p>It is cooperative: only partitions that change owner are revoked, and they are handed over in a second round, when
 * their owner has given them up. Beside an assignor that is eager only, such as {@code RangeAssignor} named after it, it is
 * eager: that is how to roll it in, in two rounds of restarts, and how to keep to eager.
 *
 * <p>A bad or missing name, unreadable user data of a member, an unknown topic or settings that differ are told in one
 * log line and never stop the group or leave a known partition without owner.
 *
 * <p>Works on clients from 3.0 and with group protocol {@code classic}. Not thread-safe: a consumer calls it in its own
 * thread. One round takes O(partitions times members).
 */
public final class HrwAssignor implements ConsumerPartitionAssignor, Configurable {
    private final Logger log;
    private AssignorConfig config = new AssignorConfig(Map.of());
    private Self self = new Self(Map.of());
    private int generation = MemberData.NO_GENERATION;
    private Set<String> saidOfGroup = Set.of();
    private String saidOfSelf = "";

    /** For the client, which configures it next. */
    public HrwAssignor() {
        this(LoggerFactory.getLogger(HrwAssignor.class));
    }

    HrwAssignor(Logger log) {
        this.log = log;
    }

    /**
     * Takes the consumer's properties.
     *
     * @throws org.apache.kafka.common.config.ConfigException as {@link AssignorConfig#AssignorConfig(Map)}
     */
    @Override
    public void configure(Map<String, ?> configs) {
        config = new AssignorConfig(configs);
        self = new Self(configs);
    }

    /** {@code hrw}. */
    @Override
    public String name() {
        return "hrw";
    }

    /**
     * Cooperative, or eager where an assignor beside it can only be that.
     *
     * <p>There is no property for it: an assignor that is eager only, named after this one, says the same and is what a
     * rolling change needs anyway.
     */
    @Override
    public List<RebalanceProtocol> supportedProtocols() {
        return List.of(RebalanceProtocol.COOPERATIVE, RebalanceProtocol.EAGER);
    }

    @Override
    public ByteBuffer subscriptionUserData(Set<String> topics) {
        return new MemberData(
                        generation,
                        config.weight(),
                        config.slack(),
                        config.colocate(),
                        config.memberId(),
                        self.chosenClientId())
                .encode();
    }

    @Override
    public GroupAssignment assign(Cluster metadata, GroupSubscription groupSubscription) {
        GroupRound round = new GroupRound(metadata, groupSubscription.groupSubscription());
        List<String> warnings = round.warnings(config.slack(), config.colocate());
        warnings.stream().filter(warning -> !saidOfGroup.contains(warning)).forEach(this::warn);
        // What is over may come back, and is then told again.
        saidOfGroup = Set.copyOf(warnings);
        return round.assign(config.slack(), config.colocate());
    }

    @Override
    public void onAssignment(Assignment assignment, ConsumerGroupMetadata metadata) {
        generation = metadata.generationId();
        Optional<Notice> notice = Notice.decode(assignment.userData());
        String text =
                notice.map(told -> self.explained(told, metadata.memberId())).orElse("");
        if (!text.equals(saidOfSelf)) {
            saidOfSelf = text;
            notice.ifPresent(told -> say(told.kind, text));
        }
    }

    private void say(Notice.Kind kind, String text) {
        if (kind == Notice.Kind.DUPLICATE_ID) {
            log.error("{}", line(text));
        } else {
            warn(text);
        }
    }

    private void warn(String text) {
        log.warn("{}", line(text));
    }

    private String line(String text) {
        return OneLine.of(self + " " + text);
    }
}
