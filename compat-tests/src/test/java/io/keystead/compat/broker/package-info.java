/** Brokers of every kind that a user may have, behind one interface. It knows nothing of keys. */
@NullMarked
package io.keystead.compat.broker;

import org.jspecify.annotations.NullMarked;
