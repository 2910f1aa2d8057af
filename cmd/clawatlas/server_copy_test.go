package main

import (
	"context"
	"errors"
	"net/http"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/clawatlas/clawatlas/internal/gatewaytest"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/sqlite"
)

// A database moves into a file, to a server and back, also when copies are killed.
func (s *servers) copies(t *testing.T) {
	dir := t.TempDir()
	at := func(database string) string { return address(s.main, database) }
	file := "sqlite:" + filepath.Join(dir, "there.db")
	args := []string{"copy", "--from", at(s.database), "--to", file, "--blobs", s.blobs}
	wants(t, 0, `(?s)copied postgres://127.0.0.1:\d+/t\d+ to .*there.db\n4 runs: 4 written, 0 there already\nthe same on both sides: \d+ rows, \d+ pieces of bodies`, args...)
	start := time.Now()
	wants(t, 0, "4 runs: 0 written, 4 there already", args...)
	took := time.Since(start)
	want := dumpOf(t, filepath.Join(dir, "there.db"))
	if !strings.Contains(want, "\nboard_rows\t") || !strings.Contains(want, "\nstep_text\t") {
		t.Error("the copy lacks rows of boards or words")
	}

	database, blobs := s.main.Create(t), filepath.Join(dir, "bodies")
	to := []string{"--store", at(database), "--blobs", blobs}
	args = []string{"copy", "--from", file, "--to", at(database), "--blobs", blobs}
	for _, share := range []float64{0.5, 1, 1.5} {
		cmd := exec.Command("clawatlas-small", args...)
		must.Do(t, cmd.Start())
		time.Sleep(time.Duration(share * float64(took)))
		_ = cmd.Process.Kill() // unless it has ended
		_ = cmd.Wait()
	}
	wants(t, 0, "4 runs: ", args...)

	other, elsewhere := s.main.Create(t), filepath.Join(dir, "elsewhere")
	args = []string{"copy", "--from", at(database), "--from-blobs", blobs, "--to", at(other), "--blobs", elsewhere}
	wants(t, 0, "4 runs: 4 written", args...)
	wants(t, 0, "4 runs: 4 written", "copy", "--from", at(other), "--to", "sqlite:"+filepath.Join(dir, "back.db"), "--blobs", elsewhere)
	if got := dumpOf(t, filepath.Join(dir, "back.db")); got != want {
		t.Errorf("back from two servers: %s", firstDifference(got, want))
	}

	s.betweenBuckets(t, file, want)
	s.main.Do(t, other, "UPDATE main.meta SET value = replace(value, ' whole', ' half') WHERE key = 'note.copy'")
	half := []string{"--store", at(other), "--blobs", elsewhere}
	wants(t, 1, "a copy that is not whole", append([]string{"ingest", "--example"}, half...)...)
	wants(t, 1, "a copy that is not whole", append([]string{"hide", "x"}, half...)...)
	wants(t, 1, "a copy that is not whole: give the same 'clawatlas copy' again", append([]string{"serve", "--addr", "127.0.0.1:0"}, half...)...)
	wants(t, 1, "a copy that is not whole", append([]string{"export", filepath.Join(dir, "site")}, half...)...)
	wants(t, 1, "a copy that is not whole", "copy", "--from", at(other), "--to", "sqlite:"+filepath.Join(dir, "of-half.db"), "--blobs", elsewhere)
	wants(t, 0, "4 runs: 0 written, 4 there already", args...)
	site := startProgram(t, "clawatlas-small", half...)
	s.main.Do(t, other, "UPDATE main.meta SET value = replace(value, ' whole', ' half') WHERE key = 'note.copy'")
	healthIs(t, site, http.StatusServiceUnavailable)
	if body, _, _ := get(site + "/healthz"); !strings.Contains(body, "a copy that is not whole") {
		t.Errorf("healthz says %q", body)
	}
	wants(t, 0, "4 runs: 0 written, 4 there already", args...)
	healthIs(t, site, http.StatusOK)
	s.halfFile(t, filepath.Join(dir, "there.db"))
	run := runSlug.FindString(wants(t, 0, "4 runs", append([]string{"list"}, to...)...))
	wants(t, 0, "hid "+run, append([]string{"hide", run}, to...)...)
	s.copiesBadInput(t, file, database, blobs)
}

// betweenBuckets holds that a copy goes from a bucket to another one, and what comes back
// is what went.
func (s *servers) betweenBuckets(t *testing.T, file, want string) {
	gateway, back := gatewaytest.Start(t), filepath.Join(t.TempDir(), "back.db")
	one, two := address(s.main, s.main.Create(t)), address(s.main, s.main.Create(t))
	inOne, inTwo := gateway.Address("bodies/one"), gateway.Address("bodies/two")
	wants(t, 0, "4 runs: 4 written", "copy", "--from", file, "--to", one, "--blobs", inOne)
	args := []string{"copy", "--from", one, "--from-blobs", inOne, "--to", two, "--blobs", inTwo}
	wants(t, 0, "4 runs: 4 written", args...)
	wants(t, 0, "4 runs: 0 written, 4 there already", args...)
	for _, prefix := range []string{"one", "two"} {
		if list, err := filepath.Glob(filepath.Join(gateway.Dir, prefix, "[tr]*", "*", "*")); err != nil || len(list) != 8 {
			t.Errorf("%d objects of 4 runs in %s, %v", len(list), prefix, err)
		}
	}
	wants(t, 0, "4 runs: 4 written", "copy", "--from", two, "--to", "sqlite:"+back, "--blobs", inTwo)
	if got := dumpOf(t, back); got != want {
		t.Errorf("back from two buckets: %s", firstDifference(got, want))
	}
}

// halfFile holds that a file that a copy was broken off in is not passed on, and not served.
func (s *servers) halfFile(t *testing.T, source string) {
	dir := t.TempDir()
	path, out := filepath.Join(dir, "half.db"), filepath.Join(dir, "out")
	from := must.Get(sqlite.OpenMoment(t.Context(), source))(t)
	to := must.Get(sqlite.OpenWriter(t.Context(), path))(t)
	ctx, cancel := context.WithCancel(t.Context())
	_, err := to.CopyFrom(ctx, from, func(int, int) { cancel() })
	if !errors.Is(err, context.Canceled) || errors.Join(to.Close(), from.Close()) != nil {
		t.Fatal(err)
	}
	for _, command := range [][]string{{"serve", "--addr", "127.0.0.1:0"}, {"publish", out}, {"backup", out}, {"export", out}, {"publish", "--downloads", filepath.Join(dir, "d"), out}} {
		wants(t, 1, "a copy that is not whole: give the same 'clawatlas copy' again", append(command, "--db", path)...)
	}
	if list, err := filepath.Glob(filepath.Join(dir, "*")); err != nil || slices.Contains(list, out) {
		t.Errorf("refused commands left %v, %v", list, err)
	}
	wants(t, 0, "4 runs: 3 written, 1 there already", "copy", "--from", "sqlite:"+source, "--to", "sqlite:"+path)

	site := startProgram(t, "clawatlas-small", "--db", path)
	if to, err = sqlite.OpenWriter(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	defer to.Close()
	note := must.Get(to.Note(t.Context(), "copy"))(t)
	for _, tt := range []struct {
		state string
		want  int
	}{{" half", http.StatusServiceUnavailable}, {" whole", http.StatusOK}} {
		must.Do(t, to.SaveNote(t.Context(), "copy", strings.Replace(note, " whole", tt.state, 1)))
		healthIs(t, site, tt.want)
	}
}

// copiesBadInput gives what no copy can be made of or into; file and database are whole.
func (s *servers) copiesBadInput(t *testing.T, file, database, blobs string) {
	dir := t.TempDir()
	empty, older := s.main.Create(t), s.copied(t)
	s.main.Do(t, older, "UPDATE main.schema_version SET version = version - 1")
	at := func(database string) string { return address(s.main, database) }
	away := "postgres://u:" + secret + "@127.0.0.1:1/x?sslmode=disable"
	none := "sqlite:" + filepath.Join(dir, "none.db")
	for _, tt := range []struct {
		name, says string
		code       int
		args       []string
	}{
		{"no kind", "neither sqlite:FILE nor an address", 2, []string{"--from", "x.db", "--to", none}},
		{"no name", "--to is neither sqlite:FILE", 2, []string{"--from", file, "--to", "sqlite:"}},
		{"no bodies", "--to needs --blobs", 2, []string{"--from", file, "--to", away}},
		{"bodies of files", "belongs to a database on a server", 2, []string{"--from", file, "--to", none, "--blobs", blobs}},
		{"bodies of one server", "--from-blobs has the bodies of --from", 2, []string{"--from", away, "--to", away, "--blobs", blobs}},
		{"bodies of two for one", "from one server to another", 2, []string{"--from", away, "--to", none, "--from-blobs", blobs}},
		{"no such file", "not found", 1, []string{"--from", none, "--to", none + "2"}},
		{"nobody there", "connection refused", 1, []string{"--from", file, "--to", away, "--blobs", blobs}},
		{"nobody there to copy from", "connection refused", 1, []string{"--from", away, "--to", none, "--blobs", blobs}},
		{"an older source", "bring it up to date with 'clawatlas migrate'", 1, []string{"--from", at(older), "--to", none, "--blobs", s.blobs}},
		{"an empty source", "not found", 1, []string{"--from", at(empty), "--to", none, "--blobs", blobs}},
		{"the same file", "the same database", 2, []string{"--from", file, "--to", file}},
		{"the same server", "the same database", 1, []string{"--from", at(database), "--from-blobs", blobs, "--to", at(database), "--blobs", blobs}},
		{"a target with runs", "content of its own", 1, []string{"--from", file, "--to", at(s.database), "--blobs", s.blobs}},
		{"a target that was written to", "written to since", 1, []string{"--from", file, "--to", at(database), "--blobs", blobs}},
		{"bodies of another database", "that of another database", 1, []string{"--from", file, "--to", at(empty), "--blobs", blobs}},
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
	must.Do(t, errors.Join(db.Check(t.Context()), db.Dump(t.Context(), &b), db.Close()))
	return b.String()
}
