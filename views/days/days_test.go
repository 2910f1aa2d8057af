package days

import (
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/days"
	"github.com/clawatlas/clawatlas/views"
)

// What is checked after the last day is in a column of its own with its own n.
func TestDaysApart(t *testing.T) {
	v, rows := daysFixture()
	d := &Days{Kind: days.WorkDays, Benchmark: "x", TaskKinds: []string{results.KindRubric}}
	yes := true
	var trials []results.Trial
	for _, slug := range []string{"a", "b"} {
		task := results.Task{Scenario: "s" + slug, Slug: slug, Kind: results.KindRubric,
			Facts: results.TaskFacts{Stages: []results.Stage{{ID: "stage0"}, {ID: "stage1"}, {ID: "stage2"}}}}
		trial := results.Trial{Scenario: task.Scenario, Task: slug, Score: new(1.0)}
		for _, day := range []string{"stage0", "stage1", "stage2", "final"} {
			if day == "final" && slug == "b" {
				continue
			}
			task.Checks = append(task.Checks, results.CheckSpec{ID: day, Day: day, Weight: 1})
			c := results.Check{ID: day, Day: day, Weight: 1}
			if day != "stage2" {
				c.Passed = &yes
			}
			trial.Checks = append(trial.Checks, c)
		}
		d.Tasks, trials = append(d.Tasks, task), append(trials, trial)
	}
	d.AddStages(v, rows[:1], [][]results.Trial{trials}, nil)
	last := d.Days[len(d.Days)-1]
	if len(d.Days) != 4 || !last.Apart || last.Kinds[results.KindRubric] != 1 || d.Days[2].Apart || d.Days[2].Kinds[results.KindRubric] != 2 {
		t.Errorf("days %+v, want three and one apart", d.Days)
	}
	if p := d.Series[0].Points; len(p) != 4 || *p[3].Value != 1 || *p[3].Of != 1 || p[3].Passed != nil {
		t.Errorf("points %+v", p)
	}
}

// Only a ranked run is a line; the others are named with the reason.
func TestDaysNotDrawn(t *testing.T) {
	v, rows := daysFixture()
	for i, change := range []func(*results.Run){
		func(r *results.Run) { r.Complete = true },
		func(r *results.Run) { r.Complete, r.Counts = false, results.Counts{Expected: 9, Scored: 4} },
		func(r *results.Run) {
			r.Complete, r.Exclusions = true, []results.Exclusion{{Kind: results.ExclusionModels, Message: "its records name two models"}}
		},
	} {
		r := v.Runs[*rows[i].Run]
		change(&r)
		v.Runs[*rows[i].Run] = r
	}
	d := &Days{}
	if got := d.drawn(v, rows); len(got) != 1 || *got[0].Run != *rows[0].Run {
		t.Errorf("%d lines, want the first row alone", len(got))
	}
	if len(d.NotDrawn) != 2 || d.NotDrawn[0].Note != "incomplete, 4 of 9 rounds scored" ||
		d.NotDrawn[1].Note != "not ranked: its records name two models" {
		t.Errorf("not drawn %+v", d.NotDrawn)
	}
}

// Where each scenario is a day, a line runs over all of them in the dataset's order, and
// an empty day is a gap.
func TestScenarioDays(t *testing.T) {
	v, rows := daysFixture()
	d := &Days{Kind: days.ScenarioDays, Benchmark: "x", TaskKinds: []string{results.KindExecCheck}}
	var means []results.TaskMean
	for i := range 9 {
		slug := "day0" + string(rune('1'+i))
		d.Scenarios = append(d.Scenarios, results.Scenario{Slug: slug, Ordinal: i + 1})
		for _, q := range []string{"r1", "r2"} {
			d.Tasks = append(d.Tasks, results.Task{Scenario: slug, Slug: q, Kind: results.KindExecCheck})
			if i != 4 { // day05 has no record
				means = append(means, results.TaskMean{Run: 1, Scenario: slug, Task: q,
					Mean: new(map[string]float64{"r1": 1, "r2": float64(i % 2)}[q])})
			}
		}
	}
	d.AddRounds(v, rows[:1], means)
	got := d.Series[0].Points
	if len(got) != 9 || *got[0].Value != .5 || *got[1].Value != 1 || got[4].Value != nil || *got[4].Of != 0 {
		t.Errorf("%+v", got)
	}
	if len(d.Systems) != 0 {
		t.Errorf("effects %v", d.Systems)
	}
}

// daysFixture has three complete runs that stand for their systems.
func daysFixture() (*views.Bench, []results.BoardRow) {
	v := &views.Bench{Benchmark: results.Benchmark{ID: "x", Words: results.Words{Task: "round"}}, Runs: map[string]results.Run{}}
	var rows []results.BoardRow
	for i, slug := range []string{"a", "b", "c"} {
		v.Runs[slug] = results.Run{ID: int64(i + 1), Slug: slug, Complete: true}
		rows = append(rows, results.BoardRow{Run: &slug, Complete: true})
	}
	return v, rows
}
