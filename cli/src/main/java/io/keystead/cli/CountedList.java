package io.keystead.cli;

import java.util.AbstractList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A list that tells a progress whenever an element has been taken: of work that others do, one element after another. */
final class CountedList extends AbstractList<@Nullable Object> {
    private final List<?> elements;
    private final Progress progress;

    CountedList(List<?> elements, Progress progress) {
        this.elements = elements;
        this.progress = progress;
    }

    @Override
    public @Nullable Object get(int index) {
        progress.step(1);
        return elements.get(index);
    }

    @Override
    public int size() {
        return elements.size();
    }
}
