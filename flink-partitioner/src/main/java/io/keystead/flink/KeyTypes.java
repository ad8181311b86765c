package io.keystead.flink;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.CompositeType;
import org.apache.flink.api.java.typeutils.ListTypeInfo;
import org.apache.flink.api.java.typeutils.MapTypeInfo;
import org.apache.flink.api.java.typeutils.PojoTypeInfo;
import org.apache.flink.api.java.typeutils.TupleTypeInfoBase;

/**
 * Tells whether the keys of a type have a hashCode that is the same in every JVM: the upstream task and the operator are
 * in different ones, and a savepoint is read by a third.
 */
final class KeyTypes {
    private KeyTypes() {}

    /**
     * Refuses arrays, enums, and classes that inherit {@code Object.hashCode}, also inside tuples, rows, records, lists
     * and maps. What a class's own hashCode is made of cannot be seen; there the check of each key's owner remains.
     *
     * @throws IllegalArgumentException naming the type and what to use instead
     */
    static void check(TypeInformation<?> keyType) {
        check(keyType, keyType);
    }

    private static void check(TypeInformation<?> part, TypeInformation<?> whole) {
        Class<?> type = part.getTypeClass();
        if (type.isArray()) {
            throw refused(
                    type, "an array hashes by identity", "a List, or a class that hashes the array's content", whole);
        }
        // A constant with a body is of a class of its own.
        if (Enum.class.isAssignableFrom(type)) {
            throw refused(type, "an enum hashes by identity", "its name()", whole);
        }
        if (!type.isInterface() && !type.isPrimitive() && inheritsHashCode(type)) {
            throw refused(type, "it has no hashCode of its own", "a class that overrides hashCode and equals", whole);
        }
        for (TypeInformation<?> inner : inside(part)) {
            check(inner, whole);
        }
    }

    private static boolean inheritsHashCode(Class<?> type) {
        try {
            return type.getMethod("hashCode").getDeclaringClass() == Object.class;
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(type + " has no hashCode", e);
        }
    }

    /** The parts that the whole's hashCode is made of. */
    private static List<TypeInformation<?>> inside(TypeInformation<?> part) {
        if (part instanceof ListTypeInfo) {
            return List.of(((ListTypeInfo<?>) part).getElementTypeInfo());
        }
        if (part instanceof MapTypeInfo) {
            return List.of(((MapTypeInfo<?, ?>) part).getKeyTypeInfo(), ((MapTypeInfo<?, ?>) part).getValueTypeInfo());
        }
        if (part instanceof TupleTypeInfoBase || isRecord(part)) {
            CompositeType<?> composite = (CompositeType<?>) part;
            return IntStream.range(0, composite.getArity())
                    .<TypeInformation<?>>mapToObj(composite::getTypeAt)
                    .collect(Collectors.toUnmodifiableList());
        }
        return List.of();
    }

    private static boolean isRecord(TypeInformation<?> part) {
        Class<?> parent = part.getTypeClass().getSuperclass();
        return part instanceof PojoTypeInfo
                && parent != null
                && parent.getName().equals("java.lang.Record");
    }

    private static IllegalArgumentException refused(
            Class<?> type, String because, String instead, TypeInformation<?> whole) {
        return new IllegalArgumentException("the key type " + whole + " cannot be used: " + type.getName() + ": "
                + because + ", which differs between JVMs; allowed: for example " + instead);
    }
}
