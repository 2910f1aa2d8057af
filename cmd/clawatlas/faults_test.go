package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/jmoiron/sqlx"

	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/storetest"
)

// faulty is a command that is disturbed while it writes.
type faulty struct {
	name    string
	prepare func(f *faults, dir string) // what stands in the directory before
	args    func(dir string) []string
	content func(f *faults, dir string) string
}

// faults runs commands below testdata/nth.c, built.
type faults struct {
	*testing.T
	nth, records    string
	skimmer         string // a run
	empty, one, two string // databases without a run, with one, with two
	server          *storetest.Server
	databases       map[string]string // on the server, by directory
}

// TestFaults kills commands at their Nth write, lets that write fail, or lets the disk
// be full from then on: after the same command again all is as an undisturbed one leaves
// it, but for the times in the log of changes. `make faults` takes 50 points spread over
// all commands; CLAWATLAS_SEED others, CLAWATLAS_FAULTS_OF one command. A run of all tests takes one.
func TestFaults(t *testing.T) {
	if testing.Short() {
		t.Skip("not among the quick tests: it ends commands")
	}
	f, points := newFaults(t), 0
	_, _ = fmt.Sscan(os.Getenv("CLAWATLAS_FAULTS"), &points)
	seed := uint64(1) // so that a commit passes always or never
	_, _ = fmt.Sscan(os.Getenv("CLAWATLAS_SEED"), &seed)
	random := rand.New(rand.NewPCG(seed, 0))
	list := faultyCommands()
	if points == 0 { // in a run of all tests
		points, list = 1, list[:1]
	} else if only := os.Getenv("CLAWATLAS_FAULTS_OF"); only != "" {
		list = slices.DeleteFunc(list, func(c faulty) bool { return c.name != only })
	}
	if points > 0 && strings.HasPrefix(list[len(list)-1].name, "copy") {
		f.server = storetest.StartServer(t)
	}
	t.Logf("CLAWATLAS_SEED=%d", seed)
	held := 0
	for i, c := range list {
		clean := f.place(c)
		writes := f.run(clean, c, "count", 0)
		want := c.content(f, clean)
		if writes < 5 || want == "" {
			t.Fatalf("%s: %d writes leave %d bytes", c.name, writes, len(want))
		}
		n := points / len(list)
		if i < points%len(list) {
			n++
		}
		for k := range n {
			mode := []string{"kill", "full", "fail"}[(i+k)%3]
			at := 1 + int((float64(k)+random.Float64())/float64(n)*float64(writes-1))
			dir := f.place(c)
			f.run(dir, c, mode, at)
			f.run(dir, c, "count", 0)
			if got := c.content(f, dir); got != want {
				t.Errorf("%s, %s at write %d of %d: %s", c.name, mode, at, writes, firstDifference(got, want))
				continue
			}
			must.Do(t, os.RemoveAll(dir))
			held++
		}
	}
	t.Logf("%d of %d points end as an undisturbed command", held, points)
}

func newFaults(t *testing.T) *faults {
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		t.Skip("testdata/nth.c is for Linux on x86-64")
	}
	dir := t.TempDir()
	f := &faults{T: t, nth: filepath.Join(dir, "nth"), records: filepath.Join(dir, "records"), databases: map[string]string{}}
	if out, err := exec.CommandContext(t.Context(), "gcc", "-O1", "-o", f.nth, "testdata/nth.c").CombinedOutput(); err != nil {
		t.Skipf("testdata/nth.c is not built: %v\n%s", err, out)
	}
	if err := exec.CommandContext(t.Context(), f.nth, "kill", "0", dir, "true").Run(); err != nil {
		t.Skipf("a process may not be traced here: %v", err)
	}
	must.Do(t, os.CopyFS(f.records, exampleRuns(t, "skimmer", "thorough-reader")))
	f.empty, f.one, f.two = filepath.Join(dir, "empty.db"), filepath.Join(dir, "one.db"), filepath.Join(dir, "two.db")
	first := filepath.Join(dir, "first")
	must.Do(t, os.CopyFS(first, exampleRuns(t, "skimmer")))
	for db, records := range map[string]string{f.one: first, f.two: f.records} {
		wants(t, 0, "", "ingest", "--db", db, records)
	}
	f.skimmer = runSlug.FindString(wants(t, 0, "", "list", "--db", f.two))
	return f
}

// place makes the directory in which a command runs.
func (f *faults) place(c faulty) string {
	f.Helper()
	dir := must.Get(os.MkdirTemp(f.TempDir(), ""))(f)
	if c.prepare != nil {
		c.prepare(f, dir)
	}
	return dir
}

// run runs a command, disturbed at its write number n, and returns how often it wrote.
// Undisturbed it has to succeed.
func (f *faults) run(dir string, c faulty, mode string, n int) (writes int) {
	f.Helper()
	args := c.args(dir)
	for i := range args {
		args[i] = strings.NewReplacer("RECORDS", f.records, "DATABASE", f.databases[dir], "SKIMMER", f.skimmer).Replace(args[i])
	}
	r, w := must.Get2(os.Pipe())(f)
	defer r.Close()
	ctx, done := context.WithTimeout(f.Context(), 5*time.Minute)
	defer done()
	cmd := exec.CommandContext(ctx, f.nth, append([]string{mode, strconv.Itoa(n), dir, "clawatlas-small"}, args...)...)
	var out, count bytes.Buffer
	cmd.Stdout, cmd.Stderr, cmd.ExtraFiles = &out, &out, []*os.File{w}
	err := errors.Join(cmd.Run(), w.Close())
	if mode == "count" && err != nil {
		f.Fatalf("%s: %v\n%s", c.name, err, &out)
	}
	_, _ = count.ReadFrom(r)
	_, _ = fmt.Sscan(count.String(), &writes)
	return writes
}

func faultyCommands() []faulty {
	db := func(dir string) string { return filepath.Join(dir, "x.db") }
	copied := func(from func(*faults) string) func(*faults, string) {
		return func(f *faults, dir string) {
			data, err := os.ReadFile(from(f))
			must.Do(f, errors.Join(err, os.WriteFile(db(dir), data, 0o600)))
		}
	}
	one := copied(func(f *faults) string { return f.one })
	two := copied(func(f *faults) string { return f.two })
	dump := func(name string) func(*faults, string) string {
		return func(f *faults, dir string) string { return dumpOf(f.T, filepath.Join(dir, name)) }
	}
	with := func(args ...string) func(string) []string {
		return func(dir string) []string {
			list := make([]string, len(args))
			for i, a := range args {
				list[i] = strings.ReplaceAll(a, "DIR", dir)
			}
			return list
		}
	}
	return []faulty{
		{"ingest", nil, with("ingest", "--db", "DIR/x.db", "RECORDS"), dump("x.db")},
		{"ingest of one more run", one, with("ingest", "--db", "DIR/x.db", "RECORDS"), dump("x.db")},
		{"public copy", two, with("backup", "--public", "--db", "DIR/x.db", "DIR/out.db"), dump("out.db")},
		{"boards", two, with("hide", "--db", "DIR/x.db", "SKIMMER"), dump("x.db")},
		{"migrate", func(f *faults, dir string) { unpack(f.T, releasedV1, db(dir)) }, with("migrate", "--db", "DIR/x.db"), dump("x.db")},
		{"reread", readByAnother(two), with("reread", "--db", "DIR/x.db"), dump("x.db")},
		{"export", two, with("export", "--db", "DIR/x.db", "DIR/site"), (*faults).files},
		{"copy to PostgreSQL", func(f *faults, dir string) {
			two(f, dir)
			f.databases[dir] = address(f.server, f.server.Create(f.T, ""))
		},
			with("copy", "--from", "sqlite:DIR/x.db", "--to", "DATABASE", "--blobs", "DIR/bodies"), (*faults).back},
	}
}

// readByAnother says of all runs that another version of the readers has read them.
func readByAnother(prepare func(*faults, string)) func(*faults, string) {
	return func(f *faults, dir string) {
		prepare(f, dir)
		db := must.Get(sqlx.Connect("sqlite3", "file:"+filepath.Join(dir, "x.db")))(f)
		_, err := db.Exec("UPDATE runs SET reader = '', origin = ''")
		must.Do(f, errors.Join(err, db.Close()))
	}
}

// files are the files of an exported site.
func (f *faults) files(dir string) string {
	var list strings.Builder
	site := os.DirFS(filepath.Join(dir, "site"))
	for name, data := range must.Files(f, site) {
		fmt.Fprintf(&list, "%s %x\n", name, sha256.Sum256(data))
	}
	return list.String()
}

// back is what a copy of the database on the server into a file has.
func (f *faults) back(dir string) string {
	wants(f.T, 0, "", "copy", "--from", f.databases[dir], "--blobs", filepath.Join(dir, "bodies"), "--to", "sqlite:"+filepath.Join(dir, "back.db"))
	return dumpOf(f.T, filepath.Join(dir, "back.db"))
}
