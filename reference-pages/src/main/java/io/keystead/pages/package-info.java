/**
 * Pages of {@code docs/} that are written from the code, for the tests of all folders: whole ones, and parts of others.
 *
 * <p>It knows files and Markdown; it knows nothing of what the pages tell.
 */
@NullMarked
package io.keystead.pages;

import org.jspecify.annotations.NullMarked;
