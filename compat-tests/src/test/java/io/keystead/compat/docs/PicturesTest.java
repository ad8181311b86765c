package io.keystead.compat.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.keystead.compat.Built;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The pictures of docs/ are those that the rule draws today; {@code docs/pictures/draw} writes them. */
class PicturesTest {
    @Test
    void everyPictureIsTheOneThatTheRuleDrawsToday() throws IOException {
        Path directory = Built.file("docs/pictures");
        for (Map.Entry<String, String> picture : Pictures.all().entrySet()) {
            Path file = directory.resolve(picture.getKey());
            if (Boolean.getBoolean("keystead.docs.write")) {
                Files.writeString(file, picture.getValue());
            }
            assertThat(file).as("run docs/pictures/draw").hasContent(picture.getValue());
        }
    }
}
