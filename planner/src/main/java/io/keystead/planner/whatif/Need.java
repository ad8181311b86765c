package io.keystead.planner.whatif;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** What is asked of an algorithm beside the change itself: the questions of the decision tree. */
public enum Need {
    /** Ranked standbys: the second is the heir of the first. */
    RANKED("the next candidates of a key are its heirs"),
    /** Shares that follow weights, though all may be equal now. */
    WEIGHTS("candidates of unequal weight, now or later"),
    /** Any candidate may go, not only the last. */
    REMOVAL("any candidate may go, not only the last"),
    /** A look-up that takes as long for any number of candidates; a table and a little needless movement are accepted. */
    TABLE("a look-up in constant time, for each packet; a table and a little needless movement are accepted"),
    /** Very many candidates that all clients see change in the same order. */
    HISTORY("very many candidates, and one history of changes in one order that all share"),
    /** Ranges of hashes that belong to tokens, as an existing system has them. */
    TOKENS("explicit ranges, or an existing system of tokens"),
    /** No candidate above its share by more than a factor that is chosen. */
    BOUNDED("no candidate above its share by more than a chosen factor");

    private final String meaning;

    Need(String meaning) {
        this.meaning = meaning;
    }

    /**
     * The need of this name.
     *
     * @throws IllegalArgumentException if there is none; the message lists them
     */
    public static Need named(String name) {
        return Arrays.stream(values())
                .filter(need -> need.toString().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no need \"" + name + "\"; allowed: "
                        + Arrays.stream(values()).map(Need::toString).collect(Collectors.joining(", "))));
    }

    /** What it means, in words. */
    public String meaning() {
        return meaning;
    }

    /** The name, in small letters. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
