package words

import (
	"strings"

	"github.com/clawatlas/clawatlas/results"
)

// Titled is how a scenario or task is called, and the id that stands beside the
// name. The id alone is the name where no title is recorded; it does not stand
// beside a title that says the same.
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

// spaced is a title or an id without what sets the two apart in writing.
func spaced(text string) string {
	return joints.Replace(strings.ToLower(text))
}

var joints = strings.NewReplacer("-", " ", "_", " ")

// Scenario names a scenario of a benchmark, by its title if one is recorded.
func Scenario(b results.Benchmark, scenario string) string {
	name, _ := Titled(b.Titles.Scenario(scenario), scenario)
	return name
}

// Task names a task of a benchmark: by its own title, or by its id after the
// name of its scenario, since ids such as q7 return in each. The scenario of a
// dataset that has no others, or that is called as the task is, is not named.
func Task(b results.Benchmark, scenario, task string) string {
	name, rest := TaskParts(b, scenario, task)
	return name + rest
}

// Lone reports whether a benchmark has one scenario, whose name tells nothing: a dataset
// without scenarios calls it as the benchmark, another one has titles of no other's tasks.
func Lone(b results.Benchmark, scenario string) bool {
	return scenario == b.ID || b.Titles.Only(scenario)
}

// TaskParts are Task in two: what may be cut where room is short, and the id that
// tells it from its neighbours, empty where the name does.
func TaskParts(b results.Benchmark, scenario, task string) (name, rest string) {
	name, _ = Titled(b.Titles.Task(scenario, task), task)
	if name != Plain(task) || Lone(b, scenario) || scenario == task {
		return name, ""
	}
	return Scenario(b, scenario), ", " + name
}
