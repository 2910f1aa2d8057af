package ingest_test

import (
	"context"
	"fmt"
	"io/fs"
	"math"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// oddFormat writes one run of the example benchmark with the given trial and
// steps, as a format would that looks at nothing.
type oddFormat struct {
	model string
	trial results.Trial
	steps []results.Step
}

func (oddFormat) Name() string { return "odd" }

func (oddFormat) Detect(fsys fs.FS, dir string, _ []fs.DirEntry) []ingest.Item {
	if _, err := fs.Stat(fsys, dir+"/odd.json"); err != nil {
		return nil
	}
	return []ingest.Item{{Kind: ingest.KindRuns, Dir: dir}}
}

func (f oddFormat) Read(ctx context.Context, in *ingest.Input, w ingest.Writer) error {
	run := &results.Run{Benchmark: "clawatlas-example", System: results.System{Model: f.model}, StartedAt: f.trial.StartedAt,
		FinishedAt: f.trial.FinishedAt}
	rw, err := w.BeginRun(ctx, run)
	if err != nil {
		return err
	}
	t := f.trial
	t.Scenario, t.Task, t.Attempt, t.Attempts, t.Status = "ex_office_move", "q1", 1, 1, results.Failed
	if err := rw.Trial(ctx, &t); err != nil {
		return err
	}
	rec, err := in.Record(in.Path("odd.json"))
	if err != nil {
		return err
	}
	if err := rw.Raw(ctx, rec); err != nil {
		return err
	}
	for i := range f.steps {
		f.steps[i].StepID = i + 1
		if err := rw.Step(ctx, &f.steps[i]); err != nil {
			return err
		}
	}
	return rw.Commit(ctx)
}

// What cannot be is absent, whatever format it comes from, and a warning names
// the record; what is only large stays.
func TestPlausible(t *testing.T) {
	i := func(n int64) *int64 { return &n }
	x := func(f float64) *float64 { return &f }
	const start = int64(1790000000000) // 2026-09-21
	for _, c := range []struct {
		name    string
		trial   results.Trial
		steps   []results.Step
		want    results.Trial
		warning string // "" for none
	}{
		{"sound", results.Trial{Usage: results.Usage{Input: i(1), Output: i(1e12), CostUSD: x(0)}, StartedAt: i(start),
			FinishedAt: i(start + 5), DurationMS: i(5)}, nil,
			results.Trial{Usage: results.Usage{Input: i(1), Output: i(1e12), CostUSD: x(0)}, StartedAt: i(start), FinishedAt: i(start + 5),
				DurationMS: i(5)}, ""},
		{"negative tokens", results.Trial{Usage: results.Usage{Input: i(-5), Output: i(7)}}, nil,
			results.Trial{Usage: results.Usage{Output: i(7)}}, "input tokens -5"},
		{"above 2^53", results.Trial{Usage: results.Usage{Total: i(1<<53 + 1)}}, nil, results.Trial{}, "tokens in total 9007199254740993"},
		{"cost is no number", results.Trial{Usage: results.Usage{CostUSD: x(math.NaN())}}, nil, results.Trial{}, "cost NaN"},
		{"cost without end", results.Trial{Usage: results.Usage{CostUSD: x(math.Inf(1))}}, nil, results.Trial{}, "cost +Inf"},
		{"negative cost", results.Trial{Usage: results.Usage{CostUSD: x(-0.1)}}, nil, results.Trial{}, "cost -0.1"},
		{"negative time", results.Trial{DurationMS: i(-1), AgentMS: i(-2)}, nil, results.Trial{},
			"wall time in ms -1; agent time in ms -2"},
		{"end before start", results.Trial{StartedAt: i(start), FinishedAt: i(start - 1000)}, nil, results.Trial{}, "before the start"},
		{"1970", results.Trial{StartedAt: i(5), FinishedAt: i(start)}, nil, results.Trial{FinishedAt: i(start)}, "start 1970-01-01"},
		{"next year", results.Trial{StartedAt: i(start), FinishedAt: i(start + 365*86400e3)}, nil, results.Trial{StartedAt: i(start)},
			"end 2027-09-21"},
		{"steps", results.Trial{}, []results.Step{
			{Source: results.SourceUser, Timestamp: i(1), Message: "a"},
			{Source: results.SourceAgent, Timestamp: i(2), Message: "b", Metrics: &results.Metrics{PromptTokens: i(-3), CostUSD: x(-1)}},
		}, results.Trial{}, "time of 2 steps, the first 1970-01-01T00:00:00Z; tokens of 1 step, the first -3; cost of 1 step, the first -1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			db := ingesttest.Open(t)
			m := renamed(t, "x", always("scripted"))
			for name := range m {
				if strings.HasPrefix(name, "result_example/") {
					delete(m, name)
				}
			}
			m["run/odd.json"] = &fstest.MapFile{Data: []byte("{}")}
			l := ingesttest.Loader(db)
			l.Formats = append(l.Formats, oddFormat{"odd", c.trial, c.steps})
			rep, err := l.Load(t.Context(), []ingest.Source{{FS: m, Name: "test"}})
			if err != nil || len(rep.Runs) != 1 {
				t.Fatalf("%v, %+v", err, rep)
			}
			var told []string
			for _, w := range rep.Runs[0].Warnings {
				if strings.Contains(w.Message, "q1: impossible values ignored") {
					told = append(told, w.File+": "+w.Message)
				}
			}
			if text := strings.Join(told, "\n"); c.warning == "" && text != "" || !strings.Contains(text, c.warning) || c.warning != "" &&
				!strings.HasPrefix(text, "run/odd.json: ") {
				t.Errorf("warnings %q, want %q of run/odd.json", text, c.warning)
			}
			got := must.Get(db.FindTrial(t.Context(), rep.Runs[0].Run, "ex_office_move", "q1", 1))(t)
			if a, b := amounts(&got.Trial), amounts(&c.want); a != b {
				t.Errorf("stored %s, want %s", a, b)
			}
			run := must.Get(db.FindRun(t.Context(), rep.Runs[0].Run))(t)
			if a, b := spelled(run.StartedAt), spelled(c.want.StartedAt); a != b && c.want.StartedAt != nil {
				t.Errorf("the run began %s, want %s", a, b)
			}
		})
	}
}

func spelled[T any](v *T) string {
	if v == nil {
		return "absent"
	}
	return fmt.Sprint(*v)
}

// amounts spells what a trial consumed and when.
func amounts(t *results.Trial) string {
	u := t.Usage
	return strings.Join([]string{
		spelled(u.Input), spelled(u.Output), spelled(u.CacheRead), spelled(u.CacheWrite), spelled(u.Total), spelled(u.CostUSD),
		spelled(t.DurationMS), spelled(t.AgentMS), spelled(t.StartedAt), spelled(t.FinishedAt),
	}, " ")
}
