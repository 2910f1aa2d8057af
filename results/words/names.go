package words

import (
	"strings"

	"github.com/clawatlas/clawatlas/results"
)

// Titled returns the name of a scenario or task and the id to show beside it. The id is the
// name where there is no title.
func Titled(title, id string) (name, beside string) {
	title = strings.TrimSpace(title)
	switch {
	case title == "" || title == id || strings.HasSuffix(title, "/"+id):
		return Plain(id), ""
	case spaced(title) == spaced(id):
		return Capital(Plain(title)), ""
	}
	return Plain(title), Plain(id)
}

func spaced(text string) string {
	return joints.Replace(strings.ToLower(text))
}

var joints = strings.NewReplacer("-", " ", "_", " ")

// Scenario names a scenario of a benchmark, by its title if one is recorded.
func Scenario(b results.Benchmark, scenario string) string {
	name, _ := Titled(b.Titles.Scenario(scenario), scenario)
	return name
}

// Task names a task by its title, or by its scenario and id, because ids such as q7 recur.
func Task(b results.Benchmark, scenario, task string) string {
	name, rest := TaskParts(b, scenario, task)
	return name + rest
}

// Lone reports whether a benchmark's only scenario says nothing by its name.
func Lone(b results.Benchmark, scenario string) bool {
	return scenario == b.ID || b.Titles.Only(scenario)
}

// TaskParts is Task in two: what may be cut, and the id that tells it from its neighbours.
func TaskParts(b results.Benchmark, scenario, task string) (name, rest string) {
	name, _ = Titled(b.Titles.Task(scenario, task), task)
	if name != Plain(task) || Lone(b, scenario) || scenario == task {
		return name, ""
	}
	return Scenario(b, scenario), ", " + name
}
