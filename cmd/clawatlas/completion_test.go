package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/clawatlas/clawatlas/results/must"
)

// Each script is used by its shell, if that is here; bash is.
func TestCompletion(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a file.db", "sub/x"} {
		must.Do(t, os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o700))
		must.Do(t, os.WriteFile(filepath.Join(dir, name), nil, 0o600))
	}
	for _, shell := range []string{"bash", "fish", "zsh"} {
		if _, err := exec.LookPath(shell); err != nil && shell != "bash" {
			t.Logf("%s is not installed: its script is not tried", shell)
			continue
		}
		script := completionOf(t, shell)
		if shell == "zsh" {
			if got := offered(t, shell, script, dir, ""); got != "registered\n" {
				t.Errorf("zsh: %q", got)
			}
			continue
		}
		for _, tt := range []struct{ line, offers, not string }{
			{"clawatlas ser", "serve", "ingest"},
			{"clawatlas --conf", "--config", "--db"},
			{"clawatlas list --sta", "--state", "--jobs"},
			{"clawatlas list --state ", "withdrawn", "--db"},
			{"clawatlas --config serve list --state ", "withdrawn", "--db"},
			{"clawatlas serve --log-format=", "json", "--db"},
			{"clawatlas serve --db ", "file.db", "--addr"},
			{"clawatlas export ", "sub", "file.db"},
			{"clawatlas ingest ", "file.db", "--db"},
			{"clawatlas completion ", "fish", "serve"},
			{"clawatlas view --model ", "", "file.db"},
		} {
			got := offered(t, shell, script, dir, tt.line)
			if !strings.Contains(got, tt.offers) || strings.Contains(strings.ReplaceAll(got, tt.line, ""), tt.not) {
				t.Errorf("%s: %q offers %q, want %s and not %s", shell, tt.line, got, tt.offers, tt.not)
			}
		}
	}
}

// completionOf is a file with the script of a shell.
func completionOf(t *testing.T, shell string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "clawatlas."+shell)
	f := must.Get(os.Create(path))(t)
	defer f.Close()
	if code := program([]string{"completion", shell}, &streams{out: newPrinter(f), err: discard(t)}); code != exitOK {
		t.Fatalf("completion %s: exit code %d", shell, code)
	}
	return path
}

// offered is what a shell shows at the end of a line.
func offered(t *testing.T, shell, script, dir, line string) string {
	t.Helper()
	asks := must.Get(filepath.Abs(filepath.Join("testdata", "shell", shell)))(t)
	words := strings.Split(line, " ")
	if shell == "bash" {
		words = strings.Split(strings.ReplaceAll(line, "=", " = "), " ") // as bash cuts them
	}
	options := map[string][]string{"bash": {"--norc"}, "fish": {"--no-config"}, "zsh": {"-f"}}[shell]
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, shell, append(append(options, asks, script), words...)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "HOME="+dir, "TERM=dumb")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %q: %v\n%s", shell, line, err, out)
	}
	return string(out)
}
