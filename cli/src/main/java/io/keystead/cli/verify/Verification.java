package io.keystead.cli.verify;

import io.keystead.cli.topic.ScanPlan;
import io.keystead.cli.topic.ScanResult;

/**
 * A topic, what it was held against, and what was found.
 *
 * @param asksForClients whether the user has asked who wrote it, however right it is
 */
record Verification(ScanPlan plan, Rule rule, Writers writers, Tally tally, ScanResult scan, boolean asksForClients) {}
