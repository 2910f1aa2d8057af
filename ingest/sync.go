package ingest

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
)

// SyncReport says what became of the runs that belong to a source which is kept in
// step with the database.
type SyncReport struct {
	Source    string       `json:"source"` // id of the source
	Added     int          `json:"added"`  // also those that stand in the place of others
	Unchanged int          `json:"unchanged"`
	Replaced  []SyncChange `json:"replaced"`          // other records stand in their place
	Removed   []SyncChange `json:"removed"`           // the source has them no more
	Kept      []SyncChange `json:"kept"`              // would have gone, but something speaks against it
	Others    []string     `json:"others"`            // runs in it that belong to another source
	CutOff    int64        `json:"cut_off,omitempty"` // when a sync of it began that was cut off and that this one has finished, Unix milliseconds
}

// SyncChange is a run that went, or would have.
type SyncChange struct {
	Run    string `json:"run"`
	By     string `json:"by,omitempty"` // the run in its place
	Reason string `json:"reason"`
}

// Sync reads sources as Load does, and then takes away the runs that belong to the
// one whose Sync is set and are not in it any more. Nothing goes before all has been
// read, and all that goes goes in one transaction, so that a load that was cut off
// has removed nothing and the next one goes on from there; until then the database
// knows that the source is not in step. A run goes only if none
// of its records is there, or others can be read in its place that say no less; and
// not all of them go at once. With allowLoss they go all the same.
func (l *Loader) Sync(ctx context.Context, sources []Source, allowLoss bool) (*RunReport, error) {
	at := slices.IndexFunc(sources, func(s Source) bool { return s.Sync != "" })
	if at < 0 {
		return nil, errors.New("sync: no source is to be kept in step")
	}
	cutOff, err := l.beginSync(ctx, sources[at])
	if err != nil {
		return nil, err
	}
	rep, err := l.readAll(ctx, sources)
	if err != nil {
		return rep, err
	}
	owned, err := l.Store.SyncedRuns(ctx, sources[at].Sync)
	if err != nil {
		return rep, err
	}
	s := newSyncing(sources[at], l.Redactor(), owned, rep)
	for i := range owned {
		if run := &owned[i]; !s.seen[run.Run] {
			s.judge(run)
		}
	}
	if allowLoss {
		s.force()
	} else {
		s.keepSome(len(owned))
	}
	if err := l.Store.Retire(ctx, s.gone(), l.Now().UnixMilli()); err != nil {
		return rep, err
	}
	rep.Sync = s.SyncReport
	rep.Sync.CutOff = cutOff
	if err := l.refresh(ctx, rep); err != nil {
		return rep, err
	}
	return rep, l.Store.EndSync(ctx, sources[at].Sync)
}

// beginSync notes that a source is not in step until it is again. It returns when a
// sync of it began that was cut off, 0 if none was.
func (l *Loader) beginSync(ctx context.Context, src Source) (int64, error) {
	open, err := l.Store.OpenSyncs(ctx)
	if err != nil {
		return 0, err
	}
	for _, o := range open {
		if o.Source == src.Sync {
			return o.At, nil
		}
	}
	return 0, l.Store.BeginSync(ctx, results.OpenSync{Source: src.Sync, Name: cleanName(l.Redactor(), src.Name), At: l.Now().UnixMilli()})
}

// syncing decides which runs of a source go.
type syncing struct {
	*SyncReport
	src   Source
	where string // the source, for people
	fsys  fs.FS
	left  []string            // paths that the source has but does not show
	lines []RunLine           // the runs that were read of it
	owned []results.SyncedRun // that belong to it
	seen  map[string]bool     // slugs of lines
	taken map[string]bool     // slugs that stand in the place of one already
}

func newSyncing(src Source, red Redact, owned []results.SyncedRun, rep *RunReport) *syncing {
	s := &syncing{src: src, fsys: newCleanNames(src.FS, red), owned: owned, seen: map[string]bool{}, taken: map[string]bool{},
		SyncReport: &SyncReport{Source: src.Sync, Replaced: []SyncChange{}, Removed: []SyncChange{}, Kept: []SyncChange{},
			Others: []string{}}}
	name := cleanName(red, src.Name)
	s.where = name
	if src.Git != nil {
		s.where = results.Provenance{Repository: src.Git.Repository, Commit: src.Git.Commit, Path: src.Git.Dir}.String()
	}
	if src.Skipped != nil {
		for _, w := range cleanWarnings(red, src.Skipped()) {
			s.left = append(s.left, w.File)
		}
	}
	ours := map[string]bool{}
	for i := range owned {
		ours[owned[i].Run] = true
	}
	for _, line := range rep.Runs {
		switch {
		case line.Source != name || s.seen[line.Run]:
			continue
		case !ours[line.Run]:
			s.Others = append(s.Others, line.Run)
		case line.known():
			s.Unchanged++
		default:
			s.Added++
		}
		s.lines, s.seen[line.Run] = append(s.lines, line), true
	}
	return s
}

// judge decides about a run that belongs to the source and was not read of it.
func (s *syncing) judge(run *results.SyncedRun) {
	there := s.there(run)
	if by := s.successor(run); by != nil {
		x := SyncChange{run.Run, by.Run, "other records stand in its place in " + s.where}
		if run.Place != by.Item {
			x.Reason = "corrected, and no longer in " + s.where
		}
		if there > 0 && !by.Complete && (run.Complete || by.Counts.Scored < run.Scored) {
			x.Reason = fmt.Sprintf("in its place %d of %d trials have a verdict, of its own %d", by.Counts.Scored, by.Counts.Expected,
				run.Scored)
			s.Kept = append(s.Kept, x)
			return
		}
		s.taken[by.Run] = true
		s.Replaced = append(s.Replaced, x)
		return
	}
	if there > 0 {
		s.Kept = append(s.Kept, SyncChange{Run: run.Run,
			Reason: fmt.Sprintf("%d of its %d records are still there, but no run can be read of them", there, len(run.Records))})
		return
	}
	s.Removed = append(s.Removed, SyncChange{Run: run.Run, Reason: "no longer in " + s.where})
}

// there counts the records of a run that the source still has, whether or not it
// shows them: what cannot be looked at is not gone.
func (s *syncing) there(run *results.SyncedRun) (n int) {
	for _, name := range run.Records {
		at := results.RecordPath(run.Place, name)
		_, err := fs.Stat(s.fsys, at)
		if !errors.Is(err, fs.ErrNotExist) || slices.ContainsFunc(s.left,
			func(p string) bool { return p == at || strings.HasPrefix(at, p+"/") }) {
			n++
		}
	}
	return n
}

// successor is the run that was read in the place of one: of the same system, or the
// only other one there; or one that says that it corrects it.
func (s *syncing) successor(run *results.SyncedRun) *RunLine {
	var alone *RunLine
	others := 0
	for i := range s.lines {
		line := &s.lines[i]
		switch {
		case s.taken[line.Run] || line.Benchmark != run.Benchmark:
		case s.corrects(line.Run, run):
			return line
		case line.Item == run.Place && line.System == run.System && (!line.known() || s.overwrites(line.Run, run)):
			return line
		case line.Item == run.Place && !line.known():
			alone = line
			others++
		}
	}
	if others == 1 {
		return alone
	}
	return nil
}

// overwrites reports whether records of a run have the names of those of another: a
// sync that was cut off has read it already.
func (s *syncing) overwrites(by string, run *results.SyncedRun) bool {
	return slices.ContainsFunc(s.owned, func(o results.SyncedRun) bool {
		return o.Run == by && slices.ContainsFunc(o.Records, func(name string) bool { return slices.Contains(run.Records, name) })
	})
}

func (s *syncing) corrects(by string, run *results.SyncedRun) bool {
	return slices.ContainsFunc(s.owned, func(o results.SyncedRun) bool {
		return o.Run == by && o.Replaces != "" && (o.Replaces == run.Run || o.Replaces == run.Digest)
	})
}

// keepSome keeps all runs of a source of which none is left: a folder that is empty
// or another one is more likely than a benchmark that has lost all its runs.
func (s *syncing) keepSome(owned int) {
	if len(s.Removed) == 0 || len(s.Removed) < owned {
		return
	}
	for _, x := range s.Removed {
		x.Reason = fmt.Sprintf("all %d runs of the source would go, as if it were empty or another one", owned)
		s.Kept = append(s.Kept, x)
	}
	s.Removed = []SyncChange{}
}

// force lets go what would be kept.
func (s *syncing) force() {
	for _, x := range s.Kept {
		if x.By != "" {
			s.Replaced = append(s.Replaced, SyncChange{x.Run, x.By, "other records stand in its place in " + s.where})
		} else {
			s.Removed = append(s.Removed, SyncChange{Run: x.Run, Reason: "no longer to be read in " + s.where})
		}
	}
	s.Kept = []SyncChange{}
}

func (s *syncing) gone() (list []results.GoneRun) {
	for _, x := range slices.Concat(s.Replaced, s.Removed) {
		list = append(list, results.GoneRun{Run: x.Run, Other: x.By, Reason: x.Reason})
	}
	return list
}
