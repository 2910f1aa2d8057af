package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"testing/fstest"
	"time"

	"github.com/clawatlas/clawatlas/ingest/bundled"
	"github.com/clawatlas/clawatlas/internal/storetest"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/resultstest"
	"github.com/clawatlas/clawatlas/results/sqlite"
)

// smallFirst is the bundled data of one benchmark, so that a new database is
// quickly made.
func smallFirst() fs.FS {
	out := fstest.MapFS{"clawatlas-figures.json": {Data: []byte(`{"format": "clawatlas-figures", "version": 1,
  "benchmarks": ["benchmarks.json"], "models": ["models.json"], "datasets": ["stage-claw/dataset.json"],
  "figures": ["stage-claw/figures.json"], "tables": ["stage-claw/tables.json"]}`)}}
	for _, name := range []string{"benchmarks.json", "models.json", "stage-claw/dataset.json", "stage-claw/figures.json", "stage-claw/tables.json"} {
		data, err := fs.ReadFile(bundled.FS, name)
		if err != nil {
			panic(err)
		}
		out[name] = &fstest.MapFile{Data: data}
	}
	return out
}

// mainSmall is the program with a small first database.
func mainSmall() {
	os.Exit(program(os.Args[1:], &streams{out: newPrinter(os.Stdout), err: newPrinter(os.Stderr), first: smallFirst()}))
}

// killedIngest makes the processes of one test.
type killedIngest struct {
	t       *testing.T
	records string
	base    []byte // an existing database
	want    [2]string
	work    [2]time.Duration // CPU time of an ingest into a new and into an existing database
}

func (k *killedIngest) start(db string) (*exec.Cmd, *bytes.Buffer) {
	cmd := exec.Command("clawatlas-small", "ingest", "--db", db, k.records)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Start(); err != nil {
		k.t.Fatal(err)
	}
	return cmd, &out
}

// whole ingests until the end and returns what the database holds.
func (k *killedIngest) whole(db string) (content string, work time.Duration) {
	cmd, out := k.start(db)
	if err := cmd.Wait(); err != nil {
		k.t.Fatalf("ingest: %v\n%s", err, out)
	}
	w, err := sqlite.OpenWriter(k.t.Context(), db)
	if err != nil {
		k.t.Fatal(err)
	}
	defer w.Close()
	var dump strings.Builder
	if err := errors.Join(w.Check(k.t.Context()), storetest.DumpFile(k.t.Context(), db, &dump)); err != nil {
		k.t.Fatal(err)
	}
	return dump.String(), cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
}

// place is where the ingest number n writes, to a new database or an existing one.
func (k *killedIngest) place(n int) (kind int, db string) {
	db = filepath.Join(k.t.TempDir(), "x.db")
	kind = n % 2
	if kind == 1 {
		if err := os.WriteFile(db, k.base, 0o600); err != nil {
			k.t.Fatal(err)
		}
	}
	return kind, db
}

// TestKilledIngest ends ingests at random moments, spread over their length: each
// run of the test at others, with the signals in another order. Whatever the moment
// and the signal, one more ingest leaves what an undisturbed one does. Each signal comes
// once to each kind of database, and by make sweep at six moments.
// CLAWATLAS_MOMENTS=50 takes more of them, CLAWATLAS_SEED those of a log.
func TestKilledIngest(t *testing.T) {
	moments := 6
	if resultstest.Everything {
		moments = 36
	}
	if given := os.Getenv("CLAWATLAS_MOMENTS"); given != "" {
		fmt.Sscan(given, &moments)
	}
	k := newKilledIngest(t)
	seed := uint64(time.Now().UnixNano())
	if given := os.Getenv("CLAWATLAS_SEED"); given != "" {
		fmt.Sscan(given, &seed)
	}
	t.Logf("CLAWATLAS_SEED=%d; an ingest takes %v of CPU, into an existing database %v", seed, k.work[0], k.work[1])
	random := rand.New(rand.NewPCG(seed, 0))
	ended, first := map[string]int{}, random.IntN(3)
	for n := range moments {
		kind, db := k.place(n)
		sig := []syscall.Signal{syscall.SIGKILL, syscall.SIGTERM, syscall.SIGINT}[(n/2+first)%3]
		share := (float64(n/2) + random.Float64()) / float64(moments/2)
		moment := time.Duration(share * float64(k.work[kind]))
		how, left := k.end(db, sig, moment)
		ended[how]++
		if got, _ := k.whole(db); got != k.want[kind] {
			t.Errorf("%v after %v of %v (%s): %s", sig, moment, k.work[kind], how, firstDifference(got, k.want[kind]))
		}
		for _, name := range left {
			if _, err := os.Stat(name); err == nil {
				t.Errorf("%v after %v: %s is still there after the next ingest", sig, moment, filepath.Base(name))
			}
		}
	}
	t.Logf("ended: %v", ended)
	if ended["done before"] > moments/2 {
		t.Errorf("%d of %d processes had ended before the signal", ended["done before"], moments)
	}
}

func newKilledIngest(t *testing.T) *killedIngest {
	dir := t.TempDir()
	k := &killedIngest{t: t, records: filepath.Join(dir, "records")}
	must.Do(t, os.CopyFS(k.records, exampleRuns(t, "skimmer", "thorough-reader")))
	for kind := range 2 {
		db := filepath.Join(dir, fmt.Sprintf("clean-%d.db", kind))
		if kind == 1 {
			cmd := exec.Command("clawatlas-small", "ingest", "--db", db, filepath.Join(k.records, "result_example", "scripted_skimmer_clawatlas-runner"))
			_ = cmd.Run() // without its dataset the run is refused; the database is made
			var err error
			if k.base, err = os.ReadFile(db); err != nil {
				t.Fatal(err)
			}
		}
		k.want[kind], k.work[kind] = k.whole(db)
	}
	if !strings.Contains(k.want[0], "\nfigures\t") || !strings.Contains(k.want[0], "\nboard_rows\t") || !strings.Contains(k.want[0], "\nstep_text\t") {
		t.Fatal("the dump of a clean database lacks figures, rows of boards or words")
	}
	return k
}

// end starts an ingest, ends it and says how it went, and what it left aside.
func (k *killedIngest) end(db string, sig syscall.Signal, after time.Duration) (how string, left []string) {
	cmd, out := k.start(db)
	for begun := time.Now(); cpuTime(cmd.Process.Pid, begun) < after; {
		time.Sleep(time.Millisecond)
	}
	sent := time.Now()
	_ = cmd.Process.Signal(sig)
	_ = cmd.Wait()
	state, _ := cmd.ProcessState.Sys().(syscall.WaitStatus)
	switch code := cmd.ProcessState.ExitCode(); {
	case code == 0:
		how = "done before"
	case state.Signaled():
		how = state.Signal().String()
	case code == 128+int(sig) && strings.Contains(out.String(), "what was complete is stored"):
		how = fmt.Sprintf("exit code %d", code)
	default:
		k.t.Errorf("%v after %v: exit code %d, %s", sig, after, code, out)
	}
	if took := time.Since(sent); took > 5*time.Second { // a second, on a machine that is not busy
		k.t.Errorf("%v after %v: it took %v to end", sig, after, took)
	}
	left, err := filepath.Glob(db + ".building-*")
	if err != nil {
		k.t.Fatal(err)
	}
	return how, left
}

// cpuTime is how much a process has done: of its time on the clock it has only
// what other processes leave it. Where the system does not say, it is that time.
func cpuTime(pid int, begun time.Time) time.Duration {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	fields := strings.Fields(string(data[bytes.LastIndexByte(data, ')')+1:]))
	if err != nil || len(fields) < 13 || fields[0] == "Z" {
		return time.Since(begun) + time.Hour*time.Duration(len(data)) // it has ended
	}
	var user, system int64 // in hundredths of a second
	fmt.Sscan(fields[11], &user)
	fmt.Sscan(fields[12], &system)
	return time.Duration(user+system) * 10 * time.Millisecond
}

// firstDifference is the first line of one text that the other lacks.
func firstDifference(got, want string) string {
	has := map[string]bool{}
	for _, line := range strings.Split(want, "\n") {
		has[line] = true
	}
	for _, line := range strings.Split(got, "\n") {
		if !has[line] {
			return "unexpected " + line
		}
		delete(has, line)
	}
	for line := range has {
		return "missing " + line
	}
	return "none"
}

// Two first ingests at the same time both succeed, and nothing of either is lost.
func TestTwoFirstIngests(t *testing.T) {
	k := newKilledIngest(t)
	_, db := k.place(0)
	one, oneSays := k.start(db)
	other, otherSays := k.start(db)
	if err := errors.Join(one.Wait(), other.Wait()); err != nil {
		t.Fatalf("%v\n%s\n%s", err, oneSays, otherSays)
	}
	if got, _ := k.whole(db); got != k.want[0] {
		t.Error(firstDifference(got, k.want[0]))
	}
	if list, err := os.ReadDir(filepath.Dir(db)); err != nil || len(list) != 1 {
		t.Errorf("directory has %v, %v; want the database alone", list, err)
	}
}
