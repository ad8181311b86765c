package io.keystead.compat.agreement;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The rules that are tried: each kind that the protocol has, over topics of {@value #PARTITIONS} partitions. */
final class Plans {
    static final int PARTITIONS = 12;
    /** Of the partition that is added. */
    static final String WEIGHT_OF_NEW = "1";

    private Plans() {}

    /** @param directory for the secret */
    static List<Plan> in(Path directory) throws IOException {
        Path secret = Files.write(
                directory.resolve("secret"), new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, -1});
        return List.of(
                plain(),
                Plan.of("weighted", "0-11").weighing("0-3:2.5,4-7:0.3,8-11:1"),
                // A seed above 2^63, which languages without unsigned numbers read in their own way.
                Plan.of("slotted", "0-11").slotted(12).seeded(0xFEEDFACECAFEBEEFL),
                Plan.of("adopted", "0-11").basedOn("murmur2/12"),
                Plan.of("holed", "0-11").pinnedTo("0-4,6-9,11"),
                Plan.of("secret", "0-11").keyedBy(secret));
    }

    static Plan plain() {
        return Plan.of("plain", "0-11");
    }
}
