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

// Ids of benchmarks whose test lists have the same name. Their rounds distinguish them.
var (
	bothMetaClaws = []string{"metaclaw-bench", "metaclaw-bench-small"}
	namesakes     = map[string][]string{"metaclawbench": bothMetaClaws, "metaclaw-bench": bothMetaClaws,
		"metaclaw-bench-small": bothMetaClaws}
)

// settle determines the benchmark of the dataset. It keeps the benchmark's bundled description,
// because tests.json contains none.
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

// closest returns the id of the benchmark that shares the largest fraction of rounds with the
// dataset, or the first id if none shares any.
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

// alike returns the number of tasks in d that are also in kinds with the same kind or without a
// kind.
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
	hits      int // number of the run's tests that are scenarios of the dataset
	described bool
	rounds    int // number of the run's rounds in the dataset; set only if several candidates remain
	size      int
}

// chooseBenchmark finds the dataset whose scenarios match the run's tests. If several match
// equally, it compares rounds and their kinds.
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

// candidates returns the datasets that contain the largest number of the run's tests. It prefers
// datasets with a description.
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

// kindsLooked is the maximum number of rounds that are opened to determine their kind.
const kindsLooked = 64

// kinds returns the run's rounds with their kinds. Only the first kindsLooked rounds have a kind.
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
			continue // reported later, when the run is read
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
