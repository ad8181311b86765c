/** What the distribution's archive is made with. It knows the command's description, and nothing of what the command does. */
@NullMarked
package io.keystead.dist;

import org.jspecify.annotations.NullMarked;
