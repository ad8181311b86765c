package com.example.harness;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What an example says: lines for people or, with --json, one object for programs; and whether what was expected is so. Not
 * thread-safe.
 */
public final class Screen {
    private final String example;
    private final boolean json;
    private final Map<String, Object> facts = new LinkedHashMap<>();
    private final List<String> wrong = new ArrayList<>();

    Screen(String example, boolean json) {
        this.example = example;
        this.json = json;
    }

    /** What goes on now, on standard error. */
    public void note(String format, Object... values) {
        System.err.println(example + ": " + String.format(Locale.ROOT, format, values) + "...");
    }

    /** A line for people. */
    public void line(String format, Object... values) {
        String text = String.format(Locale.ROOT, format, values).stripTrailing();
        if (!json) {
            System.out.println(text);
        }
    }

    /** A line for people that begins with a label, or goes on with the one before if that is empty. */
    public void labelled(String label, String format, Object... values) {
        line("%-12s%s", label, String.format(Locale.ROOT, format, values));
    }

    /**
     * The same for programs.
     *
     * @param value a number, a text, a record, or a list or map of those
     */
    public void fact(String name, Object value) {
        facts.put(name, value);
    }

    /** Without it the example has not shown what it claims. */
    public void expect(boolean holds, String otherwise, Object... values) {
        if (!holds) {
            wrong.add(String.format(Locale.ROOT, otherwise, values));
        }
    }

    /** Says how it was: whether all was as expected. */
    boolean end(String shown) throws JsonProcessingException {
        boolean good = wrong.isEmpty();
        if (json) {
            Map<String, Object> all = new LinkedHashMap<>();
            all.put("example", example);
            all.put("good", good);
            all.put("wrong", wrong);
            all.putAll(facts);
            System.out.println(new ObjectMapper()
                    .enable(SerializationFeature.INDENT_OUTPUT)
                    .writeValueAsString(all));
        } else if (good) {
            System.out.println(shown);
        }
        wrong.forEach(what -> System.err.println(example + ": wrong: " + what));
        return good;
    }
}
