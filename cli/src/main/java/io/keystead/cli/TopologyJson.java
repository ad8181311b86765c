package io.keystead.cli;

import io.keystead.hrw.Topology;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A topology for programs, without its candidates one by one. */
public final class TopologyJson {
    private TopologyJson() {}

    /** The value of a field {@code topology}. */
    public static Map<String, @Nullable Object> of(Topology topology) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("protocol", Topology.ALGORITHM);
        fields.put("fingerprint", topology.fingerprint());
        fields.put("hash", topology.hash().name());
        fields.put("seedOrFingerprint", topology.hash().fingerprint());
        fields.put("keyEncoding", topology.keyEncoding().orElse("bytes"));
        fields.put("slotBits", topology.slotBits());
        fields.put("base", topology.base().map(Object::toString).orElse(null));
        fields.put("active", topology.active().size());
        return fields;
    }
}
