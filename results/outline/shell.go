package outline

import (
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results/calls"
	"github.com/clawatlas/clawatlas/results/files"
)

// Programs by what a label says of them.
var (
	// setting programs prepare what follows and say nothing about it.
	setting = []string{"cd", "pushd", "popd", "export", "set", "source", ".", "true", ":", "unset",
		"alias", "ulimit", "umask", "shopt", "trap", "wait"}
	// minor ones are named only where nothing else is run.
	minor = []string{"echo", "printf", "mkdir", "sleep", "touch", "ls", "pwd", "which", "chmod", "test", "[", "exit"}
	// filters are named only where they read a file themselves.
	filters = []string{"grep", "egrep", "fgrep", "zgrep", "rg", "ag"}
	readers = []string{"cat", "head", "tail", "less", "more", "nl", "wc", "jq", "sed", "awk", "sort",
		"uniq", "cut", "file", "stat", "xxd"}
	interpreters = []string{"python", "python2", "python3", "node", "ruby", "perl", "bash", "sh", "zsh", "deno", "bun", "php", "Rscript"}
	runners      = []string{"uv", "poetry", "pipenv", "pdm", "conda", "npx", "pnpx", "uvx"}
)

// shellMost bounds the text of a shell that is parsed for a label, in bytes.
const shellMost = 16 << 10

// shellLabel says what a shell's text is about: of its commands the first that is
// neither a setting nor minor. The interpreter of a script, what prepares it and the
// workspace go.
func shellLabel(text string, names files.Names) string {
	text = strings.TrimSpace(clip(text, shellMost))
	var list []calls.Command
	for _, c := range calls.Commands(text) {
		if !slices.Contains(setting, c.Program) {
			list = append(list, c)
		}
	}
	if len(list) == 0 {
		return names.In(text)
	}
	at := slices.IndexFunc(list, func(c calls.Command) bool {
		return !slices.Contains(minor, c.Program) || len(written(&c)) > 0
	})
	return commandLabel(&list[max(at, 0)], names)
}

func commandLabel(c *calls.Command, names files.Names) string {
	operands := c.Operands()
	switch {
	case len(written(c)) > 0:
		return "> " + fileNames(named(written(c), names))
	case slices.Contains(filters, c.Program):
		return grepLabel(c, names)
	case c.Program == "find":
		return findLabel(c, names)
	case slices.Contains(interpreters, c.Program):
		return scriptLabel(c, names)
	case slices.Contains(runners, c.Program) && len(operands) > 1:
		return runnerLabel(c, names)
	case slices.Contains(readers, c.Program) && len(operands) > 0 && !inPlaceEdit(c) && !strings.Contains(operands[0], "$"):
		return fileNames(named(readFiles(operands), names))
	case c.Program == "curl" || c.Program == "wget":
		return webLabel(c)
	}
	return plainLabel(c, names)
}

func written(c *calls.Command) []string {
	var list []string
	for _, f := range slices.Concat(c.To, c.Added) {
		if f != "" && !strings.HasPrefix(f, "/dev/") && !strings.HasPrefix(f, "&") {
			list = append(list, f)
		}
	}
	if c.Program == "tee" && len(list) == 0 {
		list = c.Operands()
	}
	return list
}

func named(list []string, names files.Names) []string {
	out := make([]string, len(list))
	for i, f := range list {
		out[i] = names.Of("", f)
	}
	return out
}

// readFiles leaves out numbers, which are values of options: head -n 20 a.txt.
func readFiles(operands []string) []string {
	list := slices.DeleteFunc(slices.Clone(operands), isNumber)
	if len(list) == 0 {
		return operands
	}
	return list
}

func inPlaceEdit(c *calls.Command) bool {
	return c.Program == "sed" && slices.ContainsFunc(c.Args, func(a string) bool { return strings.HasPrefix(a, "-i") || a == "--in-place" })
}

func grepLabel(c *calls.Command, names files.Names) string {
	var rest []string
	pattern := ""
	for i := 0; i < len(c.Args); i++ {
		a := c.Args[i]
		switch {
		case (a == "-e" || a == "--regexp") && i+1 < len(c.Args):
			i++
			pattern = or(pattern, c.Args[i])
		case slices.Contains([]string{"-A", "-B", "-C", "-m", "-f", "-g", "-t", "--include", "--exclude",
			"--exclude-dir", "--glob", "--type"}, a):
			i++ // its value
		case a == "" || a[0] != '-':
			rest = append(rest, a)
		}
	}
	if pattern == "" && len(rest) > 0 {
		pattern, rest = rest[0], rest[1:]
	}
	if len(rest) == 0 {
		return quoted(pattern)
	}
	return inPlace(quoted(pattern), rest[0], names) + more(len(rest)-1)
}

func findLabel(c *calls.Command, names files.Names) string {
	where, what := "", ""
	for i, a := range c.Args {
		if where == "" && i == 0 && !strings.HasPrefix(a, "-") {
			where = a
		}
		if (a == "-name" || a == "-iname" || a == "-path" || a == "-regex") && i+1 < len(c.Args) && what == "" {
			what = quoted(c.Args[i+1])
		}
	}
	if what == "" {
		return plainLabel(c, names)
	}
	return inPlace(what, where, names)
}

func scriptLabel(c *calls.Command, names files.Names) string {
	for i, a := range c.Args {
		switch {
		case a == "-m" && i+1 < len(c.Args):
			return strings.Join(trimmed(c.Args[i+1:], names), " ")
		case (a == "-c" || a == "-e" || a == "-lc") && i+1 < len(c.Args):
			return c.Program + " " + a + " " + c.Args[i+1]
		case a == "-" || strings.HasPrefix(a, "-") || strings.Contains(a, "="):
			continue
		default:
			return fileNames([]string{names.Of("", a)})
		}
	}
	if c.Input != "" {
		return c.Program + ": " + c.Input
	}
	return plainLabel(c, names)
}

// runnerLabel is what a runner runs: uv run python a.py is about a.py.
func runnerLabel(c *calls.Command, names files.Names) string {
	rest := slices.DeleteFunc(slices.Clone(c.Args), func(a string) bool { return a == "run" || a == "exec" })
	for len(rest) > 0 && strings.HasPrefix(rest[0], "-") {
		rest = rest[1:]
	}
	if len(rest) == 0 || slices.Equal(rest, c.Args) && c.Program != "npx" && c.Program != "uvx" {
		return plainLabel(c, names)
	}
	if strings.HasSuffix(rest[0], ".py") {
		return base(rest[0])
	}
	return commandLabel(&calls.Command{Program: base(rest[0]), Args: rest[1:], Input: c.Input}, names)
}

// webLabel is the address, and the method where it is not the usual one.
func webLabel(c *calls.Command) string {
	method, at := "", ""
	for i, a := range c.Args {
		switch {
		case (a == "-X" || a == "--request") && i+1 < len(c.Args):
			method = c.Args[i+1] + " "
		case method == "" && (a == "-d" || a == "--json" || strings.HasPrefix(a, "--data")):
			method = "POST "
		case at == "" && (strings.HasPrefix(a, "http://") || strings.HasPrefix(a, "https://")):
			at = address(a)
		}
	}
	if at == "" {
		return plainLabel(c, files.Names{})
	}
	return method + at
}

// plainLabel is the program with its arguments, each file without the workspace.
func plainLabel(c *calls.Command, names files.Names) string {
	return strings.Join(append([]string{c.Program}, trimmed(c.Args, names)...), " ")
}

func trimmed(args []string, names files.Names) []string {
	list := make([]string, len(args))
	for i, a := range args {
		if list[i] = a; strings.Contains(a, "/") && !strings.ContainsAny(a, " \n") {
			list[i] = strings.TrimPrefix(names.In(a), "./")
		}
	}
	return list
}
