package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results/must"
)

// TestCheckSecrets holds that a submitter is told by file and line what would be
// redacted and what random letters would stay, and that nothing is shown whole.
func TestCheckSecrets(t *testing.T) {
	dir := t.TempDir()
	key, random := "ghp_"+strings.Repeat("a1B2", 9), "Zk3vQ9wL1xT7bN5mR2pYKq7Xw0Zc"
	for name, text := range map[string]string{"a/log.txt": "first\nexport GH=" + key + "\n", "b.json": "{\n\"id\": \"" + random + "\"}", "clean.txt": "nothing"} {
		path := filepath.Join(dir, name)
		must.Do(t, os.MkdirAll(filepath.Dir(path), 0o700))
		must.Do(t, os.WriteFile(path, []byte(text), 0o600))
	}
	code, out := runProgram(t, "check", "--secrets", dir)
	want := "a/log.txt:2: redacted as github-token: ghp_a1… (40 bytes)\nb.json:2: stays, though it looks random: Zk3vQ9… (28 bytes)\n" +
		"3 files: 1 redaction, 1 near miss\n"
	if out != want || code != exitRefused {
		t.Errorf("code %d, printed\n%s\nwant\n%s", code, out, want)
	}
	must.Do(t, os.Remove(filepath.Join(dir, "a/log.txt")))
	if code, out := runProgram(t, "check", "--secrets", dir); code != 0 {
		t.Errorf("a near miss alone: code %d, %s", code, out)
	}
}
