package io.keystead.flink.savepoint;

import io.keystead.flink.line.FlinkLine;
import io.keystead.flink.line.v1_20.Flink1_20;
import io.keystead.flink.line.v2.Flink2;
import org.apache.flink.runtime.util.EnvironmentInformation;

final class Lines {
    private Lines() {}

    static FlinkLine ofThisFlink() {
        return EnvironmentInformation.getVersion().startsWith("1.20") ? new Flink1_20() : new Flink2();
    }
}
