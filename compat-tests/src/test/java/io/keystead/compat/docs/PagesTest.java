package io.keystead.compat.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.keystead.compat.Built;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Links of all Markdown files lead somewhere, and blocks say what they are. */
class PagesTest {
    private static final Pattern SPACES = Pattern.compile("\\s+");
    private static final Pattern WRITTEN = Pattern.compile("<!-- begin: (.+), written by (\\w+) -->\n");
    /** From the root of the repository, with arguments or without; what builds make does not count. */
    private static final Pattern SCRIPT = Pattern.compile(
            "(?!\\S*/target/)((?:packaging|benchmarks|compat-tests|cli|streams-examples|docs|\\.ci)/[a-z/.-]*[a-z-])(?= |$)");

    @Test
    void everyRelativeLinkLeadsToAFileAndToAHeadingInIt() throws IOException {
        List<String> broken = new ArrayList<>();
        int links = 0;
        for (Page page : Page.all()) {
            for (Map.Entry<String, Integer> link : page.links().entrySet()) {
                String target = link.getKey();
                if (!target.matches("[a-z]+:.*")) {
                    links++;
                    String problem = problem(page, target);
                    if (problem != null) {
                        broken.add(page + ":" + link.getValue() + ": " + target + " " + problem);
                    }
                }
            }
        }
        assertThat(broken).isEmpty();
        assertThat(links).as("links that were followed").isGreaterThan(50);
    }

    private static @Nullable String problem(Page page, String link) throws IOException {
        String path = link.replaceFirst("#.*", "");
        Path target = path.isEmpty() ? page.file() : page.file().resolveSibling(path);
        if (!Files.exists(target)) {
            return "is not there";
        }
        Page aim = link.contains("#") ? Page.markdown(target) : null;
        return aim != null && !aim.anchors().contains(link.substring(link.indexOf('#') + 1))
                ? "is no heading there"
                : null;
    }

    @Test
    void everyBlockOfAPageWithCommandsNamesItsLanguage() throws IOException {
        for (Page page : Page.withCommands()) {
            for (Block block : page.blocks()) {
                assertThat(Block.LANGUAGES).as(block.place()).contains(block.language());
                if (block.notRun() != null || block.starts() || block.exitCode() != 0) {
                    assertThat(block.hasCommands())
                            .as("%s has a comment for commands, and none are in it", block.place())
                            .isTrue();
                }
            }
        }
    }

    @Test
    void everyCommentAboutABlockStandsRightBeforeOne() throws IOException {
        for (Page page : Page.withCommands()) {
            assertThat(page.commentsOfBlocks())
                    .as("comments of %s that stand right before a block", page)
                    .isEqualTo(page.comments());
        }
    }

    @Test
    void textThatLooksLikeCommandsIsNotHiddenFromTheTestThatRunsThem() throws IOException {
        for (Page page : Page.withCommands()) {
            for (Block block : page.blocks()) {
                if (!block.hasCommands()) {
                    assertThat(block.text())
                            .as("commands in a block that is not run: %s; allowed: sh, console", block.place())
                            .noneMatch(line -> line.matches("(\\$ |\\./|mvn |kafka-[a-z-]+\\.sh |keystead ).*"));
                }
            }
        }
    }

    @Test
    void everyOptionOfACommandInTheTextIsOneThatTheCommandHas() throws IOException {
        String reference = Files.readString(Built.file("docs/cli.md"));
        int options = 0;
        for (Page page : Page.all()) {
            for (String inline : page.inlineCommands()) {
                String help = help(reference, inline);
                assertThat(help).as("help of what %s names: %s", page, inline).isNotEmpty();
                for (String option : words(inline)) {
                    if (option.matches("--[a-z][a-z-]*")) {
                        options++;
                        assertThat(help).as("%s: %s", page, inline).containsPattern(option + "[^a-z-]");
                    }
                }
            }
        }
        assertThat(options).as("options that were looked for").isGreaterThan(5);
    }

    @Test
    void everyPartThatATestWritesEndsAndTheTestIsThere() throws IOException {
        Set<String> tests = tests();
        int parts = 0;
        for (Page page : Page.all()) {
            String text = Files.readString(page.file());
            Matcher part = WRITTEN.matcher(text);
            while (part.find()) {
                parts++;
                assertThat(tests).as("who writes %s of %s", part.group(1), page).contains(part.group(2) + ".java");
                assertThat(text)
                        .as(page.toString())
                        .containsOnlyOnce(part.group())
                        .containsOnlyOnce(part.group().replace("<!-- begin", "<!-- end"));
            }
        }
        assertThat(parts).as("parts that tests write").isGreaterThan(20);
    }

    private static Set<String> tests() throws IOException {
        Set<String> names = new HashSet<>();
        try (Stream<Path> folders = Files.list(Built.file("."))) {
            for (Path tests : folders.map(folder -> folder.resolve("src/test"))
                    .filter(Files::isDirectory)
                    .toList()) {
                try (Stream<Path> files = Files.walk(tests)) {
                    files.map(file -> file.getFileName().toString())
                            .filter(name -> name.endsWith("Test.java"))
                            .forEach(names::add);
                }
            }
        }
        return names;
    }

    @Test
    void everyScriptThatAPageNamesIsThere() throws IOException {
        int scripts = 0;
        for (Page page : Page.all()) {
            for (String code : page.inlineCode()) {
                Matcher script = SCRIPT.matcher(code);
                if (script.lookingAt()) {
                    scripts++;
                    assertThat(Built.file(script.group(1)))
                            .as("%s names %s", page, code)
                            .exists();
                }
            }
        }
        assertThat(scripts).as("scripts that are named").isGreaterThan(10);
    }

    /** The help of the command that a line begins with, which has two words at most; empty if there is none. */
    private static String help(String reference, String line) {
        List<String> words = words(line);
        for (int count = Math.min(3, words.size()); count > 1; count--) {
            String title = String.join(" ", words.subList(1, count));
            int begin = reference.indexOf("\n## " + title + "\n");
            if (begin >= 0) {
                int end = reference.indexOf("\n## ", begin + 1);
                return reference.substring(begin, end < 0 ? reference.length() : end);
            }
        }
        return "";
    }

    private static List<String> words(String line) {
        return SPACES.splitAsStream(line).toList();
    }
}
