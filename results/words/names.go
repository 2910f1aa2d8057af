package words

import (
	"strings"

	"github.com/clawatlas/clawatlas/results"
)

// Titled returns the display name of a scenario or task, and the id to show next to it. If there is
// no title, the name is the id and nothing is shown next to it.
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

// Scenario returns the title of a scenario, or its id if there is none.
func Scenario(b results.Benchmark, scenario string) string {
	name, _ := Titled(b.Titles.Scenario(scenario), scenario)
	return name
}

// Task returns the title of a task. If there is none, it returns scenario and id, because ids such
// as q7 occur in several scenarios.
func Task(b results.Benchmark, scenario, task string) string {
	name, rest := TaskParts(b, scenario, task)
	return name + rest
}

// Lone reports whether the scenario is the only one of the benchmark and its name can be omitted.
func Lone(b results.Benchmark, scenario string) bool {
	return scenario == b.ID || b.Titles.Only(scenario)
}

// TaskParts returns the text of Task in two parts: a name that may be truncated for display, and an
// id that must not be.
func TaskParts(b results.Benchmark, scenario, task string) (name, rest string) {
	name, _ = Titled(b.Titles.Task(scenario, task), task)
	if name != Plain(task) || Lone(b, scenario) || scenario == task {
		return name, ""
	}
	return Scenario(b, scenario), ", " + name
}
