package io.keystead.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/**
 * The poms of what is published have what Maven Central asks of them, and bom lists all of them. {@code CentralBundle}
 * looks at what is staged; this looks at every build.
 */
class PublishedPomsIT {
    /** What Maven Central asks for too, and what is not said before {@code packaging/set-home} has said it. */
    private static final Set<String> NOT_YET = Set.of("url", "scm");

    private static final List<String> ASKED =
            List.of("name", "description", "url", "licenses", "scm", "developers", "groupId", "artifactId", "version");

    @Test
    void every_published_pom_has_what_maven_central_asks_for_or_none_has_what_needs_a_public_home() throws Exception {
        TreeMap<String, Set<String>> missing = new TreeMap<>();
        for (Pom pom : published()) {
            missing.put(
                    pom.text("artifactId").orElseThrow(),
                    Set.copyOf(ASKED.stream()
                            .filter(element -> pom.inherited(element).isEmpty())
                            .toList()));
        }

        boolean home = new Pom(Distribution.ROOT, null).text("url").isPresent();
        assertThat(missing)
                .hasSizeGreaterThan(10)
                .allSatisfy((artifact, elements) ->
                        assertThat(elements).as(artifact).isEqualTo(home ? Set.of() : NOT_YET));
    }

    @Test
    void a_home_is_inherited_as_it_stands_and_not_with_the_name_of_a_folder_behind_it() throws Exception {
        assertThat(new Pom(Distribution.ROOT, null).project.getAttribute("child.project.url.inherit.append.path"))
                .isEqualTo("false");
    }

    @Test
    void bom_lists_all_published_jars_and_nothing_else() throws Exception {
        Pom bom = new Pom(Distribution.ROOT.resolve("bom"), null);
        List<String> listed = new ArrayList<>();
        var artifacts = bom.project.getElementsByTagName("artifactId");
        for (int i = 0; i < artifacts.getLength(); i++) {
            if (artifacts.item(i).getParentNode().getNodeName().equals("dependency")) {
                listed.add(artifacts.item(i).getTextContent());
            }
        }

        assertThat(published().stream()
                        .filter(pom -> pom.text("packaging").isEmpty())
                        .map(pom -> pom.text("artifactId").orElseThrow()))
                .containsExactlyInAnyOrderElementsOf(listed);
    }

    private static List<Pom> published() throws Exception {
        List<Pom> poms = new ArrayList<>();
        collect(new Pom(Distribution.ROOT, null), poms);
        return poms.stream().filter(Pom::isPublished).toList();
    }

    private static void collect(Pom pom, List<Pom> into) throws Exception {
        into.add(pom);
        for (String module : pom.modules()) {
            collect(new Pom(pom.folder.resolve(module), pom), into);
        }
    }

    /** A pom, and the one above it in the tree, which is its parent if it has one. */
    private static final class Pom {
        private final Path folder;
        private final Element project;
        private final Optional<Pom> parent;

        Pom(Path folder, @Nullable Pom above) throws Exception {
            this.folder = folder;
            project = CentralBundle.project(folder.resolve("pom.xml"));
            parent = text("parent").isPresent() ? Optional.ofNullable(above) : Optional.empty();
        }

        List<String> modules() {
            return CentralBundle.children(project, "modules")
                    .flatMap(modules -> CentralBundle.children(modules, "module"))
                    .map(Node::getTextContent)
                    .toList();
        }

        boolean isPublished() {
            return !property("maven.deploy.skip").equals(Optional.of("true"));
        }

        private Optional<String> property(String name) {
            Optional<String> own = text("properties/" + name);
            return own.isPresent() ? own : parent.flatMap(above -> above.property(name));
        }

        Optional<String> text(String element) {
            return CentralBundle.text(project, element);
        }

        /** What Maven takes from the parent where the pom has none; a name and a description should be its own. */
        Optional<String> inherited(String element) {
            Optional<String> own = text(element);
            boolean inherits = !Set.of("name", "description", "artifactId").contains(element);
            return own.isPresent() || !inherits ? own : parent.flatMap(above -> above.inherited(element));
        }
    }
}
