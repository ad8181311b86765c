package io.keystead.cli.verify;

import io.keystead.hrw.Topology;

/** A topic, what it was held against, and what was found. */
record Verification(ScanPlan plan, Topology topology, ScanResult scan) {
    Tally tally() {
        return scan.tally();
    }
}
