package harbor

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
)

type place struct {
	benchmark string
	scenario  string
	task      string
	kind      string
}

// adHoc is the id prefix of benchmarks for tasks that were run without a dataset.
const adHoc = "harbor-adhoc"

// unlisted is the id suffix of benchmarks for tasks that are not in the dataset they refer to.
const unlisted = "-unlisted"

// liveClawBench is the id of LiveClawBench. Its preprint numbers tasks, as in 01-skill-creation.
const liveClawBench = "liveclawbench"

var numbered = regexp.MustCompile(`^[0-9]+[-_]`)

type atlas struct {
	in     *ingest.Input
	w      ingest.Writer
	known  []results.Dataset // stored datasets without their tasks
	loaded map[string]*catalog
	grown  map[string]bool // ids of datasets with new tasks
	told   map[string]bool // ids of benchmarks without a dataset, for which there was already a warning
}

func newAtlas(ctx context.Context, in *ingest.Input, w ingest.Writer) (*atlas, error) {
	known, err := w.Datasets(ctx)
	if err != nil {
		return nil, fmt.Errorf("list benchmarks: %w", err)
	}
	return &atlas{
		in: in, w: w, known: known, loaded: map[string]*catalog{},
		grown: map[string]bool{}, told: map[string]bool{},
	}, nil
}

func (a *atlas) dataset(ctx context.Context, id string) (*catalog, error) {
	if c := a.loaded[id]; c != nil {
		return c, nil
	}
	d, err := a.w.FindDataset(ctx, id)
	switch {
	case errors.Is(err, results.ErrNotFound):
		d = &results.Dataset{Benchmark: results.Benchmark{ID: id}}
	case err != nil:
		return nil, fmt.Errorf("find dataset %s: %w", id, err)
	}
	a.loaded[id] = newCatalog(d)
	return a.loaded[id], nil
}

func (a *atlas) stored(name string) *results.Benchmark {
	id := results.NameID(name)
	for i := range a.known {
		b := &a.known[i].Benchmark
		if b.ID == id || b.ID == name || results.NameID(b.Name) == id || b.Repository != "" && strings.EqualFold(b.Repository, name) {
			return b
		}
	}
	return nil
}

// origin identifies the benchmark of a trial as far as it is known without comparing tasks.
type origin struct {
	id, name, version string
	adHoc             bool
}

// origin determines the benchmark of a trial from the --benchmark flag, else from the recorded
// dataset, else from the task's path or repository.
func (a *atlas) origin(t *trial) origin {
	if b := a.in.Identity.Benchmark; b != "" {
		if s := a.stored(b); s != nil {
			return origin{id: s.ID, name: s.Name, version: s.Version}
		}
		return origin{id: a.in.Identity.BenchmarkID(), name: b}
	}
	if t.source != "" {
		name, version, _ := strings.Cut(t.source, "@")
		for i, n := range []string{name, path.Base(slashed(name))} {
			s := a.stored(n)
			if s == nil || i > 0 && !s.Described() {
				continue // datasets derived from trials must match by their full name
			}
			if s.Scoring == results.ScoringReward || s.Scoring == results.ScoringNone {
				return origin{id: s.ID, name: s.Name, version: version}
			}
		}
		id := results.NameID(name)
		if s := a.stored(id); s != nil { // scored by a different harness, so the results are not comparable
			id += "-harbor"
		}
		return origin{id: id, name: name, version: version}
	}
	if s := a.hinted(t); s != nil {
		return origin{id: s.ID, name: s.Name}
	}
	group := folder(t)
	if group == "" {
		return origin{id: adHoc, name: "Single Harbor tasks", adHoc: true}
	}
	return origin{id: adHoc + "-" + results.NameID(group), name: "Single Harbor tasks: " + group, adHoc: true}
}

// hinted returns the described benchmark whose name or repository occurs in the task's path or
// repository URL, or nil.
func (a *atlas) hinted(t *trial) *results.Benchmark {
	parts := strings.Split(slashed(t.taskPath), "/")
	repo := strings.TrimSuffix(strings.TrimSuffix(slashed(t.gitURL), "/"), ".git")
	parts = append(parts, path.Base(repo))
	for _, p := range parts {
		s := a.stored(p)
		if p != "" && s != nil && s.Scoring == results.ScoringReward && s.Repository != "" {
			return s
		}
	}
	return nil
}

// folder returns the group of a task that was run by path. It is the parent folder, which Harbor
// uses as the dataset name when running the folder, or else the repository or organisation.
func folder(t *trial) string {
	parts := strings.Split(path.Clean(slashed(t.taskPath)), "/")
	for i := len(parts) - 2; i >= 0; i-- {
		switch parts[i] {
		case "", ".", "..", "task", "tasks", "example", "examples", "dataset", "datasets", "benchmark", "benchmarks",
			"home", "Users", "root", "[user]":
			continue
		}
		return parts[i]
	}
	if t.gitURL != "" {
		return strings.TrimSuffix(path.Base(slashed(t.gitURL)), ".git")
	}
	if org, _, ok := strings.Cut(t.taskName, "/"); ok && t.taskPath == "" {
		return org
	}
	return ""
}

func (a *atlas) place(ctx context.Context, j *job) error {
	j.completeNames()
	if err := a.recogniseByTasks(ctx, j); err != nil {
		return err
	}
	trials := slices.Clone(j.trials)
	slices.SortStableFunc(trials, func(x, y *trial) int { return strings.Compare(x.taskName, y.taskName) })
	for _, t := range trials {
		o := origin{id: t.place.benchmark}
		if o.id == "" {
			o = a.origin(t)
		}
		if err := a.placeTrial(ctx, j, t, o); err != nil {
			return err
		}
	}
	if err := a.placePlanned(ctx, j); err != nil {
		return err
	}
	return a.save(ctx)
}

// placePlanned assigns planned tasks without records to the benchmark of the job's trials.
func (a *atlas) placePlanned(ctx context.Context, j *job) error {
	used := map[string]bool{}
	for _, t := range j.trials {
		used[t.place.benchmark] = true
	}
	for _, p := range j.planned {
		id := j.trials[0].place.benchmark
		if len(used) > 1 {
			id = a.origin(p).id
		}
		d, err := a.dataset(ctx, id)
		if err != nil {
			return err
		}
		switch task := d.match(p); {
		case task != nil:
			p.place = place{benchmark: id, scenario: task.Scenario, task: task.Slug, kind: task.Kind}
		case !d.Pinned() && used[id]:
			p.place = a.addTask(d, p)
		}
	}
	return nil
}

// recogniseByTasks assigns tasks without a dataset to a described benchmark if exactly one
// benchmark contains all of them.
func (a *atlas) recogniseByTasks(ctx context.Context, j *job) error {
	var loose []*trial
	for _, t := range j.trials {
		if a.origin(t).adHoc {
			loose = append(loose, t)
		}
	}
	var found []string
	for i := range a.known {
		b := a.known[i].Benchmark
		if len(loose) == 0 || b.Scoring != results.ScoringReward || b.Repository == "" && b.Digest == "" {
			continue
		}
		d, err := a.dataset(ctx, b.ID)
		if err != nil {
			return err
		}
		if !slices.ContainsFunc(loose, func(t *trial) bool { return d.match(t) == nil }) {
			found = append(found, b.ID)
		}
	}
	if len(found) != 1 {
		return nil
	}
	for _, t := range loose {
		t.place.benchmark = found[0]
	}
	j.warn(ingest.Warn(j.dir, 0, "the job names no dataset; its tasks match %s", found[0]))
	return nil
}

func (a *atlas) placeTrial(ctx context.Context, j *job, t *trial, o origin) error {
	if o.adHoc && !a.told[o.id] {
		a.told[o.id] = true
		j.warn(ingest.Warn(j.dir, 0, "the job names no dataset: using %s (name a benchmark with --benchmark)",
			o.id))
	}
	d, err := a.dataset(ctx, o.id)
	if err != nil {
		return err
	}
	if task := d.match(t); task != nil {
		t.place = place{benchmark: o.id, scenario: task.Scenario, task: task.Slug, kind: task.Kind}
		if v := d.Benchmark.Version; o.version != "" && v != "" && v != o.version {
			t.warn(ingest.Warn(t.dir, 0, "the trial uses version %s, but the stored benchmark is version %s", o.version, v))
		}
		return nil
	}
	if d.Pinned() {
		t.warn(ingest.Warn(t.dir, 0, "%s has no task %s, so the trial is stored under %s", d.Benchmark.Name, t.taskName, o.id+unlisted))
		o = origin{id: o.id + unlisted, name: d.Benchmark.Name + ", other tasks"}
		return a.placeTrial(ctx, j, t, o)
	}
	a.describe(d.Dataset, o)
	t.place = a.addTask(d, t)
	return nil
}

// describe sets the description of a dataset derived from trials. A dataset that was known only
// from transcripts becomes a scored one.
func (a *atlas) describe(d *results.Dataset, o origin) {
	b := &d.Benchmark
	if b.Scoring != "" && b.Scoring != results.ScoringNone {
		return
	}
	*b = results.Benchmark{
		ID: o.id, Name: cmp.Or(o.name, o.id), Version: o.version, Scoring: results.ScoringReward,
		Words:    results.Words{Scenario: "group", Task: "task", Day: "step"},
		Headline: "avg",
		FailureRule: "A task counts with the mean reward of its attempts; one that ended without a usable reward counts 0, " +
			"as in Harbor's own mean. An attempt passes with a reward of 1.",
	}
}

func splitTask(name string) (org, base string) {
	name = slashed(name)
	if i := strings.LastIndex(name, "/"); i >= 0 {
		return name[:i], name[i+1:]
	}
	return "", name
}

func (a *atlas) save(ctx context.Context) error {
	ids := make([]string, 0, len(a.grown))
	for id := range a.grown {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	for _, id := range ids {
		d := a.loaded[id].Dataset
		d.FactsOnly = true
		if err := a.w.SaveDataset(ctx, d); err != nil {
			return fmt.Errorf("save dataset %s: %w", id, err)
		}
	}
	return nil
}
