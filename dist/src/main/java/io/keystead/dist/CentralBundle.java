package io.keystead.dist;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;

/**
 * Holds a staged repository against what Maven Central asks for, and zips it as Central's portal takes it. The rules
 * are those of Central's page "Requirements" and of its page on uploading a bundle; what Central checks and does not
 * publish is not known here.
 *
 * <p>{@code packaging/stage} and {@code packaging/bundle} start this very file, so it needs nothing but a JDK.
 */
public final class CentralBundle {
    private static final List<String> SUMS = List.of("md5", "sha1");
    private static final List<String> JARS = List.of(".jar", "-sources.jar", "-javadoc.jar");
    private static final long LARGEST = 1L << 30;

    private final Path repository;
    private final Map<String, Component> components = new TreeMap<>();
    private final List<String> wrong = new ArrayList<>();
    /** What a trial may lack and a release may not. */
    private final Set<String> notYet = new LinkedHashSet<>();

    private CentralBundle(Path repository) {
        this.repository = repository;
    }

    /**
     * Checks, and zips if a file to write is given.
     *
     * @param args the repository; or that and the file to write, which then is written only if nothing at all is
     *     missing
     */
    public static void main(String[] args) {
        System.exit(run(System.out, System.err, args));
    }

    /** Returns 0 if all is well, 1 if something is missing or wrong, 2 if the arguments are. */
    static int run(PrintStream out, PrintStream err, String... args) {
        if (args.length < 1 || args.length > 2 || !Files.isDirectory(Path.of(args[0]))) {
            err.println("bundle: \"" + String.join(" ", args)
                    + "\"; allowed: REPOSITORY [ZIP], a folder and a file to write");
            return 2;
        }
        try {
            CentralBundle bundle = new CentralBundle(Path.of(args[0]));
            bundle.check();
            bundle.wrong.forEach(line -> err.println("bundle: " + line));
            if (!bundle.notYet.isEmpty()) {
                (args.length == 2 ? err : out).println("not for Central yet: " + String.join("; ", bundle.notYet));
            }
            if (!bundle.wrong.isEmpty() || (args.length == 2 && !bundle.notYet.isEmpty())) {
                return 1;
            }
            out.println(bundle.components.size() + " components have what Central asks of them"
                    + (bundle.notYet.isEmpty() ? "" : ", but for that"));
            return args.length == 2 ? bundle.write(Path.of(args[1]), out, err) : 0;
        } catch (IOException | SAXException | ParserConfigurationException e) {
            err.println("bundle: " + e);
            return 1;
        }
    }

    private void check() throws IOException, SAXException, ParserConfigurationException {
        for (Path pom : paths(name -> name.endsWith(".pom"))) {
            Component component = new Component(repository, pom);
            components.put(component.id, component);
        }
        if (components.isEmpty()) {
            wrong.add("no pom in " + repository);
        }
        // Maven's list of versions is not part of any of them; Central writes its own.
        for (Path file : paths(name -> !name.matches(".*\\.(md5|sha1|sha256|sha512|asc)|maven-metadata\\.xml"))) {
            components.values().stream()
                    .filter(component -> component.owns(file))
                    .findFirst()
                    .ifPresentOrElse(
                            component -> component.files.add(file),
                            () -> wrong.add(repository.relativize(file) + " belongs to no pom"));
        }
        for (Component component : components.values()) {
            checkCoordinates(component);
            checkPom(component);
            checkDependencies(component);
            checkJars(component);
        }
        checkSums();
        checkSignatures();
    }

    private void checkCoordinates(Component component) {
        String expected = component.group().replace('.', '/') + "/" + component.artifact() + "/" + component.version();
        if (!repository.relativize(component.folder).equals(Path.of(expected))) {
            wrong.add(component + ": lies in " + repository.relativize(component.folder) + "; allowed: " + expected);
        }
        if (component.version().endsWith("-SNAPSHOT")) {
            notYet.add("version " + component.version() + " is none of a release (packaging/set-version)");
        } else if (!component.stem.equals(component.artifact() + "-" + component.version())) {
            wrong.add(component + ": its pom is called " + component.stem + ".pom");
        }
    }

    private void checkPom(Component component) {
        for (String element : List.of("name", "description")) {
            if (component.text(element).isEmpty()) {
                wrong.add(component + ": no " + element);
            }
        }
        for (String element : List.of("licenses/license/name", "licenses/license/url", "developers/developer/name")) {
            if (inherited(component, element).isEmpty()) {
                wrong.add(component + ": no " + element);
            }
        }
        for (String element : List.of("url", "scm/url", "scm/connection", "scm/developerConnection")) {
            if (inherited(component, element).isEmpty()) {
                notYet.add("no " + element.replaceFirst("/.*", "") + " in the poms (packaging/set-home URL)");
            }
        }
        if (component.child("repositories").isPresent()) {
            wrong.add(component + ": names repositories of its own");
        }
    }

    /** Central makes the effective pom, so a parent must be there; and users need what is not only for tests. */
    private void checkDependencies(Component component) {
        component
                .parentId()
                .filter(id -> !components.containsKey(id))
                .ifPresent(id -> wrong.add(component + ": its parent " + id + " is not in the bundle"));
        for (Element dependency : component.dependencies()) {
            String id = text(dependency, "groupId").orElse("") + ":"
                    + text(dependency, "artifactId").orElse("");
            boolean ours = id.startsWith(component.group() + ":");
            boolean needed = !text(dependency, "scope").equals(Optional.of("test"));
            if (ours && needed && !components.containsKey(id)) {
                wrong.add(component + ": needs " + id + ", which is not in the bundle");
            }
        }
    }

    private void checkJars(Component component) throws IOException {
        if (component.text("packaging").equals(Optional.of("pom"))) {
            return;
        }
        for (String suffix : JARS) {
            Path jar = component.folder.resolve(component.stem + suffix);
            if (!Files.exists(jar)) {
                wrong.add(component + ": no " + jar.getFileName());
                continue;
            }
            String inside = Map.of(".jar", ".class", "-sources.jar", ".java").getOrDefault(suffix, "index.html");
            try (ZipFile zip = new ZipFile(jar.toFile())) {
                if (zip.stream()
                        .map(ZipEntry::getName)
                        .noneMatch(name -> name.endsWith(inside) && !name.startsWith("module-info"))) {
                    wrong.add(jar.getFileName() + ": has no " + inside + " in it");
                }
            }
        }
    }

    private void checkSums() throws IOException {
        for (Path file : allFiles()) {
            for (String sum : SUMS) {
                Path beside = beside(file, sum);
                if (!Files.exists(beside)) {
                    wrong.add(file.getFileName() + ": no " + beside.getFileName());
                } else if (!Files.readString(beside).strip().equalsIgnoreCase(digest(file, sum))) {
                    wrong.add(file.getFileName() + ": " + beside.getFileName() + " is another's");
                }
            }
        }
    }

    private void checkSignatures() throws IOException {
        List<Path> all = allFiles();
        List<Path> unsigned =
                all.stream().filter(file -> !Files.exists(beside(file, "asc"))).toList();
        if (unsigned.size() == all.size()) {
            notYet.add("not signed (-Dgpg.keyname=KEY)");
            return;
        }
        unsigned.forEach(file -> wrong.add(file.getFileName() + ": not signed, as others are"));
        for (Path file : all) {
            if (!unsigned.contains(file) && !verifies(file)) {
                wrong.add(file.getFileName()
                        + ": its signature is not what gpg can verify with the keys of this machine");
            }
        }
    }

    private static boolean verifies(Path file) throws IOException {
        Process gpg = new ProcessBuilder(
                        "gpg", "--batch", "--verify", beside(file, "asc").toString(), file.toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            return gpg.waitFor() == 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Nothing half-done is left where it would be taken for a bundle. */
    private int write(Path zip, PrintStream out, PrintStream err) throws IOException {
        Path part = beside(zip, "part");
        try {
            int count = writeAll(part);
            if (Files.size(part) > LARGEST) {
                err.println("bundle: " + zip + " would have " + Files.size(part) + " bytes; allowed: " + LARGEST);
                return 1;
            }
            Files.move(part, zip, StandardCopyOption.REPLACE_EXISTING);
            out.println(count + " files, " + Files.size(zip) + " bytes: " + zip);
            return 0;
        } finally {
            Files.deleteIfExists(part);
        }
    }

    private int writeAll(Path zip) throws IOException {
        int count = 0;
        try (OutputStream file = Files.newOutputStream(zip);
                ZipOutputStream zipped = new ZipOutputStream(file)) {
            for (Path path : allFiles()) {
                for (Path each : List.of(path, beside(path, "md5"), beside(path, "sha1"), beside(path, "asc"))) {
                    ZipEntry entry =
                            new ZipEntry(repository.relativize(each).toString().replace('\\', '/'));
                    // The same whenever it is made; it is the oldest that a zip can say.
                    entry.setTimeLocal(LocalDateTime.of(1980, 1, 1, 0, 0));
                    zipped.putNextEntry(entry);
                    Files.copy(each, zipped);
                    zipped.closeEntry();
                    count++;
                }
            }
        }
        return count;
    }

    private List<Path> allFiles() {
        return components.values().stream()
                .flatMap(component -> component.files.stream())
                .toList();
    }

    private List<Path> paths(Predicate<String> name) throws IOException {
        try (Stream<Path> walk = Files.walk(repository)) {
            return walk.filter(Files::isRegularFile)
                    .filter(path -> name.test(path.getFileName().toString()))
                    .sorted()
                    .toList();
        }
    }

    private Optional<String> inherited(Component component, String path) {
        Optional<String> own = component.text(path);
        return own.isPresent()
                ? own
                : component.parentId().map(components::get).flatMap(parent -> inherited(parent, path));
    }

    private static Path beside(Path file, String extension) {
        return file.resolveSibling(file.getFileName() + "." + extension);
    }

    private static String digest(Path file, String sum) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            MessageDigest digest = MessageDigest.getInstance(sum.equals("md5") ? "MD5" : "SHA-1");
            digest.update(in.readAllBytes());
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new UncheckedIOException(new IOException(e));
        }
    }

    /** What a pom has at its root. */
    static Element project(Path pom) throws IOException, SAXException, ParserConfigurationException {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(pom.toFile())
                .getDocumentElement();
    }

    /** The text of the first element on a path of names below this one, if it has any. */
    static Optional<String> text(Element element, String path) {
        Optional<Element> found = Optional.of(element);
        for (String name : path.split("/", -1)) {
            found = found.flatMap(parent -> children(parent, name).findFirst());
        }
        return found.map(Node::getTextContent).map(String::strip).filter(text -> !text.isEmpty());
    }

    /** The elements of this name right below another. */
    static Stream<Element> children(Element parent, String name) {
        List<Element> found = new ArrayList<>();
        for (Node child = parent.getFirstChild(); child != null; child = child.getNextSibling()) {
            if (child instanceof Element element && element.getTagName().equals(name)) {
                found.add(element);
            }
        }
        return found.stream();
    }

    /** A pom and what lies beside it. */
    private static final class Component {
        final Path folder;
        final String stem;
        final String id;
        /** All that is to be in the bundle but checksums and signatures. */
        final List<Path> files = new ArrayList<>();

        private final Element project;

        Component(Path repository, Path pom) throws IOException, SAXException, ParserConfigurationException {
            folder = pom.getParent() == null ? repository : pom.getParent();
            stem = pom.getFileName().toString().replaceFirst("\\.pom$", "");
            project = project(pom);
            id = group() + ":" + artifact();
        }

        String group() {
            return text("groupId").or(() -> text("parent/groupId")).orElse("");
        }

        String artifact() {
            return text("artifactId").orElse("");
        }

        String version() {
            return text("version").or(() -> text("parent/version")).orElse("");
        }

        Optional<String> parentId() {
            return text("parent/groupId")
                    .map(group -> group + ":" + text("parent/artifactId").orElse(""));
        }

        boolean owns(Path file) {
            String name = file.getFileName().toString();
            return folder.equals(file.getParent()) && (name.startsWith(stem + ".") || name.startsWith(stem + "-"));
        }

        Optional<Element> child(String name) {
            return children(project, name).findFirst();
        }

        Optional<String> text(String path) {
            return CentralBundle.text(project, path);
        }

        /** What the pom needs; of what it only manages, all if that is the pom's purpose. */
        List<Element> dependencies() {
            List<Element> found = new ArrayList<>();
            child("dependencies").ifPresent(all -> children(all, "dependency").forEach(found::add));
            if (child("parent").isEmpty() && child("modules").isEmpty()) {
                child("dependencyManagement")
                        .flatMap(managed -> children(managed, "dependencies").findFirst())
                        .ifPresent(all -> children(all, "dependency").forEach(found::add));
            }
            return found;
        }

        @Override
        public String toString() {
            return artifact();
        }
    }
}
