package main

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/results/must"
)

var update = flag.Bool("update", false, "write anew what programs write: the answers of docs/start.md, the bundled database")

// console is a block of commands and what they answer.
var console = regexp.MustCompile("(?s)```console\n(.*?)```")

// TestQuickStarts types the commands of docs/start.md line by line in an empty folder, and
// compares what they print with what stands there.
func TestQuickStarts(t *testing.T) {
	if testing.Short() {
		t.Skip("not among the quick tests: it runs each command of a page")
	}
	page := filepath.Join("..", "..", "docs", "start.md")
	text := string(must.Get(os.ReadFile(page))(t))
	shell, blocks := shell{dir: t.TempDir()}, 0
	now := console.ReplaceAllStringFunc(text, func(block string) string {
		blocks++
		var said strings.Builder
		for line := range strings.Lines(block) {
			if command, ok := strings.CutPrefix(line, "$ "); ok {
				said.WriteString(shell.run(t, strings.TrimSpace(command)))
			}
		}
		return "```console\n" + said.String() + "```"
	})
	if blocks < 7 {
		t.Errorf("%d blocks of commands, want one for each harness at least", blocks)
	}
	if *update {
		must.Do(t, os.WriteFile(page, []byte(now), 0o644))
	} else if diff := cmp.Diff(text, now); diff != "" {
		t.Errorf("(-docs/start.md +now):\n%s", diff)
	}
}

// shell runs commands in a folder. TestMain has put the program into the PATH.
type shell struct{ dir string }

// run is the command as it was typed with what it prints, without what is said
// while it works, and with its exit code where that is not 0.
func (s shell) run(t *testing.T, command string) string {
	t.Helper()
	words := strings.Fields(command)
	cmd := exec.Command(words[0], words[1:]...)
	cmd.Dir = s.dir
	out, err := cmd.Output()
	said := "$ " + command + "\n"
	for line := range strings.Lines(string(out)) {
		said += strings.TrimRight(line, " \n") + "\n"
	}
	if err != nil {
		said += "[" + strings.ReplaceAll(err.Error(), "exit status", "exit code") + "]\n"
	}
	return said
}
