package io.keystead.compat.docs;

import java.util.Locale;

/** A drawing, readable on light and on dark pages. Not thread-safe. */
final class Svg {
    private static final String STYLE = """
            <style>
            text{font:13px sans-serif;fill:#1f2328} .small{font-size:11px} .soft{fill:#59636e} .bold{font-weight:bold}
            .on{fill:#fff;font-weight:bold} .paper{fill:#fff} .line{stroke:#8c959f;fill:none} .empty{fill:#eaeef2}
            .c0{fill:#3572b0} .c1{fill:#c4621a} .c2{fill:#3f8f45} .c3{fill:#8e5aa8} .c4{fill:#b0413e}
            .win{stroke:#1f2328;stroke-width:2} .moved{stroke:#1f2328;stroke-width:2;fill:none}
            @media (prefers-color-scheme:dark){text{fill:#e6edf3} .soft{fill:#9198a1} .on{fill:#fff} .paper{fill:#0d1117}
            .empty{fill:#21262d} .win,.moved{stroke:#e6edf3}}
            </style>
            """;

    private final StringBuilder elements = new StringBuilder();
    private final int width;
    private final int height;
    private final String title;

    /** @param title what a reader who does not see the picture is told */
    Svg(int width, int height, String title) {
        this.width = width;
        this.height = height;
        this.title = title;
    }

    void box(double x, double y, double w, double h, String classes) {
        elements.append(String.format(
                Locale.ROOT,
                "<rect x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\" rx=\"2\" class=\"%s\"/>%n",
                number(x),
                number(y),
                number(w),
                number(h),
                classes));
    }

    void text(double x, double y, String text, String classes) {
        write(x, y, text, classes, "start");
    }

    void centred(double x, double y, String text, String classes) {
        write(x, y, text, classes, "middle");
    }

    private void write(double x, double y, String text, String classes, String anchor) {
        elements.append(String.format(
                Locale.ROOT,
                "<text x=\"%s\" y=\"%s\" text-anchor=\"%s\" class=\"%s\">%s</text>%n",
                number(x),
                number(y),
                anchor,
                classes,
                text.replace("&", "&amp;").replace("<", "&lt;")));
    }

    void line(double x1, double y1, double x2, double y2) {
        elements.append(String.format(
                Locale.ROOT,
                "<line x1=\"%s\" y1=\"%s\" x2=\"%s\" y2=\"%s\" class=\"line\"/>%n",
                number(x1),
                number(y1),
                number(x2),
                number(y2)));
    }

    private static String number(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : String.format(Locale.ROOT, "%.1f", value);
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" role=\"img\">%n"
                        + "<title>%s</title>%n%s<rect width=\"100%%\" height=\"100%%\" class=\"paper\"/>%n%s</svg>%n",
                width,
                height,
                width,
                height,
                title,
                STYLE,
                elements);
    }
}
