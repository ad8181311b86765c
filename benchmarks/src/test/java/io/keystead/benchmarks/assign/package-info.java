@NullMarked
package io.keystead.benchmarks.assign;

import org.jspecify.annotations.NullMarked;
