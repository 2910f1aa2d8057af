package views

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/a-h/templ"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views/ui"
)

// Run is the page of one run.
type Run struct {
	Pass        Rate // trials with a verdict
	Meta        ui.Meta
	Run         results.Run
	Benchmark   results.Benchmark
	ModelName   string
	Changes     []RunChange // of this run, the newest first
	MoreChanges string      // address of all of them, if there are more
	Convention  string
	Conventions []ui.Tab
	Explain     string // what the convention does
	Derivations []Derivation
	Scenarios   []RunScenario
	Streaks     bool // the benchmark scores streaks: S, k, Sf and kf are shown
	Keys        []string
	Labels      map[string]string // of Keys, for people
	Failing     []FailingTrial
	NotPassed   int // all of them, where Failing is shorter
	Tools       []report.ToolUse
	ToolCalls   int
	FailedCalls int
	Totals      RunTotals
	Reported    []ReportedLine
	Warnings    []results.Warning
	Records     []results.Raw // of the run itself, such as its report
	OtherRuns   []results.Run // of the same benchmark, for comparing
	PointingAt  []results.Run // runs that this one corrects, or that repeat its records
	// Before and After are runs of the system that began when this one did.
	Before, After *results.Run
	OtherTotal    int // other runs in all, where more than OtherRuns
	Names         map[string]string
	Days          []RunDay
}

// Derivation shows how one metric came about, so that a reader can redo it.
type Derivation struct {
	Key     string
	Label   string
	Value   *float64
	Bounds  *[2]float64 // in the place of a value that what is missing can change
	Formula string      // in symbols
	Numbers string      // the same with this run's numbers
}

// RunScenario is one row of the run's table of scenarios.
type RunScenario struct {
	Scenario results.Scenario
	Expected int
	Scored   int
	Passed   int
	S, K     int
	SF, KF   int
	Values   []results.MetricValue // in the order of Run.Keys
	Strip    ui.Strip
}

// FailingTrial is a trial that was not passed.
type FailingTrial struct {
	Scenario, Task string
	Attempt        int
	Kind           string
	Status         results.Status
	Score          *float64
	Impossible     string // why no answer can pass the task; empty if one can
	What           string // omitted and added options, or the like
	Steps          int
	FailedCalls    int
}

// RunTotals are sums over the trials of a run, which may have run beside each
// other: Wall is the time from the first start to the last end.
type RunTotals struct {
	Trials, Steps            int
	Wall, Rounds, Agent      Sum // ms
	Input, CacheRead, Output Sum // tokens
	CostUSD                  *float64
	CostOf                   int // trials that record it
}

// Sum is a sum over trials; nil if none of them records it.
type Sum struct {
	Value *int64
	Of    int // trials that record it
}

// ReportedLine compares a number of the run's own report with the records.
type ReportedLine struct {
	File     string
	Scope    string
	Metric   string
	Reported *float64
	Computed *float64
	Equal    bool
}

// RunDay is one update phase (or day) of the run over all scenarios.
type RunDay struct {
	Label string
	Kinds []RunDayKind // the same kinds in every phase
}

// RunDayKind is one kind of task in a phase.
type RunDayKind struct {
	Kind   string
	Passed int
	Scored int
}

// runTitle names the run for its heading.
func (r Run) runTitle() string { return words.System(r.ModelName, r.Run.System) }

// lead is the first line of the page.
func (r Run) lead() string {
	c := r.Run.Counts
	text := fmt.Sprintf("%s %s of %s passed", words.Frac(c.Passed, c.Expected), r.unit(), r.Benchmark.Name)
	if c.NotJudged > 0 && c.Scored == 0 {
		text = words.Plural(c.NotJudged, "trial", "trials") + " of " + r.Benchmark.Name + ", which nothing judges"
	}
	if r.Run.Scripted {
		text += ", by a scripted agent, not by a model"
	}
	return text + "."
}

// unit is what the counts of the run count: trials, which are the tasks
// themselves where each is tried once.
func (r Run) unit() string {
	tasks := 0
	for _, s := range r.Scenarios {
		tasks += s.Expected
	}
	if tasks == r.Run.Counts.Expected {
		return r.Benchmark.Words.Task + "s"
	}
	return "trials"
}

func (r Run) conventionName() string {
	if r.Convention == "" {
		return "task mean"
	}
	return r.Convention
}

// title gives a noun a capital for the head of a column.
func title(word string) string {
	if word == "" {
		return ""
	}
	return strings.ToUpper(word[:1]) + word[1:]
}

// dollars shows a cost; nil is not recorded.
func dollars(x *float64) string {
	if x == nil {
		return words.NotRecorded
	}
	return "$" + words.Fixed(x, 2)
}

// scoredOf shows a count with its denominator only where they differ.
func scoredOf(n, of int) string {
	if n == of {
		return words.Count(n)
	}
	return words.Count(n) + " of " + words.Count(of)
}

func ratio(n, of int) *float64 {
	if of == 0 {
		return nil
	}
	x := float64(n) / float64(of)
	return &x
}

// trialURL is the address of a trial; the first attempt needs no number.
func trialURL(run, scenario, task string, attempt int) templ.SafeURL {
	u := "/runs/" + run + "/" + scenario + "/" + task
	if attempt > 1 {
		u += fmt.Sprintf("?attempt=%d", attempt)
	}
	return templ.SafeURL(u)
}

// redactions says what was removed from the records.
func redactions(m map[string]int) string {
	if len(m) == 0 {
		return "nothing"
	}
	keys := slices.Sorted(maps.Keys(m))
	parts := make([]string, len(keys))
	for i, k := range keys {
		parts[i] = fmt.Sprintf("%s %s", k, words.Count(m[k]))
	}
	return strings.Join(parts, ", ")
}

// Runs is the list of all runs.
type Runs struct {
	Meta  ui.Meta
	Runs  []results.Run
	Total int
	Names map[string]string
	Pager ui.Pager
}
