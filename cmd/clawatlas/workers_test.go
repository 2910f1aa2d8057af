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
	"syscall"
	"testing"
	"time"

	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/storetest"
)

// workers holds that several programs may store runs of the same benchmark at the same
// time, whatever is killed meanwhile: in the end all is as if one program had stored
// them one by one, and of two that store the same run one says that it was there.
func (s *servers) workers(t *testing.T) {
	const workers, runsEach = 4, 5
	server := storetest.StartServer(t)
	var all []string
	for n := 1; n <= workers*runsEach; n++ {
		at := filepath.Join(t.TempDir(), fmt.Sprintf("%03d", n))
		must.Do(t, os.CopyFS(at, ingesttest.Job(n, 6, 2)))
		all = append(all, at)
	}
	alone, many := newFleet(t, server), newFleet(t, server)
	alone.ingest(all, false)
	var w sync.WaitGroup
	for n := range workers {
		w.Go(func() {
			for _, run := range all[n*runsEach : (n+1)*runsEach] {
				for try := 0; !many.ingest([]string{run}, true); try++ {
					if time.Sleep(200 * time.Millisecond); try == 100 { // what finds no server ends at once
						t.Errorf("%s is never stored", run)
						return
					}
				}
			}
		})
	}
	time.Sleep(2 * time.Second)
	server.Stop(t)
	time.Sleep(300 * time.Millisecond)
	server.Resume(t)
	w.Wait()
	if got, want := many.dump(), alone.dump(); got != want {
		t.Errorf("%.3000s", firstDifference(got, want))
	}
	if lag := many.ask("SELECT count(*) FROM main.benchmarks WHERE stale <> 0"); lag != "0" || many.broken == 0 {
		t.Errorf("%s boards lag; %d programs have ended before their end", lag, many.broken)
	}
	for _, table := range []string{"runs", "trials", "steps", "step_text", "raws", "run_objects", "body_pieces", "board_rows", "board_places"} {
		if got, want := many.ask("SELECT count(*) FROM main."+table), alone.ask("SELECT count(*) FROM main."+table); got != want {
			t.Errorf("%s has %s rows, want %s", table, got, want)
		}
	}

	twice := newFleet(t, server)
	for range 2 {
		w.Go(func() { twice.ingest(all[:runsEach], false) })
	}
	w.Wait()
	if twice.stored != 2*runsEach || twice.again != runsEach {
		t.Errorf("%d runs are said to be stored, %d of them to have been there, want %d and %d", twice.stored, twice.again, 2*runsEach, runsEach)
	}
}

// fleet are the workers of one database.
type fleet struct {
	t       *testing.T
	address string
	flags   []string
	mu      sync.Mutex
	stored  int // runs that a program has said are stored,
	again   int // of which so many were there already
	broken  int // programs that ended otherwise
}

func newFleet(t *testing.T, server *storetest.Server) *fleet {
	t.Helper()
	database := server.Create(t, "")
	return &fleet{t: t, address: server.Address(database), flags: []string{"--store", address(server, database), "--blobs", filepath.Join(t.TempDir(), "bodies")}}
}

// storedRun is a line of the table that an ingest ends with.
var storedRun = regexp.MustCompile(`(?m)^(many-\S+-[0-9a-f]{8})( \(unchanged\))? `)

// ingest starts one program, kills every second one at any moment of its work if it may
// be disturbed, and reports whether it has ended well.
func (f *fleet) ingest(paths []string, disturb bool) bool {
	var out strings.Builder
	cmd := exec.Command("clawatlas-small", append(append([]string{"ingest"}, f.flags...), paths...)...)
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Start(); err != nil {
		f.t.Error(err)
		return true
	}
	if disturb && rand.IntN(2) > 0 {
		kill := time.AfterFunc(time.Duration(rand.Int64N(int64(time.Second))), func() { _ = cmd.Process.Signal(syscall.SIGKILL) })
		defer kill.Stop()
	}
	err := cmd.Wait()
	f.mu.Lock()
	defer f.mu.Unlock()
	if strings.Contains(out.String(), secret) {
		f.t.Errorf("an ingest tells a secret:\n%s", tail(out.String()))
	}
	lines := storedRun.FindAllStringSubmatch(out.String(), -1)
	switch {
	case err != nil && !disturb || err == nil && len(lines) != len(paths):
		f.t.Errorf("an ingest of %d runs: %v\n%s", len(paths), err, tail(out.String()))
	case err != nil:
		f.broken++
	}
	for _, l := range lines {
		if f.stored++; l[2] != "" {
			f.again++
		}
	}
	return err == nil
}

// ask is the one value that a query gives.
func (f *fleet) ask(query string) string {
	f.t.Helper()
	db := must.Get(sql.Open("pgx", f.address))(f.t)
	defer db.Close()
	var value string
	must.Do(f.t, db.QueryRowContext(f.t.Context(), query).Scan(&value))
	return value
}

// dump is all that the database holds but when and in which order it came.
func (f *fleet) dump() string {
	f.t.Helper()
	var b strings.Builder
	must.Do(f.t, storetest.Dump(f.t.Context(), f.address, &b))
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
