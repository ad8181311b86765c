/**
 * What an example needs to be one, and an application does not: topics that are gone afterwards, what it says, how it ends. The
 * same files are in every example; what is worth copying is in the package beside this one.
 */
package com.example.harness;
