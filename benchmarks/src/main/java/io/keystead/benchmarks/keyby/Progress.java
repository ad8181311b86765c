package io.keystead.benchmarks.keyby;

/** Where a run tells what it does at the moment. */
@FunctionalInterface
interface Progress {
    void say(String what);

    /** The same, with something said before. */
    default Progress in(String section) {
        return what -> say(section + ": " + what);
    }
}
