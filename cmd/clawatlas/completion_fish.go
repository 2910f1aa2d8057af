package main

import (
	"fmt"
	"strings"

	"github.com/alecthomas/kong"
)

// completeFish writes a line for each command and flag.
func completeFish(out *strings.Builder, app *kong.Application) {
	out.WriteString("# Completion of clawatlas for fish, written by: clawatlas completion fish\ncomplete -c clawatlas -f\n")
	fishFlags(out, app.Node, "")
	for _, n := range commandsOf(app) {
		fmt.Fprintf(out, "complete -c clawatlas -n __fish_use_subcommand -a %s -d %s\n", n.Name, fishQuoted(shortHelp(n.Help)))
	}
	for _, n := range commandsOf(app) {
		when := " -n '__fish_seen_subcommand_from " + n.Name + "'"
		fishFlags(out, n, when)
		if arg := argOf(n); arg != nil {
			fmt.Fprintf(out, "complete -c clawatlas%s%s\n", when, fishOffer(takesOf(arg), ""))
		}
	}
}

func fishFlags(out *strings.Builder, n *kong.Node, when string) {
	for _, f := range flagsOf(n) {
		offer := ""
		if !f.IsBool() {
			offer = fishOffer(takesOf(f.Value), " -x")
		}
		fmt.Fprintf(out, "complete -c clawatlas%s -l %s%s -d %s\n", when, f.Name, offer, fishQuoted(shortHelp(f.Help)))
	}
}

// fishOffer is what follows; otherwise is for what has nothing to offer.
func fishOffer(t takes, otherwise string) string {
	switch {
	case len(t.words) > 0:
		return otherwise + " -a " + fishQuoted(strings.Join(t.words, " "))
	case t.files && otherwise != "":
		return " -r -F"
	case t.files:
		return " -F"
	case t.dirs:
		return otherwise + " -a '(__fish_complete_directories)'"
	}
	return otherwise
}

func fishQuoted(s string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(s) + "'"
}
