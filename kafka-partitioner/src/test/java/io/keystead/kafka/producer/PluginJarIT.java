package io.keystead.kafka.producer;

import static org.assertj.core.api.Assertions.assertThat;

import io.keystead.hrw.Base;
import io.keystead.hrw.Candidate;
import io.keystead.hrw.Placement;
import io.keystead.hrw.Topology;
import io.keystead.hrw.stats.Bound;
import io.keystead.hrw.stats.ChiSquare;
import io.keystead.kafka.topology.HotKeys;
import io.keystead.sandbox.LocalKafka;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.stream.IntStream;
