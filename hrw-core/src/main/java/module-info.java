/** The rule {@code hrw-v1}: who owns a key. */
module io.keystead.hrw {
    requires com.dynatrace.hash4j;
    requires static org.jspecify;

    exports io.keystead.hrw;
    exports io.keystead.hrw.balance;
    exports io.keystead.hrw.conformance;
    exports io.keystead.hrw.hash;
    exports io.keystead.hrw.stats;
    exports io.keystead.hrw.text;
}
