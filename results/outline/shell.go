package outline

import (
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results/calls"
	"github.com/clawatlas/clawatlas/results/files"
)

// Programs that labels skip. A setting program only prepares other commands and is never named. A
// minor program is named only if there is no other.
var (
	setting = []string{"cd", "pushd", "popd", "export", "set", "source", ".", "true", ":", "unset",
		"alias", "ulimit", "umask", "shopt", "trap", "wait"}
	minor = []string{"echo", "printf", "mkdir", "sleep", "touch", "ls", "pwd", "which", "chmod", "test", "[", "exit"}
)

// shellMost is the maximum number of bytes of a shell script that is parsed for a label.
const shellMost = 16 << 10

// shellLabel returns the first significant command without the workspace directory, or the file
// that the command writes.
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

// written returns the files to which a command writes its output.
func written(c *calls.Command) []string {
	list := slices.DeleteFunc(slices.Concat(c.To, c.Added), func(f string) bool {
		return f == "" || strings.HasPrefix(f, "/dev/") || strings.HasPrefix(f, "&")
	})
	if c.Program == "tee" && len(list) == 0 {
		list = c.Operands()
	}
	return list
}
