# Which Java, and how the command is started with it: what ./keystead, streams-examples/run and the distribution's bin/keystead
# share. To be sourced, with
#   name    of what is started
#   needed  the Java that it needs

fail() {
    echo "$name: $*" >&2
    exit 2
}

# JAVA_HOME, then PATH.
if [ -n "${JAVA_HOME:-}" ]; then
    java=$JAVA_HOME/bin/java
    from="JAVA_HOME=$JAVA_HOME"
else
    java=$(command -v java) || java=
    from="PATH"
fi

# Sets version.
check_java() {
    [ -n "$java" ] && [ -x "$java" ] || fail "no Java in $from; needed: $needed, in JAVA_HOME or PATH"
    # Before 9 they were 1.8, 1.7 and so on.
    version=$("$java" -version 2>&1 | sed -n 's/.*version "\(1\.\)\{0,1\}\([0-9]*\).*/\2/p' | head -n 1)
    [ "${version:-0}" -ge 17 ] || fail "Java ${version:-of unknown version} in $from; needed: $needed, in JAVA_HOME or PATH"
}

# Sets unsafe, from version: Kafka's client does what Java 24 and later warn of.
choose_options() {
    unsafe=
    [ "$version" -lt 24 ] || unsafe=--sun-misc-unsafe-memory-access=allow
}

# run_keystead CLASS_PATH ARGUMENT...: becomes the command keystead.
run_keystead() {
    class_path=$1
    shift

    # A quarter of the memory, Java's own choice, may be too little for millions of keys.
    heap=
    # Only a long run repays the better compiler.
    tiered=-XX:TieredStopAtLevel=1
    for argument; do
        case $argument in
            plan | compare | shadow) tiered= heap=-XX:MaxRAMPercentage=70 ;;
            owner | verify | vectors | sandbox | demo) tiered= ;;
        esac
    done

    # Keys and names are bytes: read as UTF-8 wherever this runs. Java cannot ask whether standard error is a terminal.
    out=false
    err=false
    [ -t 1 ] && out=true
    [ -t 2 ] && err=true
    # shellcheck disable=SC2086
    LC_ALL=C.UTF-8 exec "$java" -XX:+UseSerialGC -Xshare:auto $tiered $heap $unsafe \
        -Dkeystead.out.terminal=$out -Dkeystead.err.terminal=$err \
        -cp "$class_path" io.keystead.cli.Keystead "$@"
}
