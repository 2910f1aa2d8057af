package clawarena

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
)

// Benchmarks whose test lists have the same name. They are distinguished by their rounds.
var (
	bothMetaClaws = []string{"metaclaw-bench", "metaclaw-bench-small"}
	namesakes     = map[string][]string{"metaclawbench": bothMetaClaws, "metaclaw-bench": bothMetaClaws,
		"metaclaw-bench-small": bothMetaClaws}
)

// settle determines the benchmark of the dataset and keeps its bundled description, because
// tests.json has none.
func (d *dataset) settle(ctx context.Context, w ingest.Writer) error {
	b := &d.out.Benchmark
	if ids := namesakes[b.ID]; ids != nil && d.in.Identity.Benchmark == "" {
		id, err := closest(ctx, w, ids, kindsOf(d.out.Tasks))
		if err != nil {
			return err
		}
		b.ID = id
	}
	stored, err := w.FindDataset(ctx, b.ID)
	if errors.Is(err, results.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	if s := stored.Benchmark; s.Official && s.Scoring == b.Scoring {
		b.Name, b.Words, b.Headline, b.FailureRule = s.Name, s.Words, s.Headline, s.FailureRule
	}
	return nil
}

func kindsOf(tasks []results.Task) map[results.TaskName]string {
	kinds := map[results.TaskName]string{}
	for i := range tasks {
		kinds[tasks[i].Name()] = tasks[i].Kind
	}
	return kinds
}

// closest returns the benchmark with the largest share of matching rounds, or the first.
func closest(ctx context.Context, w ingest.Writer, ids []string, kinds map[results.TaskName]string) (string, error) {
	best, most := ids[0], 0.0
	for _, id := range ids {
		known, err := w.FindDataset(ctx, id)
		if errors.Is(err, results.ErrNotFound) {
			continue
		}
		if err != nil {
			return "", err
		}
		both := alike(known, kinds)
		if share := float64(both) / float64(max(len(kinds)+len(known.Tasks)-both, 1)); share > most {
			best, most = id, share
		}
	}
	return best, nil
}

// alike counts rounds of the dataset with the same kind, or without a stated kind.
func alike(d *results.Dataset, kinds map[results.TaskName]string) int {
	n := 0
	for i := range d.Tasks {
		if kind, ok := kinds[d.Tasks[i].Name()]; ok && (kind == "" || kind == d.Tasks[i].Kind) {
			n++
		}
	}
	return n
}

type candidate struct {
	id        string
	hits      int // number of the run's tests among its scenarios
	described bool
	rounds    int // number of the run's rounds in the dataset, counted only for several candidates
	size      int
}

// chooseBenchmark finds the dataset whose scenarios match the run's tests. Rounds and their kinds
// break ties.
func chooseBenchmark(ctx context.Context, in *ingest.Input, w ingest.Writer, l *located) (*results.Dataset, error) {
	if in.Identity.Benchmark != "" {
		return w.FindDataset(ctx, in.Identity.BenchmarkID())
	}
	sets, err := w.Datasets(ctx)
	if err != nil {
		return nil, err
	}
	tests := l.tests()
	list := candidates(sets, tests)
	if len(list) == 0 {
		return nil, noDataset(tests)
	}
	if len(list) > 1 {
		kinds := l.kinds(in)
		for i := range list {
			known, err := w.FindDataset(ctx, list[i].id)
			if err != nil {
				return nil, err
			}
			list[i].rounds = alike(known, kinds)
		}
	}
	best := slices.MinFunc(list, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(b.rounds, a.rounds), cmp.Compare(a.size, b.size))
	})
	return w.FindDataset(ctx, best.id)
}

// candidates returns the datasets with most of the run's tests, preferring described datasets.
func candidates(sets []results.Dataset, tests []string) []candidate {
	var list []candidate
	for _, d := range sets {
		if d.Benchmark.Scoring != results.ScoringClawArena {
			continue
		}
		c := candidate{id: d.Benchmark.ID, size: len(d.Scenarios), described: d.Benchmark.Repository != "" || d.Benchmark.Paper != ""}
		for _, s := range d.Scenarios {
			if slices.Contains(tests, s.Slug) {
				c.hits++
			}
		}
		if c.hits > 0 {
			list = append(list, c)
		}
	}
	better := func(a, b candidate) int {
		described := 0
		if a.described != b.described {
			described = 1
			if a.described {
				described = -1
			}
		}
		return cmp.Or(cmp.Compare(b.hits, a.hits), described)
	}
	if len(list) == 0 {
		return nil
	}
	best := slices.MinFunc(list, better)
	return slices.DeleteFunc(list, func(c candidate) bool { return better(best, c) != 0 })
}

// kindsLooked is the maximum number of rounds opened to determine their kind.
const kindsLooked = 64

// kinds lists a run's rounds, with the kind of the first ones.
func (l *located) kinds(in *ingest.Input) map[results.TaskName]string {
	kinds := map[results.TaskName]string{}
	names := slices.SortedFunc(maps.Keys(l.rounds), func(a, b results.TaskName) int {
		return cmp.Or(cmp.Compare(a.Scenario, b.Scenario), cmp.Compare(a.Task, b.Task))
	})
	for i, name := range names {
		kinds[name] = ""
		f := l.rounds[name]
		if i >= kindsLooked {
			continue
		}
		rec, err := in.Ahead().Record(first(f.scoring, f.infer))
		if err != nil {
			continue // reported when the run is read
		}
		var s struct {
			Meta recordMeta `json:"meta"`
			topRecord
		}
		if rec.Decode(&s) == nil {
			kinds[name] = kindWord(s.into(&s.Meta).QuestionType)
		}
	}
	return kinds
}
