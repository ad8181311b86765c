package com.example.polyglot;

import com.example.harness.Unusable;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Where the other programs are: in Keystead's source tree, in which this one was built. */
final class Tree {
    private final Path root;

    private Tree(Path root) {
        this.root = root;
    }

    /** @throws Unusable if this program's jar is not in {@code target} of its folder; one line */
    static Tree find() throws Unusable, URISyntaxException {
        Path jar = Path.of(
                Tree.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        Path root = jar.resolve("../../../..").normalize();
        if (!Files.isDirectory(root.resolve("compat-tests/ports"))) {
            throw new Unusable(
                    root
                            + " has no compat-tests/ports, whose files this example runs; allowed: to run it in Keystead's source tree");
        }
        return new Tree(root);
    }

    /** The Python that has Debian's packages, and the producer. */
    List<String> python(String... arguments) {
        return command(
                Stream.of("/usr/bin/python3", file("streams-examples/polyglot/src/main/python/orders.py")), arguments);
    }

    /** The Node.js that compat-tests/install-clients looks for, and the producer. */
    List<String> javascript(String... arguments) {
        return command(
                Stream.of(
                        file("compat-tests/ports/javascript/with-node"),
                        // From the folder of that script.
                        "../../../streams-examples/polyglot/src/main/javascript/orders.mjs"),
                arguments);
    }

    /** The command keystead. */
    List<String> keystead(String... arguments) {
        return command(Stream.of(Optional.ofNullable(System.getenv("KEYSTEAD")).orElse(file("keystead"))), arguments);
    }

    private String file(String path) {
        return root.resolve(path).toString();
    }

    private static List<String> command(Stream<String> program, String... arguments) {
        return Stream.concat(program, Stream.of(arguments)).collect(Collectors.toList());
    }
}
