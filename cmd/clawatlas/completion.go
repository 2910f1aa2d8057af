package main

import (
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

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
func (c *completionCmd) Run(kctx *kong.Context, s *streams) error {
	write := map[string]func(*strings.Builder, *kong.Application){"bash": completeBash, "zsh": completeZsh, "fish": completeFish}[c.Shell]
	var out strings.Builder
	write(&out, kctx.Model)
	_, err := s.out.file.WriteString(out.String()) // text of the program itself
	return err
}

// takes is what a shell offers for a value: words to choose from, or files,
// directories, nothing.
type takes struct {
	words       []string
	files, dirs bool
}

func takesOf(v *kong.Value) takes {
	name := v.Name
	if v.Flag != nil {
		name = strings.ToLower(v.Flag.PlaceHolder)
	}
	t := takes{files: name == "file" || name == "path", dirs: name == "dir"}
	if v.Enum != "" {
		t.words = slices.DeleteFunc(v.EnumSlice(), func(w string) bool { return w == "" })
	}
	return t
}

// argOf is what a command takes beside flags; nil: nothing.
func argOf(n *kong.Node) *kong.Value {
	if len(n.Positional) == 0 {
		return nil
	}
	return n.Positional[0] // no command has two
}

// shortHelp is the first sentence of a help text.
func shortHelp(help string) string {
	first, _, _ := strings.Cut(strings.ReplaceAll(help, "\n", " "), ". ")
	return strings.TrimSuffix(first, ".")
}

// quoted is a text between single quotes of a POSIX shell.
func quoted(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

// commandsOf and flagsOf are what is not hidden.
func commandsOf(app *kong.Application) []*kong.Node {
	return slices.DeleteFunc(slices.Clone(app.Children), func(n *kong.Node) bool { return n.Hidden })
}

func flagsOf(n *kong.Node) []*kong.Flag {
	return slices.DeleteFunc(slices.Clone(n.Flags), func(f *kong.Flag) bool { return f.Hidden })
}

func namesOf(nodes []*kong.Node) []string {
	var names []string
	for _, n := range nodes {
		names = append(names, n.Name)
	}
	return names
}
