/**
 * {@code keystead demo}: a topic grows on a real Kafka, and what moves is counted from what a consumer read.
 *
 * <p>Reading keys, writing and reading records, judging and printing are apart; only judging knows theory, and it does
 * not know Kafka.
 */
@NullMarked
package io.keystead.cli.demo;

import org.jspecify.annotations.NullMarked;
