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

// ScenarioID returns the scenario id to show next to its name, or "" if the name contains the id.
func ScenarioID(b results.Benchmark, scenario string) string {
	_, id := words.Titled(b.Titles.Scenario(scenario), scenario)
	return id
}

func ScenarioBeside(b results.Benchmark, scenario string) string {
	name, id := words.Titled(b.Titles.Scenario(scenario), scenario)
	if id != "" {
		return name + " (" + id + ")"
	}
	return name
}

func ScenarioNamed(b results.Benchmark, scenario string) table.Cell {
	return table.Words(words.Scenario(b, scenario)).Noted(ScenarioID(b, scenario))
}

// TaskID returns the id to show next to a task name: the task id, or the scenario id if the task
// has no title. It returns "" if the name contains the id.
func TaskID(b results.Benchmark, scenario, task string) string {
	name, id := words.Titled(b.Titles.Task(scenario, task), task)
	if name == words.Plain(task) {
		return ScenarioID(b, scenario)
	}
	return id
}

func TaskNamed(b results.Benchmark, scenario, task string) table.Cell {
	return table.Words(words.Task(b, scenario, task)).Noted(TaskID(b, scenario, task))
}

func ScenarioCrumb(b results.Benchmark, scenario string) ui.Crumb {
	return ui.Crumb{Label: words.Scenario(b, scenario), Href: link.Scenario(b.ID, scenario)}
}

func TaskCrumb(b results.Benchmark, scenario, task string) string {
	name, _ := words.Titled(b.Titles.Task(scenario, task), task)
	return name
}

func CompareCrumb(b results.Benchmark) ui.Crumb {
	return ui.Crumb{Label: "Compare", Href: link.To(url.Values{"benchmark": {b.ID}}, "compare")}
}

func Name(names map[string]string, id string) string {
	return cmp.Or(names[id], id)
}

// SharedFramework returns the framework that all systems have, or "" if they differ. Charts show it
// in the title.
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

func WithoutFramework(name, framework string) string {
	if framework == "" {
		return name
	}
	return strings.Replace(name, " · "+framework, "", 1)
}

type Link struct{ Label, Href string }

func RunLabel(names map[string]string, r results.Run) string {
	return words.System(Name(names, r.System.Model), r.System)
}

// AnyProvider returns a copy of the system without its provider. Boards compare systems in this
// form.
func AnyProvider(s results.System) results.System {
	s.Provider = ""
	return s
}

func SlugEnd(slug string) string { return slug[strings.LastIndexByte(slug, '-')+1:] }

// RunDay returns the start date of a run. If unknown, it returns "read" and the ingest date.
func RunDay(r *results.Run) string {
	if r.StartedAt == nil {
		return "read " + words.Date(&r.IngestedAt)
	}
	return words.Date(r.StartedAt)
}

type PickRun struct{ Run, Label string }

type AdjustedTest struct {
	CI    *[2]float64 `json:"ci"`     // 95 % confidence interval of the difference
	P     *float64    `json:"p"`      // unadjusted p-value; null if the difference was not tested
	PHolm *float64    `json:"p_holm"` // p-value after Holm correction
}

func TextOrNil(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

const ScriptedCard = "Scripted agents, not models. "

// InFull replaces spaces in a name of at most 28 characters by no-break spaces, so that it stays on
// one line.
func InFull(name string) string {
	if utf8.RuneCountInString(name) > 28 {
		return name
	}
	return strings.ReplaceAll(name, " ", "\u00a0")
}
