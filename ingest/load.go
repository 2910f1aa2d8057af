package ingest

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"path"
	"slices"
	"sync"
	"time"

	"github.com/clawatlas/clawatlas/results"
)

// Source is a directory, an archive or a single file, opened for reading.
type Source struct {
	FS       fs.FS
	Name     string   // display name without directories
	Identity Identity // statements by the caller
	// Official means that the caller trusts the datasets, models and reported results in the
	// source. They replace the stored ones.
	Official bool
	// Standing, if set, identifies runs by their location instead of their content, so that their
	// URLs stay the same while records are added. It must be unique in a database.
	Standing string
	// Git, if set, is the repository commit that contains the files.
	Git *Committed
	// Skipped, if set, returns warnings about skipped links, devices and unsafe file names. It is
	// called after the walk.
	Skipped func() []results.Warning
}

// Loader reads sources into a store.
type Loader struct {
	Store    Store
	Formats  []Format
	Redactor func() CountingRedact
	Limits   Limits
	Jobs     int  // maximum number of records decoded in parallel, see Input.Jobs
	Scripted bool // set if scripted agents produced the runs
	Now      func() time.Time
	// Progress, if set, receives progress events, at most one per record.
	Progress func(Event)

	public   sync.Map // slugs of benchmarks whose texts have been passed to Redact.Public
	datasets datasets
	sessions map[string][]Session
}

// CountingRedact is a Redact that counts redactions by rule.
type CountingRedact interface {
	Redact
	Counts() map[string]int
}

// Event is one progress report.
type Event struct {
	Source string
	Item   string // label of the item; empty during the walk
	Files  int    // number of files and directories found so far, during the walk
	Trials int    // number of trials of the item read so far
	Done   bool
}

// Load reads all sources: datasets first, then runs, then reported results. Failures of single runs
// are in the report. Load returns an error only for failures that affect everything, such as a
// read-only database.
func (l *Loader) Load(ctx context.Context, sources []Source) (*RunReport, error) {
	rep, err := l.readAll(ctx, sources)
	if err != nil {
		return rep, err
	}
	return rep, l.refresh(ctx, rep)
}

// readAll reads all sources without updating anything that depends on several runs.
func (l *Loader) readAll(ctx context.Context, sources []Source) (*RunReport, error) {
	l.datasets.forget()
	l.sessions = map[string][]Session{}
	rep := newReport()
	jobs, after, err := l.find(sources, rep)
	if err != nil {
		return rep, err
	}
	for _, j := range jobs {
		before := *rep
		err := untilThere(ctx, func() error {
			rep.again(before)
			return l.readItem(ctx, j.src, j.item, j.fsys, rep, nil)
		})
		if err != nil {
			return rep, err
		}
	}
	after()
	return rep, nil
}

type job struct {
	src  Source
	item Item
	fsys fs.FS // file system of the source; it records which files are opened
}

// find lists the items to read, in order. The caller must call after when all items have been read;
// it adds the files that no format has opened to the report.
func (l *Loader) find(sources []Source, rep *RunReport) (jobs []job, after func(), err error) {
	var said []func()
	for _, src := range sources {
		red := l.Redactor()
		src.Name = cleanName(red, src.Name)
		names := newCleanNames(src.FS, red)
		src.FS = names
		found, err := l.walk(src)
		if err != nil {
			return nil, nil, err
		}
		if src.Skipped != nil {
			rep.Warnings = append(rep.Warnings, cleanWarnings(red, src.Skipped())...)
		}
		warned := append(cleanWarnings(red, oversized(src.FS, found.loose, l.Limits)), cleanWarnings(red, found.similar())...)
		opened := newNoted(src.FS, found.loose)
		said = append(said, func() {
			rep.Warnings = append(rep.Warnings, names.warning(src.Name)...)
			rep.Unread = append(rep.Unread, unread(src.Name, names, red, opened.left(found.loose), warned)...)
		})
		rep.found(src, found.items, warned)
		stated := &manifests{fsys: src.FS, red: red, read: map[string]*manifest{}}
		for _, it := range found.items {
			own := src
			var warnings []results.Warning
			own.Identity, warnings, err = stated.at(it.Dir, src.Identity)
			rep.Warnings = append(rep.Warnings, warnings...)
			if err != nil {
				rep.Refused = append(rep.Refused, Refusal{Source: src.Name, Item: it.Dir, Reason: err.Error()})
				continue
			}
			jobs = append(jobs, job{own, it, opened})
		}
	}
	slices.SortStableFunc(jobs, func(a, b job) int {
		return cmp.Or(int(a.item.Kind)-int(b.item.Kind), later(a)-later(b))
	})
	return jobs, func() {
		for _, say := range said {
			say()
		}
	}, nil
}

// later is a sort key that puts official sources first and items that may repeat others last.
func later(j job) int {
	switch {
	case j.src.Official:
		return 0
	case j.item.Late:
		return 2
	}
	return 1
}

func (l *Loader) tell(e Event) {
	if l.Progress != nil {
		l.Progress(e)
	}
}

func (l *Loader) format(it Item) Format {
	return l.Formats[slices.IndexFunc(l.Formats, func(f Format) bool { return f.Name() == it.Format })]
}

func (l *Loader) input(j job, red Redact) *Input {
	return &Input{FS: j.fsys, Item: j.item, Identity: j.src.Identity, Limits: l.Limits, Redact: red, Jobs: l.Jobs, Now: l.Now(), Sessions: l.sessions}
}

// readItem calls the item's format to write its records to the store. If again is not nil, it
// rereads the stored run in again.
func (l *Loader) readItem(ctx context.Context, src Source, item Item, fsys fs.FS, rep *RunReport, again *rereading) error {
	red := l.Redactor()
	in := l.input(job{src, item, fsys}, red)
	if again != nil {
		in.Original, in.Sessions = again.sums, nil
	}
	w := &writer{l: l, src: src, item: item, rep: rep, red: red, again: again}
	err := l.format(item).Read(ctx, in, w)
	w.abort()
	l.tell(Event{Source: src.Name, Item: item.Label, Done: true})
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, results.ErrReadOnly), errors.Is(err, results.ErrNewerDatabase), errors.Is(err, results.ErrUnavailable):
		return err
	default:
		rep.Refused = append(rep.Refused, Refusal{Source: src.Name, Item: path.Join(item.Dir), Reason: err.Error()})
		return nil
	}
}

// refresh updates the boards and everything else that depends on several runs, and then the run
// lines of the report. The store keeps track of stale benchmarks, even if a load was interrupted.
func (l *Loader) refresh(ctx context.Context, rep *RunReport) error {
	if _, err := l.rebuildStale(ctx, rep); err != nil {
		return err
	}
	return untilThere(ctx, func() error { return l.tellStored(ctx, rep) })
}

// Refresh rebuilds the boards of all stale benchmarks and returns the ids of these benchmarks.
func (l *Loader) Refresh(ctx context.Context) ([]string, error) {
	return l.rebuildStale(ctx, newReport())
}

// rebuildPatience is the maximum time to wait for other processes to rebuild boards.
const rebuildPatience = 30 * time.Minute

// rebuildStale rebuilds each stale board once and waits for boards that other processes rebuild.
func (l *Loader) rebuildStale(ctx context.Context, rep *RunReport) ([]string, error) {
	rebuilt := []string{}
	for start, wait := time.Now(), 20*time.Millisecond; ; {
		more, waiting, err := l.rebuildFree(ctx, rep, rebuilt)
		if err != nil {
			return nil, err
		}
		rebuilt = append(rebuilt, more...)
		switch {
		case !waiting:
			slices.Sort(rebuilt)
			return rebuilt, nil
		case len(more) > 0:
			start = time.Now()
			continue
		case time.Since(start) > rebuildPatience:
			return nil, errors.New("rebuild boards: another process has held the lock for 30 minutes")
		}
		if err := pause(ctx, wait); err != nil {
			return nil, err
		}
		wait = min(2*wait, time.Second)
	}
}

// rebuildFree rebuilds the stale boards that are not in before. It skips boards that other
// processes are rebuilding and reports in waiting whether there are any.
func (l *Loader) rebuildFree(ctx context.Context, rep *RunReport, before []string) (rebuilt []string, waiting bool, err error) {
	var stale []string
	err = untilThere(ctx, func() (err error) {
		stale, err = l.Store.StaleBenchmarks(ctx)
		return err
	})
	if err != nil {
		return nil, false, err
	}
	for _, b := range stale {
		if slices.Contains(before, b) {
			continue
		}
		var mine bool
		err := untilThere(ctx, func() (err error) {
			mine, err = l.rebuildAlone(ctx, rep, b)
			return err
		})
		if err != nil {
			return nil, false, err
		}
		if mine {
			rebuilt = append(rebuilt, b)
		}
		waiting = waiting || !mine
	}
	return rebuilt, waiting, nil
}

func (l *Loader) rebuildAlone(ctx context.Context, rep *RunReport, benchmark string) (mine bool, err error) {
	done, mine, err := l.Store.Rebuilding(ctx, benchmark)
	if err != nil || !mine {
		return false, err
	}
	defer done()
	// check again, because another process may have just rebuilt it
	stale, err := l.Store.StaleBenchmarks(ctx)
	if err != nil || !slices.Contains(stale, benchmark) {
		return false, err
	}
	if err := l.rebuild(ctx, rep, benchmark); err != nil {
		return false, err
	}
	return true, l.Store.MarkCurrent(ctx, benchmark)
}

// tellStored copies the stored exclusions of previously stored runs into their report lines.
func (l *Loader) tellStored(ctx context.Context, rep *RunReport) error {
	for i := range rep.Runs {
		line := &rep.Runs[i]
		if !line.known() {
			continue
		}
		run, err := l.Store.FindRun(ctx, line.Run)
		if errors.Is(err, results.ErrNotFound) {
			continue
		}
		if err != nil {
			return err
		}
		line.Exclusions = append([]results.Exclusion{}, run.Exclusions...)
	}
	return nil
}
