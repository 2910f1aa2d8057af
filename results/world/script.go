package world

import (
	"path"
	"regexp"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/calls"
)

// isScript reports whether a file's name is that of a script.
func isScript(name string) bool {
	return strings.HasSuffix(name, ".py") || strings.HasSuffix(name, ".sh")
}

// written keeps the scripts that a call wrote or changed.
func (w *Watch) written(c *seen) {
	name := path.Base(c.args.Path)
	switch {
	case c.args.Kind == calls.Write && isScript(name):
		w.scripts[name] = c.args.Content
	case c.args.Kind == calls.Edit && isScript(name):
		for _, x := range c.args.Changes {
			w.scripts[name] = strings.Replace(w.scripts[name], x.Old, x.New, 1)
		}
	}
	for i := range c.commands {
		x := &c.commands[i]
		if x.Program != "cat" || x.Input == "" {
			continue
		}
		for _, to := range x.To {
			if isScript(to) {
				w.scripts[path.Base(to)] = x.Input
			}
		}
		for _, to := range x.Added {
			if isScript(to) {
				w.scripts[path.Base(to)] += x.Input
			}
		}
	}
}

// broken matches what says that a script did not run or broke off on its own.
var broken = regexp.MustCompile(`Traceback \(most recent call last\)|(?m:^\w*(?:Syntax|Indentation|Tab)Error:)|can't open file`)

// started reports whether the script of a command ran. A script that ends with a
// code of its own has run: it may have read all it was to read.
func started(r *results.Result) bool {
	const missing, unusable = 127, 126 // exit codes of shells
	if r.Failed && (r.ExitCode == nil || *r.ExitCode == missing || *r.ExitCode == unusable) {
		return false
	}
	return !broken.MatchString(r.Content)
}

// ran finds the agent's scripts that a call ran.
func (w *Watch) ran(c *seen) {
	for i := range c.commands {
		x := &c.commands[i]
		names := []string{x.Program}
		if interpreter(x.Program) {
			names = x.Args
		}
		for _, name := range names {
			if text := w.scripts[path.Base(name)]; text != "" && isScript(name) {
				c.scripts = append(c.scripts, text)
			}
		}
	}
}

// opensInScript reports whether a script, in Python or in a shell's language,
// opens the object: by its name, or by a variable that holds the name.
func (n *naming) opensInScript(text string) bool {
	if !strings.Contains(text, n.name) {
		return false
	}
	if n.openedBy(text) || !strings.Contains(text, "import ") && n.openedIn(calls.Commands(text)) {
		return true
	}
	for _, m := range assigned.FindAllStringSubmatch(text, -1) {
		if !n.isFile(m[2]) {
			continue
		}
		for _, use := range loads.FindAllStringSubmatch(text, -1) {
			if use[1] == m[1] && use[2] == "" {
				return true
			}
		}
	}
	return false
}

// assigned matches a variable that is given a text, loads one that is opened or
// handed to a function that loads; its second group is there if it is to be written.
var (
	assigned = regexp.MustCompile(`(?m)^[ \t]*(\w+)[ \t]*=[ \t]*(?:[\w.]+\([^()\n]*?)?[rbfu]?["']([^"'\n]+)["']`)
	loads    = regexp.MustCompile(`\b(?:open|read_\w+|load\w*)\(\s*(\w+)\b(\s*,\s*(?:mode\s*=\s*)?["'][wax])?`)
)
