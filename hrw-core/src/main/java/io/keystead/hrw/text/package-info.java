/**
 * How people spell the fields of a topology in a property or on a command line.
 *
 * <p>This package knows words and the core's value types. It must not know property names, files or Kafka.
 */
@NullMarked
package io.keystead.hrw.text;

import org.jspecify.annotations.NullMarked;
