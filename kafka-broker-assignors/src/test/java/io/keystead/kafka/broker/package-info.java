/** Tests of the broker's assignors: as functions, in a broker of this JVM, and in a broker of its own. */
package io.keystead.kafka.broker;
