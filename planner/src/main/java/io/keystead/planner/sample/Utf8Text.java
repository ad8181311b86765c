package io.keystead.planner.sample;

/** Tells whether bytes are text. */
final class Utf8Text {
    private Utf8Text() {}

    /** Whether these bytes are UTF-8: the shortest forms, no surrogates, nothing beyond U+10FFFF. */
    static boolean is(byte[] bytes, int offset, int length) {
        int end = offset + length;
        for (int i = offset; i < end; ) {
            int follow = following(bytes, i, end);
            if (follow < 0) {
                return false;
            }
            i += 1 + follow;
        }
        return true;
    }

    /** How many bytes follow the first of the character at an offset, -1 if there is none. */
    private static int following(byte[] bytes, int at, int end) {
        int first = bytes[at] & 0xff;
        if (first < 0x80) {
            return 0;
        }
        int follow = first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : 1;
        if (first < 0xc2 || first > 0xf4 || at + follow >= end) {
            return -1;
        }
        int second = bytes[at + 1] & 0xff;
        int least = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
        int most = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;
        if (second < least || second > most) {
            return -1;
        }
        for (int i = 2; i <= follow; i++) {
            if ((bytes[at + i] & 0xc0) != 0x80) {
                return -1;
            }
        }
        return follow;
    }
}
