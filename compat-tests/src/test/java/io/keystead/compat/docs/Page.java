package io.keystead.compat.docs;

import io.keystead.compat.Built;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A Markdown file, as far as commands, links and headings go. Immutable. */
final class Page {
    private static final Pattern FENCE = Pattern.compile("( *)```(\\S*)\\s*");
    private static final Pattern COMMENT =
            Pattern.compile("<!-- *(not run|needs|exit|starts|before)\\b:?(.*)", Pattern.DOTALL);
    private static final String CLIENTS = "clients of other languages";
    private static final Pattern HEADING = Pattern.compile("#{1,6} +(.*?) *#*");
    private static final Pattern LINK = Pattern.compile("!?\\[[^]]*]\\(([^)\\s]+)\\)|<img [^>]*src=\"([^\"]+)\"");
    private static final Pattern CODE_SPAN = Pattern.compile("``.*?``|`[^`]*`");

    private final Path file;
    private final List<String> lines;

    private Page(Path file, List<String> lines) {
        this.file = file;
        this.lines = lines;
    }

    /** README.md and all of docs/, which is where commands are run. */
    static List<Page> withCommands() throws IOException {
        List<Page> pages = new ArrayList<>(List.of(of(Built.file("README.md"))));
        try (Stream<Path> files = Files.walk(Built.file("docs"))) {
            for (Path file : files.filter(path -> path.toString().endsWith(".md"))
                    .sorted()
                    .toList()) {
                pages.add(of(file));
            }
        }
        return pages;
    }

    /** All that the repository has, but what builds have made. */
    static List<Page> all() throws IOException {
        List<Page> pages = new ArrayList<>();
        try (Stream<Path> files = Files.walk(Built.file("."))) {
            for (Path file : files.filter(Page::isOurs).sorted().toList()) {
                pages.add(of(file));
            }
        }
        return pages;
    }

    private static boolean isOurs(Path path) {
        String name = path.toString();
        return name.endsWith(".md")
                && Stream.of("/target/", "/node_modules/", "/.git/").noneMatch(name::contains);
    }

    static Page of(Path file) throws IOException {
        return new Page(file, Files.readAllLines(file));
    }

    Path file() {
        return file;
    }

    @Override
    public String toString() {
        return Built.file(".").relativize(file).normalize().toString();
    }

    /** The fenced blocks, in order. */
    List<Block> blocks() {
        List<Block> blocks = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            Matcher fence = FENCE.matcher(lines.get(i));
            if (fence.matches()) {
                int end = end(i);
                blocks.add(block(i, fence.group(2), indented(fence.group(1).length(), lines.subList(i + 1, end))));
                i = end;
            }
        }
        return blocks;
    }

    private int end(int begin) {
        for (int i = begin + 1; i < lines.size(); i++) {
            if (lines.get(i).strip().equals("```")) {
                return i;
            }
        }
        throw new IllegalArgumentException(this + ":" + (begin + 1) + ": a fence that does not end");
    }

    private static List<String> indented(int spaces, List<String> text) {
        return text.stream()
                .map(line -> line.substring(Math.min(spaces, line.length())))
                .toList();
    }

    private Block block(int fence, String language, List<String> text) {
        String place = this + ":" + (fence + 1);
        Reason notRun = null;
        boolean needsClients = false;
        int exitCode = 0;
        boolean starts = false;
        List<String> before = List.of();
        for (Matcher comment : commentsBefore(fence)) {
            String words = comment.group(2).strip();
            switch (comment.group(1)) {
                case "not run" -> notRun = Reason.of(words, place);
                case "needs" -> needsClients = needsClients(words, place);
                case "exit" -> exitCode = Integer.parseInt(words);
                case "starts" -> starts = true;
                default -> before = words.lines().toList();
            }
        }
        return new Block(place, language, text, notRun, needsClients, exitCode, starts, before);
    }

    private static boolean needsClients(String words, String place) {
        if (!words.equals(CLIENTS)) {
            throw new IllegalArgumentException(
                    place + ": \"" + words + "\" is nothing that a block can need; allowed: " + CLIENTS);
        }
        return true;
    }

    /** The comments for the block at this line; nothing but empty lines stands between. */
    private List<Matcher> commentsBefore(int fence) {
        List<Matcher> comments = new ArrayList<>();
        int last = fence - 1;
        while (last >= 0) {
            String line = lines.get(last).strip();
            if (line.isEmpty()) {
                last--;
                continue;
            }
            int first = line.endsWith("-->") ? beginOfComment(last) : -1;
            Matcher comment = first < 0 ? null : COMMENT.matcher(uncommented(first, last));
            if (comment == null || !comment.matches()) {
                break;
            }
            comments.add(comment);
            last = first - 1;
        }
        return comments;
    }

    private int beginOfComment(int last) {
        int first = last;
        while (first >= 0 && !lines.get(first).contains("<!--")) {
            first--;
        }
        return first;
    }

    private String uncommented(int first, int last) {
        String comment = String.join("\n", lines.subList(first, last + 1)).strip();
        return comment.substring(0, comment.length() - "-->".length());
    }

    /** How many comments say something about a block, wherever they stand. */
    long comments() {
        return lines.stream()
                .filter(line -> COMMENT.matcher(line.strip()).matches())
                .count();
    }

    /** How many of them stand right before a block. */
    long commentsOfBlocks() {
        long comments = 0;
        for (int i = 0; i < lines.size(); i++) {
            if (FENCE.matcher(lines.get(i)).matches()) {
                comments += commentsBefore(i).size();
                i = end(i);
            }
        }
        return comments;
    }

    /** The commands {@code keystead} that stand in the text, without {@code ./}. */
    List<String> inlineCommands() {
        return inlineCode().stream()
                .filter(code -> code.matches("(\\./)?keystead [a-z].*"))
                .map(code -> code.replaceFirst("^\\./", ""))
                .toList();
    }

    /** What stands in the text as code. */
    List<String> inlineCode() {
        List<String> codes = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            if (FENCE.matcher(lines.get(i)).matches()) {
                i = end(i);
                continue;
            }
            Matcher span = CODE_SPAN.matcher(lines.get(i));
            while (span.find()) {
                codes.add(span.group().replace("`", "").strip());
            }
        }
        return codes;
    }

    /** Where its links lead, with the number of their line; those of code are left out. */
    Map<String, Integer> links() {
        Map<String, Integer> links = new HashMap<>();
        for (int i = 0; i < lines.size(); i++) {
            if (FENCE.matcher(lines.get(i)).matches()) {
                i = end(i);
                continue;
            }
            Matcher link = LINK.matcher(CODE_SPAN.matcher(lines.get(i)).replaceAll("code"));
            while (link.find()) {
                String target = link.group(1) == null ? link.group(2) : link.group(1);
                links.putIfAbsent(target, i + 1);
            }
        }
        return links;
    }

    /** What a link to a heading of this page has after {@code #}, as forges make it of the heading's text. */
    Set<String> anchors() {
        Set<String> anchors = new HashSet<>();
        for (int i = 0; i < lines.size(); i++) {
            if (FENCE.matcher(lines.get(i)).matches()) {
                i = end(i);
                continue;
            }
            Matcher heading = HEADING.matcher(lines.get(i));
            if (heading.matches()) {
                String anchor = anchor(heading.group(1));
                for (int copy = 1; !anchors.add(anchor); copy++) {
                    anchor = anchor(heading.group(1)) + "-" + copy;
                }
            }
        }
        return anchors;
    }

    private static String anchor(String heading) {
        return heading.replaceAll("!?\\[([^]]*)]\\([^)]*\\)", "$1")
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N} _-]", "")
                .replace(' ', '-');
    }

    /** The page that a link of this one leads to, or null where that is no Markdown. */
    static @Nullable Page markdown(Path target) throws IOException {
        return target.toString().endsWith(".md") ? of(target) : null;
    }
}
