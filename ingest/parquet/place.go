package parquet

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
)

// place finds the benchmark and the task of each row. The benchmark is the one stated by the
// caller, else a stored one that contains most of the cases, else a new one named after the file.
func (x *export) place() error {
	d, err := x.benchmark()
	if err != nil {
		return err
	}
	grown := &results.Dataset{FactsOnly: true}
	first := map[string]*row{}
	for _, r := range x.rows {
		if f := first[r.Name]; f != nil {
			r.scenario, r.task, r.kind = f.scenario, f.task, f.kind
			continue
		}
		first[r.Name] = r
		if t := match(d, r.Name); t != nil {
			r.scenario, r.task, r.kind = t.Scenario, t.Slug, t.Kind
			continue
		}
		r.scenario, r.task, r.kind = scenarioOf(r), results.Slug(r.Name), results.KindReward
		if d.Pinned() {
			x.warn(x.names[r.file], "%s has no task %s: shown but not counted", d.Benchmark.Name, r.Name)
			continue
		}
		x.add(d, grown, r)
	}
	x.about = d.Benchmark
	if len(grown.Tasks) == 0 {
		return nil
	}
	grown.Benchmark = d.Benchmark
	if err := x.w.SaveDataset(x.ctx, grown); err != nil {
		return fmt.Errorf("save dataset %s: %w", d.Benchmark.ID, err)
	}
	return nil
}

// add adds a new task to the dataset. Names with equal slugs get different slugs.
func (x *export) add(d, grown *results.Dataset, r *row) {
	taken := func(t results.Task) bool { return t.Scenario == r.scenario && t.Slug == r.task }
	for n := 2; slices.ContainsFunc(d.Tasks, taken); n++ {
		r.task = fmt.Sprintf("%s-%d", results.Slug(r.Name), n)
	}
	if !slices.ContainsFunc(d.Scenarios, func(s results.Scenario) bool { return s.Slug == r.scenario }) {
		d.Scenarios = append(d.Scenarios, results.Scenario{Slug: r.scenario, Title: titleOf(r), Domain: r.Domain, Ordinal: len(d.Scenarios) + 1})
	}
	for _, s := range d.Scenarios {
		if s.Slug == r.scenario && !slices.Contains(grown.Scenarios, s) {
			grown.Scenarios = append(grown.Scenarios, s)
		}
	}
	n := 1
	for i := range d.Tasks {
		if d.Tasks[i].Scenario == r.scenario {
			n++
		}
	}
	t := results.Task{
		Scenario: r.scenario, Slug: r.task, Title: r.Name, Ordinal: n, Kind: results.KindReward,
		Facts: results.TaskFacts{Difficulty: strings.ToLower(r.Difficulty), Domain: r.Domain, Factors: r.Factors},
	}
	d.Tasks, grown.Tasks = append(d.Tasks, t), append(grown.Tasks, t)
}

func scenarioOf(r *row) string {
	if r.Domain == "" {
		return "cases"
	}
	return results.Slug(r.Domain)
}

func titleOf(r *row) string {
	return cmp.Or(r.Domain, "Cases")
}

func (x *export) benchmark() (*results.Dataset, error) {
	if id := x.in.Identity.BenchmarkID(); id != "" {
		return x.dataset(id, x.in.Identity.Benchmark)
	}
	known, err := x.w.Datasets(x.ctx)
	if err != nil {
		return nil, fmt.Errorf("list benchmarks: %w", err)
	}
	names := map[string]bool{}
	for _, r := range x.rows {
		names[r.Name] = true
	}
	var best *results.Dataset
	most := (len(names) - 1) / 2 // more than most means at least half of the names
	for i := range known {
		if b := known[i].Benchmark; b.Scoring != results.ScoringReward || b.Repository == "" {
			continue
		}
		d, err := x.dataset(known[i].Benchmark.ID, "")
		if err != nil {
			return nil, err
		}
		n := 0
		for name := range names {
			if match(d, name) != nil {
				n++
			}
		}
		if n > most {
			best, most = d, n
		}
	}
	if best != nil {
		return best, nil
	}
	return x.dataset(results.NameID(x.name), x.name)
}

const caseRule = "A case counts with the mean reward of its attempts; one without a usable reward counts 0. " +
	"An attempt passes with a reward of 1."

func (x *export) dataset(id, name string) (*results.Dataset, error) {
	d, err := x.w.FindDataset(x.ctx, id)
	switch {
	case err == nil && d.Benchmark.Scoring == results.ScoringNone: // previously known only from transcripts, so not scored
		d.Benchmark.Scoring, d.Benchmark.FailureRule = results.ScoringReward, caseRule
		return d, nil
	case err == nil:
		return d, nil
	case !errors.Is(err, results.ErrNotFound):
		return nil, fmt.Errorf("find dataset %s: %w", id, err)
	}
	return &results.Dataset{Benchmark: results.Benchmark{
		ID: id, Name: name, Scoring: results.ScoringReward, Headline: "avg",
		Words:       results.Words{Scenario: "domain", Task: "case", Day: "day"},
		FailureRule: caseRule,
	}}, nil
}

var numbered = regexp.MustCompile(`^[0-9]+[-_]`)

func match(d *results.Dataset, name string) *results.Task {
	plain := results.Slug(strings.ReplaceAll(numbered.ReplaceAllString(name, ""), "_", "-"))
	for _, slug := range []string{results.Slug(name), plain} {
		var found *results.Task
		n := 0
		for i := range d.Tasks {
			if d.Tasks[i].Slug == slug && (d.Pinned() || d.Tasks[i].Title == name) {
				found = &d.Tasks[i]
				n++
			}
		}
		if n == 1 {
			return found
		}
	}
	return nil
}
