package ingest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/store"
)

// Reread is the result of rereading a stored run from its raw records.
type Reread struct {
	Run    string           `json:"run"`
	Now    string           `json:"now"`    // new slug of the run; differs from the old one if the run now belongs to a different system
	Before results.ReadSums `json:"before"` // totals of the previous reading
	After  results.ReadSums `json:"after"`  // totals of the new reading; equal to Before if it failed
	Reason string           `json:"reason"` // reason why rereading failed; empty on success
	Ingest string           `json:"ingest"` // source to ingest instead; empty on success
}

// Records is the database from which raw records are read. It may be a different database from the
// one that is written.
type Records interface {
	store.Readings
	Warnings(ctx context.Context, run int64) ([]results.Warning, error)
}

// Reread reads the raw records of stored runs again, one run after the other, and calls each with
// the result. If it is interrupted, every run is either unchanged or completely reread. Afterwards
// the caller must call Refresh to update the boards.
func (l *Loader) Reread(ctx context.Context, from Records, runs []results.Reading, each func(*Reread) error) error {
	l.datasets.forget()
	all, err := from.Readings(ctx)
	if err != nil {
		return err
	}
	for i := range runs {
		before := &runs[i]
		out := &Reread{Run: before.Run, Now: before.Run, Before: before.ReadSums, After: before.ReadSums}
		err := untilThere(ctx, func() error {
			now, err := l.rereadRun(ctx, from, before, all)
			var cannot *cannotReread
			switch {
			case errors.As(err, &cannot):
				out.Reason, out.Ingest = cannot.reason, whence(before, cannot.facts)
				return nil
			case err != nil:
				return err
			}
			after, err := l.Store.FindReading(ctx, now)
			out.Now, out.After = now, after.ReadSums
			return err
		})
		if err == nil {
			err = each(out)
		}
		if err != nil {
			return fmt.Errorf("read run %s again: %w", before.Run, err)
		}
	}
	return nil
}

type cannotReread struct {
	reason string
	facts  map[string]string
}

func (e *cannotReread) Error() string { return e.reason }

// whence describes where a run's records came from, for display.
func whence(r *results.Reading, facts map[string]string) string {
	switch at := results.ProvenanceOf(facts).String(); {
	case at != "":
		return at
	case r.Origin.Dir != "":
		return path.Join(r.Origin.Source, r.Origin.Dir)
	}
	return r.Label
}

// rereading is the state of a writer while it rereads a stored run.
type rereading struct {
	run     results.Run
	was     results.ReadSums
	dir     string              // item directory; empty if unknown
	sums    map[string][32]byte // digests of the original records of the location, by stored name
	labels  map[labelKey][]results.Label
	stored  []results.Warning // warnings of the previous reading
	records []results.StoredRecord
	fsys    *storedFS

	force bool          // accept the run that is read even if its metadata differs from the stored run's
	part  bool          // set if some runs at the location are not available
	alone bool          // set if the records contain a single run
	seen  []results.Run // runs that were read but are not the one to reread
	fault error         // reason why the last item could not be read
	done  string        // new slug of the run; empty until it has been read
}

func (l *Loader) rereadRun(ctx context.Context, from Records, was *results.Reading, all []results.Reading) (string, error) {
	a, err := newRereading(ctx, from, was)
	if err != nil {
		return "", err
	}
	src := Source{FS: a.fsys, Name: cmp.Or(was.Origin.Source, was.Label), Identity: statedOf(was.Origin)}
	whole, err := a.whole(ctx, from, was, all)
	if err != nil {
		return "", err
	}
	if whole != nil {
		together := src
		together.FS = whole
		if err := l.rereadAs(ctx, together, a); err != nil || a.done != "" {
			return a.done, err
		}
	}
	if err := l.rereadAs(ctx, src, a); err != nil || a.done != "" {
		return a.done, err
	}
	if first, part := a.seen, a.part; was.Origin.Dir == "" {
		// the caller's statements at that time are unknown and may have filled gaps in the records
		a.alone = len(first) == 1 && !part
		if src.Identity = a.missing(); src.Identity != (Identity{}) {
			if err := l.rereadAs(ctx, src, a); err != nil || a.done != "" {
				return a.done, err
			}
		}
		if len(first) > 0 {
			a.seen, a.part, src.Identity = first, part, Identity{}
		}
	}
	if a.force = len(a.seen) == 1; a.force {
		if err := l.rereadAs(ctx, src, a); err != nil || a.done != "" {
			return a.done, err
		}
	}
	return "", a.cannot()
}

func (a *rereading) cannot() error {
	reason := "its records cannot be read separately: they are parts of files or need a dataset next to them"
	switch {
	case a.fault != nil:
		reason = a.fault.Error()
	case len(a.seen) > 0:
		reason = fmt.Sprintf("its records now give %d runs, none of which is this one", len(a.seen))
	}
	return &cannotReread{reason, a.run.Facts}
}

func newRereading(ctx context.Context, from Records, was *results.Reading) (*rereading, error) {
	run, err := from.StoredRun(ctx, was.ID)
	if err != nil {
		return nil, err
	}
	records, err := from.RunRecords(ctx, was.ID)
	if err != nil {
		return nil, err
	}
	if len(records) == 0 {
		return nil, &cannotReread{"none of its raw records is stored", run.Facts}
	}
	a := &rereading{run: run, was: was.ReadSums, dir: was.Origin.Dir, sums: map[string][32]byte{},
		labels: map[labelKey][]results.Label{}}
	if a.stored, err = from.Warnings(ctx, was.ID); err != nil {
		return nil, err
	}
	if a.fsys, err = newStoredFS(ctx, from, a.place(), records); err != nil {
		return nil, &cannotReread{err.Error(), run.Facts}
	}
	a.records = records
	for _, r := range records {
		a.sums[r.Name] = [32]byte(r.Sum)
	}
	labels, err := from.RunLabels(ctx, was.ID)
	for _, x := range labels {
		key := labelKey{x.Scenario, x.Task, x.Attempt}
		a.labels[key] = append(a.labels[key], x)
	}
	return a, err
}

// wholeMost is the maximum number of other runs at the same location that are read together with a
// run.
const wholeMost = 7

// whole returns the stored records of a run and of other runs at the same location, because some
// warnings concern the entire location. It returns nil if there are no other runs or more than
// wholeMost.
func (a *rereading) whole(ctx context.Context, from Records, was *results.Reading, all []results.Reading) (*storedFS, error) {
	records := slices.Clone(a.records)
	sums, others := maps.Clone(a.sums), 0
	for i := range all {
		other := &all[i]
		if other.ID == was.ID || other.Format != was.Format || other.Label != was.Label || other.Origin.Source != was.Origin.Source ||
			other.Origin.Dir != was.Origin.Dir {
			continue
		}
		if others++; others > wholeMost {
			return nil, nil
		}
		more, err := from.RunRecords(ctx, other.ID)
		if err != nil {
			return nil, err
		}
		for _, r := range more {
			sum, there := sums[r.Name]
			if there && sum != [32]byte(r.Sum) {
				return nil, nil // a different location with the same name
			}
			if !there {
				records, sums[r.Name] = append(records, r), [32]byte(r.Sum)
			}
		}
	}
	if len(records) == len(a.records) {
		return nil, nil
	}
	fsys, err := newStoredFS(ctx, from, a.place(), records)
	if err != nil {
		return nil, nil //nolint:nilerr // they are of several places
	}
	a.sums = sums
	return fsys, nil
}

func (l *Loader) rereadAs(ctx context.Context, src Source, a *rereading) error {
	a.seen, a.fault, a.part = nil, nil, false
	red := l.Redactor()
	src.FS = newCleanNames(src.FS, red)
	found, err := l.walk(src)
	if err != nil {
		return err
	}
	for _, it := range found.items {
		if it.Kind != KindRuns {
			continue
		}
		rep := newReport()
		if err := l.readItem(ctx, src, it, src.FS, rep, a); err != nil {
			return err
		}
		if len(rep.Refused) > 0 && !a.part {
			a.fault = errors.New(rep.Refused[0].Reason)
		}
		if a.done != "" {
			return nil
		}
	}
	return nil
}

// take reports whether run is the one to reread. If so, it copies the values that cannot be read
// from the stored records.
func (a *rereading) take(run *results.Run, now results.ReadSums, kept int) bool {
	same := (run.Digest == a.run.Digest || a.alone) && run.Benchmark == a.run.Benchmark && sameSystem(run.System, a.run.System) &&
		!a.undated(run)
	forced := a.force && run.Format == a.run.Format && (!a.part || run.Digest == a.run.Digest && sameSystem(run.System, a.run.System))
	if !same && !forced {
		a.seen = append(a.seen, *run)
		return false
	}
	if kept < len(a.records) && (now.Trials < a.was.Trials || now.Steps < a.was.Steps) {
		a.fault = fmt.Errorf("%d of its %d stored records cannot be read as files", len(a.records)-kept, len(a.records))
		return false
	}
	run.Digest, run.Reread = a.run.Digest, a.run.Slug
	if a.dir == "" {
		run.Label = a.run.Label
	}
	return true
}

// undated reports whether the stored run has a date that the caller may have stated and run does
// not have it.
func (a *rereading) undated(run *results.Run) bool {
	was, now := a.run.StartedAt, run.StartedAt
	return was != nil && *was%(24*time.Hour).Milliseconds() == 0 && (now == nil || *now != *was)
}

// place returns the path of the records in their source. It is the stored path if there is one.
// Otherwise it is derived from file names in warnings and reports, or from the run's label.
func (a *rereading) place() string {
	if a.dir != "" {
		return a.dir
	}
	label := strings.ReplaceAll(a.run.Label, "/", "-")
	if label == "" || !fs.ValidPath(label) {
		return "records"
	}
	var names []string
	for _, r := range a.run.Reported {
		names = append(names, r.File)
	}
	for _, w := range a.stored {
		names = append(names, w.File)
	}
	for _, name := range names {
		parts := strings.Split(name, "/")
		at := slices.IndexFunc(parts, func(p string) bool { return p == label || strings.TrimSuffix(p, path.Ext(p)) == label })
		if at >= 0 && fs.ValidPath(name) {
			return strings.Join(parts[:at+1], "/")
		}
	}
	return label
}

// unseen returns the previous warnings about content that was not stored. Rereading cannot produce
// them again.
func (a *rereading) unseen() []results.Warning {
	return slices.DeleteFunc(slices.Clone(a.stored), func(w results.Warning) bool {
		_, err := fs.Stat(a.fsys, w.File)
		// Earlier versions wrote "left out" and "and blanked".
		skipped := err != nil && (strings.HasSuffix(w.Message, ": skipped") || strings.HasSuffix(w.Message, "left out"))
		redacted := strings.HasSuffix(w.Message, "outside the configuration: redacted") || strings.HasSuffix(w.Message, " and blanked")
		return !skipped && !redacted && !strings.Contains(w.Message, " not kept, ")
	})
}

// warnings returns the warnings of the new reading together with those previous ones that cannot be
// produced again. If this gives the previous set, it keeps the previous order.
func (a *rereading) warnings(now []results.Warning) []results.Warning {
	now = append(slices.Clone(now), a.unseen()...)
	left := slices.Clone(a.stored)
	for _, w := range now {
		i := slices.Index(left, w)
		if i < 0 {
			return now
		}
		left = slices.Delete(left, i, i+1)
	}
	if len(left) > 0 {
		return now
	}
	return a.stored
}

// errNotSought ends the reading of a run that is not the one to reread.
var errNotSought = errors.New("not the run to be reread")

// redactions adds the redactions made when the records were first stored to the new ones.
func (a *rereading) redactions(now map[string]int) map[string]int {
	for rule, n := range a.run.Redactions {
		now[rule] += n
	}
	return now
}

// missing returns the values that the caller may have stated about the run: values that the stored
// run has but the new reading lacks.
func (a *rereading) missing() Identity {
	was := &a.run
	read := results.Run{}
	if i := slices.IndexFunc(a.seen, func(r results.Run) bool { return r.Digest == was.Digest }); i >= 0 {
		read = a.seen[i]
	} else if len(a.seen) > 0 {
		read = a.seen[0]
	}
	var id Identity
	for _, f := range []struct {
		to        *string
		was, read string
	}{
		{&id.Benchmark, was.Benchmark, read.Benchmark}, {&id.Framework, was.System.Framework, read.System.Framework},
		{&id.Variant, was.System.Variant, read.System.Variant}, {&id.Provider, was.System.Provider, read.System.Provider},
	} {
		if f.was != f.read {
			*f.to = f.was
		}
	}
	if was.System.Model != read.System.Model && was.ModelName != Unrecorded {
		id.Model = was.ModelName
	}
	if a.undated(&read) {
		id.Date = time.UnixMilli(*was.StartedAt).UTC().Format(time.DateOnly)
	}
	return id
}
