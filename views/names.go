package views

import (
	"net/url"
	"strings"

	"github.com/clawatlas/clawatlas/views/table"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views/ui"
)

// ScenarioID is what stands beside the name of a scenario; empty where the name
// says as much.
func ScenarioID(b results.Benchmark, scenario string) string {
	_, id := words.Titled(b.Titles.Scenario(scenario), scenario)
	return id
}

// ScenarioBeside is the name of a scenario with its id in brackets, for sentences.
func ScenarioBeside(b results.Benchmark, scenario string) string {
	name, id := words.Titled(b.Titles.Scenario(scenario), scenario)
	if id != "" {
		return name + " (" + id + ")"
	}
	return name
}

// ScenarioNamed is the name of a scenario in a table, with its id.
func ScenarioNamed(b results.Benchmark, scenario string) table.Cell {
	return table.Words(words.Scenario(b, scenario)).Noted(ScenarioID(b, scenario))
}

// TaskID is what stands beside the name of a task: its id where it has a title, and
// that of its scenario where it is named by that; empty where the name says as much.
func TaskID(b results.Benchmark, scenario, task string) string {
	name, id := words.Titled(b.Titles.Task(scenario, task), task)
	if name == words.Plain(task) {
		return ScenarioID(b, scenario)
	}
	return id
}

// TaskNamed is the name of a task in a table, with its id.
func TaskNamed(b results.Benchmark, scenario, task string) table.Cell {
	return table.Words(words.Task(b, scenario, task)).Noted(TaskID(b, scenario, task))
}

// ScenarioCrumb leads to a scenario.
func ScenarioCrumb(b results.Benchmark, scenario string) ui.Crumb {
	return ui.Crumb{Label: words.Scenario(b, scenario), Href: link.Scenario(b.ID, scenario)}
}

// TaskCrumb is what a task is called below its scenario.
func TaskCrumb(b results.Benchmark, scenario, task string) string {
	name, _ := words.Titled(b.Titles.Task(scenario, task), task)
	return name
}

// CompareCrumb leads to the choice of two runs of a benchmark.
func CompareCrumb(b results.Benchmark) ui.Crumb {
	return ui.Crumb{Label: "Compare", Href: link.To(url.Values{"benchmark": {b.ID}}, "compare")}
}

// Name is the model's name for people.
func Name(names map[string]string, id string) string {
	if n := names[id]; n != "" {
		return n
	}
	return id
}

// SharedFramework is the framework of all systems of a chart, which then stands in
// its title and not in every name; empty where they have several.
func SharedFramework(list []results.System) string {
	shared := ""
	for i, s := range list {
		if i > 0 && s.Framework != shared {
			return ""
		}
		shared = s.Framework
	}
	return shared
}

// WithoutFramework is a system's name without the framework that all share.
func WithoutFramework(name, framework string) string {
	if framework == "" {
		return name
	}
	return strings.Replace(name, " · "+framework, "", 1)
}

// Link is a name that leads somewhere.
type Link struct{ Label, Href string }
