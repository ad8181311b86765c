package io.keystead.compat.agreement;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A topic that a program is to write, with the properties that place it. Programs in JVMs of their own read several of them
 * from their arguments, each begun by {@value #BEGIN}.
 */
public record Job(String topic, Map<String, String> properties) {
    private static final String BEGIN = "--topic";

    /** A job as a program's arguments, its properties as {@code name=value}. */
    public static List<String> arguments(String topic, List<String> properties) {
        List<String> arguments = new ArrayList<>(List.of(BEGIN, topic));
        arguments.addAll(properties);
        return arguments;
    }

    /** The jobs in the arguments from {@code first} on. */
    public static List<Job> parse(String[] arguments, int first) {
        List<Job> jobs = new ArrayList<>();
        List<String> rest = Arrays.asList(arguments).subList(first, arguments.length);
        for (int i = 0; i < rest.size(); i++) {
            if (rest.get(i).equals(BEGIN)) {
                jobs.add(new Job(rest.get(++i), new HashMap<>()));
            } else {
                String[] property = rest.get(i).split("=", 2);
                jobs.get(jobs.size() - 1).properties().put(property[0], property[1]);
            }
        }
        return jobs;
    }
}
