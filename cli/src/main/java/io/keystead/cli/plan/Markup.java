package io.keystead.cli.plan;

import java.io.StringWriter;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * Writes elements, which HTML and SVG understand alike. All text and every attribute is escaped, and nothing else can be
 * written, so text from strangers cannot become markup.
 */
final class Markup {
    private final StringWriter text = new StringWriter();
    private final XMLStreamWriter writer;

    Markup() {
        try {
            // The JDK's own, whatever else lies on the class path.
            writer = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(text);
        } catch (XMLStreamException e) {
            throw new IllegalStateException(e);
        }
    }

    private interface Step {
        void run() throws XMLStreamException;
    }

    private Markup write(Step step) {
        try {
            step.run();
            return this;
        } catch (XMLStreamException e) {
            // What it writes to is memory.
            throw new IllegalStateException(e);
        }
    }

    /** @param attributes names and values in turn */
    Markup open(String tag, Object... attributes) {
        return write(() -> {
            writer.writeStartElement(tag);
            attributes(attributes);
        });
    }

    Markup close() {
        return write(writer::writeEndElement);
    }

    /** An element that has no content and needs no end. */
    Markup empty(String tag, Object... attributes) {
        return write(() -> {
            writer.writeEmptyElement(tag);
            attributes(attributes);
        });
    }

    Markup text(String content) {
        return write(() -> writer.writeCharacters(allowed(content)));
    }

    /** Safe to show, and without the two characters beside surrogates and controls that no document may have. */
    private static String allowed(String content) {
        return Shown.safe(content).replace("\ufffe", "\\ufffe").replace("\uffff", "\\uffff");
    }

    /** An element with text alone. */
    Markup leaf(String tag, String content, Object... attributes) {
        return open(tag, attributes).text(content).close();
    }

    /** Style sheets: text of ours, on lines of its own. */
    Markup style(String sheet) {
        return write(() -> {
            writer.writeStartElement("style");
            writer.writeCharacters(sheet);
            writer.writeEndElement();
        });
    }

    Markup line() {
        return write(() -> writer.writeCharacters("\n"));
    }

    private void attributes(Object... attributes) throws XMLStreamException {
        for (int i = 0; i < attributes.length; i += 2) {
            writer.writeAttribute(attributes[i].toString(), allowed(attributes[i + 1].toString()));
        }
    }

    @Override
    public String toString() {
        write(writer::flush);
        return text.toString();
    }
}
