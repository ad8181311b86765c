package io.keystead.kafka.producer;

import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import javax.management.InstanceAlreadyExistsException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;

/**
 * Metrics as attributes of MBeans {@code io.keystead:type=partitioner,client-id=...[,topic=...]}.
 *
 * <p>What every client version can show, without a library. Of several producers with one client id in one JVM, each
 * but the first has an {@code instance} number in all of its names.
 */
final class JmxSink implements MetricSink {
    private static final int FIRST = 1;

    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    private final String clientId;
    private final Map<Map<String, String>, MetricBean> beans = new HashMap<>();
    private int instance = FIRST;
    private boolean closed;

    JmxSink(String clientId) {
        this.clientId = clientId;
    }

    @Override
    public synchronized void add(String name, String description, Map<String, String> tags, Supplier<Object> value) {
        if (!closed) {
            beans.computeIfAbsent(tags, this::register).add(name, description, value);
        }
    }

    @Override
    public synchronized void remove(Map<String, String> tags) {
        if (beans.remove(tags) != null) {
            unregister(tags);
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        beans.keySet().forEach(this::unregister);
        beans.clear();
    }

    private MetricBean register(Map<String, String> tags) {
        MetricBean bean = new MetricBean();
        while (!tryRegister(bean, tags)) {
            // Another producer of this client id has the name. The number is settled by the first bean, the client's
            // own, so that all of a producer's beans bear the same one.
            instance++;
        }
        return bean;
    }

    private boolean tryRegister(MetricBean bean, Map<String, String> tags) {
        try {
            server.registerMBean(bean, name(tags));
            return true;
        } catch (InstanceAlreadyExistsException e) {
            return !beans.isEmpty();
        } catch (JMException e) {
            // The bean is not shown, and the records go on.
            return true;
        }
    }

    private void unregister(Map<String, String> tags) {
        try {
            server.unregisterMBean(name(tags));
        } catch (JMException e) {
            // It was never shown, or somebody took it away before: gone is what was wanted.
            return;
        }
    }

    private ObjectName name(Map<String, String> tags) throws JMException {
        StringBuilder name = new StringBuilder("io.keystead:type=partitioner,client-id=" + quoted(clientId));
        new TreeMap<>(tags)
                .forEach(
                        (key, value) -> name.append(',').append(key).append('=').append(quoted(value)));
        return new ObjectName(name + (instance == FIRST ? "" : ",instance=" + instance));
    }

    /** As Kafka writes its own MBeans: quoted only where it must be. */
    private static String quoted(@Nullable String value) {
        return value == null || value.matches("[\\w-%. \t]+") ? "" + value : ObjectName.quote(value);
    }
}
