package io.keystead.cli.verify;

/**
 * A topic, what it was held against, and what was found.
 *
 * @param asksForClients whether the user has asked who wrote it, however right it is
 */
record Verification(ScanPlan plan, Rule rule, Writers writers, ScanResult scan, boolean asksForClients) {
    Tally tally() {
        return scan.tally();
    }
}
