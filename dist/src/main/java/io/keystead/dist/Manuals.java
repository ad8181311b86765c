package io.keystead.dist;

import io.keystead.cli.Keystead;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.asciidoctor.Asciidoctor;
import org.asciidoctor.Attributes;
import org.asciidoctor.Options;
import org.asciidoctor.SafeMode;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.codegen.docgen.manpage.ManPageGenerator;

/** Writes the manual pages and the completion of the command, from the command itself. */
public final class Manuals {
    private static final String ENVIRONMENT = """
            == Environment

            *JAVA_HOME*::
              The Java to run with, 17 or newer; without it, *java* in *PATH*.

            *NO_COLOR*::
              Whatever it is set to, output has no colours.

            """;

    private Manuals() {}

    /**
     * Writes {@code man/*.1}, one page for each command, and {@code completion/keystead}.
     *
     * @param args the directory to write to, which is made if it is missing; and the version that the pages name
     * @throws IOException if it cannot be written, or if a page cannot be made of what the command says
     */
    public static void main(String[] args) throws IOException {
        // Picocli sorts options by their small letters, which in Turkish are others. The process is Maven's.
        Locale users = Locale.getDefault();
        Locale.setDefault(Locale.ROOT);
        try {
            write(args);
        } finally {
            Locale.setDefault(users);
        }
    }

    private static void write(String[] args) throws IOException {
        Path directory = Path.of(args[0]);
        CommandLine command = Keystead.commandLine();
        Path completion = Files.createDirectories(directory.resolve("completion"));
        Files.writeString(completion.resolve("keystead"), AutoComplete.bash("keystead", command));
        Path sources = Files.createDirectories(directory.resolve("adoc"));
        int code = ManPageGenerator.generateManPage(
                sources.toFile(), null, new boolean[0], true, command.getCommandSpec());
        if (code != 0) {
            throw new IOException("the manual pages cannot be written to " + sources + ": code " + code);
        }
        complete(sources, command.getCommandSpec());
        convert(
                sources.toFile(),
                Files.createDirectories(directory.resolve("man")).toFile(),
                "keystead " + args[1]);
    }

    /** Adds to a command's page, and to those below it, what readers of manual pages look for under these names. */
    private static void complete(Path sources, CommandSpec command) throws IOException {
        Path source = sources.resolve(command.qualifiedName("-") + ".adoc");
        String page = Files.readString(source).replaceFirst("(?m)^== +Exit codes:$", "== Exit status");
        List<String> others = new ArrayList<>();
        if (command.parent() != null) {
            others.add(command.parent().qualifiedName("-"));
        }
        for (CommandLine below : command.subcommands().values()) {
            others.add(below.getCommandSpec().qualifiedName("-"));
            complete(sources, below.getCommandSpec());
        }
        Files.writeString(
                source,
                page + "\n\n" + ENVIRONMENT + "== See also\n\n"
                        + others.stream().map(name -> "*" + name + "*(1)").collect(Collectors.joining(", ")) + "\n");
    }

    private static void convert(File sources, File pages, String version) throws IOException {
        Options options = Options.builder()
                .backend("manpage")
                .safe(SafeMode.UNSAFE)
                .toDir(pages)
                // The same wherever and whenever it is made: without the day, and without the Java that --version
                // names.
                .attributes(Attributes.builder()
                        .attribute("reproducible", "")
                        .attribute("manmanual", "Keystead")
                        .attribute("mansource", version)
                        .attribute("revnumber", version)
                        .build())
                .build();
        List<String> complaints = new CopyOnWriteArrayList<>();
        try (Asciidoctor asciidoctor = Asciidoctor.Factory.create()) {
            asciidoctor.registerLogHandler(entry -> complaints.add(entry.getSeverity() + ": " + entry.getMessage()));
            File[] files = sources.listFiles((dir, name) -> name.endsWith(".adoc"));
            for (File source : files == null ? new File[0] : files) {
                asciidoctor.convertFile(source, options);
            }
        }
        if (!complaints.isEmpty()) {
            throw new IOException("the manual pages are not what they should be: " + complaints);
        }
    }
}
