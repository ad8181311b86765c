package io.keystead.hrw.conformance;

import io.keystead.hrw.Base;
import io.keystead.hrw.Candidate;
import io.keystead.hrw.hash.KeyHash;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads the fields of one vector; a field that is missing, unknown or out of range ends its check by name.
 *
 * <p>Every field has to be read by the time of {@link #noOthers()}: one that a reader does not know could change the
 * answer.
 */
final class Fields {
    private final String path;
    private final Map<?, ?> values;
    private final Set<String> known = new HashSet<>();

    private Fields(String path, Map<?, ?> values) {
        this.path = path;
        this.values = values;
    }

    /** @param path what to put before a field's name in a message; empty for the vector itself */
    static Fields of(String path, @Nullable Object value) throws StepFailed {
        if (!(value instanceof Map)) {
            throw StepFailed.malformed((path.isEmpty() ? "" : path + ": ") + "an object", show(value));
        }
        return new Fields(path.isEmpty() ? "" : path + ".", (Map<?, ?>) value);
    }

    void noOthers() throws StepFailed {
        for (Object name : values.keySet()) {
            if (!known.contains(name)) {
                throw StepFailed.malformed("fields of the format only", "the unknown field " + path + name);
            }
        }
    }

    /** An unsigned 64-bit word of 16 digits. */
    long word(String name) throws StepFailed {
        return Long.parseUnsignedLong(digits(name, 16), 16);
    }

    /** The digits themselves, in lower case. */
    String digits(String name, int count) throws StepFailed {
        Object value = get(name);
        if (!(value instanceof String) || !((String) value).matches("[0-9a-f]{" + count + "}")) {
            throw malformed(name, count + " lower-case hexadecimal digits", value);
        }
        return (String) value;
    }

    /** Bytes, two digits each. */
    byte[] bytes(String name) throws StepFailed {
        Object value = get(name);
        if (!(value instanceof String) || !((String) value).matches("([0-9a-f]{2})*")) {
            throw malformed(name, "an even number of lower-case hexadecimal digits", value);
        }
        String digits = (String) value;
        byte[] bytes = new byte[digits.length() / 2];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) Integer.parseInt(digits.substring(2 * i, 2 * i + 2), 16);
        }
        return bytes;
    }

    String text(String name) throws StepFailed {
        Object value = get(name);
        if (!(value instanceof String)) {
            throw malformed(name, "a text", value);
        }
        return (String) value;
    }

    int integer(String name, int least, int most) throws StepFailed {
        Object value = get(name);
        if (!isInteger(value) || ((Number) value).longValue() < least || ((Number) value).longValue() > most) {
            throw malformed(name, "an integer from " + least + " to " + most, value);
        }
        return ((Number) value).intValue();
    }

    /** An integer, or null. */
    @Nullable
    Integer integerOrNull(String name) throws StepFailed {
        Object value = getNullable(name);
        return value == null ? null : (Integer) integer(name, 0, Integer.MAX_VALUE);
    }

    double number(String name, double least, double most) throws StepFailed {
        Object value = get(name);
        double number = value instanceof Number ? ((Number) value).doubleValue() : Double.NaN;
        // Written so that NaN fails too.
        if (!(number >= least && number <= most)) {
            throw malformed(name, "a number from " + least + " to " + most, value);
        }
        return number;
    }

    List<String> texts(String name) throws StepFailed {
        List<String> texts = new ArrayList<>();
        for (Object element : list(name)) {
            if (!(element instanceof String)) {
                throw malformed(name, "a list of texts", element);
            }
            texts.add((String) element);
        }
        return texts;
    }

    Map<String, String> textsByText(String name) throws StepFailed {
        Object value = get(name);
        if (!(value instanceof Map)) {
            throw malformed(name, "an object", value);
        }
        Map<String, String> texts = new LinkedHashMap<>();
        for (Map.Entry<?, ?> entry : ((Map<?, ?>) value).entrySet()) {
            if (!(entry.getKey() instanceof String) || !(entry.getValue() instanceof String)) {
                throw malformed(name, "texts by text", entry);
            }
            texts.put((String) entry.getKey(), (String) entry.getValue());
        }
        return texts;
    }

    List<Candidate> candidates(String name) throws StepFailed {
        List<Candidate> candidates = new ArrayList<>();
        Set<String> ids = new HashSet<>();
        int place = 0;
        for (Object element : list(name)) {
            Fields fields = Fields.of(path + name + "[" + place++ + "]", element);
            Candidate candidate = candidate(fields);
            if (!ids.add(candidate.id())) {
                throw fields.malformed("id", "distinct ids", candidate.id());
            }
            candidates.add(candidate);
        }
        if (candidates.isEmpty()) {
            throw malformed(name, "at least one candidate", List.of());
        }
        return candidates;
    }

    private static Candidate candidate(Fields fields) throws StepFailed {
        String id = fields.text("id");
        double weight = fields.number("weight", Candidate.MIN_WEIGHT, Candidate.MAX_WEIGHT);
        fields.noOthers();
        try {
            return Candidate.of(id).withWeight(weight);
        } catch (IllegalArgumentException e) {
            throw fields.malformed("id", "non-empty, well-formed Unicode", id);
        }
    }

    /** The hash that the fields {@code hash} and {@code seed} or {@code secret} name. */
    KeyHash hash() throws StepFailed {
        String name = text("hash");
        switch (name) {
            case "xxh3-64":
                return KeyHash.xxh3(word("seed"));
            case "siphash-2-4":
                digits("secret", 32);
                return KeyHash.sipHash24(bytes("secret"));
            default:
                throw malformed("hash", "xxh3-64 or siphash-2-4", name);
        }
    }

    Base base(String name) throws StepFailed {
        return Base.murmur2(integer(name, 1, Base.MAX_PARTITIONS));
    }

    StepFailed malformed(String name, String allowed, Object found) {
        return StepFailed.malformed(path + name + ": " + allowed, show(found));
    }

    private List<?> list(String name) throws StepFailed {
        Object value = get(name);
        if (!(value instanceof List)) {
            throw malformed(name, "a list", value);
        }
        return (List<?>) value;
    }

    private Object get(String name) throws StepFailed {
        Object value = getNullable(name);
        if (value == null) {
            throw StepFailed.malformed("the field " + path + name, "null");
        }
        return value;
    }

    private @Nullable Object getNullable(String name) throws StepFailed {
        if (!values.containsKey(name)) {
            throw StepFailed.malformed("the field " + path + name, "none");
        }
        known.add(name);
        return values.get(name);
    }

    private static boolean isInteger(Object value) {
        return value instanceof Integer || value instanceof Long;
    }

    static String show(@Nullable Object value) {
        if (value instanceof Map) {
            return "an object";
        }
        return value instanceof String ? "\"" + value + "\"" : String.valueOf(value);
    }
}
