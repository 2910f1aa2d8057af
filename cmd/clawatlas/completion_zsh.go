package main

import (
	"fmt"
	"strings"

	"github.com/alecthomas/kong"
)

// completeZsh writes a script that works from a directory of $fpath and when it
// is sourced.
func completeZsh(out *strings.Builder, app *kong.Application) {
	out.WriteString("#compdef clawatlas\n# Completion of clawatlas for zsh, written by: clawatlas completion zsh\n_clawatlas() {\n" +
		"  local context state line\n  typeset -A opt_args\n  local -a commands global\n  global=(\n")
	zshFlags(out, app.Node)
	out.WriteString("  )\n  commands=(\n")
	for _, n := range commandsOf(app) {
		fmt.Fprintf(out, "    %s\n", quoted(n.Name+":"+shortHelp(n.Help)))
	}
	out.WriteString("  )\n  _arguments -C $global '1:command:->command' '*::argument:->argument'\n" +
		"  case $state in\n  command) _describe command commands ;;\n  argument)\n    case $words[1] in\n")
	for _, n := range commandsOf(app) {
		fmt.Fprintf(out, "    %s) _arguments $global \\\n", n.Name)
		zshFlags(out, n)
		if arg := argOf(n); arg != nil {
			fmt.Fprintf(out, "    %s\n", quoted("*:"+arg.Name+zshOffer(takesOf(arg))))
		}
		out.WriteString("    ;;\n")
	}
	out.WriteString("    esac ;;\n  esac\n}\n" +
		"if [[ $funcstack[1] == _clawatlas ]]; then _clawatlas \"$@\"; else compdef _clawatlas clawatlas; fi\n")
}

var zshEscape = strings.NewReplacer(`\`, `\\`, `[`, `\[`, `]`, `\]`, `:`, `\:`)

func zshFlags(out *strings.Builder, n *kong.Node) {
	for _, f := range flagsOf(n) {
		spec := "--" + f.Name
		if !f.IsBool() {
			spec += "="
		}
		spec += "[" + zshEscape.Replace(shortHelp(f.Help)) + "]"
		if !f.IsBool() {
			spec += ":" + zshEscape.Replace(f.PlaceHolder) + zshOffer(takesOf(f.Value))
		}
		if f.IsCumulative() {
			spec = "*" + spec
		}
		end := " \\"
		if n.Type == kong.ApplicationNode {
			end = "" // within a list
		}
		fmt.Fprintf(out, "    %s%s\n", quoted(spec), end)
	}
}

func zshOffer(t takes) string {
	switch {
	case len(t.words) > 0:
		return ":(" + strings.Join(t.words, " ") + ")"
	case t.files:
		return ":_files"
	case t.dirs:
		return ":_files -/"
	}
	return ": "
}
