@NullMarked
package io.keystead.benchmarks;

import org.jspecify.annotations.NullMarked;
