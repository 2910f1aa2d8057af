package ingest

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"

	"github.com/clawatlas/clawatlas/results"
)

// Other describes a benchmark that is known only from records of its runs. The site lists it under
// "Other records".
type Other struct {
	// Format is the id of the records' format. It is part of the benchmark id because two harnesses
	// may score tasks of the same name differently.
	Format string
	// ID is the id of the benchmark if the same program scores its runs in all formats. If empty,
	// it is derived from Format and Name.
	ID string
	// Former is the id of the benchmark in databases of older versions. It may be empty.
	Former string
	// Name is the name of the benchmark, dataset or task in the records, such as Inspect's task
	// "gpqa_diamond". The flag --benchmark overrides it.
	Name string
	// Version is the recorded version, or empty.
	Version string
	// Rule is a sentence that states when a task counts as passed. If it is empty, the runs are not
	// scored or ranked.
	Rule     string
	Headline string
	Words    results.Words
	// Summary describes the records in one or two sentences. It may be empty.
	Summary string
}

// OtherRecords is the dataset of a benchmark that is known only from its runs. New tasks in the
// records are added to it. It may also be a described dataset that the caller named.
type OtherRecords struct {
	*results.Dataset
	known map[results.TaskName]*results.Task
	slugs map[string][]*results.Task
	sizes map[string]int
	grown []*results.Task
}

// FindOther loads the dataset of the benchmark or creates a new one.
func FindOther(ctx context.Context, in *Input, w Writer, o Other) (*OtherRecords, error) {
	id, name := o.ID, o.Name
	if id == "" {
		id = o.Format + "-" + results.NameID(o.Name)
	}
	if named := in.Identity.BenchmarkID(); named != "" {
		id, name = named, in.Identity.Benchmark
	}
	d, err := w.FindDataset(ctx, id)
	if o.Former != "" && id == o.ID && errors.Is(err, results.ErrNotFound) {
		if was, former := w.FindDataset(ctx, o.Former); former == nil {
			d, err = was, nil
		}
	}
	switch {
	case errors.Is(err, results.ErrNotFound):
		d = &results.Dataset{Benchmark: results.Benchmark{ID: id, Name: name}}
	case err != nil:
		return nil, fmt.Errorf("find dataset %s: %w", id, err)
	}
	if b := &d.Benchmark; !b.Described() && (b.Scoring == "" || b.Scoring == results.ScoringNone) {
		o.describe(b)
	}
	r := &OtherRecords{Dataset: d, known: map[results.TaskName]*results.Task{}, slugs: map[string][]*results.Task{},
		sizes: map[string]int{}}
	for i := range d.Tasks {
		r.index(&d.Tasks[i])
	}
	return r, nil
}

func (o *Other) describe(b *results.Benchmark) {
	*b = results.Benchmark{
		ID: b.ID, Name: b.Name, Version: o.Version, Words: o.Words, Summary: o.Summary,
		Scoring: results.ScoringReward, Headline: cmp.Or(o.Headline, "avg"), FailureRule: o.Rule,
	}
	if b.Words == (results.Words{}) {
		b.Words = results.Words{Scenario: "group", Task: "task", Day: "step"}
	}
	if o.Rule == "" {
		b.Scoring, b.FailureRule = results.ScoringNone,
			"The records carry no verdicts, so no task counts as passed or failed. A run is never complete and has no rank."
	}
}

func (r *OtherRecords) index(t *results.Task) {
	r.known[t.Name()] = t
	r.slugs[t.Slug] = append(r.slugs[t.Slug], t)
	r.sizes[t.Scenario]++
}

// TaskPlace returns the scenario and slug for a task name in a group. An empty group means "tasks".
// It appends a digest if group or name is not a slug, so that different names never get the same
// slug.
func TaskPlace(group, task string) (name results.TaskName) {
	if group == "" || group == "." {
		group = "tasks"
	}
	name = results.TaskName{Scenario: results.Slug(group), Task: results.Slug(task)}
	if name.Scenario != results.NameID(group) || name.Task != task {
		sum := sha256.Sum256([]byte(group + "/" + task))
		name.Task += "--" + hex.EncodeToString(sum[:7])
	}
	return name
}

// Place returns the task with the given name and adds it if it is new. If a described benchmark
// does not contain the task, Place does not add it and listed is false. Trials of such a task are
// shown, but not scored.
func (r *OtherRecords) Place(group, task string) (t *results.Task, listed bool) {
	name := TaskPlace(group, task)
	if known := r.known[name]; known != nil {
		return known, true
	}
	t = &results.Task{Scenario: name.Scenario, Slug: name.Task, Title: task, Ordinal: r.sizes[name.Scenario] + 1, Kind: results.KindReward}
	if r.Pinned() {
		if same := r.slugs[results.Slug(task)]; len(same) == 1 {
			return same[0], true
		}
		return t, false
	}
	if r.sizes[name.Scenario] == 0 {
		if group == "" || group == "." {
			group = "tasks"
		}
		r.Scenarios = append(r.Scenarios, results.Scenario{Slug: name.Scenario, Title: group, Ordinal: len(r.Scenarios) + 1})
	}
	r.index(t)
	r.grown = append(r.grown, t)
	return t, true
}

// Save stores the new tasks. They may be changed until then. Save must be called before the first
// run that contains them is opened.
func (r *OtherRecords) Save(ctx context.Context, w Writer) error {
	if len(r.grown) == 0 {
		return nil
	}
	grown := &results.Dataset{Benchmark: r.Benchmark, FactsOnly: true}
	for _, t := range r.grown {
		grown.Tasks = append(grown.Tasks, *t)
	}
	for _, s := range r.Scenarios {
		if slices.ContainsFunc(r.grown, func(t *results.Task) bool { return t.Scenario == s.Slug }) {
			grown.Scenarios = append(grown.Scenarios, s)
		}
	}
	r.grown = nil
	if err := w.SaveDataset(ctx, grown); err != nil {
		return fmt.Errorf("save dataset %s: %w", r.Benchmark.ID, err)
	}
	return nil
}
