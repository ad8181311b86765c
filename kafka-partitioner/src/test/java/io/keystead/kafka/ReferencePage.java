package io.keystead.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A page of docs/ that is written from the code; -Dkeystead.docs.write=true writes it. */
public final class ReferencePage {
    private ReferencePage() {}

    /** Fails if the page says something else. */
    public static void check(String name, String expected) throws IOException {
        Path page = Path.of("..", "docs", name);
        if (Boolean.getBoolean("keystead.docs.write")) {
            Files.writeString(page, expected);
        }
        assertThat(Files.readString(page))
                .as("stale; run: mvn -pl kafka-partitioner -am test -Dkeystead.docs.write=true")
                .isEqualTo(expected);
    }
}
