package io.keystead.kafka.streams;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The code that docs/streams.md shows is code that the tests here compile and run. */
class StreamsPageTest {
    private static final Pattern CODE = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

    @Test
    void everyPieceOfCodeOnThePageStandsInTheTestedApplication() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "streams.md"));
        String application = flat(Files.readString(
                Path.of("src", "test", "java", "io", "keystead", "kafka", "streams", "OrdersApp.java")));
        List<String> pieces = CODE.matcher(page)
                .results()
                .map((MatchResult found) -> found.group(1))
                .toList();
        assertThat(pieces).hasSizeGreaterThanOrEqualTo(2);
        assertThat(pieces).allSatisfy(piece -> assertThat(application).contains(flat(piece)));
    }

    /** Without indentation. */
    private static String flat(String code) {
        return code.lines().map(String::strip).collect(Collectors.joining("\n"));
    }
}
