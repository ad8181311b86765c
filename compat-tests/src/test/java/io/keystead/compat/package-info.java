/**
 * Whoever places keys by {@code hrw-v1} places them alike: tests of the packaged jars, as users have them, against real
 * brokers.
 *
 * <p>What is shared by the folders below: {@code broker} (brokers in this JVM, in a process, in a container), {@code
 * agreement} (who writes and who reads) and {@code versions} (old and new clients).
 */
@NullMarked
package io.keystead.compat;

import org.jspecify.annotations.NullMarked;
