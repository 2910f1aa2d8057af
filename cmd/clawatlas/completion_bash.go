package main

import (
	"fmt"
	"strings"

	"github.com/alecthomas/kong"
)

// completeBash writes a function that needs nothing else, for bash 3.2 and
// later. "=" is a word of its own in bash.
func completeBash(out *strings.Builder, app *kong.Application) {
	commands := commandsOf(app)
	fmt.Fprintf(out, bashHead, strings.Join(namesOf(commands), "|*,"))
	out.WriteString("  case $command,$prev in\n")
	for _, n := range append([]*kong.Node{app.Node}, commands...) {
		for _, f := range flagsOf(n) {
			if f.IsBool() {
				continue
			}
			of := n.Name + ","
			if n == app.Node {
				of = "*,"
			}
			fmt.Fprintf(out, "    %s--%s) %s; return ;;\n", of, f.Name, bashOffer(takesOf(f.Value)))
		}
	}
	out.WriteString("  esac\n  case $command,$cur in\n")
	for _, n := range commands {
		fmt.Fprintf(out, "    %s,-*) _clawatlas_words '%s' ;;\n", n.Name, bashFlags(app.Node, n))
		if arg := argOf(n); arg != nil {
			fmt.Fprintf(out, "    %s,*) %s ;;\n", n.Name, bashOffer(takesOf(arg)))
		}
	}
	fmt.Fprintf(out, "    ,-*) _clawatlas_words '%s' ;;\n    ,*) _clawatlas_words '%s' ;;\n", bashFlags(app.Node), strings.Join(namesOf(commands), " "))
	out.WriteString("  esac\n}\ncomplete -F _clawatlas clawatlas\n")
}

func bashFlags(nodes ...*kong.Node) string {
	var names []string
	for _, n := range nodes {
		for _, f := range flagsOf(n) {
			names = append(names, "--"+f.Name)
		}
	}
	return strings.Join(names, " ")
}

func bashOffer(t takes) string {
	switch {
	case len(t.words) > 0:
		return "_clawatlas_words '" + strings.Join(t.words, " ") + "'"
	case t.files:
		return "_clawatlas_paths -f"
	case t.dirs:
		return "_clawatlas_paths -d"
	}
	return ":"
}

const bashHead = `# Completion of clawatlas for bash, written by: clawatlas completion bash
_clawatlas_words() { COMPREPLY=($(compgen -W "$1" -- "$cur")); }
_clawatlas_paths() {
  local IFS=$'\n'
  compopt -o filenames 2>/dev/null
  COMPREPLY=($(compgen "$1" -- "$cur"))
}
_clawatlas() {
  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} command= i
  COMPREPLY=()
  if [[ $cur == '=' ]]; then
    cur=
  elif [[ $prev == '=' ]]; then
    prev=${COMP_WORDS[COMP_CWORD-2]}
  fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    case ${COMP_WORDS[i-1]},${COMP_WORDS[i]} in
      --config,*|=,*) ;;
      *,%s) command=${COMP_WORDS[i]}; break ;;
    esac
  done
`
