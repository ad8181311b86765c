package io.keystead.flink;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class KeyTypesTest {
    /** A POJO that hashes its content. */
    public static final class Hashed {
        public String name = "";

        @Override
        public boolean equals(Object other) {
            return other instanceof Hashed that && that.name.equals(name);
        }

        @Override
        public int hashCode() {
            return name.hashCode();
        }
    }

    /** A POJO that hashes by identity. */
    public static final class Unhashed {
        public String name = "";
    }

    /** No POJO, so that Kryo serializes it. */
    public static final class Opaque {
        private final String name;

        Opaque(String name) {
            this.name = name;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Opaque that && that.name.equals(name);
        }

        @Override
        public int hashCode() {
            return name.hashCode();
        }
    }

    public record Order(String customer, long number) {}

    public record Timed(String customer, TimeUnit unit) {}

    static Stream<TypeInformation<?>> stable() {
        return Stream.of(
                Types.STRING,
                Types.LONG,
                Types.INT,
                Types.BOOLEAN,
                Types.INSTANT,
                Types.BIG_DEC,
                Types.TUPLE(Types.STRING, Types.LONG),
                Types.ROW(Types.STRING, Types.INT),
                Types.LIST(Types.STRING),
                Types.MAP(Types.STRING, Types.LONG),
                TypeInformation.of(Hashed.class),
                TypeInformation.of(Opaque.class),
                TypeInformation.of(Order.class),
                TypeInformation.of(java.util.UUID.class),
                TypeInformation.of(CharSequence.class));
    }

    @ParameterizedTest
    @MethodSource("stable")
    void aTypeWhoseHashCodeIsTheSameEverywhereIsAKey(TypeInformation<?> type) {
        assertThatCode(() -> KeyTypes.check(type)).doesNotThrowAnyException();
    }

    static Stream<Arguments> unstable() {
        String array =
                "an array hashes by identity, which differs between JVMs; allowed: for example a List, or a class"
                        + " that hashes the array's content";
        String constant = "an enum hashes by identity, which differs between JVMs; allowed: for example its name()";
        String identity = "it has no hashCode of its own, which differs between JVMs; allowed: for example a class that"
                + " overrides hashCode and equals";
        return Stream.of(
                Arguments.of(Types.PRIMITIVE_ARRAY(Types.BYTE), "[B", array),
                Arguments.of(Types.OBJECT_ARRAY(Types.STRING), "[Ljava.lang.String;", array),
                Arguments.of(Types.ENUM(TimeUnit.class), "java.util.concurrent.TimeUnit", constant),
                Arguments.of(TypeInformation.of(Unhashed.class), Unhashed.class.getName(), identity),
                Arguments.of(TypeInformation.of(Object.class), "java.lang.Object", identity),
                Arguments.of(Types.TUPLE(Types.STRING, Types.PRIMITIVE_ARRAY(Types.BYTE)), "[B", array),
                Arguments.of(Types.ROW(Types.ENUM(TimeUnit.class)), "java.util.concurrent.TimeUnit", constant),
                Arguments.of(Types.LIST(Types.PRIMITIVE_ARRAY(Types.INT)), "[I", array),
                Arguments.of(Types.MAP(Types.STRING, Types.ENUM(TimeUnit.class)), TimeUnit.class.getName(), constant),
                Arguments.of(TypeInformation.of(Timed.class), "java.util.concurrent.TimeUnit", constant));
    }

    @ParameterizedTest
    @MethodSource("unstable")
    void aTypeWhoseHashCodeDiffersBetweenJvmsIsRefusedByName(TypeInformation<?> type, String part, String because) {
        assertThatThrownBy(() -> KeyTypes.check(type))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the key type " + type + " cannot be used: " + part + ": " + because);
    }
}
