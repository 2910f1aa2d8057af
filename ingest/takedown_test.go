package ingest_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/search"
	"github.com/clawatlas/clawatlas/results/sqlite"
	"github.com/clawatlas/clawatlas/results/storetest"
)

const (
	marker = "Quetzalcoatlus"
	// rare is a part of it, because the index does not repeat how a word begins.
	rare      = "zalcoatl"
	taken     = "result_example/scripted_skimmer_clawatlas-runner"
	benchmark = "clawatlas-example"
)

// marked is the example, one run of which holds a word that nothing else has.
// It also tries a task that the dataset lacks.
func marked(t *testing.T) (all, rest fstest.MapFS) {
	t.Helper()
	all, rest = ingesttest.Example(t), fstest.MapFS{}
	n := 0
	for name, f := range all {
		if !strings.HasPrefix(name, taken+"/") {
			rest[name] = f
			continue
		}
		if data := bytes.ReplaceAll(f.Data, []byte("purchase_order"), []byte(marker)); !bytes.Equal(data, f.Data) {
			all[name] = &fstest.MapFile{Data: data}
			n++
		}
	}
	if n == 0 {
		t.Fatal("no record of the run has the word that the marker stands for")
	}
	return all, rest
}

func openAt(t *testing.T) (*sqlite.DB, string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "t.db")
	db := must.Get(sqlite.OpenWriter(t.Context(), path))(t)
	t.Cleanup(func() { db.Close() })
	return db, path
}

func lines(t *testing.T, db *sqlite.DB) []string {
	t.Helper()
	var b bytes.Buffer
	must.Do(t, storetest.Dump(t.Context(), db.Path(), &b))
	return strings.Split(b.String(), "\n")
}

// slugOf finds the run that is taken down.
func slugOf(t *testing.T, rep *ingest.RunReport) string {
	t.Helper()
	for _, r := range rep.Runs {
		if strings.Contains(r.Label, "skimmer") {
			return r.Run
		}
	}
	t.Fatalf("runs: %+v", rep.Runs)
	return ""
}

func refresh(t *testing.T, db *sqlite.DB) {
	t.Helper()
	must.Get(ingesttest.Loader(db).Refresh(t.Context()))(t)
}

func fileHas(t *testing.T, path, text string) bool {
	t.Helper()
	for _, suffix := range []string{"", "-wal"} {
		data, err := os.ReadFile(path + suffix)
		if err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
		if bytes.Contains(bytes.ToLower(data), []byte(strings.ToLower(text))) {
			return true
		}
	}
	return false
}

// TestRemoveLeavesNothing: a database with a run removed is one that has never
// read it, row by row and word by word, and no byte of it is in the file.
func TestRemoveLeavesNothing(t *testing.T) {
	all, rest := marked(t)
	want, _ := openAt(t)
	ingesttest.Load(t, want, rest, ingest.Identity{})
	db, path := openAt(t)
	slug := slugOf(t, ingesttest.Load(t, db, all, ingest.Identity{}))
	if !fileHas(t, path, rare) {
		t.Fatal("the marker is not in the file before, so its absence would say nothing")
	}
	must.Do(t, db.RemoveRun(t.Context(), slug))
	refresh(t, db)
	must.Do(t, db.Compact(t.Context()))
	if fileHas(t, path, rare) {
		t.Error("the file still has the marker")
	}
	if d := cmp.Diff(lines(t, want), lines(t, db)); d != "" {
		t.Errorf("(-never read +removed):\n%.4000s", d)
	}
	if err := db.RemoveRun(t.Context(), slug); err == nil {
		t.Error("a removed run is removed again")
	}
	if rep := ingesttest.Load(t, db, all, ingest.Identity{}); len(rep.Refused) > 0 || slugOf(t, rep) != slug {
		t.Errorf("a removed run cannot be read again: %+v", rep.Refused)
	}
}

// TestWithdraw: its records are refused, until the withdrawal is removed.
func TestWithdraw(t *testing.T) {
	all, _ := marked(t)
	db, path := openAt(t)
	slug := slugOf(t, ingesttest.Load(t, db, all, ingest.Identity{}))
	must.Do(t, db.WithdrawRun(t.Context(), slug, "Personal data.", 5))
	refresh(t, db)
	if err := db.Compact(t.Context()); err != nil || fileHas(t, path, rare) {
		t.Errorf("content of a withdrawn run is in the file (%v)", err)
	}
	w, err := db.FindWithdrawal(t.Context(), slug)
	if d := cmp.Diff(results.Withdrawal{Run: slug, Benchmark: benchmark, Reason: "Personal data.", At: 5}, w); err != nil || d != "" {
		t.Errorf("withdrawal %v\n%s", err, d)
	}
	before := lines(t, db)
	rep := ingesttest.Load(t, db, all, ingest.Identity{})
	if len(rep.Refused) != 1 || !strings.Contains(rep.Refused[0].Reason, "Personal data.") || len(rep.Runs) != 3 {
		t.Errorf("withdrawn records are read again: %+v, %d runs", rep.Refused, len(rep.Runs))
	}
	if d := cmp.Diff(before, lines(t, db)); d != "" {
		t.Errorf("refused records have left something:\n%.2000s", d)
	}
	must.Do(t, db.RemoveRun(t.Context(), slug))
	if rep := ingesttest.Load(t, db, all, ingest.Identity{}); len(rep.Refused) != 0 {
		t.Errorf("after remove: %+v", rep.Refused)
	}
}

// TestHideAndShow: hidden and shown again, a database is what it was; hidden, no
// reader sees the run, and boards and search are those without it.
func TestHideAndShow(t *testing.T) {
	all, rest := marked(t)
	without, _ := openAt(t)
	ingesttest.Load(t, without, rest, ingest.Identity{})
	db, _ := openAt(t)
	slug := slugOf(t, ingesttest.Load(t, db, all, ingest.Identity{}))
	before := lines(t, db)
	must.Do(t, db.HideRun(t.Context(), slug, true))
	refresh(t, db)
	if _, err := db.FindRun(t.Context(), slug); err == nil {
		t.Error("a hidden run is found")
	}
	for _, convention := range []string{"paper", "report"} {
		a := must.Get(without.FindBoard(t.Context(), benchmark, convention, ""))(t)
		b, err := db.FindBoard(t.Context(), benchmark, convention, "")
		if d := cmp.Diff(a, b); err != nil || d != "" {
			t.Errorf("board %s with a hidden run, %v:\n%.2000s", convention, err, d)
		}
	}
	if res, err := db.Search(t.Context(), search.Query{Terms: search.Parse(marker).Terms, Limit: 10}); err != nil || res.Total != 0 {
		t.Errorf("search finds %d hits of a hidden run (%v)", res.Total, err)
	}
	published := filepath.Join(t.TempDir(), "p.db")
	if err := db.Publish(t.Context(), published); err != nil || fileHas(t, published, rare) {
		t.Errorf("the published copy has the hidden run (%v)", err)
	}
	if list, err := db.ListRuns(t.Context(), ""); err != nil || len(list) != 4 {
		t.Errorf("the operator sees %d runs (%v)", len(list), err)
	}
	if rep := ingesttest.Load(t, db, all, ingest.Identity{}); len(rep.Refused) > 0 {
		t.Errorf("records of a hidden run: %+v", rep.Refused)
	}
	if _, err := db.FindRun(t.Context(), slug); err == nil {
		t.Error("reading its records again shows a hidden run")
	}
	must.Do(t, db.HideRun(t.Context(), slug, false))
	refresh(t, db)
	if d := cmp.Diff(before, lines(t, db)); d != "" {
		t.Errorf("hidden and shown again (-before +after):\n%.4000s", d)
	}
}

// kinds lists what the change log says, the newest first.
func kinds(t *testing.T, db *sqlite.DB) []string {
	t.Helper()
	list, total, err := db.Changes(t.Context(), results.ChangeFilter{Limit: 100})
	if err != nil || total != len(list) {
		t.Fatalf("%d of %d changes, %v", len(list), total, err)
	}
	var out []string
	for _, c := range list {
		out = append(out, string(c.Kind))
	}
	return out
}

// TestChangeLog: each change writes one line, nothing happens without one, and
// what is hidden or removed is not named.
func TestChangeLog(t *testing.T) {
	all, _ := marked(t)
	db, _ := openAt(t)
	slug := slugOf(t, ingesttest.Load(t, db, all, ingest.Identity{}))
	added := []string{"added", "added", "added", "added"}
	if d := cmp.Diff(added, kinds(t, db)); d != "" {
		t.Errorf("first load:\n%s", d)
	}
	ingesttest.Load(t, db, all, ingest.Identity{})
	if d := cmp.Diff(added, kinds(t, db)); d != "" {
		t.Errorf("the same records again:\n%s", d)
	}
	must.Do(t, db.HideRun(t.Context(), slug, true))
	if d := cmp.Diff(added[:3], kinds(t, db)); d != "" {
		t.Errorf("one run hidden:\n%s", d)
	}
	must.Do(t, db.HideRun(t.Context(), slug, false))
	must.Do(t, db.WithdrawRun(t.Context(), slug, "Personal data.", 5))
	list, _, err := db.Changes(t.Context(), results.ChangeFilter{Run: slug, Limit: 10})
	if err != nil || len(list) != 2 || list[0] != (results.Change{At: 5, Kind: results.ChangeWithdrawn, Benchmark: benchmark, Run: slug,
		Detail: "Personal data."}) {
		t.Errorf("changes of a withdrawn run: %+v, %v", list, err)
	}
	must.Do(t, db.RemoveRun(t.Context(), slug))
	if d := cmp.Diff(append([]string{"removed"}, added[:3]...), kinds(t, db)); d != "" {
		t.Errorf("removed:\n%s", d)
	}
	// Another dataset: said once, with the runs whose score it moves.
	fewer := strangers(t)["fewer tests"]
	for name := range fewer {
		if strings.HasPrefix(name, "result_example/") {
			delete(fewer, name)
		}
	}
	ingesttest.LoadOfficial(t, db, fewer)
	if d := cmp.Diff([]string{"rescored", "rescored", "rescored", "dataset", "removed", "added", "added", "added"}, kinds(t, db)); d != "" {
		t.Errorf("another dataset:\n%s", d)
	}
	groups, total, err := db.ChangeGroups(t.Context(), results.ChangeFilter{Benchmark: benchmark, Limit: 100})
	if err != nil || total != len(groups) || groups[0].Kind != results.ChangeRescored || groups[0].Count != 3 ||
		!strings.Contains(groups[0].Changes[0].Detail, "CRS from") {
		t.Errorf("%d groups, %v: %+v", total, err, groups)
	}
}

// TestChangeLogOfAFirstLoad: of runs that bring their own tasks, no later one moves the
// score of an earlier one: each is held against what it has itself.
func TestChangeLogOfAFirstLoad(t *testing.T) {
	db, _ := openAt(t)
	job := func(n int) ingest.Source {
		return ingest.Source{FS: ingesttest.Job(n, n, 1), Name: "test"}
	}
	for _, step := range []struct {
		load []ingest.Source
		want []string
	}{
		{[]ingest.Source{job(1), job(2)}, []string{"added", "added"}},
		{[]ingest.Source{job(3)}, []string{"added", "added", "added"}},
	} {
		must.Get(ingesttest.Loader(db).Load(t.Context(), step.load))(t)
		if d := cmp.Diff(step.want, kinds(t, db)); d != "" {
			t.Errorf("%d jobs:\n%s", len(step.load), d)
		}
	}
}
