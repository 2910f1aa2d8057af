package run

import (
	"context"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/a-h/templ"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/report"
	runreport "github.com/clawatlas/clawatlas/results/report/run"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/ui"
)

// runView draws a report.Run.
type runView struct {
	*runreport.Run
	Meta        ui.Meta
	Model       string // name for people
	Conventions []ui.Tab
	Explain     string // what the convention does
}

// RunPage shows one run: each number with its derivation, each scenario as a
// strip of rounds, what failed, and where the records come from.
func RunPage(f views.Frame, r *runreport.Run) templ.Component {
	v := runView{Run: r, Model: r.Names[r.System.Model]}
	for i, c := range score.ConventionsOf(r.Stored.Benchmark) {
		id := c.ID
		if i == 0 {
			id = "" // the default needs no words
		}
		if c.ID == r.Convention {
			v.Explain = c.Explain
		}
		v.Conventions = append(v.Conventions, ui.Tab{Label: c.Title, Href: link.To(url.Values{"convention": {id}}, "runs", r.Run),
			Current: c.ID == r.Convention})
	}
	v.Meta = v.meta(f)
	return runPage(v)
}

func (r runView) meta(f views.Frame) ui.Meta {
	b := r.Stored.Benchmark
	system := ui.Plain(words.System(r.Model, r.System))
	m := f.Meta(ui.TitleOf(system, " on "+b.Name+" ("+report.SlugEnd(r.Run.Run)+")"),
		words.Capital(r.lead())+"; every number with its derivation.",
		r.URL, link.API(nil, "runs", r.Run.Run), views.CrumbsBelow(b, ui.Crumb{Label: system})...)
	m.CSVPath = r.URL + "?format=csv"
	m.MethodPath = link.Benchmark(b.ID, "about")
	m.Scripted = r.Scripted
	return m
}

// factNames are facts whose names in records are no words.
var factNames = map[string]string{ //nolint:gochecknoglobals // constant
	"inspect_ai": "Version of Inspect", "n_attempts": "Attempts of each task", "score_of": "Scorer that the score is of",
	"failure_types":          "Types of failure that the evaluation names",
	"task_args":              "Arguments of the task",
	results.FactDatasetTasks: "Tasks of the dataset", results.FactModelFrom: "The model is named by",
	results.FactModelPlace:    "Directory in the place of the model's name",
	results.FactModelRecorded: "Model in the records", results.FactRecordedModel: "Model in the records",
}

// factName is what a record calls a fact, as words.
func factName(name string) string {
	if words := factNames[name]; words != "" {
		return words
	}
	if strings.Contains(name, ".") { // a file
		return ui.Plain(name)
	}
	return words.Capital(ui.Plain(strings.ReplaceAll(name, "_", " ")))
}

// failingMost is how many trials that were not passed the page lists.
const failingMost = 400

// failing are the trials that the page lists.
func (r runView) failing() []runreport.NotPassed {
	return r.NotPassed[:min(len(r.NotPassed), failingMost)]
}

func (r runView) failingCaption() string {
	return fmt.Sprintf("%d of %d trials that were not %s", len(r.failing()), r.Reasons.NotPassed, r.Stored.Benchmark.Full())
}

// failingCSV is the table of the trials that the list is of.
func (r runView) failingCSV() string {
	return link.To(link.With(url.Values{"format": {"csv"}}, "reason", string(r.Reason)), "runs", r.Run.Run)
}

// reasons is the table of kinds of reasons.
func (r runView) reasons() views.Grid {
	g := views.Grid{Caption: "Why trials did not pass", Fit: true, Cols: []views.Col{{Key: "kind", Label: "Kind"},
		{Key: "trials", Label: "Trials", Num: true}, {Key: "of", Label: "of", Num: true},
		{Key: "share", Label: "Share", Unit: "%", Num: true}, {Key: "ci", Label: "95 % interval", Num: true}}}
	for _, x := range r.Reasons.Kinds {
		g.Rows = append(g.Rows, views.GridRow{Cells: []views.Cell{views.Words(words.Capital(x.Title)).Link(x.URL), views.Whole(x.N),
			views.Whole(x.Of), views.Percent(&x.Share), views.RightWords(views.RangeWords(x.CI))}})
	}
	return g
}

// failingWhy is the sentence on why a trial did not pass or, without one, what is known.
func failingWhy(n runreport.NotPassed) string {
	switch {
	case n.Reason.Sentence != "":
		return ui.Plain(n.Reason.Sentence)
	case failingOptions(n) != "":
		return failingOptions(n)
	case n.Reason.Kind == results.ReasonUnknown:
		return words.Capital(n.Reason.Kind.Words())
	}
	return words.NotRecorded
}

// failingOptions says which correct options were omitted and which others added.
func failingOptions(n runreport.NotPassed) string {
	var parts []string
	if len(n.Omitted) > 0 {
		parts = append(parts, "omitted "+strings.Join(n.Omitted, " "))
	}
	if len(n.Added) > 0 {
		parts = append(parts, "added "+strings.Join(n.Added, " "))
	}
	return strings.Join(parts, ", ")
}

// repeated says how far the runs of the system lie apart.
func (r runView) repeated() string {
	x := r.Repeats
	return fmt.Sprintf("One of %d complete runs of this system, %s to %s %%", x.N, words.Pct(&x.Min), words.Pct(&x.Max))
}

func (r runView) repeatsHref() string {
	return link.To(url.Values{"run": {r.Run.Run}}, "b", r.Benchmark, "ablations")
}

// toolCalls counts the calls of all tools, and those that failed.
func (r runView) toolCalls() (calls, failed int) {
	for _, t := range r.Tools {
		calls += t.Calls
		failed += t.Failed
	}
	return calls, failed
}

func (r runView) toolCaption() string {
	calls, failed := r.toolCalls()
	return fmt.Sprintf("%s tool calls, %s failed", words.Count(calls), words.Count(failed))
}

// failuresHref leads to the causes of the run's failed calls; empty if none failed.
func (r runView) failuresHref() string {
	if _, failed := r.toolCalls(); failed == 0 {
		return ""
	}
	return link.To(url.Values{"run": {r.Run.Run}}, "b", r.Stored.Benchmark.ID, "tools") + "#why"
}

func (r runView) toolShare(t runreport.ToolUse) *float64 {
	calls, _ := r.toolCalls()
	return views.Share(t.Calls, calls)
}

// streaks reports whether the benchmark scores streaks.
func (r runView) streaks() bool { return r.Stored.Benchmark.Scoring == results.ScoringClawArena }

// phaseLabel names an update phase.
func phaseLabel(day int) string {
	if day == 0 {
		return "before the first update"
	}
	return fmt.Sprintf("after update %d", day)
}

// allChanges is the address of all changes of the run, if the page has not all.
func (r runView) allChanges() string {
	if len(r.Changes) == r.ChangesAll {
		return ""
	}
	return link.API(url.Values{"run": {r.Run.Run}, "limit": {"1000"}}, "changes")
}

// runTitle names the run for its heading.
func (r runView) runTitle() string { return words.System(r.Model, r.System) }

// lead is what the page is about, as a sentence without its end.
func (r runView) lead() string {
	c, b := r.Counts, r.Stored.Benchmark
	if c.NotJudged > 0 && c.Scored == 0 {
		return words.Plural(c.NotJudged, "trial", "trials") + " of " + b.Name + ", which nothing judges"
	}
	return words.Outcome(&b, nil, c, r.unit())
}

// unit is what the counts of the run count: a trial, which are the tasks
// themselves where each is tried once.
func (r runView) unit() string {
	tasks := 0
	for _, s := range r.Scenarios {
		tasks += s.Tasks
	}
	if tasks == r.Counts.Expected {
		return r.Stored.Benchmark.Words.Task
	}
	return "trial"
}

func (r runView) conventionName() string {
	if r.Convention == "" {
		return "task mean"
	}
	return r.Convention
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

// columns are the metrics, by their places in Keys, that any of the run's scenarios
// has: a set of its own has no marks of LiveClawBench. What says in each what the first
// says, as the best of single attempts, is left out.
func (r runView) columns() []int {
	var list []int
	for i := range r.Keys {
		repeats := i > 0 && !slices.ContainsFunc(r.Scenarios, func(s runreport.RunScenario) bool {
			a, b := s.Values[0].Value, s.Values[i].Value
			return a == nil || b == nil || *a != *b
		})
		if !repeats && slices.ContainsFunc(r.Scenarios, func(s runreport.RunScenario) bool {
			return s.Values[i].Value != nil ||
				s.Values[i].Bounds != nil
		}) {
			list = append(list, i)
		}
	}
	return list
}

// changeWord says what a change has done to the run.
func changeWord(c results.Change, run string) string {
	switch {
	case c.Kind == results.ChangeReplaced && c.Run == run:
		return "replaced by"
	case c.Kind == results.ChangeReplaced:
		return "replaces"
	case c.Kind == results.ChangeRescored:
		return "rescored"
	}
	return string(c.Kind)
}

// otherRun is the run that a change names beside this one.
func otherRun(c results.Change, run string) string {
	if c.Run == run {
		return c.Other
	}
	return c.Run
}

// badges are those of the run; none where the site's address is not known, because
// other sites need it.
func (r runView) badges(ctx context.Context) []views.SharedBadge {
	page := ui.Absolute(ctx, link.Run(r.Run.Run))
	if page == "" {
		return nil
	}
	var list []views.SharedBadge
	for _, show := range []string{"", views.BadgeRank} {
		if show == views.BadgeRank && (r.Standing == nil || r.Standing.Row.Rank == nil) {
			continue
		}
		label, text := views.BadgeWords(r.Run, show)
		list = append(list, views.BadgeFor(ctx, link.Badge(r.Benchmark, r.Run.Run, show), label, text, page))
	}
	return list
}
