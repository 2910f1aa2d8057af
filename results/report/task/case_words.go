package task

import (
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/words"
)

// caseWords names the scenarios that a written case refers to, and its tasks, written
// as scenario/task: by the id alone where no other task of the case has it, else with
// the scenario.
func caseWords(b results.Benchmark, rounds []string) *strings.Replacer {
	of := map[string]int{}
	for _, r := range rounds {
		_, task, _ := strings.Cut(r, "/")
		of[task]++
	}
	// A longer reference goes first: hil_c7/q2 is the beginning of hil_c7/q25.
	list := slices.Clone(rounds)
	slices.SortStableFunc(list, func(a, b string) int { return len(b) - len(a) })
	var pairs []string
	for _, r := range list {
		scenario, task, ok := strings.Cut(r, "/")
		if !ok {
			continue
		}
		name, _ := words.Titled(b.Titles.Task(scenario, task), task)
		if of[task] > 1 && name == words.Plain(task) {
			name += " of " + shortScenario(b, scenario)
		}
		pairs = append(pairs, r, name)
	}
	for _, r := range rounds {
		if scenario, _, ok := strings.Cut(r, "/"); ok && b.Titles.Scenario(scenario) != "" {
			pairs = append(pairs, scenario, shortScenario(b, scenario))
		}
	}
	return strings.NewReplacer(pairs...)
}

// shortScenario names a scenario in running text: of a title with a colon what stands
// before it.
func shortScenario(b results.Benchmark, scenario string) string {
	name, _, _ := strings.Cut(words.Scenario(b, scenario), ": ")
	return name
}

// CasePlace is one task that a case is about.
type CasePlace struct{ Scenario, Task, Name string }

// Places are the tasks of a written case, those of one scenario after each other:
// the first of each carries the scenario's name, the others their ids alone.
func (x *WrittenCase) Places() []CasePlace {
	var list []CasePlace
	for _, r := range x.Rounds {
		scenario, task, ok := strings.Cut(r, "/")
		if !ok || x.About == nil {
			continue
		}
		p := CasePlace{Scenario: scenario, Task: task}
		p.Name, _ = words.Titled(x.About.Titles.Task(scenario, task), task)
		if n := len(list); (n == 0 || list[n-1].Scenario != scenario) && p.Name == words.Plain(task) && scenario != x.About.ID {
			p.Name = shortScenario(*x.About, scenario) + ", " + p.Name
		}
		list = append(list, p)
	}
	return list
}

// dimensionWords say a dimension as people do.
func dimensionWords(dimension string) string {
	return strings.NewReplacer("-", " ", "+", " and ").Replace(dimension)
}

// taskNameOf reads scenario/task.
func taskNameOf(round string) results.TaskName {
	scenario, task, _ := strings.Cut(round, "/")
	return results.TaskName{Scenario: scenario, Task: task}
}
