package main

import (
	"embed"
	"strings"

	"github.com/alecthomas/kong"
)

// scripts are what shells read: each asks offersCmd for the words.
//
//go:embed completion
var scripts embed.FS

type completionCmd struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"Shell: bash, zsh or fish."`
}

// Help implements kong's detailed help.
func (completionCmd) Help() string {
	return "bash: clawatlas completion bash > ~/.local/share/bash-completion/completions/clawatlas\n\n" +
		"zsh: clawatlas completion zsh > a file _clawatlas in a directory of $fpath\n\n" +
		"fish: clawatlas completion fish > ~/.config/fish/completions/clawatlas.fish"
}

// Run prints the script of a shell.
func (c *completionCmd) Run(s *streams) error {
	script, err := scripts.ReadFile("completion/" + c.Shell)
	if err == nil {
		_, err = s.out.file.Write(script) // text of the program itself
	}
	return err
}

// offersCmd is what the scripts run at each press of the key.
type offersCmd struct {
	Words []string `arg:"" optional:"" help:"The line behind the program's name; the last word is being written."`
}

// Run prints a line for each word that may stand there, with a tab before what it
// means; ":files" or ":dirs" where the shell knows them.
func (c *offersCmd) Run(kctx *kong.Context, s *streams) error {
	_, err := s.out.file.WriteString(offers(kctx.Model, c.Words))
	return err
}

// offers goes through the line as the parser does. Bash takes "=" for a word.
func offers(app *kong.Application, line []string) string {
	if len(line) == 0 {
		line = []string{""}
	}
	node, last := app.Node, strings.TrimPrefix(line[len(line)-1], "=")
	var value *kong.Value // whose turn it is
	for _, w := range line[:len(line)-1] {
		switch flag := valued(w, app.Node, node); {
		case w == "=":
		case value != nil:
			value = nil
		case flag != nil && !strings.Contains(w, "="):
			value = flag
		case node == app.Node:
			for _, n := range app.Children {
				if n.Name == w {
					node = n
				}
			}
		}
	}
	if name, _, whole := strings.Cut(last, "="); whole {
		if flag := valued(last, app.Node, node); flag != nil {
			return values(flag, name+"=")
		}
	}
	var out strings.Builder
	switch {
	case value != nil:
		return values(value, "")
	case strings.HasPrefix(last, "-"):
		for _, f := range append(node.Flags[:len(node.Flags):len(node.Flags)], app.Flags...) {
			if !strings.Contains("\n"+out.String(), "\n--"+f.Name+"\t") { // at the root both are the same
				offer(&out, "--"+f.Name, f.Help, f.Hidden)
			}
		}
	case node == app.Node:
		for _, n := range app.Children {
			offer(&out, n.Name, n.Help, n.Hidden)
		}
	case len(node.Positional) > 0:
		return values(node.Positional[0], "") // no command has two
	}
	return out.String()
}

// valued is the value of the flag that a word names; nil for any other word and for
// flags that take none.
func valued(word string, nodes ...*kong.Node) *kong.Value {
	name, _, _ := strings.Cut(strings.TrimPrefix(word, "--"), "=")
	for _, n := range nodes {
		for _, f := range n.Flags {
			if strings.HasPrefix(word, "--") && f.Name == name && !f.IsBool() {
				return f.Value
			}
		}
	}
	return nil
}

// values are what a value may be, behind a text that is written already.
func values(v *kong.Value, behind string) string {
	name := v.Name
	if v.Flag != nil {
		name = strings.ToLower(v.Flag.PlaceHolder)
	}
	switch {
	case v.Enum != "":
		var out strings.Builder
		for _, w := range v.EnumSlice() {
			offer(&out, behind+w, "", w == "")
		}
		return out.String()
	case name == "file" || name == "path":
		return ":files\n"
	case name == "dir":
		return ":dirs\n"
	}
	return ""
}

// offer writes a word and the first sentence of its help.
func offer(out *strings.Builder, word, help string, hidden bool) {
	if hidden {
		return
	}
	first, _, _ := strings.Cut(strings.ReplaceAll(help, "\n", " "), ". ")
	out.WriteString(strings.TrimSuffix(word+"\t"+strings.TrimSuffix(first, "."), "\t") + "\n")
}
