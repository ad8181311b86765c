package io.keystead.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.keystead.planner.whatif.WhatIf;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Pages as Chromium shows them; {@code cli/install-browser} installs what that takes. Pictures of them are left in {@code
 * target/pages}.
 */
class PageIT {
    private static final Path BROWSER = Path.of("src", "test", "browser");
    private static final String CHROMIUM = "/usr/bin/chromium";
    private static final List<JsonNode> LOOKS = new ArrayList<>();

    @BeforeAll
    static void look() throws Exception {
        require();
        Path folder = Files.createDirectories(Path.of("target", "pages"));
        List<String> command =
                new ArrayList<>(List.of("node", BROWSER.resolve("look.mjs").toString(), CHROMIUM, folder.toString()));
        command.add(page(folder, "grown", Samples.grown()));
        command.add(page(folder, "hostile", Samples.hostile()));
        command.add(page(folder, "many", Samples.of(Samples.growth(500, 501), "keys", "k", "none", "hrw")));
        Path out = folder.resolve("looks.json");
        Path err = folder.resolve("looks.err");
        Process process = new ProcessBuilder(command)
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        assertThat(process.waitFor(300, TimeUnit.SECONDS))
                .as("Chromium looked in time")
                .isTrue();
        assertThat(process.exitValue()).as(Files.readString(err)).isZero();
        new ObjectMapper().readTree(out.toFile()).forEach(LOOKS::add);
    }

    @AfterAll
    static void forget() {
        LOOKS.clear();
    }

    private static void require() throws Exception {
        Process check = new ProcessBuilder("./install-browser", "--check")
                .redirectErrorStream(true)
                .start();
        String missing = new String(check.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        boolean isThere = check.waitFor() == 0;
        if (Boolean.getBoolean("keystead.browser.required")) {
            assertThat(isThere).as(missing).isTrue();
        }
        assumeTrue(isThere, missing);
    }

    private static String page(Path folder, String name, WhatIf whatIf) throws Exception {
        return Files.writeString(folder.resolve(name + ".html"), ReportPage.of(whatIf))
                .toString();
    }

    private static String name(JsonNode look) {
        return look.get("page").asText() + " at " + look.get("width") + ", "
                + look.get("scheme").asText();
    }

    @Test
    void no_page_is_wider_than_the_screen_and_no_label_is_cut() {
        assertThat(LOOKS).hasSize(6);
        for (JsonNode look : LOOKS) {
            assertThat(look.get("overflow").intValue()).as(name(look)).isZero();
            assertThat(look.get("cut")).as(name(look)).isEmpty();
        }
    }

    @Test
    void every_chart_has_a_size_and_one_algorithm_s_are_shown() {
        for (JsonNode look : LOOKS) {
            assertThat(look.get("drawings").intValue()).as(name(look)).isEqualTo(3);
            assertThat(look.get("flat").intValue()).as(name(look)).isZero();
        }
    }

    @Test
    void nothing_is_fetched_and_nothing_is_complained_about() {
        for (JsonNode look : LOOKS) {
            assertThat(look.get("requests")).as(name(look)).isEmpty();
            assertThat(look.get("messages")).as(name(look)).isEmpty();
        }
    }

    @Test
    void every_control_and_every_table_that_scrolls_is_reached_by_the_tab_key() {
        for (JsonNode look : LOOKS) {
            assertThat(look.get("tabbed"))
                    .extracting(JsonNode::asText)
                    .as(name(look))
                    .containsExactly("unit", "algorithm", "Hottest keys, a table", "All algorithms, in keys");
        }
    }

    @Test
    void each_algorithm_is_chosen_by_the_arrow_keys_and_shown_alone() {
        for (JsonNode look : LOOKS) {
            assertThat(look.at("/stepped/count").intValue()).as(name(look)).isEqualTo(7);
            assertThat(look.at("/stepped/alone").intValue()).as(name(look)).isEqualTo(7);
        }
    }

    @Test
    void axe_finds_nothing_inaccessible_contrast_included() {
        for (JsonNode look : LOOKS) {
            assertThat(look.get("accessibility")).as(name(look)).isEmpty();
            assertThat(look.get("checked").intValue()).as(name(look)).isGreaterThan(20);
        }
    }

    @Test
    void the_page_is_light_or_dark_as_its_reader_s_system_is() {
        for (JsonNode look : LOOKS) {
            String background = look.get("background").asText();
            boolean dark = Integer.parseInt(background.replaceAll("\\D+(\\d+).*", "$1")) < 128;
            assertThat(dark)
                    .as(name(look))
                    .isEqualTo(look.get("scheme").asText().equals("dark"));
        }
    }
}
