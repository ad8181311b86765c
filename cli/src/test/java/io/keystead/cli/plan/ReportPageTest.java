package io.keystead.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.keystead.planner.whatif.WhatIf;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

class ReportPageTest {
    private static final int MOST_BYTES = 2_000_000;

    @Test
    void a_page_shows_the_verdict_every_algorithm_every_chart_and_every_number() throws Exception {
        Document page = parsed(ReportPage.of(Samples.grown()));

        assertThat(texts(page, "h1")).containsExactly("12 to 13 partitions");
        assertThat(texts(page, "h2"))
                .containsExactly(
                        "Verdict",
                        "Movement by algorithm",
                        "Candidate by candidate",
                        "Hottest keys",
                        "Everything in one table",
                        "How the verdict was found",
                        "About these numbers");
        assertThat(texts(page, "strong")).contains("hrw fits.");
        assertThat(texts(page, "label")).contains("keys", "bytes", "records", "hrw", "modulo", "multi-probe");
        assertThat(texts(page, "li"))
                .contains("glb: wants two candidates")
                .anyMatch(note -> note.startsWith("2 rows were left out"))
                .anyMatch(note -> note.startsWith("Line 17: "))
                .anyMatch(note -> note.contains("looked at by multi-probe (10,000, ±"));
        // Seven algorithms by three units, each with a load and a flow, and the hottest keys.
        assertThat(withClass(page, "svg", "drawing")).hasSize(7 * 3 * 2 + 1);
        assertThat(withClass(page, "svg", "bar")).hasSize(7 * 3);
    }

    @Test
    void every_drawing_tells_in_words_what_it_shows() throws Exception {
        Document page = parsed(ReportPage.of(Samples.grown()));
        Set<String> ids = new HashSet<>();
        for (Element element : elements(page, "*")) {
            if (element.hasAttribute("id")) {
                assertThat(ids.add(element.getAttribute("id")))
                        .as("id %s once", element.getAttribute("id"))
                        .isTrue();
            }
        }
        for (Element drawing : withClass(page, "svg", "drawing")) {
            assertThat(drawing.getAttribute("role")).isEqualTo("img");
            for (String id : drawing.getAttribute("aria-labelledby").split(" ", -1)) {
                assertThat(ids).contains(id);
            }
        }
        for (Element bar : withClass(page, "svg", "bar")) {
            assertThat(bar.getAttribute("aria-label")).isNotEmpty();
        }
        for (Element label : elements(page, "label")) {
            assertThat(ids).contains(label.getAttribute("for"));
        }
    }

    @Test
    void a_page_has_no_script_and_fetches_nothing() throws Exception {
        for (WhatIf whatIf : List.of(Samples.grown(), Samples.hostile())) {
            String html = ReportPage.of(whatIf);
            Document page = parsed(html);
            assertThat(elements(page, "script")).isEmpty();
            for (Element element : elements(page, "*")) {
                for (int i = 0; i < element.getAttributes().getLength(); i++) {
                    Node attribute = element.getAttributes().item(i);
                    assertThat(attribute.getNodeName()).doesNotStartWith("on");
                    if (Set.of("src", "href", "xlink:href", "action").contains(attribute.getNodeName())) {
                        assertThat(attribute.getNodeValue()).isEqualTo("data:,");
                    }
                }
            }
            assertThat(texts(page, "style").get(0)).doesNotContain("url(", "@import");
            assertThat(html).contains("default-src 'none'");
        }
    }

    @Test
    void names_from_strangers_are_text_that_shows() throws Exception {
        String html = ReportPage.of(Samples.hostile());
        Document page = parsed(html);

        assertThat(html).doesNotContain("<script", "\u001b", "\u202e");
        assertThat(texts(page, "h1")).containsExactly(Shown.safe(Samples.HOSTILE));
        assertThat(texts(page, "bdi")).contains(Shown.safe(Samples.HOSTILE));
    }

    @Test
    void what_no_document_may_have_is_an_escape() {
        String markup = new Markup()
                .open("p", "title", "a\uffff")
                .text("\ufffeb")
                .close()
                .toString();
        assertThat(markup).isEqualTo("<p title=\"a\\uffff\">\\ufffeb</p>");
    }

    @Test
    void the_style_sheet_has_no_character_that_markup_would_escape() throws Exception {
        String html = ReportPage.of(Samples.grown());
        assertThat(html.substring(html.indexOf("<style>") + 7, html.indexOf("</style>")))
                .doesNotContain("<", ">", "&");
    }

    @Test
    void five_hundred_partitions_are_told_in_curves_and_the_smaller_flows_together() throws Exception {
        String html = ReportPage.of(Samples.of(Samples.growth(500, 501), "keys", "k", "none", "hrw"));
        Document page = parsed(html);

        assertThat(html).hasSizeLessThan(MOST_BYTES);
        assertThat(withClass(page, "path", "after-curve")).isNotEmpty();
        assertThat(withClass(page, "rect", "before")).isEmpty();
        assertThat(texts(page, "text")).anyMatch(text -> text.endsWith(" others"));
    }

    @Test
    void ribbons_begin_and_end_within_their_nodes_and_fill_them() throws Exception {
        Document page = parsed(ReportPage.of(Samples.grown()));
        Pattern path = Pattern.compile("M10,([0-9.]+)C.* 990,([0-9.]+)V([0-9.]+)C.* 10,([0-9.]+)Z");
        for (Element flow : withClass(page, "div", "flow")) {
            List<double[]> left = new ArrayList<>();
            List<double[]> right = new ArrayList<>();
            for (Element node : withClass(flow, "rect", "node")) {
                double top = Double.parseDouble(node.getAttribute("y"));
                double[] span = {top, top + Double.parseDouble(node.getAttribute("height")), 0};
                (node.getAttribute("x").equals("0%") ? left : right).add(span);
            }
            for (Element ribbon : elements(flow, "path")) {
                var ends = path.matcher(ribbon.getAttribute("d"));
                assertThat(ends.matches()).isTrue();
                double[] at = IntStream.rangeClosed(1, 4)
                        .mapToDouble(i -> Double.parseDouble(ends.group(i)))
                        .toArray();
                fill(left, at[0], at[3]);
                fill(right, at[1], at[2]);
            }
            // Numbers are rounded to a hundredth, and of up to thirteen ribbons a node.
            left.forEach(ReportPageTest::assertFull);
            right.forEach(ReportPageTest::assertFull);
        }
    }

    private static void assertFull(double[] node) {
        double height = node[1] - node[0];
        // A node is never so thin that nobody sees it.
        assertThat(node[2]).isBetween(height == 1 ? 0 : height - 0.2, height + 0.2);
    }

    private static void fill(List<double[]> nodes, double from, double to) {
        double[] node = nodes.stream()
                .filter(span -> span[0] - 0.02 <= from && to <= span[1] + 0.02)
                .findFirst()
                .orElseThrow(() -> new AssertionError("no node from " + from + " to " + to));
        node[2] += to - from;
    }

    static Document parsed(String html) throws Exception {
        String begin = "<!DOCTYPE html>\n";
        assertThat(html).startsWith(begin);
        return DocumentBuilderFactory.newDefaultInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(html.substring(begin.length()))));
    }

    private static List<Element> elements(Node within, String tag) {
        NodeList found = within instanceof Document document
                ? document.getElementsByTagName(tag)
                : ((Element) within).getElementsByTagName(tag);
        return IntStream.range(0, found.getLength())
                .mapToObj(i -> (Element) found.item(i))
                .toList();
    }

    private static List<Element> withClass(Node within, String tag, String name) {
        return elements(within, tag).stream()
                .filter(element ->
                        List.of(element.getAttribute("class").split(" ", -1)).contains(name))
                .toList();
    }

    private static List<String> texts(Document page, String tag) {
        return elements(page, tag).stream().map(Element::getTextContent).toList();
    }
}
