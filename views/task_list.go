package views

import (
	"fmt"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/item"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views/ui"
)

// TaskList is the page of all tasks of a benchmark.
type TaskList struct {
	Meta       ui.Meta
	Benchmark  results.Benchmark
	Runs       int    // that the counts are over
	Unit       string // of the counts: systems, or runs
	Hidden     string // over what the counts are, where not over all runs
	AllHref    string // the other choice
	Everything bool   // the counts are over all runs
	Tabs       []ui.Tab
	Filter     ui.Filter
	Headers    []ui.Header
	Rows       []TaskListRow // of this page
	Total      int           // after filters
	All        int           // before filters
	Pager      ui.Pager
	Paged      bool
	Reasons    []ReasonCount
	Graded     bool
	Rest       bool // some row has a correlation with the rest
	Kinds      bool
}

// TaskListRow is one task.
type TaskListRow struct {
	Task           results.Task
	Href           string
	Scored, Passed int
	Mean           *float64
	Pass           report.Rate
	Rest           *float64
	RestN          int
	Doubts         []item.Reason
	Impossible     string // why no answer can pass it; empty if one can
	Grave          bool   // one of them speaks of a fault
	Weight         int    // of all of them
}

// ReasonCount is how many tasks share a reason to be doubted.
type ReasonCount struct {
	Code  string
	What  string
	Tasks int
	Href  string
}

func (p TaskList) word() string { return p.Benchmark.Words.Task }

// lead is the first line of the page.
func (p TaskList) lead() string {
	text := words.Plural(p.All, p.word(), p.word()+"s") + " of " + p.Benchmark.Name
	if p.Runs == 0 {
		return text + "; no run with records is in the database."
	}
	return text + " over " + words.Plural(p.Runs, strings.TrimSuffix(p.Unit, "s"), p.Unit) + ": which nobody solves, which everybody does, and which are themselves in doubt."
}

func (p TaskList) caption() string {
	text := fmt.Sprintf("%s of %s", words.Count(p.Total), words.Plural(p.All, p.word(), p.word()+"s"))
	if p.Paged {
		text += fmt.Sprintf(", %d to %d", p.Pager.From, p.Pager.To)
	}
	return text
}

// ReasonWords say what a reason means, for the list of reasons.
func ReasonWords(code string) string {
	switch code {
	case "checker_broken":
		return "the checker's own command cannot run"
	case "unnamed_key":
		return "the checker wants a key that nothing told the agent"
	case "gold_conflict":
		return "solution, options or feedback contradict each other"
	case "told_contrary":
		return "an agent was told the opposite of the verdict, or nothing after a failure"
	case "no_verdict":
		return "a record without a readable verdict"
	case "nobody":
		return "no system scores anything on it"
	case "everybody":
		return "every system passes it"
	case "reversed":
		return "better systems fail it, weaker ones pass"
	}
	return code
}
