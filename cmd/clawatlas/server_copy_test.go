package main

import (
	"errors"
	"net/http"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/sqlite"
	"github.com/clawatlas/clawatlas/results/storetest"
)

// A database moves into a file, to a server and back, also when copies are killed.
func (s *servers) copies(t *testing.T) {
	dir := t.TempDir()
	at := func(database string) string { return address(s.main, database) }
	file := "sqlite:" + filepath.Join(dir, "there.db")
	args := []string{"copy", "--from", at(s.database), "--to", file, "--blobs", s.blobs}
	start := time.Now()
	wants(t, 0, `(?s)copied postgres://127.0.0.1:\d+/t\d+ to .*there.db\n4 runs: 4 read, 0 there already`, args...)
	took := time.Since(start)
	wants(t, 1, "content of its own", args...)
	want := dumpOf(t, filepath.Join(dir, "there.db"))
	if !strings.Contains(want, "\nboard_rows\t") || !strings.Contains(want, "\nstep_text\t") {
		t.Error("the copy lacks rows of boards or words")
	}

	database, blobs := s.main.Create(t, ""), filepath.Join(dir, "bodies")
	args = []string{"copy", "--from", file, "--to", at(database), "--blobs", blobs}
	for _, share := range []float64{0.3, 0.5} {
		cmd := exec.Command("clawatlas-small", args...)
		must.Do(t, cmd.Start())
		time.Sleep(time.Duration(share * float64(took)))
		_ = cmd.Process.Kill() // unless it has ended
		_ = cmd.Wait()
	}
	if out, err := exec.Command("clawatlas-small", args...).CombinedOutput(); err != nil && !strings.Contains(string(out), "content of its own") {
		t.Fatalf("after two kills: %v\n%s", err, out) // unless one of them came too late
	}
	other, elsewhere := s.main.Create(t, ""), filepath.Join(dir, "elsewhere")
	wants(t, 0, "4 runs: 4 read", "copy", "--from", at(database), "--from-blobs", blobs, "--to", at(other), "--blobs", elsewhere)
	wants(t, 0, "4 runs: 4 read", "copy", "--from", at(other), "--to", "sqlite:"+filepath.Join(dir, "back.db"), "--blobs", elsewhere)
	if got := dumpOf(t, filepath.Join(dir, "back.db")); got != want {
		t.Errorf("back from two servers: %s", firstDifference(got, want))
	}

	site := startProgram(t, "clawatlas-small", "--store", at(other), "--blobs", elsewhere)
	s.main.Do(t, other, "INSERT INTO main.meta (key, value) VALUES ('note.copy', 'a b')")
	healthIs(t, site, http.StatusServiceUnavailable)
	half := []string{"--store", at(other), "--blobs", elsewhere}
	for _, command := range [][]string{{"ingest", "--example"}, {"hide", "x"}, {"serve", "--addr", "127.0.0.1:0"}, {"export", filepath.Join(dir, "site")}} {
		wants(t, 1, "an incomplete copy: run the same 'clawatlas copy' again", append(command, half...)...)
	}
	wants(t, 1, "an incomplete copy", "copy", "--from", at(other), "--to", "sqlite:"+filepath.Join(dir, "of-half.db"), "--blobs", elsewhere)
	s.main.Do(t, other, "DELETE FROM main.meta WHERE key = 'note.copy'")
	healthIs(t, site, http.StatusOK)
	s.copiesBadInput(t, file, database, blobs)
}

// copiesBadInput gives what no copy can be made of or into; file and database are whole.
func (s *servers) copiesBadInput(t *testing.T, file, database, blobs string) {
	dir := t.TempDir()
	empty, older := s.main.Create(t, ""), s.main.Create(t, s.database)
	s.main.Do(t, older, "UPDATE main.schema_version SET version = 1")
	at := func(database string) string { return address(s.main, database) }
	away := "postgres://u:" + secret + "@127.0.0.1:1/x?sslmode=disable"
	none := "sqlite:" + filepath.Join(dir, "none.db")
	for _, tt := range []struct {
		name, says string
		code       int
		args       []string
	}{
		{"no kind", "neither sqlite:FILE nor a URL", 2, []string{"--from", "x.db", "--to", none}},
		{"no bodies", "--to requires --blobs", 2, []string{"--from", file, "--to", away}},
		{"bodies of two for one", "from one server to another", 2, []string{"--from", away, "--to", none, "--from-blobs", blobs}},
		{"no such file", "not found", 1, []string{"--from", none, "--to", none + "2"}},
		{"nobody there to copy from", "nothing answers at", 1, []string{"--from", away, "--to", none, "--blobs", blobs}},
		{"a source that is too old", "is older than", 1, []string{"--from", at(older), "--to", none, "--blobs", s.blobs}},
		{"the same file", "the same database", 2, []string{"--from", file, "--to", file}},
		{"a target with runs", "content of its own", 1, []string{"--from", file, "--to", at(s.database), "--blobs", s.blobs}},
		{"bodies of another database", "belongs to another database", 1, []string{"--from", file, "--to", at(empty), "--blobs", blobs}},
	} {
		t.Run(tt.name, func(t *testing.T) { wants(t, tt.code, tt.says, append([]string{"copy"}, tt.args...)...) })
	}
	if list, err := filepath.Glob(filepath.Join(dir, "*")); err != nil || len(list) > 0 {
		t.Errorf("refused copies left %v, %v", list, err)
	}
}

// dumpOf is the content of a file that is sound.
func dumpOf(t *testing.T, path string) string {
	t.Helper()
	db := must.Get(sqlite.OpenReader(t.Context(), path))(t)
	var b strings.Builder
	must.Do(t, errors.Join(storetest.Sound(t.Context(), db), storetest.Dump(t.Context(), path, &b), db.Close()))
	return b.String()
}
