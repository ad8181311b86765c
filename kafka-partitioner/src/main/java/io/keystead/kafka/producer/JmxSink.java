package io.keystead.kafka.producer;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import javax.management.InstanceAlreadyExistsException;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.kafka.common.KafkaException;

/**
 * Metrics as attributes of MBeans {@code io.keystead:type=partitioner,client-id=...[,topic=...]}.
 *
 * <p>What every client version can show, without a library. Two producers of one client id in one JVM get an {@code
 * instance} each.
 */
final class JmxSink implements MetricSink {
    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    private final String clientId;
    private final Map<Map<String, String>, MetricBean> beans =
            new TreeMap<>((a, b) -> a.toString().compareTo(b.toString()));
    private final List<ObjectName> registered = new ArrayList<>();

    JmxSink(String clientId) {
        this.clientId = clientId;
    }

    @Override
    public synchronized void add(String name, String description, Map<String, String> tags, Supplier<Object> value) {
        beans.computeIfAbsent(tags, this::register).add(name, description, value);
    }

    @Override
    public synchronized void close() {
        for (ObjectName name : registered) {
            try {
                server.unregisterMBean(name);
            } catch (InstanceNotFoundException e) {
                // Somebody took it away before; gone is what was wanted.
            } catch (JMException e) {
                throw new KafkaException("cannot take the MBean " + name + " away", e);
            }
        }
        registered.clear();
        beans.clear();
    }

    private MetricBean register(Map<String, String> tags) {
        MetricBean bean = new MetricBean();
        try {
            for (int instance = 1; ; instance++) {
                ObjectName name = name(tags, instance);
                try {
                    server.registerMBean(bean, name);
                    registered.add(name);
                    return bean;
                } catch (InstanceAlreadyExistsException e) {
                    // Another producer of the same client id; the next number is tried.
                }
            }
        } catch (JMException e) {
            throw new KafkaException("cannot show metrics of client " + clientId + " as an MBean", e);
        }
    }

    private ObjectName name(Map<String, String> tags, int instance) throws JMException {
        StringBuilder name = new StringBuilder("io.keystead:type=partitioner,client-id=" + quoted(clientId));
        new TreeMap<>(tags)
                .forEach(
                        (key, value) -> name.append(',').append(key).append('=').append(quoted(value)));
        return new ObjectName(name + (instance == 1 ? "" : ",instance=" + instance));
    }

    /** As Kafka writes its own MBeans: quoted only where it must be. */
    private static String quoted(String value) {
        return value.matches("[\\w-%. \t]+") ? value : ObjectName.quote(value);
    }
}
