package outline

import (
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results/calls"
	"github.com/clawatlas/clawatlas/results/files"
)

// Programs that a label leaves out: setting ones prepare what follows, minor ones are named
// only where nothing else is run.
var (
	setting = []string{"cd", "pushd", "popd", "export", "set", "source", ".", "true", ":", "unset",
		"alias", "ulimit", "umask", "shopt", "trap", "wait"}
	minor = []string{"echo", "printf", "mkdir", "sleep", "touch", "ls", "pwd", "which", "chmod", "test", "[", "exit"}
)

// shellMost bounds the text of a shell that is parsed for a label, in bytes.
const shellMost = 16 << 10

// shellLabel is the first command that is neither setting nor minor, without the workspace,
// or the file that it writes.
func shellLabel(text string, names files.Names) string {
	text = strings.TrimSpace(clip(text, shellMost))
	list := slices.DeleteFunc(calls.Commands(text), func(c calls.Command) bool { return slices.Contains(setting, c.Program) })
	if len(list) == 0 {
		return names.In(text)
	}
	at := slices.IndexFunc(list, func(c calls.Command) bool { return !slices.Contains(minor, c.Program) || len(written(&c)) > 0 })
	c := &list[max(at, 0)]
	if to := written(c); len(to) > 0 {
		return "> " + fileNames(to)
	}
	words := []string{c.Program}
	for _, a := range c.Args {
		if strings.Contains(a, "/") && !strings.ContainsAny(a, " \n") {
			a = strings.TrimPrefix(names.In(a), "./")
		}
		words = append(words, a)
	}
	return strings.Join(append(words, c.Input), " ")
}

// written are the files that the output of a command goes to.
func written(c *calls.Command) []string {
	list := slices.DeleteFunc(slices.Concat(c.To, c.Added), func(f string) bool {
		return f == "" || strings.HasPrefix(f, "/dev/") || strings.HasPrefix(f, "&")
	})
	if c.Program == "tee" && len(list) == 0 {
		list = c.Operands()
	}
	return list
}
