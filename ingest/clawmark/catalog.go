package clawmark

import (
	"context"
	"errors"
	"fmt"
	"math"
	"path"
	"regexp"
	"slices"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
)

const benchmarkID = "clawmark"

type catalog struct {
	rubrics   bool // set if at least one task has a rubric
	tasks     map[string]*results.Task
	ordinal   map[string]int
	scenarios map[string]bool
}

// loadCatalog loads the stored dataset. Without one it stores the names of the recorded tasks but
// no rubric, because the record of a crashed trial does not list the checks it lacks.
func loadCatalog(ctx context.Context, in *ingest.Input, w ingest.Writer, benchmark string, dirs []string) (*catalog, error) {
	ds, err := w.FindDataset(ctx, benchmark)
	if errors.Is(err, results.ErrNotFound) {
		ds = recordedDataset(in, benchmark, dirs)
		if err := w.SaveDataset(ctx, ds); err != nil {
			return nil, fmt.Errorf("save dataset %s: %w", benchmark, err)
		}
	} else if err != nil {
		return nil, fmt.Errorf("find dataset %s: %w", benchmark, err)
	}
	c := newCatalog(ds)
	if !c.rubrics {
		w.Warn(ingest.Warn(in.Item.Dir, 0, "the rubric of benchmark %s is not in the database: "+
			"scores are over the recorded checks, and a crashed run looks better than it was", benchmark))
	}
	return c, nil
}

func newCatalog(ds *results.Dataset) *catalog {
	c := &catalog{tasks: map[string]*results.Task{}, ordinal: map[string]int{}, scenarios: map[string]bool{}}
	for i := range ds.Tasks {
		t := &ds.Tasks[i]
		c.tasks[t.Slug] = t
		c.ordinal[t.Slug] = i
		c.scenarios[t.Scenario] = true
		c.rubrics = c.rubrics || len(t.Checks) > 0
	}
	return c
}

func (c *catalog) order(dirs []string) {
	at := func(dir string) int {
		if i, ok := c.ordinal[results.Slug(path.Base(dir))]; ok {
			return i
		}
		return math.MaxInt
	}
	slices.SortStableFunc(dirs, func(a, b string) int {
		ia, ib := at(a), at(b)
		switch {
		case ia < ib:
			return -1
		case ia > ib:
			return 1
		}
		return 0
	})
}

// taskNumber matches the end of a task id. The part before it is the scenario.
var taskNumber = regexp.MustCompile(`_task[0-9]+$`)

func scenarioOf(taskID string) string {
	return results.Slug(taskNumber.ReplaceAllString(taskID, ""))
}

func describe(benchmark string) *results.Dataset {
	name := "ClawMark"
	if benchmark != benchmarkID {
		name = benchmark // user-defined tasks in the same format
	}
	return &results.Dataset{FactsOnly: true, Benchmark: results.Benchmark{
		ID: benchmark, Name: name, Scoring: results.ScoringClawMark, Headline: "score",
		Words:       results.Words{Scenario: "scenario", Task: "task", Day: "day"},
		FailureRule: "A task fails unless every check of its rubric has passed, whatever ended it.",
	}}
}

func recordedDataset(in *ingest.Input, benchmark string, dirs []string) *results.Dataset {
	ds := describe(benchmark)
	scenarios, tasks := map[string]int{}, map[string]bool{}
	for _, dir := range dirs {
		id := taskOf(in, dir)
		slug := results.Slug(id)
		if id == "" || tasks[slug] {
			continue
		}
		tasks[slug] = true
		s := scenarioOf(id)
		if scenarios[s] == 0 {
			ds.Scenarios = append(ds.Scenarios, results.Scenario{Slug: s, Title: s, Ordinal: len(ds.Scenarios) + 1})
		}
		scenarios[s]++
		ds.Tasks = append(ds.Tasks, results.Task{Scenario: s, Slug: slug, Title: id, Ordinal: scenarios[s], Kind: results.KindRubric})
	}
	return ds
}

// taskOf returns the task id in the record, or the name of the directory if there is none.
func taskOf(in *ingest.Input, dir string) string {
	if raw, err := in.Ahead().Record(path.Join(dir, resultFile)); err == nil {
		var id struct {
			TaskID string `json:"task_id"`
		}
		if raw.Decode(&id) == nil && id.TaskID != "" {
			return in.Clean(id.TaskID)
		}
	}
	return dirName(in, dir)
}

func dirName(in *ingest.Input, dir string) string {
	if dir == "." {
		return in.Item.Label
	}
	return path.Base(dir)
}
