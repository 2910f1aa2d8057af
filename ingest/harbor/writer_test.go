package harbor

import (
	"context"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/redact"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// memory is a Writer that keeps everything.
type memory struct {
	ingest.Writer // nil: what the format never calls
	datasets      map[string]*results.Dataset
	runs          []*memoryRun
	warnings      []results.Warning
}

type memoryRun struct {
	ingest.RunWriter // nil: what the format never calls
	run              results.Run
	trials           []memoryTrial
	raws             []ingest.Record
	warnings         []results.Warning
	committed        bool
}

type memoryTrial struct {
	results.Trial
	steps []results.Step
	raws  []ingest.Record
}

func newMemory(sets ...*results.Dataset) *memory {
	m := &memory{datasets: map[string]*results.Dataset{}}
	for _, d := range sets {
		m.datasets[d.Benchmark.ID] = d
	}
	return m
}

func (m *memory) SaveDataset(_ context.Context, d *results.Dataset) error {
	c := *d
	c.Scenarios, c.Tasks = slices.Clone(d.Scenarios), slices.Clone(d.Tasks)
	m.datasets[d.Benchmark.ID] = &c
	return nil
}

func (m *memory) FindDataset(_ context.Context, id string) (*results.Dataset, error) {
	d := m.datasets[id]
	if d == nil {
		return nil, fmt.Errorf("dataset %s: %w", id, results.ErrNotFound)
	}
	c := *d
	c.Scenarios, c.Tasks = slices.Clone(d.Scenarios), slices.Clone(d.Tasks)
	return &c, nil
}

func (m *memory) Datasets(context.Context) ([]results.Dataset, error) {
	var out []results.Dataset
	for _, d := range m.datasets {
		out = append(out, results.Dataset{Benchmark: d.Benchmark, Scenarios: d.Scenarios})
	}
	slices.SortFunc(out, func(a, b results.Dataset) int { return strings.Compare(a.Benchmark.ID, b.Benchmark.ID) })
	return out, nil
}

func (m *memory) BeginRun(_ context.Context, r *results.Run) (ingest.RunWriter, error) {
	m.runs = append(m.runs, &memoryRun{run: *r})
	return m.runs[len(m.runs)-1], nil
}

func (m *memory) Warn(w results.Warning) { m.warnings = append(m.warnings, w) }

func (r *memoryRun) Raw(_ context.Context, rec *ingest.Record) error {
	if len(r.trials) == 0 {
		r.raws = append(r.raws, *rec)
		return nil
	}
	last := &r.trials[len(r.trials)-1]
	last.raws = append(last.raws, *rec)
	return nil
}

func (r *memoryRun) allRaws() []ingest.Record {
	out := slices.Clone(r.raws)
	for _, t := range r.trials {
		out = append(out, t.raws...)
	}
	return out
}

func (r *memoryRun) Trial(_ context.Context, t *results.Trial) error {
	if !t.Status.Valid() || t.Score != nil && (*t.Score < 0 || *t.Score > 1) {
		return fmt.Errorf("status %q with score %v", t.Status, t.Score)
	}
	r.trials = append(r.trials, memoryTrial{Trial: *t})
	return nil
}

func (r *memoryRun) Step(_ context.Context, s *results.Step) error {
	last := &r.trials[len(r.trials)-1]
	last.steps = append(last.steps, *s)
	return nil
}

func (r *memoryRun) AmendTrial(_ context.Context, t *results.Trial) error {
	r.trials[len(r.trials)-1].Trial = *t
	return nil
}

func (r *memoryRun) Label(string, string) {}

func (r *memoryRun) Warn(w results.Warning) { r.warnings = append(r.warnings, w) }

func (r *memoryRun) Commit(context.Context) error {
	r.committed = true
	return nil
}

// read detects and reads fsys as the walk does, with the real redactor.
func read(t testing.TB, fsys fs.FS, m *memory, id ingest.Identity) {
	t.Helper()
	items := detect(t, fsys)
	if len(items) == 0 {
		t.Fatal("got no item")
	}
	for _, item := range items {
		in := &ingest.Input{FS: fsys, Item: item, Identity: id, Redact: redact.New()}
		if err := (Format{}).Read(context.Background(), in, m); err != nil {
			t.Fatalf("read %s: %v", item.Dir, err)
		}
		if n := len(m.runs); n > 0 && !m.runs[n-1].committed {
			t.Fatalf("read %s: a run was left open", item.Dir)
		}
	}
}

// detect finds what the format claims in fsys.
func detect(t testing.TB, fsys fs.FS) []ingest.Item {
	t.Helper()
	l := &ingest.Loader{Formats: []ingest.Format{Format{}}}
	return must.Get(l.Find(ingest.Source{FS: fsys, Name: "test"}))(t)
}
