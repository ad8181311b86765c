package io.keystead.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A page of {@code docs/} that a test holds to what the code says, all of it or parts of it. With {@code
 * -Dkeystead.docs.write=true} the test writes it.
 *
 * <p>A part stands between {@code <!-- begin: NAME, written by TEST -->} and {@code <!-- end: NAME, written by TEST -->},
 * each on a line of its own. The directory of the process must be that of a folder, as Maven's tests have it. Not
 * thread-safe.
 */
public final class ReferencePage {
    private final Path file;
    private final String writer;
    private final boolean writes;

    /**
     * A page.
     *
     * @param name its file in {@code docs/}
     * @param test who writes it
     */
    public ReferencePage(String name, Class<?> test) {
        this(Path.of("..", "docs", name), test.getSimpleName(), Boolean.getBoolean("keystead.docs.write"));
    }

    ReferencePage(Path file, String writer, boolean writes) {
        this.file = file;
        this.writer = writer;
        this.writes = writes;
    }

    /** All that the page says. */
    public String text() throws IOException {
        return Files.readString(file);
    }

    /** Fails if the page says something else. */
    public void check(String expected) throws IOException {
        if (writes) {
            Files.writeString(file, expected);
        }
        assertThat(text())
                .as(
                        "%s is stale; run: mvn -pl %s -am test -Dkeystead.docs.write=true",
                        file.getFileName(), Path.of("").toAbsolutePath().getFileName())
                .isEqualTo(expected);
    }

    /**
     * Fails if a part of the page says something else.
     *
     * @param part its name
     * @param expected whole lines
     */
    public void checkPart(String part, String expected) throws IOException {
        String page = text();
        String begin = marker("begin", part);
        String end = marker("end", part);
        assertThat(page).as("%s, which is to have a part", file).containsOnlyOnce(begin);
        assertThat(page).as("%s, which is to have a part", file).containsOnlyOnce(end);
        assertThat(expected).as("the part %s", part).endsWith("\n");
        check(page.substring(0, page.indexOf(begin) + begin.length()) + expected + page.substring(page.indexOf(end)));
    }

    private String marker(String which, String part) {
        return "<!-- " + which + ": " + part + ", written by " + writer + " -->\n";
    }
}
