package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/bundled"
	"github.com/clawatlas/clawatlas/ingest/formats"
	"github.com/clawatlas/clawatlas/ingest/source"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/sqlite"
	"github.com/clawatlas/clawatlas/web"
	siteweb "github.com/clawatlas/clawatlas/web/site"
)

// viewer shows records from a database that is made anew whenever they change. The
// pages of one state are never mixed with those of another, and nothing that a record
// has lost stays behind.
type viewer struct {
	paths    []string
	datasets []string // that the caller vouches for
	id       ingest.Identity
	dir      string // of the temporary files
	lock     *os.File
	door     door
	out      *streams
	loaded   snapshot // the files as they were when the database was made
	runs     map[results.TaskName]string
	site     *web.Site
	follower *web.Follower
	landing  string // address of the first page
	did      []any  // what the only trial did, for viewDid; none where there are several
	n        int    // databases that were made

	mu   sync.Mutex
	open []*shown // databases that are in use, the newest last
}

// shown is one database.
type shown struct {
	db   *sqlite.DB
	path string
}

func newViewer(c *viewCmd, s *streams) (*viewer, error) {
	for _, p := range c.Paths {
		if source.IsAddress(p) {
			continue
		}
		if _, err := os.Stat(p); err != nil {
			return nil, fmt.Errorf("nothing to view: %w", err)
		}
	}
	dir, lock, err := newViewDir()
	if err != nil {
		return nil, fmt.Errorf("make a place for the temporary database: %w", err)
	}
	return &viewer{paths: c.Paths, datasets: c.Dataset, id: c.identity(), dir: dir, lock: lock, out: s}, nil
}

// begin reads the records for the first time.
func (v *viewer) begin(ctx context.Context) error {
	v.loaded = look(v.paths)
	db, rep, err := v.read(ctx)
	if err != nil {
		return err
	}
	for _, r := range rep.Refused {
		v.out.err.Printf("refused %s: %s\n", r.Source, r.Reason)
	}
	runs, err := v.list(ctx, db.db, rep)
	if err != nil {
		return err
	}
	v.runs, v.landing = runs, landing(runs)
	if err := v.only(ctx, db.db); err != nil {
		return err
	}
	v.site = siteweb.NewSite(web.Config{Store: db.db, Version: programVersion(), Build: filepath.Base(v.dir), Follow: true, SameOrigin: true,
		ATIF: writeATIF})
	v.follower = web.NewFollower(v.site)
	v.door.ready.Store(&led{v.follower, v.landing})
	return nil
}

// again reads the records after a change and shows them in the place of the former. A
// state in which nothing can be read, as while a file is replaced, is not shown.
func (v *viewer) again(ctx context.Context) error {
	db, rep, err := v.read(ctx)
	if err != nil {
		return err
	}
	runs, err := v.list(ctx, db.db, rep)
	if err != nil {
		v.done(db)
		return err
	}
	moved := map[string]string{}
	for name, was := range v.runs {
		if now := runs[name]; now != "" && now != was && !slices.Contains(slices.Collect(maps.Values(runs)), was) {
			moved[was] = now
		}
	}
	v.mu.Lock()
	former := v.open[len(v.open)-2]
	v.mu.Unlock()
	v.runs = runs
	v.site.Replace(db.db, func() { v.done(former) })
	v.follower.Changed(moved)
	return nil
}

// read makes a database of the records as they are now.
func (v *viewer) read(ctx context.Context) (*shown, *ingest.RunReport, error) {
	v.n++
	path := filepath.Join(v.dir, strconv.Itoa(v.n)+".db")
	sources, closeAll, refused := openSources(ctx, v.paths, v.datasets, v.id)
	defer closeAll()
	for i := range sources {
		sources[i].FS = wholeLines{sources[i].FS, &v.door.read}
		sources[i].Standing = strconv.Itoa(i) + " " + sources[i].Name
	}
	first, err := v.first(sources)
	if err != nil {
		return nil, nil, err
	}
	var rep *ingest.RunReport
	err = sqlite.Create(ctx, path, nil, func(db *sqlite.DB) (err error) {
		if _, err := mend(ctx, db, first); err != nil {
			return err
		}
		l := newLoader(db)
		p := newProgress(v.out.err)
		l.Progress = func(e ingest.Event) {
			p.event(e)
			v.door.trials.Store(int64(e.Trials))
		}
		rep, err = l.Load(ctx, sources)
		p.end()
		return err
	})
	if err != nil {
		return nil, nil, err
	}
	rep.Refused = append(refused, rep.Refused...)
	if len(rep.Runs) == 0 {
		return nil, nil, errors.Join(nothingIn(rep), os.Remove(path))
	}
	db, err := sqlite.OpenReader(ctx, path)
	if err != nil {
		return nil, nil, err
	}
	x := &shown{db, path}
	v.mu.Lock()
	v.open = append(v.open, x)
	v.mu.Unlock()
	return x, rep, nil
}

// Lists of the bundled data that a database to look at begins with. Published runs are
// not among them: nobody looks at them here, and to estimate them takes longer than to
// read most records. Loose transcripts need only what models are called.
var (
	viewFacts = []string{"benchmarks", "models", "datasets", "worlds", "figures", "tables"}
	viewNames = []string{"models"}
)

// first is what the database begins with.
func (v *viewer) first(sources []ingest.Source) (fs.FS, error) {
	l := &ingest.Loader{Formats: formats.All()}
	for _, src := range sources {
		items, err := l.Find(src)
		if err != nil {
			return nil, err
		}
		for _, it := range items {
			if it.Format != "transcripts" {
				return v.bundle("facts", viewFacts)
			}
		}
	}
	return v.bundle("names", viewNames)
}

// bundle is a copy of the bundled data in which only some lists are read.
func (v *viewer) bundle(name string, lists []string) (fs.FS, error) {
	dir := filepath.Join(v.dir, name)
	if _, err := os.Stat(dir); err == nil {
		return os.DirFS(dir), nil
	}
	const manifest = "clawatlas-figures.json"
	var all map[string]json.RawMessage
	data, err := fs.ReadFile(bundled.FS, manifest)
	if err = errors.Join(err, json.Unmarshal(data, &all)); err != nil {
		return nil, fmt.Errorf("read the bundled data: %w", err)
	}
	kept := map[string]json.RawMessage{"format": all["format"], "version": all["version"]}
	for _, l := range lists {
		kept[l] = all[l]
	}
	data, err = json.Marshal(kept)
	err = errors.Join(err, os.CopyFS(dir, bundled.FS), os.WriteFile(filepath.Join(dir, manifest), data, 0o600))
	if err != nil {
		return nil, fmt.Errorf("make the temporary database: %w", err)
	}
	return os.DirFS(dir), nil
}

// nothingIn says why there is nothing to show: what a file looks like that nobody reads,
// or else what there is.
func nothingIn(rep *ingest.RunReport) error {
	for _, w := range rep.Warnings {
		return fmt.Errorf("nothing to view: %s %s", w.File, w.Message)
	}
	for _, r := range rep.Refused {
		return fmt.Errorf("nothing to view: %s: %s", r.Source, r.Reason)
	}
	return errors.New("nothing to view: no file there is a record or a transcript that this program can read")
}

// list finds the run of each trial.
func (v *viewer) list(ctx context.Context, db *sqlite.DB, rep *ingest.RunReport) (map[results.TaskName]string, error) {
	runs := map[results.TaskName]string{}
	for i := range rep.Runs {
		run, err := db.FindRun(ctx, rep.Runs[i].Run)
		if errors.Is(err, results.ErrNotFound) {
			continue
		}
		if err != nil {
			return nil, err
		}
		trials, err := db.RunTrials(ctx, run.ID, "")
		if err != nil {
			return nil, err
		}
		for _, t := range trials {
			runs[results.TaskName{Scenario: t.Scenario, Task: t.Task}] = run.Slug
		}
	}
	return runs, nil
}

// landing is the page to begin with: the only trial, the only run, or all runs.
func landing(runs map[results.TaskName]string) string {
	for name, run := range runs {
		if len(runs) == 1 {
			return "/runs/" + run + "/" + name.Scenario + "/" + name.Task
		}
		only := true
		for _, other := range runs {
			only = only && other == run
		}
		if only {
			return "/runs/" + run
		}
		break
	}
	return "/runs"
}

// done closes and removes a database that nobody reads any more.
func (v *viewer) done(x *shown) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if at := slices.Index(v.open, x); at >= 0 {
		v.open = slices.Delete(v.open, at, at+1)
		x.close()
	}
}

func (x *shown) close() {
	x.db.Close()
	for _, suffix := range []string{"", "-wal", "-shm"} {
		os.Remove(x.path + suffix)
	}
}

// close closes all databases.
func (v *viewer) close() {
	v.mu.Lock()
	defer v.mu.Unlock()
	for _, x := range v.open {
		x.close()
	}
	v.open = nil
}
