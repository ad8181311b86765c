# What ./keystead and streams-examples/run share: a Java, and a folder of this tree that is built when a source is newer
# than its last build. To be sourced, with
#   root    the tree
#   folder  what is built, a path in the tree
#   name    of what is built: its jar is $folder/target/$name.jar, with what it needs in $folder/target/lib

needed="a JDK 17 or newer"
. "$root/cli/java.sh"

stamp=$root/$folder/target/keystead.stamp
log=$root/$folder/target/keystead-build.log
# One for the tree, for all builds write to the folders that they have in common.
lock=$root/cli/target/keystead.lock

if [ -n "${JAVA_HOME:-}" ]; then javac=$JAVA_HOME/bin/javac; else javac=$(command -v javac) || javac=; fi

# The stamp tells which Java was good enough, so that the next run need not ask it again.
is_built() {
    [ -f "$stamp" ] || return 1
    read -r version built_by <"$stamp"
    [ "$built_by" = "$(real "$java")" ] || return 1
    # Folders are looked at too: a deleted file changes nothing else.
    # The examples have a folder harness in common; the command has none.
    newer=$(find "$root/pom.xml" "$root"/*/pom.xml "$root"/*/src/main \
        "$root"/flink-lines/*/pom.xml "$root"/flink-lines/*/src/main \
        "$root/$folder/pom.xml" "$root/$folder/src/main" "$root/$folder/../harness" -newer "$stamp" 2>/dev/null | head -n 1)
    [ -z "$newer" ]
}

real() {
    readlink -f "$1" 2>/dev/null || echo "$1"
}

build() {
    check_java
    [ -n "$javac" ] && [ -x "$javac" ] || fail "no compiler beside the Java in $from; needed: $needed, in JAVA_HOME or PATH"
    command -v mvn >/dev/null || fail "no Maven in PATH; needed: Maven 3.8.1 or newer (mvn)"
    why="first run, about a minute"
    [ -e "$stamp" ] && why="sources or Java changed"
    echo "building $name ($why)..." >&2
    # Whoever built last may be another user, whose files can be replaced and not written.
    mkdir -p "$root/$folder/target"
    rm -f "$stamp.new" "$log"
    # The stamp is as old as the start of the build, so that what changes meanwhile is built next time.
    echo "$version $(real "$java")" >"$stamp.new"
    # New files, not new contents: one that runs now keeps the ones that it has open.
    rm -rf "$stamp" "$root/$folder/target/lib" "$root/$folder/target/$name.jar"
    (cd "$root" && exec mvn -q -B -Dmaven.test.skip=true -Djacoco.skip=true -Dspotless.check.skip=true \
        -Dmaven.javadoc.skip=true -Dmaven.source.skip=true -pl "$folder" -am package) >"$log" 2>&1 </dev/null || {
        tail -n 20 "$log" >&2
        fail "the build failed; the whole log is $log"
    }
    mv "$stamp.new" "$stamp"
}

# Another user's process must not be sent a signal, but it can be seen.
is_alive() {
    kill -0 "$1" 2>/dev/null || [ -d "/proc/$1" ] || ps -p "$1" >/dev/null 2>&1
}

# A link can be made once, and names who made it: that one builds, others wait, and take over if it has died.
build_alone() {
    unwritable="cannot write to $root/cli/target, where it must build; needed: a directory that this user may write"
    mkdir -p "$root/cli/target" 2>/dev/null || fail "$unwritable"
    missed=0
    until ln -s "$$" "$lock" 2>/dev/null; do
        if builder=$(readlink "$lock"); then
            missed=0
            is_alive "$builder" || rm -f "$lock" 2>/dev/null || fail "$unwritable"
        else
            # Once, the other may just have finished; twice, no link can be made.
            is_built && return
            missed=$((missed + 1))
            [ "$missed" -lt 2 ] || fail "$unwritable"
            continue
        fi
        sleep 1
    done
    trap 'rm -f "$lock"' EXIT
    trap 'exit 129' HUP
    trap 'exit 130' INT
    trap 'exit 143' TERM
    is_built || build
    rm -f "$lock"
    trap - EXIT INT TERM HUP
}

is_built || build_alone
choose_options
