package io.keystead.kafka.producer;

import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Supplier;
import javax.management.Attribute;
import javax.management.AttributeList;
import javax.management.AttributeNotFoundException;
import javax.management.DynamicMBean;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanInfo;
import org.jspecify.annotations.Nullable;

/** An MBean whose read-only attributes are suppliers. Thread-safe. */
final class MetricBean implements DynamicMBean {
    private final Map<String, Supplier<Object>> values = new ConcurrentSkipListMap<>();
    private final Map<String, MBeanAttributeInfo> infos = new ConcurrentSkipListMap<>();

    void add(String name, String description, Supplier<Object> value) {
        String type = value.get().getClass().getName();
        infos.put(name, new MBeanAttributeInfo(name, type, description, true, false, false));
        values.put(name, value);
    }

    @Override
    public Object getAttribute(String name) throws AttributeNotFoundException {
        @Nullable Supplier<Object> value = values.get(name);
        if (value == null) {
            throw new AttributeNotFoundException(name);
        }
        return value.get();
    }

    @Override
    public AttributeList getAttributes(String[] names) {
        AttributeList list = new AttributeList();
        for (String name : names) {
            @Nullable Supplier<Object> value = values.get(name);
            if (value != null) {
                list.add(new Attribute(name, value.get()));
            }
        }
        return list;
    }

    @Override
    public void setAttribute(Attribute attribute) throws AttributeNotFoundException {
        throw new AttributeNotFoundException(attribute.getName() + " is read-only");
    }

    @Override
    public AttributeList setAttributes(AttributeList attributes) {
        return new AttributeList();
    }

    @Override
    public Object invoke(String action, Object @Nullable [] parameters, String @Nullable [] signature) {
        throw new UnsupportedOperationException(action);
    }

    @Override
    public MBeanInfo getMBeanInfo() {
        MBeanAttributeInfo[] attributes = infos.values().toArray(MBeanAttributeInfo[]::new);
        return new MBeanInfo(MetricBean.class.getName(), "How records are placed", attributes, null, null, null);
    }
}
