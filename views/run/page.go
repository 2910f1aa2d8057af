package run

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/metric"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/fingerprint"
	"github.com/clawatlas/clawatlas/views/table"
	"github.com/clawatlas/clawatlas/views/ui"
)

func RunPage(f views.Frame, r *Run) templ.Component {
	b := r.Stored.Benchmark
	system := ui.Plain(words.System(r.Model, r.System))
	m := f.Meta(ui.TitleOf(system, " on "+b.Name+" ("+views.SlugEnd(r.Run)+")"), words.Capital(r.outcome())+".",
		r.URL, link.API(nil, "runs", r.Run), views.CrumbsBelow(b, ui.Crumb{Label: system})...)
	m.CSVPath, m.MethodPath, m.Scripted = r.URL+"?format=csv", link.Benchmark(b.ID, "about"), r.Scripted
	return runPage(r, m, !f.Static)
}

// conventions returns a tab for each aggregation convention and the explanation of the selected
// one.
func (r *Run) conventions() (tabs []ui.Tab, explain string) {
	for i, c := range score.ConventionsOf(r.Stored.Benchmark) {
		id := c.ID
		if i == 0 {
			id = "" // the default convention needs no parameter
		}
		if c.ID == r.Convention {
			explain = c.Explain
		}
		tabs = append(tabs, ui.Tab{Label: c.Title, Href: link.To(url.Values{"convention": {id}}, "runs", r.Run) + "#derivation", Current: c.ID == r.Convention})
	}
	return tabs, explain
}

// outcome returns the run's result as the beginning of a sentence.
func (r *Run) outcome() string {
	c, b := r.Counts, r.Stored.Benchmark
	if c.NotJudged > 0 && c.Scored == 0 {
		return words.Plural(c.NotJudged, "trial", "trials") + " of " + b.Name + ", not judged"
	}
	return words.Outcome(&b, nil, c, r.unit())
}

// unit returns the word for what is counted: the benchmark's word for a task if each task was tried
// once, otherwise "trial".
func (r *Run) unit() string {
	tasks := 0
	for _, s := range r.Scenarios {
		tasks += s.Tasks
	}
	if tasks == r.Counts.Expected {
		return r.Stored.Benchmark.Words.Task
	}
	return "trial"
}

// verdict returns the page's first sentence, split into the main result and the rest.
func (r *Run) verdict() (fact, rest string) {
	fact = r.outcome()
	m := views.MetricOf(r.Stored.Benchmark.Headline)
	v, ok := r.Metrics[m.Key]
	switch {
	case (!ok || v.Value == nil) && v.Own != nil && v.Bounds != nil:
		return m.Label + " " + m.Show(&v.Bounds[0]) + " to " + m.Show(&v.Bounds[1]), " (missing trials at 0, and at full marks); mean of the " +
			words.Counted(r.Counts.Scored, "scored trial") + " " + m.Show(v.Own) + "; " + fact + "."
	case !ok || v.Value == nil:
		return fact, "."
	}
	value := m.Label + " " + m.Show(v.Value)
	if v.CI != nil {
		rest = " (95\u00a0% CI " + m.Show(&v.CI[0]) + " to " + m.Show(&v.CI[1]) + ")"
	}
	if r.Stored.Benchmark.Graded { // for graded benchmarks, the mean is more informative than the number of tasks with a full score
		return value, rest + "; " + fact + r.standing() + "."
	}
	return fact + ", " + value, rest + r.standing() + "."
}

// standing describes the system's rank; empty if it is unranked or the only ranked system.
func (r *Run) standing() string {
	s := r.Standing
	if s == nil || s.Of < 2 || s.Row.TieClass == nil || s.Row.Rank == nil {
		return ""
	}
	text, of := "", fmt.Sprintf(" of %d ranked systems", s.Of)
	m := views.MetricOf(r.Stored.Benchmark.Headline)
	if v := s.Row.Metrics[m.Key]; len(views.SweepRuns(&s.Row)) > 1 && v.Value != nil {
		text = fmt.Sprintf("; mean of the %d runs of this system %s", s.Row.Sweeps.N, m.Show(v.Value))
		if v.CI != nil {
			text += " (95\u00a0% CI " + m.Show(&v.CI[0]) + " to " + m.Show(&v.CI[1]) + ")"
		}
	}
	switch {
	case *s.Row.TieClass != results.LeadersClass:
		return text + ", rank " + strconv.Itoa(*s.Row.Rank) + of + ", significantly behind the leader"
	case *s.Row.Rank == 1 && s.Tied > 0:
		return text + ", tied for first with " + words.Counted(s.Tied, "other") + of
	case *s.Row.Rank == 1:
		return text + ", first" + of
	}
	return text + ", rank " + strconv.Itoa(*s.Row.Rank) + of + ", not significantly behind the leader"
}

func (r *Run) streaks() bool { return r.Stored.Benchmark.Scoring == results.ScoringClawArena }

func streakOf(s *RunScenario) string {
	best, n := 0, 0
	for _, c := range s.Cells {
		if n++; c.Status != results.Passed {
			n = 0
		}
		best = max(best, n)
	}
	return words.Count(best)
}

func (r *Run) strips() (rows []fingerprint.Row, size fingerprint.Size, caption string) {
	b := r.Stored.Benchmark
	rows, size, note := views.FingerprintOf(r.Fingerprint, b, r.Model, r.Run).Strips()
	n := 0
	for i, s := range r.Scenarios {
		n += s.Tasks
		for k := range rows[i].Cells { // to avoid hundreds of links, passed trials are only linked from their scenario
			if rows[i].Cells[k].Status == results.Passed {
				rows[i].Cells[k].Href = ""
			}
		}
	}
	caption = words.Counted(n, b.Words.Task) + " by " + b.Words.Scenario + ", in the order of the dataset"
	if note = strings.TrimSpace(note); note != "" {
		caption += ". " + strings.TrimSuffix(note, ".")
	}
	return rows, size, caption
}

// repeated reports whether the run attempts tasks several times.
func (r *Run) repeated() bool {
	n := 0
	for i := range r.Scenarios {
		n += r.Scenarios[i].Tasks
	}
	return r.Counts.Expected > n
}

func (r *Run) counts() string {
	c := r.Counts
	parts := []string{words.Count(c.Scored) + " of " + words.Counted(c.Expected, "trial") + " scored"}
	for _, x := range []struct {
		n    int
		what string
	}{{c.Passed, r.Stored.Benchmark.Full()}, {c.Failed, "failed"}, {c.NoAnswer, "without an answer"}, {c.Timeout, "timed out"}, {c.Error, "ended in an error"},
		{c.NotJudged, "not judged"}, {c.Missing, "missing"}} {
		if x.n > 0 {
			parts = append(parts, words.Count(x.n)+" "+x.what)
		}
	}
	text := strings.Join(parts, ", ") + "."
	if ci := r.PassRate.CI; ci != nil && !r.repeated() { // attempts at one task are not independent
		text += fmt.Sprintf(" Share %s: 95\u00a0%% CI %s to %s\u00a0%% (Wilson).", r.Stored.Benchmark.Full(), words.Pct(&ci[0]), words.Pct(&ci[1]))
	}
	return text
}

// valueOrBounds formats a metric, or its lowest and highest possible values if it is unknown.
func valueOrBounds(m views.MetricInfo, v *float64, bounds *[2]float64) table.Cell {
	if v == nil && bounds != nil {
		return table.RightWords(m.Show(&bounds[0]) + "\u00a0to " + m.Show(&bounds[1]))
	}
	return table.RightWords(m.Show(v))
}

func (r *Run) derivationGrid() table.Table {
	g := table.Table{Caption: fmt.Sprintf("%d metrics, convention %q", len(r.Derivations), cmp.Or(r.Convention, "task mean")), Cols: []table.Col{
		{Key: "metric", Label: "Metric"}, {Key: "value", Label: "Value", Num: true}, {Key: "formula", Label: "Formula"}, {Key: "numbers", Label: "With this run's numbers"}}}
	for _, d := range r.Derivations {
		m := views.MetricOf(d.Key)
		label := m.Label
		if m.Unit != metric.Number {
			label += " " + string(m.Unit)
		}
		numbers := table.Words(d.Numbers)
		if d.Numbers == "" {
			numbers = table.Words("by " + r.Stored.Benchmark.Words.Scenario).Link("#scenarios")
		}
		g.Rows = append(g.Rows, table.Row{ID: "m-" + d.Key, Cells: []table.Cell{table.Words(label), valueOrBounds(m, d.Value, d.Bounds), table.Words(d.Formula), numbers}})
	}
	return g
}

func (r *Run) scenarioGrid() table.Table {
	b := r.Stored.Benchmark
	g := table.Table{Caption: words.Counted(len(r.Scenarios), b.Words.Scenario) + " in the order of the dataset", Cols: []table.Col{
		{Key: "scenario", Label: words.Capital(b.Words.Scenario)}, {Key: "n", Label: "N", Num: true, Title: "tasks with a verdict of those expected"},
		{Key: "passed", Label: words.Capital(b.Full()), Unit: words.Many(b.Words.Task), Num: true}}}
	if r.streaks() {
		g.Cols = append(g.Cols, table.Col{Key: "s", Label: "S", Num: true, Title: "successes"}, table.Col{Key: "k", Label: "k", Num: true, Title: "runs that the successes form"},
			table.Col{Key: "sf", Label: "Sf", Num: true, Title: "failures"}, table.Col{Key: "kf", Label: "kf", Num: true, Title: "runs that the failures form"})
	}
	columns := r.columns()
	for _, i := range columns {
		g.Cols = append(g.Cols, table.Col{Key: r.Keys[i], Label: metric.Of(r.Keys[i]).Label, Unit: "%", Num: true})
	}
	for i := range r.Scenarios {
		s := &r.Scenarios[i]
		n := words.Count(s.Scored)
		if s.Scored != s.Tasks {
			n += " of " + words.Count(s.Tasks)
		}
		row := table.Row{ID: "s-" + s.ID, Cells: []table.Cell{views.ScenarioNamed(b, s.ID).Link(link.Scenario(b.ID, s.ID)), table.RightWords(n),
			table.RightWords(views.PassedCount(s.Passed, s.Scored))}}
		if r.streaks() {
			for _, x := range []*int{s.S, s.K, s.SF, s.KF} {
				row.Cells = append(row.Cells, table.WholeOrNone(x))
			}
		}
		for _, k := range columns {
			row.Cells = append(row.Cells, valueOrBounds(views.MetricOf(r.Keys[k]), s.Values[k].Value, s.Values[k].Bounds))
		}
		g.Rows = append(g.Rows, row)
	}
	return g
}

// columns returns the indices in Keys of the metrics that at least one scenario has. It omits
// metrics that always equal the first, such as the best score if there is only one attempt.
func (r *Run) columns() (list []int) {
	for i := range r.Keys {
		same := func(s RunScenario) bool {
			a, b := s.Values[0].Value, s.Values[i].Value
			return a != nil && b != nil && *a == *b
		}
		has := func(s RunScenario) bool { return s.Values[i].Value != nil || s.Values[i].Bounds != nil }
		if slices.ContainsFunc(r.Scenarios, has) && (i == 0 || slices.ContainsFunc(r.Scenarios, func(s RunScenario) bool { return !same(s) })) {
			list = append(list, i)
		}
	}
	return list
}

func (r *Run) unlooked() string {
	if r.Reasons.Unlooked == 0 {
		return "."
	}
	return "; " + words.Count(r.Reasons.Unlooked) + " have no trace to analyse."
}

func (r *Run) reasonGrid() table.Table {
	g := table.Table{Caption: "Failure reasons, one per trial", Fit: true, Cols: []table.Col{{Key: "reason", Label: "Reason"},
		{Key: "trials", Label: "Trials", Num: true}, {Key: "of", Label: "of", Num: true}, {Key: "share", Label: "Share", Unit: "%", Num: true}, {Key: "ci", Label: "95 % CI", Num: true}}}
	for _, x := range r.Reasons.Kinds {
		share := &x.Share
		if x.CI == nil {
			share = nil
		}
		g.Rows = append(g.Rows, table.Row{Cells: []table.Cell{table.Words(x.Title), table.Whole(x.N).Link(x.URL), table.Whole(x.Of),
			table.Percent(share), table.RightWords(views.RangeWords(x.CI))}})
	}
	return g
}

// toolGrid returns a table of all calls and failed calls by tool, and the total number of failed
// calls.
func (r *Run) toolGrid() (g table.Table, failed int) {
	calls, of, all := map[string]int{}, map[string]int{}, 0
	for _, n := range r.Tools {
		calls[n.Tool], all = calls[n.Tool]+n.Calls, all+n.Calls
		if n.Failure != "" {
			of[n.Tool], failed = of[n.Tool]+n.Calls, failed+n.Calls
		}
	}
	g = table.Table{Caption: fmt.Sprintf("%s of %s failed", words.Count(failed), words.Counted(all, "tool call")), Fit: true,
		Cols: []table.Col{{Key: "tool", Label: "Tool"}, {Key: "calls", Label: "Calls", Num: true}, {Key: "failed", Label: "Failed", Num: true}}}
	names := slices.SortedFunc(maps.Keys(calls), func(a, b string) int { return cmp.Or(calls[b]-calls[a], strings.Compare(a, b)) })
	for _, name := range names {
		bad := table.Whole(of[name])
		if name != "" && of[name] > 0 {
			bad = bad.Link(link.Failures(r.Benchmark, "run", r.Run, "tool", name))
		}
		g.Rows = append(g.Rows, table.Row{Cells: []table.Cell{table.Words(cmp.Or(name, "without a name")), table.Whole(calls[name]), bad}})
	}
	return g, failed
}

func warningGrid(caption string, list []results.Warning) table.Table {
	g := table.Table{Caption: caption, Cols: []table.Col{{Key: "file", Label: "File"}, {Key: "line", Label: "Line", Num: true}, {Key: "message", Label: "Message"}}}
	for _, w := range list {
		line := table.Number(nil, 0)
		if w.Line > 0 {
			line = table.Whole(w.Line)
		}
		g.Rows = append(g.Rows, table.Row{Cells: []table.Cell{table.Words(w.File).Coloured("mono wrap"), line, table.Words(w.Message)}})
	}
	return g
}

func redactions(m map[string]int) string {
	var parts []string
	for _, k := range slices.Sorted(maps.Keys(m)) {
		parts = append(parts, k+" "+words.Count(m[k]))
	}
	return cmp.Or(strings.Join(parts, ", "), "nothing")
}

// badges returns the run's badges; nil if the site's origin is unknown.
func (r *Run) badges(ctx context.Context) []views.SharedBadge {
	page := ui.Absolute(ctx, link.Run(r.Run))
	if page == "" {
		return nil
	}
	var list []views.SharedBadge
	for _, show := range []string{"", views.BadgeRank} {
		if show == views.BadgeRank && (r.Standing == nil || r.Standing.Row.Rank == nil) {
			continue
		}
		label, text := r.BadgeWords(show)
		list = append(list, views.BadgeFor(ctx, link.Badge(r.Benchmark, r.Run, show), label, text, page))
	}
	return list
}

func (r *Run) BadgeWords(show string) (label, text string) {
	b := r.Stored.Benchmark
	m := views.MetricOf(b.Headline)
	label = b.Name
	if r.Scripted {
		label += " (scripted agent)"
	}
	v := r.Metrics[m.Key]
	switch {
	case show == views.BadgeRank:
		return label, views.BadgeRankWords(r.Standing)
	case v.Value == nil && r.Counts.Scored == 0:
		return label, "not judged"
	case v.Value == nil:
		return label, words.Outcome(&b, r.Stored.Run.Mean, r.Counts, "")
	case v.CI != nil:
		return label, views.BadgeInterval(m, v)
	}
	return label, fmt.Sprintf("%s %s, n = %s", m.Label, m.Show(v.Value), words.Count(r.Counts.Expected))
}

// shownTasks is the number of affected trials that are listed before the rest is collapsed.
const shownTasks = 8

// byScenario returns the scenarios of the affected trials, starting with the one that has most, and
// the total number of trials.
func byScenario(o results.Exclusion) (list []string, n int) {
	for _, k := range o.Scenarios {
		n += k
	}
	return slices.SortedFunc(maps.Keys(o.Scenarios), func(a, b string) int {
		return cmp.Or(o.Scenarios[b]-o.Scenarios[a], strings.Compare(a, b))
	}), n
}

// pointing describes how a run with this exclusion relates to the run on the page.
func pointing(o results.Exclusion) string {
	_, n := byScenario(o)
	switch {
	case o.Kind == results.ExclusionReplaced:
		return "This run corrects"
	case len(o.Tasks) > 0:
		return words.Plural(n, "trial of this run also stands", "trials of this run also stand") + " in"
	}
	return "The same records were also filed as"
}

// idle reports whether the run claims to correct another run but does not replace it.
func (r *Run) idle() bool {
	return r.Stored.Run.Replaces != "" && !slices.ContainsFunc(r.PointingAt,
		func(o results.Run) bool { return o.Objects(results.ExclusionReplaced) })
}
