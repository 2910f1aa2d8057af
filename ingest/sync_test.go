package ingest_test

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"maps"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/sqlite"
)

// folder is a source that is kept in step.
func folder(fsys fs.FS, commit string) ingest.Source {
	s := ingest.Source{FS: fsys, Name: "submissions", Sync: "s"}
	if commit != "" {
		s.Git = &ingest.Committed{Repository: "https://github.com/o/r", Commit: strings.Repeat(commit, 40), Dir: ".",
			Has: func(string) bool { return true }}
	}
	return s
}

func syncFrom(t *testing.T, db *sqlite.DB, src ingest.Source, allowLoss bool) *ingest.RunReport {
	t.Helper()
	return must.Get(ingesttest.Loader(db).Sync(t.Context(), []ingest.Source{src}, allowLoss))(t)
}

// lacking is a copy of a folder that lacks what begins so.
func lacking(all fstest.MapFS, prefix string) fstest.MapFS {
	m := maps.Clone(all)
	maps.DeleteFunc(m, func(name string, _ *fstest.MapFile) bool { return strings.HasPrefix(name, prefix) })
	return m
}

// changed is a copy in which the text of some files is another one.
func changed(all fstest.MapFS, within, before, after string) fstest.MapFS {
	m := maps.Clone(all)
	for name, f := range all {
		if strings.HasPrefix(name, within) {
			m[name] = &fstest.MapFile{Data: bytes.ReplaceAll(f.Data, []byte(before), []byte(after))}
		}
	}
	return m
}

func slugs(t *testing.T, db *sqlite.DB) map[string]bool {
	t.Helper()
	runs, _ := must.Get2(db.Runs(t.Context(), results.RunFilter{Benchmark: benchmark, Limit: 50}))(t)
	m := map[string]bool{}
	for _, r := range runs {
		m[r.Slug] = true
	}
	return m
}

// newest is the newest line of the change log.
func newest(t *testing.T, db *sqlite.DB) results.Change {
	t.Helper()
	list, _, err := db.Changes(t.Context(), results.ChangeFilter{Limit: 1})
	if err != nil || len(list) != 1 {
		t.Fatal(list, err)
	}
	list[0].At = 0
	return list[0]
}

// TestSync: a folder adds, removes and gives back, with a line in the log that says
// why; the same folder again changes nothing, also at another commit.
func TestSync(t *testing.T) {
	all := ingesttest.Example(t)
	db, _ := openAt(t)
	slug := slugOf(t, syncFrom(t, db, folder(all, "a"), false))
	before := lines(t, db)
	for _, commit := range []string{"a", "b"} {
		rep := syncFrom(t, db, folder(all, commit), false)
		if d := cmp.Diff(before, lines(t, db)); d != "" || rep.Sync.Unchanged != 4 || rep.Sync.Added != 0 {
			t.Errorf("the same again at %s: %+v\n%.2000s", commit, rep.Sync, d)
		}
	}
	rep := syncFrom(t, db, folder(lacking(all, taken+"/"), "b"), false)
	reason := "no longer in https://github.com/o/r at bbbbbbbbbbbb"
	if d := cmp.Diff([]ingest.SyncChange{{Run: slug, Reason: reason}}, rep.Sync.Removed); d != "" || slugs(t, db)[slug] ||
		len(slugs(t, db)) != 3 {
		t.Errorf("removed: %+v\n%s", rep.Sync, d)
	}
	if d := cmp.Diff(results.Change{Kind: results.ChangeWithdrawn, Benchmark: benchmark, Run: slug, Detail: reason},
		newest(t, db)); d != "" {
		t.Errorf("log:\n%s", d)
	}
	if w, err := db.FindWithdrawal(t.Context(), slug); err != nil || w.Reason != reason {
		t.Errorf("what stays: %+v, %v", w, err)
	}
	if b, err := db.FindBoard(t.Context(), benchmark, "paper", ""); err != nil || len(b.Rows) != 3 {
		t.Errorf("the board has %d rows, %v", len(b.Rows), err)
	}
	gone := lines(t, db)
	syncFrom(t, db, folder(lacking(all, taken+"/"), "c"), false)
	if d := cmp.Diff(gone, lines(t, db)); d != "" {
		t.Errorf("removed again:\n%.2000s", d)
	}
	if rep := syncFrom(t, db, folder(all, "d"), false); rep.Sync.Added != 1 || len(rep.Refused) > 0 || !slugs(t, db)[slug] {
		t.Errorf("it does not return: %+v, %+v", rep.Sync, rep.Refused)
	}
	if _, err := db.FindWithdrawal(t.Context(), slug); !errors.Is(err, results.ErrNotFound) {
		t.Errorf("it is there and withdrawn: %v", err)
	}
	if c := newest(t, db); c.Kind != results.ChangeAdded || c.Run != slug ||
		!strings.HasPrefix(c.Detail, "from https://github.com/o/r at dddddddddddd, "+taken) {
		t.Errorf("log: %+v", c)
	}
}

// TestSyncReplaces: other records in the place of a run take it, and the former
// address says what by.
func TestSyncReplaces(t *testing.T) {
	all := ingesttest.Example(t)
	db, _ := openAt(t)
	old := slugOf(t, syncFrom(t, db, folder(all, ""), false))
	next := changed(all, taken, "purchase_order", "other_order")
	rep := syncFrom(t, db, folder(next, ""), false)
	slug := slugOf(t, rep)
	if len(rep.Sync.Replaced) != 1 || rep.Sync.Replaced[0].Run != old || rep.Sync.Replaced[0].By != slug || slugs(t, db)[old] ||
		len(slugs(t, db)) != 4 {
		t.Fatalf("%+v", rep.Sync)
	}
	want := results.Change{Kind: results.ChangeReplaced, Benchmark: benchmark, Run: old, Other: slug,
		Detail: "other records stand in its place in submissions"}
	must.Same(t, want, newest(t, db), "log")
	if w, err := db.FindWithdrawal(t.Context(), old); err != nil || !strings.HasPrefix(w.Reason, "replaced by "+slug+": ") {
		t.Errorf("%+v, %v", w, err)
	}
	// Moved as it is, a run stays; its new place is where it is replaced from then on.
	moved := fstest.MapFS{}
	for name, f := range next {
		moved[strings.Replace(name, taken, "result_moved/scripted_skimmer_clawatlas-runner", 1)] = f
	}
	if rep := syncFrom(t, db, folder(moved, ""), false); rep.Sync.Unchanged != 4 || len(rep.Sync.Removed) > 0 {
		t.Errorf("moved: %+v", rep.Sync)
	}
	again := changed(moved, "result_moved", "other_order", "third_order")
	if rep := syncFrom(t, db, folder(again, ""), false); len(rep.Sync.Replaced) != 1 || rep.Sync.Replaced[0].Run != slug {
		t.Errorf("replaced where it was moved to: %+v", rep.Sync)
	}
}

// failing lists no directory of some name.
type failing struct {
	fs.FS
	name string
}

func (f failing) Open(name string) (fs.File, error) {
	if name == f.name {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrPermission}
	}
	return f.FS.Open(name)
}

// TestSyncKeeps: what is broken, out of sight or all gone at once removes nothing.
func TestSyncKeeps(t *testing.T) {
	all := ingesttest.Example(t)
	db, _ := openAt(t)
	slug := slugOf(t, syncFrom(t, db, folder(all, ""), false))
	still := func(what string, rep *ingest.RunReport) {
		t.Helper()
		if len(rep.Sync.Removed)+len(rep.Sync.Replaced) > 0 || !slugs(t, db)[slug] || !strings.Contains(what, "own place") &&
			len(rep.Sync.Kept) == 0 {
			t.Errorf("%s: %+v", what, rep.Sync)
		}
	}
	if _, err := ingesttest.Loader(db).Sync(t.Context(), []ingest.Source{folder(failing{all, taken}, "")}, false); err == nil ||
		len(slugs(t, db)) != 4 {
		t.Errorf("a directory that cannot be listed: %v, %d runs", err, len(slugs(t, db)))
	}
	for _, empty := range []fstest.MapFS{{}, lacking(all, "result_example/"), {"notes.txt": {Data: []byte("x")}}} {
		rep := syncFrom(t, db, folder(empty, ""), false)
		if still("an empty folder", rep); len(rep.Sync.Kept) != 4 || !strings.Contains(rep.Sync.Kept[0].Reason, "all 4 runs") {
			t.Errorf("an empty folder: %+v", rep.Sync)
		}
	}
	// A record that cannot be parsed makes a run with fewer verdicts; the good one stays.
	broken := maps.Clone(all)
	for name := range all {
		if strings.HasPrefix(name, taken+"/scoring/ex_office_move/q1/") || strings.HasPrefix(name, taken+"/infer/ex_office_move/q1/") {
			broken[name] = &fstest.MapFile{Data: []byte(`{"trunc`)}
		}
	}
	rep := syncFrom(t, db, folder(broken, ""), false)
	still("an unparsable record", rep)
	if rep := syncFrom(t, db, folder(all, ""), false); len(rep.Sync.Replaced) != 1 || rep.Sync.Replaced[0].By != slug ||
		len(slugs(t, db)) != 4 {
		t.Errorf("mended: %+v", rep.Sync)
	}
	// Nothing can be read in its place, but its files are there.
	ruined := maps.Clone(all)
	for name := range all {
		if strings.HasPrefix(name, taken+"/") {
			ruined[name] = &fstest.MapFile{Data: []byte("\x00")}
		}
	}
	still("a ruined run", syncFrom(t, db, folder(ruined, ""), false))
	// A link in its place is left out by the source.
	linked := folder(lacking(all, taken+"/"), "")
	linked.Skipped = func() []results.Warning { return []results.Warning{{File: taken, Message: "left out: symbolic link"}} }
	still("a link", syncFrom(t, db, linked, false))

	if rep := syncFrom(t, db, folder(fstest.MapFS{}, ""), true); len(rep.Sync.Removed) < 4 || len(slugs(t, db)) != 0 {
		t.Errorf("let go: %+v", rep.Sync)
	}
}

// TestSyncTakesOwn: only what belongs to the source goes. What an operator has hidden
// or withdrawn is not told, or not read again.
func TestSyncTakesOwn(t *testing.T) {
	all := ingesttest.Example(t)
	db, _ := openAt(t)
	ingesttest.Load(t, db, lacking(all, taken+"/"), ingest.Identity{})
	slug := slugOf(t, syncFrom(t, db, folder(lacking(all, "result_example/scripted_t"), ""), false))
	other := folder(all, "")
	other.Sync, other.Name = "other", "elsewhere"
	if rep := syncFrom(t, db, other, false); len(rep.Sync.Others) == 0 || len(rep.Sync.Removed) > 0 {
		t.Errorf("of two sources: %+v", rep.Sync)
	}
	if rep := syncFrom(t, db, folder(lacking(all, taken+"/"), ""), false); len(rep.Sync.Removed) != 1 || rep.Sync.Removed[0].Run != slug ||
		len(slugs(t, db)) != 3 {
		t.Errorf("own: %+v", rep.Sync)
	}
	must.Do(t, db.WithdrawRun(t.Context(), slug, "Personal data.", 5))
	rep := syncFrom(t, db, folder(all, ""), false)
	if len(rep.Refused) != 1 || !rep.Refused[0].Withdrawn || slugs(t, db)[slug] {
		t.Errorf("withdrawn by the operator: %+v", rep.Refused)
	}
	var hidden string
	for s := range slugs(t, db) {
		if strings.Contains(s, "thorough") {
			hidden = s
		}
	}
	must.Do(t, db.HideRun(t.Context(), hidden, true))
	refresh(t, db)
	before := lines(t, db)
	syncFrom(t, db, other, false)
	if d := cmp.Diff(before, lines(t, db)); d != "" {
		t.Errorf("a hidden run that is there:\n%.2000s", d)
	}
	syncFrom(t, db, folderOf(other, lacking(all, "result_example/scripted_thorough")), false)
	if _, err := db.FindWithdrawal(t.Context(), hidden); !errors.Is(err, results.ErrNotFound) {
		t.Errorf("a hidden run is told of: %v", err)
	}
	if list, _, err := db.Changes(t.Context(), results.ChangeFilter{Run: hidden, Limit: 9}); err != nil || len(list) > 0 {
		t.Errorf("the log tells of a hidden run: %+v, %v", list, err)
	}
}

func folderOf(s ingest.Source, fsys fs.FS) ingest.Source {
	s.FS = fsys
	return s
}

// killed is a store whose process ends when runs are to go.
type killed struct{ *sqlite.DB }

var errKilled = errors.New("killed")

func (killed) Retire(context.Context, []results.GoneRun, int64) error { return errKilled }

// TestSyncCutOff: a sync that ends before it has taken anything away is finished by
// the next one.
func TestSyncCutOff(t *testing.T) {
	all := ingesttest.Example(t)
	want, _ := openAt(t)
	next := changed(lacking(all, "result_example/scripted_thorough"), taken, "purchase_order", "other_order")
	syncFrom(t, want, folder(all, ""), false)
	syncFrom(t, want, folder(next, ""), false)
	db, _ := openAt(t)
	syncFrom(t, db, folder(all, ""), false)
	half := folder(next, "")
	for range 2 {
		l := ingesttest.Loader(db)
		l.Store = killed{db}
		if _, err := l.Sync(t.Context(), []ingest.Source{half}, false); !errors.Is(err, errKilled) {
			t.Fatal(err)
		}
	}
	open, err := db.OpenSyncs(t.Context())
	if err != nil || len(open) != 1 || open[0].Source != "s" || open[0].Name != "submissions" || open[0].At == 0 || len(slugs(t, db)) != 5 {
		t.Fatalf("%d runs, not in step: %+v, %v", len(slugs(t, db)), open, err)
	}
	if rep := syncFrom(t, db, half, false); rep.Sync.CutOff != open[0].At {
		t.Errorf("it finishes what began at %d: %+v", open[0].At, rep.Sync)
	}
	if open, err := db.OpenSyncs(t.Context()); err != nil || len(open) > 0 {
		t.Errorf("not in step: %+v, %v", open, err)
	}
	if rep := syncFrom(t, db, half, false); rep.Sync.CutOff != 0 {
		t.Errorf("the same again: %+v", rep.Sync)
	}
	if d := cmp.Diff(lines(t, want), lines(t, db)); d != "" {
		t.Errorf("(-in one go +cut off):\n%.3000s", d)
	}
}
