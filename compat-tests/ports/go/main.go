// The programs of this folder: owner, produce and test; the scripts beside it run them.

package main

import (
	"bufio"
	"flag"
	"fmt"
	"io/ioutil"
	"os"
)

func main() {
	programs := map[string]func(arguments []string){"owner": owner, "produce": produce, "test": test}
	if len(os.Args) < 2 || programs[os.Args[1]] == nil {
		fail(2, "usage: owner, produce or test, and its arguments")
	}
	programs[os.Args[1]](os.Args[2:])
}

// parse reads arguments, all of which must be given but those that have a default.
func parse(flags *flag.FlagSet, arguments []string) {
	flags.SetOutput(ioutil.Discard)
	if err := flags.Parse(arguments); err != nil {
		fail(2, "%v", err)
	}
	if flags.NArg() > 0 {
		fail(2, "%q; allowed: options only", flags.Arg(0))
	}
	flags.VisitAll(func(f *flag.Flag) {
		if f.Value.String() == "" {
			fail(2, "--%s is missing", f.Name)
		}
	})
}

// Prints the partition of each key: owner --plan PLAN.json --keys KEYS.txt [--explain].
func owner(arguments []string) {
	flags := flag.NewFlagSet("owner", flag.ContinueOnError)
	plan := flags.String("plan", "", "")
	keys := flags.String("keys", "", "")
	explain := flags.Bool("explain", false, "")
	parse(flags, arguments)
	placement := readPlan(*plan).placement
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for _, key := range readKeys(*keys) {
		fmt.Fprintln(out, line(placement, key, *explain))
	}
}

func line(placement *Placement, key []byte, explain bool) string {
	if key == nil && explain {
		return "- - - -"
	}
	if key == nil {
		return "-"
	}
	why := placement.Explain(key)
	if !explain {
		return why.Owner
	}
	slot := "-"
	if why.Slot >= 0 {
		slot = fmt.Sprintf("%x", why.Slot)
	}
	return fmt.Sprintf("%s %016x %s %016x", why.Owner, why.KeyHash, slot, why.Score)
}
