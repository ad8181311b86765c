package io.keystead.cli.demo;

import io.keystead.cli.BadInput;
import io.keystead.cli.Unreadable;
import io.keystead.hrw.text.KeyFormat;
import io.keystead.planner.sample.BadRows.BadRow;
import io.keystead.planner.sample.KeyColumns;
import io.keystead.planner.sample.KeyFileException;
import io.keystead.planner.sample.Rows;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/** The keys of a demonstration, from a file in any format that has keys and may have their bytes. */
final class KeyFile {
    private static final String OPTION = "--keys";
    private static final String BUILT_IN = "debian-packages.csv.gz";
    private static final String BUILT_IN_COLUMN = "package";

    private KeyFile() {}

    /**
     * The keys of a file.
     *
     * @throws BadInput if it cannot be read, a row has no key, or there are fewer than two keys
     */
    static KeySet read(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            KeySet keys = keys(in, file, "keys of " + file.getFileName(), KeyColumns.standard());
            if (keys.size() < 2) {
                throw refusal(
                        file,
                        "has " + keys.size() + (keys.size() == 1 ? " key" : " keys")
                                + "; allowed: at least 2 distinct keys");
            }
            return keys;
        } catch (KeyFileException e) {
            throw refusal(file, String.valueOf(e.getMessage()));
        } catch (IOException e) {
            throw Unreadable.file(OPTION, file, e);
        }
    }

    /** The names of Debian's packages with their sizes. */
    static KeySet builtIn() {
        KeyColumns standard = KeyColumns.standard();
        KeyColumns columns = new KeyColumns(BUILT_IN_COLUMN, standard.bytes(), standard.count());
        try (InputStream in = Objects.requireNonNull(KeyFile.class.getResourceAsStream(BUILT_IN), BUILT_IN)) {
            return keys(in, Path.of(BUILT_IN), "names of Debian packages", columns);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static KeySet keys(InputStream in, Path file, String name, KeyColumns columns) throws IOException {
        KeySet.Builder keys = KeySet.builder(name);
        Rows rows = new io.keystead.planner.sample.KeyFile(null, columns, KeyFormat.STRING::decode)
                .read(
                        in,
                        String.valueOf(file.getFileName()),
                        (key, offset, length, bytes, records) ->
                                keys.add(Arrays.copyOfRange(key, offset, offset + length), bytes),
                        more -> {});
        List<BadRow> bad = rows.bad().first();
        if (!bad.isEmpty()) {
            // What the demonstration shows is exact, so no key may be left out.
            throw refusal(file, "line " + bad.get(0).line() + ": " + bad.get(0).reason());
        }
        return keys.build(rows.sized());
    }

    private static BadInput refusal(Path file, String message) {
        return new BadInput(OPTION, "\"" + file + "\" " + message);
    }
}
