package io.keystead.kafka.topology;

/** Keeps a message on one line whatever a value holds: characters that show as nothing or break a line are escaped. Stateless. */
public final class OneLine {
    private OneLine() {}

    /** The text with such characters as escapes; a text without them comes back equal. */
    public static String of(String text) {
        StringBuilder out = new StringBuilder(text.length());
        text.codePoints().forEach(c -> append(out, c));
        return out.toString();
    }

    private static void append(StringBuilder out, int c) {
        switch (Character.getType(c)) {
            case Character.CONTROL:
            case Character.FORMAT:
            case Character.LINE_SEPARATOR:
            case Character.PARAGRAPH_SEPARATOR:
            case Character.SURROGATE:
                out.append(escaped(c));
                return;
            default:
                // A backslash too stays as it is: paths stay readable, and escaping twice changes nothing.
                out.appendCodePoint(c);
        }
    }

    private static String escaped(int c) {
        switch (c) {
            case '\n':
                return "\\n";
            case '\r':
                return "\\r";
            case '\t':
                return "\\t";
            default:
                return String.format("\\u%04x", c);
        }
    }
}
