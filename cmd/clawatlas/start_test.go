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

	"github.com/clawatlas/clawatlas/ingest/bundled/example"
	"github.com/clawatlas/clawatlas/results/must"
)

var update = flag.Bool("update", false, "write anew what programs write: the answers of docs/start.md, the bundled database")

// console is a block of commands and what they answer.
var console = regexp.MustCompile("(?s)```console\n(.*?)```")

// TestQuickStarts runs the commands of docs/start.md, each section in a folder of
// its own with a new database, and compares what they print with what stands there.
func TestQuickStarts(t *testing.T) {
	base, _ := databases(t)
	page := filepath.Join("..", "..", "docs", "start.md")
	text := must.Get(os.ReadFile(page))(t)
	sections, blocks := strings.SplitAfter(string(text), "\n## "), 0
	for i, section := range sections {
		if !console.MatchString(section) {
			continue
		}
		title, _, _ := strings.Cut(section, "\n")
		shell := newShell(t, base)
		sections[i] = console.ReplaceAllStringFunc(section, func(block string) string {
			blocks++
			var said strings.Builder
			for line := range strings.Lines(block) {
				if command, ok := strings.CutPrefix(line, "$ "); ok {
					said.WriteString(shell.run(t, strings.TrimSpace(command)))
				}
			}
			now := "```console\n" + said.String() + "```"
			if diff := cmp.Diff(block, now); diff != "" && !*update {
				t.Errorf("%s (-docs/start.md +now):\n%s", title, diff)
			}
			return now
		})
	}
	if blocks < 6 {
		t.Errorf("%d blocks of commands, want one for each harness at least", blocks)
	}
	if *update {
		must.Do(t, os.WriteFile(page, []byte(strings.Join(sections, "")), 0o644))
	}
}

// shell runs commands in a folder with the records of the quick starts. TestMain has put
// the program into the PATH.
type shell struct{ dir string }

func newShell(t *testing.T, db []byte) shell {
	t.Helper()
	s := shell{dir: t.TempDir()}
	for _, copied := range []error{
		os.CopyFS(s.dir, os.DirFS(filepath.Join("testdata", "start"))), os.CopyFS(filepath.Join(s.dir, "arena"), example.FS),
		os.CopyFS(filepath.Join(s.dir, "harbor"), os.DirFS(filepath.Join("..", "..", "e2e", "testdata", "harbor"))),
		os.WriteFile(filepath.Join(s.dir, "clawatlas.db"), db, 0o600),
	} {
		if copied != nil {
			t.Fatal(copied)
		}
	}
	return s
}

// run is the command as it was typed with what it prints, without what is said
// while it works, and with its exit code where that is not 0.
func (s shell) run(t *testing.T, command string) string {
	t.Helper()
	words := strings.Fields(command)
	cmd := exec.Command(words[0], words[1:]...)
	cmd.Dir, cmd.Env = s.dir, append(os.Environ(), "CLAWATLAS_DB=clawatlas.db")
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
