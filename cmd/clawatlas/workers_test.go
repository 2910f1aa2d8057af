package main

import (
	"database/sql"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/clawatlas/clawatlas/internal/gatewaytest"
	"github.com/clawatlas/clawatlas/internal/manyruns"
	"github.com/clawatlas/clawatlas/internal/pgtest"
	"github.com/clawatlas/clawatlas/internal/storetest"
	"github.com/clawatlas/clawatlas/results/must"
)

// How many programs store runs at the same time, how many runs each, and how many look.
const workers, runsEach, lookers = 4, 10, 30

// workers holds that several programs may store runs of the same benchmarks at the same
// time, whatever is killed meanwhile: readers never see a board that is not that of the
// runs beside it, and in the end all is as if one program had stored them one by one.
func (s *servers) workers(t *testing.T) {
	server := pgtest.Start(t)
	gateway := gatewaytest.Start(t)
	several, one := recordsOf(t, "several"), recordsOf(t, "one")
	newBucket := func() string { return gateway.Address("bodies/" + server.Name()) }
	t.Run("killed", func(t *testing.T) {
		f := newFleet(t, server, newBucket())
		f.disturbed(several, 3, gateway)
		f.sameAs(t, aloneFleet(t, server, several))
		f.nothingLeft(t, gateway)
	})
	t.Run("the same run twice", func(t *testing.T) { newFleet(t, server, newBucket()).sameRun(several) })
	t.Run("killed rebuilder", func(t *testing.T) { newFleet(t, server, newBucket()).rebuilderKilled(one) })
}

// record is a run on disk: where it lies, and with what else it is read.
type record struct {
	path string
	with []string
}

// recordsOf are the runs of all workers, of one benchmark or of four. Those of three of
// them are read with a dataset.
func recordsOf(t *testing.T, what string) []record {
	t.Helper()
	dir := t.TempDir()
	arena := manyruns.Arena{Scenarios: 2, Rounds: 6}
	dataset := filepath.Join(dir, "dataset")
	must.Do(t, os.CopyFS(dataset, arena.Dataset()))
	var list []record
	for n := 1; n <= workers*runsEach; n++ {
		at := filepath.Join(dir, fmt.Sprintf("%03d", n))
		fsys := manyruns.Job{Trials: 6, Attempts: 2, Number: n}.FS()
		own := record{path: at}
		if which := (n - 1) / 5 % 4; what == "several" && which > 0 {
			arena.First, arena.Runs = n, 1
			fsys = arena.Agents()
			own.with = []string{fmt.Sprintf("--benchmark=many-runs-%d", which), dataset}
		}
		must.Do(t, os.CopyFS(at, fsys))
		list = append(list, own)
	}
	return list
}

// fleet are the workers of one database.
type fleet struct {
	t               *testing.T
	server          *pgtest.Server
	database, blobs string
	db              *sql.DB // to ask what is there

	stop atomic.Bool // nothing is started any more

	mu                     sync.Mutex
	said                   string          // by the last program that ended otherwise
	stored                 map[string]bool // runs that a worker has said are stored
	started, broken, again int             // programs; those that ended otherwise; runs that were there already
}

func newFleet(t *testing.T, server *pgtest.Server, blobs string) *fleet {
	t.Helper()
	f := &fleet{t: t, server: server, database: server.Create(t), blobs: blobs, stored: map[string]bool{}}
	var err error
	if f.db, err = sql.Open("pgx", server.Address(f.database)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.db.Close() })
	return f
}

func (f *fleet) flags() []string {
	return []string{"--store", address(f.server, f.database), "--blobs", f.blobs}
}

// storedRun is a line of the table that an ingest ends with.
var storedRun = regexp.MustCompile(`(?m)^(many-\S+-[0-9a-f]{8})( \(unchanged\))? `)

// ingest starts one program for records that have the same flags, lets disturb do what
// it wants with it, and reports whether it has ended well.
func (f *fleet) ingest(list []record, disturb func(*exec.Cmd)) bool {
	args := slices.Concat([]string{"ingest"}, f.flags(), list[0].with)
	for _, r := range list {
		args = append(args, r.path)
	}
	var out strings.Builder
	cmd := exec.Command("clawatlas-small", args...)
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Start(); err != nil {
		f.t.Error(err)
		return false
	}
	if disturb != nil {
		disturb(cmd)
	}
	err := cmd.Wait()
	f.mu.Lock()
	defer f.mu.Unlock()
	f.started++
	for _, s := range []string{secret, gatewaytest.Secret} {
		if strings.Contains(out.String(), s) {
			f.t.Errorf("an ingest tells a secret:\n%s", tail(out.String()))
		}
	}
	lines := storedRun.FindAllStringSubmatch(out.String(), -1)
	for _, l := range lines {
		f.stored[l[1]] = true
		if l[2] != "" {
			f.again++
		}
	}
	switch {
	case err != nil && disturb == nil:
		f.t.Errorf("an ingest fails: %v\n%s", err, tail(out.String()))
	case err != nil:
		f.broken++
		f.said = tail(out.String())
	case len(lines) != len(list):
		f.t.Errorf("an ingest of %d runs ends well and says:\n%s", len(list), tail(out.String()))
	}
	return err == nil
}

// portions are records that one program reads at a time: those beside each other that
// are read with the same.
func portions(own []record, most int) (list [][]record) {
	for len(own) > 0 {
		n := 1
		for n < min(most, len(own)) && slices.Equal(own[n].with, own[0].with) {
			n++
		}
		list, own = append(list, own[:n]), own[n:]
	}
	return list
}

// aloneFleet is what one program makes of the records one after the other.
func aloneFleet(t *testing.T, server *pgtest.Server, all []record) *fleet {
	t.Helper()
	f := newFleet(t, server, filepath.Join(t.TempDir(), "alone"))
	for _, list := range portions(all, len(all)) {
		f.ingest(list, nil)
	}
	return f
}

// sameAs holds that two databases have the same content, and as many rows of each table
// that has no more than content.
func (f *fleet) sameAs(t *testing.T, want *fleet) {
	t.Helper()
	f.t, want.t = t, t
	if got, want := f.dump(), want.dump(); got != want {
		t.Errorf("%.3000s", firstDifference(got, want))
	}
	for _, table := range []string{"runs", "trials", "steps", "step_text", "step_text_pieces", "raws", "run_objects", "body_pieces", "board_rows", "board_places"} {
		if got, want := f.ask("SELECT count(*) FROM main."+table), want.ask("SELECT count(*) FROM main."+table); got != want {
			t.Errorf("%s has %s rows, want %s", table, got, want)
		}
	}
	for run := range f.stored {
		if f.ask("SELECT count(*) FROM main.runs WHERE slug = '"+run+"'") != "1" {
			t.Errorf("the run %s was said to be stored and is not there", run)
		}
	}
}

// ask is the one value that a query gives.
func (f *fleet) ask(query string) string {
	f.t.Helper()
	var value string
	if err := f.db.QueryRowContext(f.t.Context(), query).Scan(&value); err != nil {
		f.t.Fatal(query, err)
	}
	return value
}

// dump is all that the database holds but when and in which order it came.
func (f *fleet) dump() string {
	f.t.Helper()
	var b strings.Builder
	if err := storetest.DumpServer(f.t.Context(), f.server.Address(f.database), &b); err != nil {
		f.t.Fatal(err)
	}
	lines := strings.Split(b.String(), "\n")
	for i, l := range lines {
		if strings.HasPrefix(l, "mined_cases\t") { // their trials are in the order in which runs came
			parts := strings.FieldsFunc(l, func(c rune) bool { return c == '{' || c == '}' || c == ',' })
			slices.Sort(parts)
			lines[i] = strings.Join(parts, ",")
		}
	}
	return strings.Join(lines, "\n")
}

// killSome kills every second program at any moment of its work.
func killSome(cmd *exec.Cmd) {
	if rand.IntN(2) > 0 {
		return
	}
	begun, after := time.Now(), time.Duration(rand.Int64N(int64(300*time.Millisecond)))
	for cpuTime(cmd.Process.Pid, begun) < after {
		time.Sleep(time.Millisecond)
	}
	_ = cmd.Process.Signal(syscall.SIGKILL)
}
