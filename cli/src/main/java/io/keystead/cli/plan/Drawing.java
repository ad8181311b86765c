package io.keystead.cli.plan;

import java.util.Locale;

/**
 * An SVG as wide as the page: x in percent, y in pixels from the top, so that text keeps its size at every width. What has no
 * fixed width is drawn in a layer that is stretched.
 */
final class Drawing implements AutoCloseable {
    private final Markup page;

    /**
     * Begins a drawing.
     *
     * @param id distinct in the page
     * @param title what it shows, a few words
     * @param description what can be seen in it, for who cannot see it
     */
    Drawing(Markup page, String id, int height, String title, String description) {
        this.page = page;
        page.open(
                "svg",
                "class",
                "drawing",
                "width",
                "100%",
                "height",
                height,
                "role",
                "img",
                "aria-labelledby",
                id + "-t " + id + "-d");
        page.leaf("title", title, "id", id + "-t").leaf("desc", description, "id", id + "-d");
    }

    /** A bar from the ground up. */
    void bar(double left, double width, double top, double bottom, String style, String tip) {
        page.open(
                "rect",
                "class",
                style,
                "x",
                percent(left),
                "width",
                percent(width),
                "y",
                pixels(top),
                "height",
                pixels(Math.max(0, bottom - top)));
        page.leaf("title", tip).close();
    }

    void line(double left, double right, double y, String style) {
        page.empty("line", "class", style, "x1", percent(left), "x2", percent(right), "y1", pixels(y), "y2", pixels(y));
    }

    /** @param anchor where the text is held: start, middle or end */
    void text(double x, int dx, double y, String anchor, String style, String text) {
        page.leaf("text", text, "class", style, "x", percent(x), "dx", dx, "y", pixels(y), "text-anchor", anchor);
    }

    void dot(double x, double y, String style, String tip) {
        page.open("circle", "class", style, "cx", percent(x), "cy", pixels(y), "r", 4);
        page.leaf("title", tip).close();
    }

    /** Begins the layer that is stretched: x from 0 to 1000 there. */
    void stretched(int height) {
        page.open(
                "svg",
                "width",
                "100%",
                "height",
                height,
                "viewBox",
                "0 0 1000 " + height,
                "preserveAspectRatio",
                "none");
    }

    void path(String path, String style, String tip) {
        page.open("path", "class", style, "d", path);
        page.leaf("title", tip).close();
    }

    void endStretched() {
        page.close();
    }

    @Override
    public void close() {
        page.close();
    }

    static String percent(double share) {
        return number(100 * share) + "%";
    }

    static String pixels(double length) {
        return number(length);
    }

    /** Two decimals at most: enough for a screen, and short. */
    static String number(double value) {
        String text = String.format(Locale.ROOT, "%.2f", value);
        return text.replaceAll("\\.?0+$", "");
    }
}
