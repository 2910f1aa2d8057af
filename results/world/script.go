package world

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/calls"
)

func isScript(name string) bool {
	return strings.HasSuffix(name, ".py") || strings.HasSuffix(name, ".sh")
}

// written records the content of scripts that a call writes or changes.
func (w *watch) written(c *seen) {
	name := path.Base(c.args.Path)
	switch {
	case c.args.Kind == calls.Write && isScript(name):
		w.scripts[name] = c.args.Content
	case c.args.Kind == calls.Edit && isScript(name):
		for _, x := range c.args.Changes {
			if was := w.scripts[name]; strings.Contains(was, x.Old) {
				w.scripts[name] = strings.Replace(was, x.Old, x.New, 1)
			} else { // script that existed before the trace
				w.scripts[name] += "\n" + x.New
			}
		}
	case c.args.Patch != "":
		w.patched(c.args.Patch)
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

func (w *watch) patched(patch string) {
	name := ""
	for line := range strings.Lines(patch) {
		line = strings.TrimRight(line, "\r\n")
		if m := patchHead.FindStringSubmatch(line); m != nil {
			name = path.Base(m[1])
			continue
		}
		if added, ok := strings.CutPrefix(line, "+"); ok && isScript(name) {
			w.scripts[name] += added + "\n"
		}
	}
}

// patchHead matches the line of a patch that names the next file to change.
var patchHead = regexp.MustCompile(`^(?:\*\*\* (?:Add|Update) File: |\+\+\+ (?:b/)?)(\S+)`)

// broken matches error messages of a script that failed or could not be started.
var broken = regexp.MustCompile(`Traceback \(most recent call last\)|(?m:^\w*(?:Syntax|Indentation|Tab)Error:)|can't open file`)

// started reports whether the script in a command was started. A script that ended with an error
// counts as started, because it may have read its input before.
func started(r *results.Result) bool {
	const missing, unusable = 127, 126 // exit codes with which shells report a missing or unusable program
	if r.Failed && (r.ExitCode == nil || *r.ExitCode == missing || *r.ExitCode == unusable) {
		return false
	}
	return !broken.MatchString(r.Content)
}

// ran stores the texts of the agent's own scripts that a call ran.
func (w *watch) ran(c *seen) {
	for i := range c.commands {
		x := &c.commands[i]
		names := []string{x.Program}
		if interpreter(x.Program) {
			names = x.Args
			if at := slices.Index(names, "-m"); at >= 0 && at+1 < len(names) {
				names = []string{strings.ReplaceAll(names[at+1], ".", "/") + ".py"}
			}
		}
		for _, name := range names {
			if text := w.scripts[path.Base(name)]; text != "" && isScript(name) {
				c.scripts = append(c.scripts, text)
			}
		}
	}
}

// opensInScript reports whether a Python or shell script opens the file or chat.
func (n *naming) opensInScript(text string) bool {
	return n.openedByCode(text) ||
		strings.Contains(text, n.name) && !strings.Contains(text, "import ") && n.openedIn(calls.Commands(text))
}

// openedByCode reports whether code opens the file or chat for reading: by its name, through a
// variable that contains its path, or in a function that receives either as an argument.
func (n *naming) openedByCode(code string) bool {
	if !strings.Contains(code, n.name) {
		return false
	}
	if n.openedBy(code) {
		return true
	}
	var held []string
	for _, m := range n.holder.FindAllStringSubmatch(code, -1) {
		held = append(held, m[1])
	}
	if slices.ContainsFunc(held, func(name string) bool { return loaded(code, name) }) {
		return true
	}
	for _, f := range functionsOf(code) {
		for _, call := range regexp.MustCompile(`\b`+f.name+`\(([^\n]*)\)`).FindAllStringSubmatch(code, -1) {
			for i, arg := range strings.Split(call[1], ",") {
				key, value, named := strings.Cut(arg, "=")
				if !named {
					value = key
				}
				value = strings.TrimSpace(strings.NewReplacer("str(", "", "Path(", "", ")", "").Replace(value))
				if !slices.Contains(held, value) && !n.isFile(strings.Trim(value, `"'`)) {
					continue
				}
				if named && loaded(f.body, strings.TrimSpace(key)) || !named && i < len(f.parameters) && loaded(f.body, f.parameters[i]) {
					return true
				}
			}
		}
	}
	return false
}

type function struct {
	name       string
	parameters []string
	body       string
}

var defined = regexp.MustCompile(`(?m)^([ \t]*)def (\w+)\(([^()]*)\)[^\n]*:`)

func functionsOf(code string) []function {
	var list []function
	for _, m := range defined.FindAllStringSubmatchIndex(code, -1) {
		f := function{name: code[m[4]:m[5]]}
		for _, p := range strings.Split(code[m[6]:m[7]], ",") {
			p, _, _ = strings.Cut(p, "=")
			p, _, _ = strings.Cut(p, ":")
			f.parameters = append(f.parameters, strings.TrimSpace(p))
		}
		indent := code[m[2]:m[3]]
		for line := range strings.Lines(strings.TrimPrefix(code[m[1]:], "\n")) {
			if strings.TrimSpace(line) != "" && !strings.HasPrefix(line, indent+" ") && !strings.HasPrefix(line, indent+"\t") {
				break
			}
			f.body += line
		}
		list = append(list, f)
	}
	return list
}

// loads matches a variable that is opened or passed to a loading function. The second and fourth
// groups match if the file is opened for writing.
var loads = regexp.MustCompile(`\b(?:open|read_\w+|load\w*)\(\s*(?:str\(|Path\()?\s*(\w+)\b(` + toWrite + `)?|` +
	`\b(\w+)\.(?:read_text|read_bytes|open)\((\s*["'][wax])?`)

// loaded reports whether code reads the file whose path is in the given variable.
func loaded(code, name string) bool {
	for _, m := range loads.FindAllStringSubmatch(code, -1) {
		if m[1]+m[3] == name && m[2]+m[4] == "" {
			return true
		}
	}
	return false
}
