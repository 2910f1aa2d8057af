package published

import (
	"fmt"
	"strings"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
)

// benchmarkEntry is the JSON form of results.Benchmark in a bundle.
type benchmarkEntry struct {
	ID      string          `json:"id"`
	Name    string          `json:"name"`
	Version string          `json:"version"`
	Scoring results.Scoring `json:"scoring"`
	Words   struct {
		Scenario string `json:"scenario"`
		Task     string `json:"task"`
		Day      string `json:"day"`
	} `json:"words"`
	Headline    string `json:"headline"`
	FailureRule string `json:"failure_rule"`
	Summary     string `json:"summary"`
	Paper       string `json:"paper"`
	Repository  string `json:"repository"`
	Licence     string `json:"licence"`
	Scripted    bool   `json:"scripted"`
	Ordinal     int    `json:"ordinal"`
}

func readBenchmarks(in *ingest.Input, name string, into map[string]results.Benchmark) error {
	var file struct {
		Benchmarks []benchmarkEntry `json:"benchmarks"`
	}
	if err := decode(in, name, &file); err != nil {
		return err
	}
	for _, e := range file.Benchmarks {
		if !results.ValidSlug(e.ID) {
			return fmt.Errorf("%s: benchmark id %q is not a slug: %w", in.Path(name), e.ID, results.ErrInvalid)
		}
		into[e.ID] = results.Benchmark{
			ID: e.ID, Name: e.Name, Version: e.Version, Scoring: e.Scoring,
			Words:    results.Words{Scenario: e.Words.Scenario, Task: e.Words.Task, Day: e.Words.Day},
			Headline: e.Headline, FailureRule: e.FailureRule, Summary: e.Summary,
			Paper: e.Paper, Repository: e.Repository, Licence: e.Licence,
			Scripted: e.Scripted, Ordinal: e.Ordinal,
		}
	}
	return nil
}

// datasetFile lists the tasks of a benchmark without their texts.
type datasetFile struct {
	Benchmark string          `json:"benchmark"`
	Scenarios []scenarioEntry `json:"scenarios"`
}

type scenarioEntry struct {
	Slug        string      `json:"slug"`
	Title       string      `json:"title"`
	Domain      string      `json:"domain"`
	Description string      `json:"description"`
	Tasks       []taskEntry `json:"tasks"`
}

// taskEntry is a task. Options and Gold are strings with one letter per option.
type taskEntry struct {
	Slug    string              `json:"slug"`
	Title   string              `json:"title"`
	Kind    string              `json:"kind"`
	Day     int                 `json:"day"`
	Options string              `json:"options"`
	Gold    string              `json:"gold"`
	Pin     string              `json:"pin"`
	Facts   results.TaskFacts   `json:"facts"`
	Checks  []results.CheckSpec `json:"checks"`
	Updates []results.Update    `json:"updates"`
}

func (b *Bundle) readDataset(in *ingest.Input, name string, benchmarks map[string]results.Benchmark) error {
	var file datasetFile
	if err := decode(in, name, &file); err != nil {
		return err
	}
	bench, ok := benchmarks[file.Benchmark]
	if !ok {
		return fmt.Errorf("%s: benchmark %q is not described in the bundle: %w", in.Path(name), file.Benchmark, results.ErrInvalid)
	}
	d := results.Dataset{Benchmark: bench, FactsOnly: true}
	for i, s := range file.Scenarios {
		d.Scenarios = append(d.Scenarios, results.Scenario{
			Slug: s.Slug, Title: s.Title, Domain: s.Domain, Description: s.Description, Ordinal: i + 1,
		})
		for j := range s.Tasks {
			t, err := s.Tasks[j].task(s.Slug, j+1)
			if err != nil {
				return fmt.Errorf("%s: %w", in.Path(name), err)
			}
			d.Tasks = append(d.Tasks, t)
		}
	}
	b.Datasets = append(b.Datasets, d)
	return nil
}

func (e *taskEntry) task(scenario string, ordinal int) (results.Task, error) {
	t := results.Task{
		Scenario: scenario, Slug: e.Slug, Title: e.Title, Ordinal: ordinal, Kind: e.Kind,
		Day: e.Day, Facts: e.Facts, Checks: e.Checks, Updates: e.Updates,
	}
	if !results.ValidSlug(scenario) || !results.ValidSlug(e.Slug) {
		return t, fmt.Errorf("task %q of scenario %q: not a slug: %w", e.Slug, scenario, results.ErrInvalid)
	}
	for _, g := range e.Gold {
		if !strings.ContainsRune(e.Options, g) {
			return t, fmt.Errorf("task %s/%s: gold option %c does not exist: %w", scenario, e.Slug, g, results.ErrInvalid)
		}
	}
	t.Facts.Pinned = e.Pin
	for _, o := range e.Options {
		t.Options = append(t.Options, results.Option{Label: string(o), Gold: strings.ContainsRune(e.Gold, o)})
	}
	return t, nil
}
