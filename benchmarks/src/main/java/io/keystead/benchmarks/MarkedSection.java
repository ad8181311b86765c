package io.keystead.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The part of a page that a program writes, between two comments that readers do not see. Immutable. */
public final class MarkedSection {
    private final Path file;
    private final String head;
    private final String tail;

    private MarkedSection(Path file, String head, String tail) {
        this.file = file;
        this.head = head;
        this.tail = tail;
    }

    /**
     * Finds the section, so that a wrong name is told before the measuring and not after it.
     *
     * @param program what writes it, for example {@code benchmarks/run}
     * @throws IllegalArgumentException if the file cannot be read or lacks the markers; one line
     */
    public static MarkedSection in(Path file, String program) {
        String begin = "<!-- begin: written by " + program + " -->";
        String end = "<!-- end: written by " + program + " -->";
        String page;
        try {
            page = Files.readString(file);
        } catch (IOException e) {
            throw new IllegalArgumentException(file + " cannot be read: " + e, e);
        }
        int from = page.indexOf(begin);
        int to = page.indexOf(end);
        if (from < 0 || to < from) {
            throw new IllegalArgumentException(
                    file + " lacks the lines \"" + begin + "\" and \"" + end + "\", in this order");
        }
        return new MarkedSection(file, page.substring(0, from + begin.length()), page.substring(to));
    }

    /** Puts the text in place of what stands between the markers. */
    public void replace(String text) throws IOException {
        Files.writeString(file, head + "\n" + text + tail);
    }
}
