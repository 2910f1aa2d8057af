package views

import (
	"cmp"
	"net/url"
	"strings"
	"unicode/utf8"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views/table"
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
	return cmp.Or(names[id], id)
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

// RunLabel names a run by its system.
func RunLabel(names map[string]string, r results.Run) string {
	return words.System(Name(names, r.System.Model), r.System)
}

// AnyProvider is a system without its provider, which tells no rows of a board apart.
func AnyProvider(s results.System) results.System {
	s.Provider = ""
	return s
}

// SlugEnd is the digest at the end of a run's slug.
func SlugEnd(slug string) string { return slug[strings.LastIndexByte(slug, '-')+1:] }

// RunDay is the day on which a run began or, where its records do not say, was read.
func RunDay(r *results.Run) string {
	if r.StartedAt == nil {
		return "read " + words.Date(&r.IngestedAt)
	}
	return words.Date(r.StartedAt)
}

// PickRun is a run with its label.
type PickRun struct{ Run, Label string }

// AdjustedTest is what is known of one difference among several.
type AdjustedTest struct {
	CI    *[2]float64 `json:"ci"`     // 95 % interval of the difference
	P     *float64    `json:"p"`      // of its test; null if it was not tested
	PHolm *float64    `json:"p_holm"` // p adjusted for the number of tests by Holm's method
}

// TextOrNil is nil for what is not said.
func TextOrNil(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// ScriptedCard is said on every card of runs that programs made.
const ScriptedCard = "Scripted agents, not models. "

// InFull keeps a short name on one line.
func InFull(name string) string {
	if utf8.RuneCountInString(name) > 28 {
		return name
	}
	return strings.ReplaceAll(name, " ", "\u00a0")
}
