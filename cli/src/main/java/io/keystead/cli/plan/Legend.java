package io.keystead.cli.plan;

/** What the colours of a chart mean. */
final class Legend {
    private Legend() {}

    /** @param items style and text in turn */
    static void of(Markup page, String... items) {
        page.open("ul", "class", "legend");
        for (int i = 0; i < items.length; i += 2) {
            page.open("li");
            page.open("span", "class", "swatch " + items[i], "aria-hidden", "true")
                    .close();
            page.text(items[i + 1]).close();
        }
        page.close();
    }
}
