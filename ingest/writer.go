package ingest

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/calls"
	"github.com/clawatlas/clawatlas/results/reading"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/results/session"
)

// writer is the Writer that is passed to formats. It computes digests, slugs and scores, and fills
// the report.
type writer struct {
	l       *Loader
	src     Source
	item    Item
	rep     *RunReport
	red     CountingRedact
	counted map[string]int // redactions already counted for earlier runs of the item
	run     *runWriter
	stood   map[string]int // number of runs of the item with the same digest, see standing
	again   *rereading     // state for rereading a stored run; nil if new records are read
	other   string         // benchmark whose dataset is stored only when the run turns out to belong to it
}

// datasets caches the stored datasets during a load. If another process changes a dataset, the
// affected runs are rescored when the boards are rebuilt.
type datasets struct {
	mu     sync.Mutex
	found  map[string]*scoredBy
	listed []results.Dataset // stored datasets without tasks; nil until requested
}

type scoredBy struct {
	*results.Dataset
	digest string
}

func (s *datasets) forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.found, s.listed = nil, nil
}

// dataset returns the dataset that scores a run. Callers must not change it.
func (w *writer) dataset(ctx context.Context, benchmark string) (*scoredBy, error) {
	s := &w.l.datasets
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.found[benchmark] == nil {
		d, err := w.l.Store.FindDataset(ctx, benchmark)
		if err != nil {
			return nil, err
		}
		if s.found == nil {
			s.found = map[string]*scoredBy{}
		}
		s.found[benchmark] = &scoredBy{d, score.Digest(&d.Benchmark, d.Tasks)}
	}
	return s.found[benchmark], nil
}

func (w *writer) FindDataset(ctx context.Context, benchmark string) (*results.Dataset, error) {
	by, err := w.dataset(ctx, benchmark)
	if err != nil {
		return nil, err
	}
	d := *by.Dataset
	d.Tasks, d.Scenarios = slices.Clone(d.Tasks), slices.Clone(d.Scenarios)
	if _, known := w.l.public.LoadOrStore(benchmark, true); !known {
		for i := range d.Tasks {
			w.red.Public([]byte(d.Tasks[i].Facts.Prompt))
		}
	}
	return &d, nil
}

func (w *writer) Datasets(ctx context.Context) ([]results.Dataset, error) {
	s := &w.l.datasets
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.listed == nil {
		var err error
		if s.listed, err = w.l.Store.Datasets(ctx); err != nil {
			return nil, err
		}
	}
	return slices.Clone(s.listed), nil
}

func (w *writer) Warn(x results.Warning) { w.rep.Warnings = append(w.rep.Warnings, x) }

func (w *writer) BeginRun(ctx context.Context, r *results.Run) (RunWriter, error) {
	if w.run != nil {
		return nil, errors.New("begin run: another run is open")
	}
	if w.other != "" && r.Benchmark == w.other {
		r.System.Model = r.ModelName
		w.again.seen, w.again.part = append(w.again.seen, *r), true
		return nil, errNotSought
	}
	r.ModelName = cmp.Or(r.ModelName, r.System.Model)
	markScripted(r)
	r.Scripted = r.Scripted || w.l.Scripted
	r.Format = cmp.Or(r.Format, w.item.Format)
	r.Label = cmp.Or(r.Label, w.item.Label)
	r.Replaces = cmp.Or(r.Replaces, w.src.Identity.Replaces)
	r.Reader, r.Origin = reading.Of(r.Format), w.origin()
	if w.again != nil {
		r.Origin, r.Scripted = w.again.run.Origin, r.Scripted || w.again.run.Scripted
	}
	tx, err := w.l.Store.BeginRun(ctx, r)
	if err != nil {
		return nil, err
	}
	w.run = &runWriter{w: w, tx: tx, run: r, signals: signals{helpers: map[string]int{}}}
	labels, warnings, err := w.readLabels()
	if err != nil {
		return nil, err
	}
	w.run.labels, w.run.warnings = labels, warnings
	w.run.sound = &plausible{now: w.l.Now(), warn: w.run.Warn}
	return w.run, nil
}

// origin returns the location of the item and the statements of the caller, as stored with the run.
func (w *writer) origin() results.ReadFrom {
	return results.ReadFrom{Source: w.src.Name, Dir: w.item.Dir, Scripted: w.l.Scripted, Stated: w.src.Identity.stated()}
}

func (w *writer) abort() {
	if w.run != nil {
		w.run.tx.Rollback()
		w.run = nil
	}
}

type runWriter struct {
	w        *writer
	tx       results.RunTx
	run      *results.Run
	sums     []string
	records  []string
	trials   []results.Trial // trials without traces and other data that scoring does not need
	labels   map[labelKey][]results.Label
	warnings []results.Warning

	open          *results.Trial
	stated        stated
	heard         heard
	print         fingerprint
	sound         *plausible
	contradiction contradiction
	signals       signals
	marks         marker
	follow        *session.Follower // summary of the agent's actions in the current trial; only for trials without a verdict
	steps         int
	record        string          // latest JSON record of the current trial, for warnings
	label         *results.System // model and framework passed to Label; nil: those of the run
}

func (r *runWriter) digestName(name string) string { return relative(name, r.w.item.Dir) }

// relative returns the path of a record relative to its item. If the item is the record itself, it
// returns the file name.
func relative(name, dir string) string {
	if name == dir {
		return path.Base(name)
	}
	return strings.TrimPrefix(name, dir+"/")
}

func (r *runWriter) Raw(ctx context.Context, rec *Record) error {
	r.kept(rec.Name)
	out, seal, err := r.tx.OpenRaw(ctx, r.digestName(rec.Name), cmp.Or(rec.Media, MediaType(rec.Name)))
	if err != nil {
		return err
	}
	sum := r.sumOf(rec.Name, rec.Sum)
	if _, err := out.Write(rec.Data); err != nil {
		return err
	}
	if err := out.Close(); err != nil {
		return err
	}
	return seal(sum)
}

func (r *runWriter) RawStream(ctx context.Context, name, media string, sum func() [32]byte) (io.WriteCloser, error) {
	r.kept(name)
	out, seal, err := r.tx.OpenRaw(ctx, r.digestName(name), media)
	if err != nil {
		return nil, err
	}
	return &rawStream{WriteCloser: out, finish: func() error {
		return seal(r.sumOf(name, sum()))
	}}, nil
}

// sumOf adds the digest of a record to the run and returns it. If redacted stored records are read,
// it uses the digest of the original bytes.
func (r *runWriter) sumOf(name string, sum [32]byte) [32]byte {
	name = r.digestName(name)
	if again := r.w.again; again != nil {
		if stored, ok := again.sums[name]; ok {
			sum = stored
		}
	}
	r.sums = append(r.sums, name+"\x00"+hex.EncodeToString(sum[:]))
	return sum
}

// kept records the name of a stored record. Warnings refer to the latest JSON record of the current
// trial.
func (r *runWriter) kept(name string) {
	r.records = append(r.records, name)
	if ext := path.Ext(name); r.open != nil && (ext == ".json" || ext == ".jsonl") {
		r.record = name
	}
}

type rawStream struct {
	io.WriteCloser
	finish func() error
}

func (s *rawStream) Close() error {
	if err := s.WriteCloser.Close(); err != nil {
		return err
	}
	return s.finish()
}

func (r *runWriter) Trial(ctx context.Context, t *results.Trial) error {
	if err := checkTrial(t); err != nil {
		return err
	}
	if err := r.closeTrial(ctx); err != nil {
		return err
	}
	if err := r.tx.SaveTrial(ctx, t); err != nil {
		return err
	}
	r.open = new(*t)
	if t.Status == results.NotJudged {
		r.follow = session.NewFollower()
	}
	r.trials = append(r.trials, outcome(t))
	key := labelKey{t.Scenario, t.Task, max(t.Attempt, 1)}
	for _, l := range r.labels[key] {
		if err := r.tx.SaveLabel(ctx, l); err != nil {
			return err
		}
	}
	delete(r.labels, key)
	r.w.l.tell(Event{Source: r.w.src.Name, Item: r.w.item.Label, Trials: len(r.trials)})
	return nil
}

func (r *runWriter) AmendTrial(ctx context.Context, t *results.Trial) error {
	if err := checkTrial(t); err != nil {
		return err
	}
	if len(r.trials) == 0 {
		return errors.New("amend trial: no trial is open")
	}
	last := &r.trials[len(r.trials)-1]
	steps, calls := last.StepsTotal, last.ToolCalls
	*last = outcome(t)
	last.StepsTotal, last.ToolCalls = steps, calls
	*r.open = *t
	return r.tx.AmendTrial(ctx, t)
}

func checkTrial(t *results.Trial) error {
	switch {
	case !t.Status.Valid():
		return fmt.Errorf("trial %s/%s: unknown status %q: %w", t.Scenario, t.Task, t.Status, results.ErrInvalid)
	case !results.ValidSlug(t.Scenario) || !results.ValidSlug(t.Task):
		return fmt.Errorf("trial %q/%q: not slugs: %w", t.Scenario, t.Task, results.ErrInvalid)
	case t.Score != nil && !(*t.Score >= 0 && *t.Score <= 1):
		return fmt.Errorf("trial %s/%s: score %v is not in 0..1: %w", t.Scenario, t.Task, *t.Score, results.ErrInvalid)
	}
	return nil
}

// outcome returns a copy of a trial with only the fields needed for scoring, so that a large run
// needs little memory.
func outcome(t *results.Trial) results.Trial {
	return results.Trial{Scenario: t.Scenario, Task: t.Task, Attempt: t.Attempt, Attempts: t.Attempts, Status: t.Status, Score: t.Score,
		Points: t.Points, Kind: t.Kind, Gold: t.Gold, Checks: t.Checks, DurationMS: t.DurationMS, Usage: t.Usage}
}

func (r *runWriter) Step(ctx context.Context, s *results.Step) error {
	calls.JudgeStep(s)
	r.sound.step(s)
	r.stated.used.Add(s)
	if err := r.hear(ctx, s); err != nil {
		return err
	}
	r.print.step(s)
	r.marks.step(s)
	r.steps++
	if n := len(r.trials); n > 0 {
		r.trials[n-1].StepsTotal++
		if !s.Copied {
			r.trials[n-1].ToolCalls += len(s.ToolCalls)
		}
	}
	if r.follow != nil {
		r.follow.Step(s)
	}
	return r.tx.SaveStep(ctx, s)
}

func (r *runWriter) sumUp() results.ReadSums {
	return results.ReadSums{Trials: len(r.trials), Steps: r.steps}
}

func (r *runWriter) Warn(x results.Warning) { r.warnings = append(r.warnings, x) }

// redactions returns the redactions made since the previous run of the item. The difference is
// needed because all runs of an item share one redactor.
func (w *writer) redactions() map[string]int {
	all := w.red.Counts()
	news := map[string]int{}
	for rule, n := range all {
		if n -= w.counted[rule]; n > 0 {
			news[rule] = n
		}
	}
	w.counted = all
	return news
}

// digest returns the SHA-256 over the sorted names and digests of all records.
func (r *runWriter) digest() string {
	slices.Sort(r.sums)
	h := sha256.New()
	for _, s := range r.sums {
		io.WriteString(h, s+"\n")
	}
	return hex.EncodeToString(h.Sum(nil))
}
