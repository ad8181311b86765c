package io.keystead.cli.verify;

/** Where keys belong, and where records of theirs were found instead. */
record Pair(int expected, int found) {}
