package io.keystead.compat.broker;

import io.keystead.compat.Program;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A certificate that the JDK's keytool makes, a user and a password, for a listener SASL_SSL with SCRAM. */
public final class Credentials {
    private static final String STORE_PASSWORD = "of-the-stores";
    private static final String MECHANISM = "SCRAM-SHA-512";
    private static final String LOGIN = "org.apache.kafka.common.security.scram.ScramLoginModule required";

    private final Path keys;
    private final Path trusted;
    private final String password;

    private Credentials(Path keys, Path trusted, String password) {
        this.keys = keys;
        this.trusted = trusted;
        this.password = password;
    }

    /** New ones, whose files are in this directory. */
    public static Credentials in(Path directory) throws Exception {
        Path keys = directory.resolve("broker.p12");
        Path trusted = directory.resolve("trusted.p12");
        Path certificate = directory.resolve("broker.pem");
        keytool(
                keys,
                "-genkeypair",
                "-alias",
                "broker",
                "-keyalg",
                "RSA",
                "-keysize",
                "2048",
                "-validity",
                "2",
                "-dname",
                "CN=localhost",
                "-ext",
                "SAN=dns:localhost,ip:127.0.0.1");
        keytool(keys, "-exportcert", "-alias", "broker", "-rfc", "-file", certificate.toString());
        keytool(trusted, "-importcert", "-alias", "broker", "-noprompt", "-file", certificate.toString());
        return new Credentials(keys, trusted, "of-alice");
    }

    private static void keytool(Path store, String... arguments) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(List.of(arguments));
        command.addAll(List.of("-keystore", store.toString(), "-storepass", STORE_PASSWORD, "-storetype", "PKCS12"));
        try (Program program = Program.start(command)) {
            program.finish();
        }
    }

    /** The same with a password that the broker does not know. */
    public Credentials withWrongPassword() {
        return new Credentials(keys, trusted, "of-bob");
    }

    /** For the tool that formats a broker's storage. */
    String scram() {
        return MECHANISM + "=[name=alice,password=" + password + "]";
    }

    List<String> ofBroker() {
        return List.of(
                "sasl.enabled.mechanisms=" + MECHANISM,
                "listener.name.sasl_ssl.scram-sha-512.sasl.jaas.config=" + LOGIN + ";",
                "ssl.keystore.type=PKCS12",
                "ssl.keystore.location=" + keys,
                "ssl.keystore.password=" + STORE_PASSWORD,
                "ssl.key.password=" + STORE_PASSWORD);
    }

    /** The properties of a client, {@code name=value}. */
    public List<String> ofClient() {
        return List.of(
                "security.protocol=SASL_SSL",
                "sasl.mechanism=" + MECHANISM,
                "sasl.jaas.config=" + LOGIN + " username=\"alice\" password=\"" + password + "\";",
                "ssl.truststore.type=PKCS12",
                "ssl.truststore.location=" + trusted,
                "ssl.truststore.password=" + STORE_PASSWORD);
    }
}
