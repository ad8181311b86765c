package io.keystead.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The part of a page that a program writes, between two comments that readers do not see. */
final class MarkedSection {
    static final String BEGIN = "<!-- begin: written by benchmarks/run -->";
    static final String END = "<!-- end: written by benchmarks/run -->";

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
     * @throws IllegalArgumentException if the file lacks the markers
     */
    static MarkedSection in(Path file) throws IOException {
        String page = Files.readString(file);
        int begin = page.indexOf(BEGIN);
        int end = page.indexOf(END);
        if (begin < 0 || end < begin) {
            throw new IllegalArgumentException(
                    "the file " + file + " lacks the lines \"" + BEGIN + "\" and \"" + END + "\", in this order");
        }
        return new MarkedSection(file, page.substring(0, begin + BEGIN.length()), page.substring(end));
    }

    /** Puts the text in place of what stands between the markers. */
    void replace(String text) throws IOException {
        Files.writeString(file, head + "\n" + text + tail);
    }
}
