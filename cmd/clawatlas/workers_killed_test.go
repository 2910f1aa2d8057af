package main

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/clawatlas/clawatlas/internal/gatewaytest"
	"github.com/clawatlas/clawatlas/results/must"
)

// disturbed lets the workers store all records while every second program is killed, and
// the database server and the store of bodies now and then, and while others delete
// bodies that no run has. What was killed is started again.
func (f *fleet) disturbed(all []record, atOnce int, gateway *gatewaytest.Gateway) {
	look := newBoardReaders(f.t, f.server.Address(f.database), true)
	begun := time.Now()
	var w sync.WaitGroup
	for n := range workers {
		w.Go(func() {
			for _, list := range portions(all[n*runsEach:(n+1)*runsEach], atOnce) {
				for try := 1; !f.stop.Load() && !f.ingest(list, killSome); try++ {
					time.Sleep(200 * time.Millisecond) // what finds no server ends at once
					if try == 100 {
						f.t.Errorf("an ingest of %s has failed %d times:\n%s", list[0].path, try, f.said)
						f.stop.Store(true)
					}
				}
			}
		})
	}
	defer w.Wait()
	defer f.stop.Store(true)
	working := make(chan bool)
	go func() { w.Wait(); close(working) }()
	for i, do := range []func(){
		func() { f.kill(f.server.Kill, f.server.Resume) },
		func() { f.sweep(gateway) },
		func() { f.kill(func(testing.TB) { gateway.Kill() }, gateway.Run) },
		func() { f.sweep(gateway) },
	} {
		f.until((i + 1) * len(all) / 6)
		do()
	}
	<-working
	took := time.Since(begun)
	look.end()
	f.t.Logf("%d runs by %d programs, of which %d have ended otherwise, in %v; %s", len(f.stored), f.started, f.broken, took.Round(time.Second/10), look)
	if len(f.stored) != len(all) {
		f.t.Errorf("%d of %d runs are said to be stored", len(f.stored), len(all))
	}
	if f.broken < 5 {
		f.t.Errorf("only %d programs have ended before their end", f.broken)
	}
}

// until waits until so many runs are said to be stored.
func (f *fleet) until(n int) {
	for begun := time.Now(); time.Since(begun) < 2*time.Minute; time.Sleep(10 * time.Millisecond) {
		f.mu.Lock()
		stored := len(f.stored)
		f.mu.Unlock()
		if stored >= n {
			return
		}
	}
	f.t.Fatalf("%d runs are not stored after two minutes", n)
}

// kill ends a server and starts it again a little later.
func (f *fleet) kill(end, again func(testing.TB)) {
	end(f.t)
	time.Sleep(300 * time.Millisecond)
	again(f.t)
}

// sweep makes all bodies two days old, so that those which no run has yet are deleted
// under the hands of whoever has just sent them.
func (f *fleet) sweep(gateway *gatewaytest.Gateway) {
	for range 3 {
		f.age(gateway)
		out, err := exec.Command("clawatlas-small", append([]string{"migrate"}, f.flags()...)...).CombinedOutput()
		if err != nil {
			f.t.Errorf("migrate beside ingests: %v\n%s", err, tail(string(out)))
		}
	}
}

func (f *fleet) age(gateway *gatewaytest.Gateway) {
	then := time.Now().Add(-48 * time.Hour)
	for _, name := range f.files(gateway) {
		_ = os.Chtimes(filepath.Join(f.dir(gateway), name), then, then) // it may have gone
	}
}

// dir is where the gateway has the objects of the fleet.
func (f *fleet) dir(gateway *gatewaytest.Gateway) string {
	_, name, _ := strings.Cut(f.blobs, "bodies/")
	name, _, _ = strings.Cut(name, "?")
	return filepath.Join(gateway.Dir, name)
}

// files are the objects of runs.
func (f *fleet) files(gateway *gatewaytest.Gateway) (list []string) {
	root := os.DirFS(f.dir(gateway))
	for _, kind := range []string{"trace", "raw"} {
		_ = fs.WalkDir(root, kind, func(name string, e fs.DirEntry, err error) error {
			if err == nil && !e.IsDir() {
				list = append(list, name)
			}
			return nil // it may have gone
		})
	}
	return list
}

// nothingLeft holds that every object which a run names is there and is what it is named
// by, and that no other is left when all are old and somebody has looked.
func (f *fleet) nothingLeft(t *testing.T, gateway *gatewaytest.Gateway) {
	f.t = t
	orphan := filepath.Join(f.dir(gateway), "trace", "aa", strings.Repeat("a", 64))
	must.Do(t, errors.Join(os.MkdirAll(filepath.Dir(orphan), 0o755), os.WriteFile(orphan, []byte("of nobody"), 0o600)))
	named := map[string]bool{}
	for name := range strings.SplitSeq(f.ask("SELECT string_agg(DISTINCT name, ' ') FROM main.run_objects"), " ") {
		named[name] = true
	}
	before := len(f.files(gateway))
	f.age(gateway)
	wants(t, 0, "up to date", append([]string{"migrate"}, f.flags()...)...)
	left := f.files(gateway)
	t.Logf("%d objects of %d runs; %d of no run were deleted", len(named), len(f.stored), before-len(left))
	if len(left) != len(named) {
		t.Errorf("%d objects are left, and runs name %d", len(left), len(named))
	}
	for _, name := range left {
		data, err := os.ReadFile(filepath.Join(f.dir(gateway), name))
		sum := sha256.Sum256(data)
		if err != nil || !named[name] || filepath.Base(name) != hex.EncodeToString(sum[:]) {
			t.Errorf("object %s of %d bytes: named by a run %v, %v", name, len(data), named[name], err)
		}
	}
}

// sameRun lets two programs store the same runs at the same time: of each, one says that
// it has stored it and the other that it was there.
func (f *fleet) sameRun(all []record) {
	const pairs = 3
	for _, list := range portions(all[:5*pairs], 5) {
		var both sync.WaitGroup
		for range 2 {
			both.Go(func() { f.ingest(list, nil) })
		}
		both.Wait()
	}
	if n := f.ask("SELECT count(*) FROM main.runs WHERE slug LIKE 'many-%'"); n != strconv.Itoa(5*pairs) || len(f.stored) != 5*pairs || f.again != 5*pairs {
		f.t.Errorf("%s runs are there; %d are said to be stored, and %d to have been there, want %d each", n, len(f.stored), f.again, 5*pairs)
	}
}

// rebuilderKilled kills a program while it has the lock of the boards that it rebuilds:
// who waits for it rebuilds them, and if nobody does a server of the site.
func (f *fleet) rebuilderKilled(all []record) {
	f.ingest(all[:4], nil)
	const holds = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND classid = x'436c02'::int::oid AND objsubid = 2 AND granted"
	stopped := func(list []record) *exec.Cmd {
		for len(list) > 0 {
			cmd := exec.Command("clawatlas-small", append(append([]string{"ingest"}, f.flags()...), list[0].path)...)
			if err := cmd.Start(); err != nil {
				f.t.Fatal(err)
			}
			ended := make(chan error, 1)
			go func() { ended <- cmd.Wait() }()
			for f.ask("SELECT count(*) FROM main.runs WHERE slug LIKE 'many-%'") == strconv.Itoa(len(f.stored)) && len(ended) == 0 {
			}
			for len(ended) == 0 {
				if f.ask(holds) == "1" {
					_ = cmd.Process.Signal(syscall.SIGSTOP)
					break
				}
			}
			if len(ended) == 0 && f.ask(holds) == "1" && f.ask("SELECT count(*) FROM main.benchmarks WHERE stale <> 0") == "1" {
				return cmd
			}
			list = list[1:] // it was faster
			f.t.Log("a rebuilder was faster")
			_ = cmd.Process.Signal(syscall.SIGCONT)
			<-ended
		}
		f.t.Fatal("no program could be stopped while it rebuilds")
		return nil
	}
	onBoard := func(what string) {
		f.t.Helper()
		const q = "SELECT (SELECT count(*) FROM main.runs WHERE slug LIKE 'many-%') || ' runs, ' || (SELECT count(DISTINCT w.run_id) FROM main.board_rows w JOIN main.runs r ON r.id = w.run_id WHERE r.slug LIKE 'many-%') || ' on the board, ' || (SELECT count(*) FROM main.benchmarks WHERE stale <> 0) || ' lag'"
		got := f.ask(q)
		n := f.ask("SELECT count(*) FROM main.runs WHERE slug LIKE 'many-%'")
		if got != fmt.Sprintf("%s runs, %s on the board, 0 lag", n, n) {
			f.t.Errorf("%s: %s", what, got)
		}
	}
	cmd := stopped(all[4:16])
	done := make(chan bool)
	go func() { defer close(done); f.ingest(all[16:17], nil) }()
	select {
	case <-done:
		f.t.Error("an ingest has ended while another program had its board")
	case <-time.After(2 * time.Second):
	}
	_ = cmd.Process.Kill()
	<-done
	onBoard("who waited for it")

	cmd = stopped(all[29:])
	_ = cmd.Process.Kill()
	startProgram(f.t, "clawatlas-small", f.flags()...)
	for begun := time.Now(); time.Since(begun) < 4*lagEvery && f.ask("SELECT count(*) FROM main.benchmarks WHERE stale <> 0") != "0"; {
		time.Sleep(100 * time.Millisecond)
	}
	onBoard("a server of the site")
}
