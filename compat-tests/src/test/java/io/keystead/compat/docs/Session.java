package io.keystead.compat.docs;

import java.util.ArrayList;
import java.util.List;

/**
 * Commands, each with what a page shows that it prints.
 *
 * @param commands in order
 * @param showsOutput whether the page shows it
 */
record Session(List<Step> commands, boolean showsOutput) {
    private static final String PROMPT = "$ ";

    /** One command, of several lines if all but the last end in a backslash. A here-document can only stand in a script. */
    record Step(String command, List<String> shown) {}

    static Session of(Block block) {
        return block.language().equals("sh") ? script(block.text()) : console(block);
    }

    /** A script is one step. */
    static Session script(List<String> lines) {
        return new Session(List.of(new Step(String.join("\n", lines), List.of())), false);
    }

    private static Session console(Block block) {
        List<Step> steps = new ArrayList<>();
        List<String> lines = block.text();
        int i = 0;
        while (i < lines.size()) {
            if (!lines.get(i).startsWith(PROMPT)) {
                throw new IllegalArgumentException(block.place() + ": \"" + lines.get(i)
                        + "\" is printed before any command; allowed: a line that begins with \"$ \"");
            }
            StringBuilder command = new StringBuilder(lines.get(i).substring(PROMPT.length()));
            while (lines.get(i).endsWith("\\") && i + 1 < lines.size()) {
                command.append('\n').append(lines.get(++i));
            }
            i++;
            int begin = i;
            while (i < lines.size() && !lines.get(i).startsWith(PROMPT)) {
                i++;
            }
            steps.add(new Step(command.toString(), lines.subList(begin, i)));
        }
        return new Session(steps, true);
    }
}
