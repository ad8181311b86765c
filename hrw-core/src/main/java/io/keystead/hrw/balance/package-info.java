/**
 * Few things to members: bounded balance, for partitions to consumers and tasks to clients.
 *
 * <p>It may use the rule; the rule must not know it.
 */
@NullMarked
package io.keystead.hrw.balance;

import org.jspecify.annotations.NullMarked;
