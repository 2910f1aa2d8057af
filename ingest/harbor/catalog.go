package harbor

import (
	"cmp"
	"fmt"
	"path"
	"strings"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
)

type catalog struct {
	*results.Dataset
	titles    map[string]int   // index of the first reward task with each title
	slugs     map[string][]int // indexes of tasks by slug, in task order
	taken     map[results.TaskName]bool
	scenarios map[string]bool
	sizes     map[string]int
}

func newCatalog(d *results.Dataset) *catalog {
	c := &catalog{d, map[string]int{}, map[string][]int{}, map[results.TaskName]bool{}, map[string]bool{}, map[string]int{}}
	for i := range d.Tasks {
		c.index(i)
	}
	for _, s := range d.Scenarios {
		c.scenarios[s.Slug] = true
	}
	return c
}

func (d *catalog) index(i int) {
	t := &d.Tasks[i]
	if _, known := d.titles[t.Title]; !known && t.Kind == results.KindReward {
		d.titles[t.Title] = i
	}
	d.slugs[t.Slug] = append(d.slugs[t.Slug], i)
	d.taken[t.Name()] = true
	d.sizes[t.Scenario]++
}

// match returns the task of a trial, or nil. Recorded names may contain an organisation, which
// slugs lack.
func (d *catalog) match(t *trial) *results.Task {
	if !d.Pinned() {
		return d.own(t)
	}
	org, base := splitTask(t.taskName)
	slugs := []string{results.Slug(base)}
	if d.Benchmark.ID == liveClawBench {
		slugs = append(slugs, results.Slug(strings.ReplaceAll(numbered.ReplaceAllString(base, ""), "_", "-")))
	}
	if i, ok := d.titles[t.taskName]; ok {
		return &d.Tasks[i]
	}
	for _, slug := range slugs {
		var found *results.Task
		n := 0
		for _, i := range d.slugs[slug] {
			task := &d.Tasks[i]
			known, _ := splitTask(task.Title)
			if org != "" && known != "" && known != org {
				continue // same name in a different organisation
			}
			if org != "" && task.Scenario == results.Slug(org) {
				return task
			}
			found = task
			n++
		}
		if n == 1 {
			return found
		}
	}
	return nil
}

// own finds the task in a dataset derived from trials. It also searches by title, because databases
// of older versions have different slugs.
func (d *catalog) own(t *trial) *results.Task {
	p, _ := d.placeOf(t)
	if i, ok := d.titles[t.taskName]; ok && d.Tasks[i].Scenario == p.scenario {
		return &d.Tasks[i]
	}
	for _, i := range d.slugs[p.task] {
		if d.Tasks[i].Scenario == p.scenario {
			return &d.Tasks[i]
		}
	}
	return nil
}

// placeOf returns the scenario and slug that a trial's task has in a dataset derived from trials,
// and the title of the scenario. They depend only on the trial's record, so the order of trials
// does not matter. ingest.TaskPlace keeps names with equal slugs separate.
func (d *catalog) placeOf(t *trial) (p place, group string) {
	org, base := splitTask(t.taskName)
	set, _, _ := strings.Cut(t.source, "@")
	group = cmp.Or(org, path.Base(slashed(set)))
	if group == "" || group == "." {
		group = "tasks"
	}
	name := ingest.TaskPlace(group, base)
	return place{benchmark: d.Benchmark.ID, scenario: name.Scenario, task: name.Task, kind: results.KindReward}, group
}

func (a *atlas) addTask(d *catalog, t *trial) place {
	p, group := d.placeOf(t)
	if !d.scenarios[p.scenario] {
		d.scenarios[p.scenario] = true
		d.Scenarios = append(d.Scenarios, results.Scenario{Slug: p.scenario, Title: group, Ordinal: len(d.Scenarios) + 1})
	}
	task := results.Task{Scenario: p.scenario, Slug: p.task, Title: t.taskName, Ordinal: d.sizes[p.scenario] + 1, Kind: results.KindReward}
	if p := path.Clean(slashed(t.taskPath)); t.taskPath != "" && !path.IsAbs(p) {
		for strings.HasPrefix(p, "../") {
			p = p[len("../"):]
		}
		task.Facts.SourcePath = p
	}
	d.Tasks = append(d.Tasks, task)
	d.index(len(d.Tasks) - 1)
	a.grown[d.Benchmark.ID] = true
	return p
}

// freeSlug returns the slug of the task, with a suffix if that slug is already taken.
func (d *catalog) freeSlug(p place) string {
	slug := p.task
	for n := 2; ; n++ {
		if !d.taken[results.TaskName{Scenario: p.scenario, Task: slug}] {
			return slug
		}
		slug = fmt.Sprintf("%s-%d", p.task, n)
	}
}
