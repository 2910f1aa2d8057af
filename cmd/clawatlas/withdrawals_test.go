package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results/must"
)

// TestRestoredCopy holds that a copy from before a withdrawal, put in the place of the
// database, is not served until what was withdrawn is out of it again.
func TestRestoredCopy(t *testing.T) {
	dir := t.TempDir()
	db, copied, records := filepath.Join(dir, "x.db"), filepath.Join(dir, "copy.db"), filepath.Join(dir, "records")
	must.Do(t, os.CopyFS(records, exampleRuns(t, "skimmer", "thorough-reader")))
	wants(t, 0, "", "ingest", "--db", db, records)
	run := runSlug.FindString(wants(t, 0, "", "list", "--db", db))
	wants(t, 0, "", "backup", "--db", db, copied)
	wants(t, 0, "withdrew", "withdraw", "--db", db, "--reason", "Its author asked.", run)
	must.Do(t, os.Rename(copied, db))
	wants(t, 1, "such as "+run+"; to remove them: clawatlas migrate --db", "serve", "--db", db, "--addr", "127.0.0.1:0")
	wants(t, 0, "withdrawn again, .*"+run, "migrate", "--db", db)
	state := func() string {
		for line := range strings.Lines(wants(t, 0, "", "list", "--db", db)) {
			if f := strings.Fields(line); len(f) > 1 && f[0] == run {
				return f[1]
			}
		}
		return "none"
	}
	if out := state(); out != "withdrawn" {
		t.Errorf("the run is not withdrawn again:\n%s", out)
	}
	if data, err := os.ReadFile(db); err != nil || strings.Contains(string(data), "scripted_skimmer") {
		t.Errorf("text of the run is left in the file (%v)", err)
	}
	wants(t, 0, "", "remove", "--db", db, run)
	wants(t, 0, "", "ingest", "--db", db, records)
	if out := state(); out != "shown" {
		t.Errorf("remove does not forget the withdrawal:\n%s", out)
	}
}
