package compare

import (
	"fmt"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/report"
)

// SolvedTasks sorts the tasks by how many complete systems solve them.
type SolvedTasks struct {
	Systems int       `json:"systems"`  // complete systems that are ranked
	Tasks   int       `json:"tasks"`    // tasks of the benchmark
	ByCount []int     `json:"by_count"` // tasks that exactly i systems solve
	All     []TaskRef `json:"all"`      // tasks that every system solves
	None    []TaskRef `json:"none"`     // tasks that no system solves
	Zero    int       `json:"zero"`     // of none: where no system scores anything
}

// LeastSystems is from how many systems on it can be said what they solve alike:
// with one there is nobody to agree.
const LeastSystems = 2

// solvedTasks needs leastSystems complete systems.
func solvedTasks(tasks []results.Task, rows []results.BoardRow, v *report.Bench, means []results.TaskMean) *SolvedTasks {
	in := map[int64]bool{}
	for _, r := range rows {
		if r.Complete {
			in[v.Runs[*r.Run].ID] = true
		}
	}
	if len(in) < LeastSystems {
		return nil
	}
	by, scored := map[[2]string]int{}, map[[2]string]bool{}
	for _, m := range means {
		k := [2]string{m.Scenario, m.Task}
		if in[m.Run] && m.Solved() {
			by[k]++
		}
		if in[m.Run] && m.Mean != nil && *m.Mean > 0 {
			scored[k] = true
		}
	}
	s := &SolvedTasks{Systems: len(in), Tasks: len(tasks), ByCount: make([]int, len(in)+1), All: []TaskRef{}, None: []TaskRef{}}
	for i := range tasks {
		t := &tasks[i]
		k := [2]string{t.Scenario, t.Slug}
		ref := TaskRef{Scenario: t.Scenario, Task: t.Slug, URL: link.Task(v.Benchmark.ID, t.Scenario, t.Slug)}
		s.ByCount[by[k]]++
		switch by[k] {
		case len(in):
			s.All = append(s.All, ref)
		case 0:
			s.None = append(s.None, ref)
			if !scored[k] {
				s.Zero++
			}
		}
	}
	return s
}

// redLineNotes explains why ClawMark's rate of crossed red lines has two
// denominators: its failure table and its list of kinds count differently.
func redLineNotes(tables []results.StatTable) []string {
	var crossed, evaluated, kinds float64
	for _, t := range tables {
		for _, r := range t.Rows {
			switch {
			case t.ID == "table-5" && r.Label == "Red line crossed":
				crossed, evaluated = statValue(t, r, "failures"), statValue(t, r, "evaluations")
			case t.ID == "redline-kinds":
				kinds += statValue(t, r, "evaluations")
			}
		}
	}
	if crossed == 0 || evaluated == 0 || kinds == 0 {
		return nil
	}
	return []string{fmt.Sprintf("Crossed red lines have two denominators in the paper. Its failure table counts %.0f crossings in %.0f "+
		"evaluations (%.2f %%), "+
		"which is 7 models times 52 red lines; its kinds of red lines add up to %.0f evaluations (%.2f %%), 7 times the 55 of the rubric. "+
		"The leaderboard's red-line failure divides by the red lines that were evaluated in the run and prints their number.",
		crossed, evaluated, 100*crossed/evaluated, kinds, 100*crossed/kinds)}
}

func statValue(t results.StatTable, r results.StatRow, key string) float64 {
	for i, c := range t.Columns {
		if c.Key == key && r.Cells[i].Value != nil {
			return *r.Cells[i].Value
		}
	}
	return 0
}
