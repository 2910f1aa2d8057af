package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/bundled"
	"github.com/clawatlas/clawatlas/ingest/source"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/sqlite"
	"github.com/clawatlas/clawatlas/web"
	siteweb "github.com/clawatlas/clawatlas/web/site"
)

// viewer shows records from a temporary database. Whenever the records change, it builds a new
// database, so that no page mixes old and new records.
type viewer struct {
	*viewCmd
	dir  string
	out  *streams
	n    int // number of databases built so far
	db   *sqlite.DB
	site *web.Site

	mu     sync.Mutex
	trials []viewed
}

type viewed struct {
	run     string
	Attempt int
	Status  results.Status
	results.TaskName
}

// viewPrefix is the prefix of temporary directories, followed by the process id.
const viewPrefix = "clawatlas-view-"

func newViewer(c *viewCmd, s *streams) (*viewer, error) {
	for _, p := range c.Paths {
		if _, err := os.Stat(p); err != nil && !source.IsAddress(p) {
			return nil, fmt.Errorf("nothing to view: %w", err)
		}
	}
	left, _ := filepath.Glob(filepath.Join(os.TempDir(), viewPrefix+"*")) // the pattern is valid
	for _, dir := range left {
		pid, _, _ := strings.Cut(strings.TrimPrefix(filepath.Base(dir), viewPrefix), "-")
		if n, err := strconv.Atoi(pid); err == nil && errors.Is(syscall.Kill(n, 0), syscall.ESRCH) {
			_ = os.RemoveAll(dir) // left behind by a killed process; directories of other accounts cannot be removed
		}
	}
	dir, err := os.MkdirTemp("", fmt.Sprintf("%s%d-", viewPrefix, os.Getpid()))
	if err != nil {
		return nil, fmt.Errorf("create a directory for the temporary database: %w", err)
	}
	return &viewer{viewCmd: c, dir: dir, out: s}, nil
}

func (v *viewer) remove() {
	if v.db != nil {
		v.db.Close()
	}
	if err := os.RemoveAll(v.dir); err != nil {
		v.out.err.Printf("clawatlas: remove temporary files: %s\n", err)
	}
}

// show imports the records and switches to the new database. If nothing can be read, for example
// while a file is being replaced, it keeps the previous database.
func (v *viewer) show(ctx context.Context) (*ingest.RunReport, error) {
	db, rep, err := v.read(ctx)
	if err != nil {
		return nil, err
	}
	var trials []viewed
	runs, _, err := db.Runs(ctx, results.RunFilter{Limit: 1000})
	for _, run := range runs {
		list, terr := db.RunTrials(ctx, run.ID, "")
		err = errors.Join(err, terr)
		for _, t := range list {
			trials = append(trials, viewed{run.Slug, t.Attempt, t.Status, results.TaskName{Scenario: t.Scenario, Task: t.Task}})
		}
	}
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	v.mu.Lock()
	v.trials = trials
	v.mu.Unlock()
	former, path := v.db, v.path(v.n-1)
	v.db = db
	if former == nil {
		v.site = siteweb.NewSite(web.Config{Store: db, Version: programVersion(), Build: filepath.Base(v.dir), Follow: true, SameOrigin: true,
			ATIF: writeATIF})
		return rep, nil
	}
	v.site.Replace(db, func() {
		former.Close()
		os.RemoveAll(filepath.Dir(path))
	})
	return rep, nil
}

// ServeHTTP redirects the former URLs of trials. A run gets a new name when its model becomes
// known.
func (v *viewer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	api, rest, _ := strings.Cut(r.URL.Path, "/runs/")
	if p := strings.SplitN(rest, "/", 4); len(p) > 2 {
		v.mu.Lock()
		now := p[0]
		for _, t := range v.trials {
			if t.run == p[0] {
				now = p[0]
				break
			}
			if t.Scenario == p[1] && t.Task == p[2] {
				now = t.run
			}
		}
		v.mu.Unlock()
		if now != p[0] {
			r.URL.Path = api + "/runs/" + now + strings.TrimPrefix(rest, p[0])
			http.Redirect(w, r, r.URL.RequestURI(), http.StatusTemporaryRedirect)
			return
		}
	}
	v.site.ServeHTTP(w, r)
}

func (v *viewer) path(n int) string { return filepath.Join(v.dir, strconv.Itoa(n), "view.db") }

func (v *viewer) read(ctx context.Context) (*sqlite.DB, *ingest.RunReport, error) {
	facts, err := v.facts()
	if err != nil {
		return nil, nil, fmt.Errorf("create the temporary database: %w", err)
	}
	sources, closeAll, refused := openSources(ctx, v.Paths, v.Dataset, v.identity())
	defer closeAll()
	for i := range sources {
		sources[i].FS = wholeLines{sources[i].FS}
		sources[i].Standing = strconv.Itoa(i) + " " + sources[i].Name
	}
	var rep *ingest.RunReport
	path := v.path(v.n + 1)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, nil, err
	}
	err = sqlite.Create(ctx, path, nil, func(db *sqlite.DB) (err error) {
		if _, err := mend(ctx, db, facts); err != nil {
			return err
		}
		l, p := newLoader(db), newProgress(v.out.err)
		l.Progress = p.event
		rep, err = l.Load(ctx, sources)
		p.end()
		return err
	})
	if err != nil {
		return nil, nil, err
	}
	rep.Refused = append(refused, rep.Refused...)
	if len(rep.Runs) == 0 {
		return nil, nil, nothingIn(rep)
	}
	db, err := sqlite.OpenReader(ctx, path)
	if err == nil {
		v.n++
	}
	return db, rep, err
}

// facts returns the bundled data without published runs. These are not shown here, and loading them
// takes longer than loading most records.
func (v *viewer) facts() (fs.FS, error) {
	const manifest = "clawatlas-figures.json"
	dir := filepath.Join(v.dir, "facts")
	if v.n > 0 {
		return os.DirFS(dir), nil
	}
	var all map[string]json.RawMessage
	data, err := fs.ReadFile(bundled.FS, manifest)
	if err = errors.Join(err, json.Unmarshal(data, &all)); err != nil {
		return nil, err
	}
	delete(all, "records")
	data, err = json.Marshal(all)
	return os.DirFS(dir), errors.Join(err, os.CopyFS(dir, bundled.FS), os.WriteFile(filepath.Join(dir, manifest), data, 0o600))
}

func nothingIn(rep *ingest.RunReport) error {
	for _, w := range rep.Warnings {
		return fmt.Errorf("nothing to view: %s %s", w.File, w.Message)
	}
	for _, r := range rep.Refused {
		return fmt.Errorf("nothing to view: %s: %s", r.Source, r.Reason)
	}
	return errors.New("nothing to view: found no record or transcript that this program can read")
}
