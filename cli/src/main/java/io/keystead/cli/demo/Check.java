package io.keystead.cli.demo;

/**
 * One thing that should hold.
 *
 * @param what in a few words, with the scheme's name
 * @param holds whether it does
 * @param found what was seen
 * @param allowed what should have been
 */
record Check(String what, boolean holds, String found, String allowed) {
    @Override
    public String toString() {
        return what + ": " + found + "; allowed: " + allowed;
    }
}
