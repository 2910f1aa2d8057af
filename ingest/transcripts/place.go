package transcripts

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
)

const looseFiles = "files"

func loose() results.Benchmark {
	b := made(Name, "Loose transcripts")
	b.Summary = "Transcripts that came without a benchmark: they can be read, searched and compared, but nothing in them is scored."
	return b
}

func made(id, name string) results.Benchmark {
	return results.Benchmark{
		ID: id, Name: name, Scoring: results.ScoringNone, Headline: "avg",
		Words: results.Words{Scenario: "directory", Task: "transcript", Day: "day"},
		FailureRule: "Transcripts carry no verdicts, so no task counts as passed or failed. " +
			"A run is never complete and has no rank.",
	}
}

// place finds the task of every transcript and adds new tasks. It adds none to a described
// benchmark.
func (r *reader) place() error {
	d, err := r.dataset()
	if err != nil {
		return err
	}
	r.about = d.Benchmark
	scenario, title := r.scenario()
	taken := map[string]bool{}
	n := 0
	for i := range d.Tasks {
		if d.Tasks[i].Scenario == scenario {
			n++
		}
	}
	grown := &results.Dataset{Benchmark: d.Benchmark, FactsOnly: true}
	for _, f := range r.files {
		stem := strings.TrimSuffix(path.Base(f.name), path.Ext(f.name))
		f.scenario, f.task, f.kind = scenario, free(results.Slug(stem), taken), results.KindReward
		if t := find(d, scenario, f.task); t != nil {
			f.scenario, f.kind, f.listed = t.Scenario, t.Kind, true
			continue
		}
		if d.Pinned() {
			continue
		}
		n++
		f.listed = true
		grown.Tasks = append(grown.Tasks, results.Task{Scenario: scenario, Slug: f.task, Title: stem, Ordinal: n, Kind: results.KindReward})
	}
	if len(grown.Tasks) == 0 {
		return nil
	}
	grown.Scenarios = []results.Scenario{{Slug: scenario, Title: title, Ordinal: ordinal(d.Scenarios, scenario)}}
	if err := r.w.SaveDataset(r.ctx, grown); err != nil {
		return fmt.Errorf("save dataset %s: %w", d.Benchmark.ID, err)
	}
	return nil
}

func (r *reader) dataset() (*results.Dataset, error) {
	b := loose()
	if id := r.in.Identity.BenchmarkID(); id != "" && id != Name {
		b = made(id, r.in.Identity.Benchmark)
	}
	d, err := r.w.FindDataset(r.ctx, b.ID)
	switch {
	case errors.Is(err, results.ErrNotFound):
		return &results.Dataset{Benchmark: b}, nil
	case err != nil:
		return nil, fmt.Errorf("find dataset %s: %w", b.ID, err)
	}
	return d, nil
}

// scenario returns the slug and title of the scenario for the directory. They are empty if the item
// is a single file.
func (r *reader) scenario() (slug, title string) {
	label := r.in.Item.Label
	if r.in.Item.Dir != "." {
		label = path.Base(r.in.Item.Dir)
	}
	if label == "" || len(r.files) == 1 && r.files[0].name == label {
		return looseFiles, "Single files"
	}
	return results.Slug(label), label
}

func find(d *results.Dataset, scenario, slug string) *results.Task {
	var found *results.Task
	n := 0
	for i := range d.Tasks {
		t := &d.Tasks[i]
		if t.Slug != slug {
			continue
		}
		if t.Scenario == scenario {
			return t
		}
		found = t
		n++
	}
	if n != 1 || !d.Pinned() {
		return nil
	}
	return found
}

func free(slug string, taken map[string]bool) string {
	name := slug
	for n := 2; taken[name]; n++ {
		name = fmt.Sprintf("%s-%d", slug, n)
	}
	taken[name] = true
	return name
}

func ordinal(list []results.Scenario, slug string) int {
	if i := slices.IndexFunc(list, func(s results.Scenario) bool { return s.Slug == slug }); i >= 0 {
		return list[i].Ordinal
	}
	return len(list) + 1
}
