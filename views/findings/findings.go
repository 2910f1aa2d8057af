// Package findings turns findings about a benchmark's records into sentences for the list at
// /findings.
package findings

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/findings"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/metric"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
)

type Findings struct {
	Findings []Finding `json:"findings"` // findings in this response, in display order
	Limit    int       `json:"limit"`    // maximum number of findings per response
	Offset   int       `json:"offset"`   // number of findings before the first one in this response
	Total    int       `json:"total"`    // number of findings on all pages
}

// Finding is an observation derived from the data by a rule. It is no longer listed once the rule's
// condition is false.
type Finding struct {
	Slug      string    `json:"slug"`           // identifier in URLs
	Kind      string    `json:"kind"`           // id of the rule that produced the finding
	Benchmark string    `json:"benchmark"`      // slug of the benchmark
	Name      string    `json:"benchmark_name"` // display name of the benchmark
	Scripted  bool      `json:"scripted"`       // true if the finding concerns scripted agents, not models
	Title     string    `json:"title"`          // short title
	Sentence  string    `json:"sentence"`       // sentence with the numbers
	N         int       `json:"n"`              // sample size of the numbers
	Noun      string    `json:"noun"`           // unit of n, in the singular
	Interval  *Interval `json:"interval"`       // interval of the number in the sentence; null if it is a count rather than an estimate
	About     string    `json:"about"`          // method of the interval, or the reason why there is none
	Holds     string    `json:"holds"`          // condition of the rule, in words
	Evidence  []Link    `json:"evidence"`       // links to the evidence
	URL       string    `json:"url"`            // URL of the finding on the page

	Fact, Rest string `json:"-"` // first part of the sentence, shown in bold, and the rest
	of         results.Benchmark
}

type Interval struct {
	Label string      `json:"label"` // name of the number
	Value float64     `json:"value"` // value in the metric's unit, 0 to 1 for scores
	CI    *[2]float64 `json:"ci"`    // 95 % interval in the same unit; null if the records do not contain one
}

type Link struct {
	Label string `json:"label"` // title of the evidence
	URL   string `json:"url"`   // URL of the evidence
}

func New(f findings.Finding) Finding {
	b := f.Benchmark
	x := Finding{Slug: f.Slug(), Kind: string(f.Kind), Benchmark: b.ID, Name: b.Name, Scripted: b.Scripted, of: b, URL: link.Finding(f.Slug()),
		Noun: noun(b, "task"), Evidence: []Link{}}
	switch {
	case f.Lead != nil:
		x.lead(f.Lead)
	case f.Swing != nil:
		x.swing(f.Swing)
		x.layouts(f.Layouts)
	case f.Faulty != nil:
		x.faultyChecks(f.Faulty)
	case f.Looks != nil:
		x.looks(f.Looks)
	case f.Arithmetic != nil:
		x.arithmetic(f.Arithmetic)
	case f.Kind == findings.Overwrites:
		x.overwritten(f.Layouts)
	case f.Claims != nil:
		x.claims(f.Claims)
	}
	x.Sentence = x.Fact + x.Rest
	return x
}

func noun(b results.Benchmark, unit string) string {
	return cmp.Or(map[string]string{"task": b.Words.Task, "scenario": b.Words.Scenario}[unit], unit)
}

func (x *Finding) evidence(label, url string) {
	x.Evidence = append(x.Evidence, Link{Label: label, URL: url})
}

func show(key string, v *float64) string { return views.MetricOf(key).Show(v) }

// difference formats a difference such as "4.51 points of CRS (95 % CI −4.78 to +13.65)".
func difference(key string, v float64, ci *[2]float64) string {
	m := metric.Of(key)
	unit := "points"
	if m.Unit != metric.Percent && m.Unit != metric.Number {
		unit = string(m.Unit)
	}
	text := strings.TrimPrefix(signed(key, v), "+") + " " + unit + " of " + m.Label
	if ci != nil {
		text += " (95 % CI " + signed(key, ci[0]) + " to " + signed(key, ci[1]) + ")"
	}
	return text
}

func signed(key string, v float64) string {
	text := show(key, &v)
	if v > 0 && strings.ContainsAny(text, "123456789") {
		return "+" + text
	}
	return text
}

// namer returns a function that names a row's system, adding the harness if two of the systems have
// the same name.
func namer(l *findings.Lead) func(*results.BoardRow) string {
	rows := append(slices.Clone(l.Tied), l.Second)
	for _, r := range []*results.BoardRow{l.Next, l.Printed} {
		if r != nil {
			rows = append(rows, *r)
		}
	}
	return func(r *results.BoardRow) string {
		name := views.RowName(r)
		for i := range rows {
			if views.RowName(&rows[i]) == name && rows[i].System != r.System {
				return name + " · " + words.Plain(r.System.Framework)
			}
		}
		return name
	}
}

const namedTogether = 4

func (x *Finding) lead(l *findings.Lead) {
	x.N = l.N
	first, of := &l.Tied[0], namer(l)
	named := func(r *results.BoardRow) string {
		return of(r) + " (" + show(l.Metric, r.Metrics[l.Metric].Value) + ")"
	}
	n := len(l.Tied)
	switch n {
	case 1:
		x.Title = of(first) + " leads " + x.Name
		x.Fact = named(first) + " scores significantly higher than " + named(&l.Second)
		if others := l.Ranked - 2; others > 0 {
			x.Rest = " and " + words.Counted(others, "other ranked system")
		}
		x.Rest += "."
		x.Holds = "It holds while the paired test finds the leader significantly ahead of every other ranked system."
	case 2:
		x.Title = of(first) + " and " + of(&l.Second) + " are tied for first on " + x.Name
		x.Fact = named(first) + " and " + named(&l.Second) + " do not differ significantly."
		x.Holds = "It holds while the paired test finds no significant difference between the first two ranked systems."
	default:
		x.Title = words.Capital(words.Numeral(n-1)) + " systems are not significantly behind the leader of " + x.Name
		var names []string
		for i := 1; i < n && len(names) < namedTogether; i++ {
			names = append(names, named(&l.Tied[i]))
		}
		if more := n - 1 - len(names); more > 0 {
			names = append(names, words.Count(more)+" more")
		}
		x.Fact = named(first) + " is not significantly ahead of " + words.List(names) + "."
		x.Holds = "It holds while the paired test finds no significant difference between the leader and these systems."
	}
	if r := views.Reversal(l.Metric, first, &l.Second); r != "" {
		x.Rest = strings.TrimSuffix(x.Rest, ".")
		x.Fact = strings.TrimSuffix(x.Fact, ".")
		x.Title += " by " + metric.Of(l.Metric).Label
		x.Rest += "; " + r + "."
	}
	if l.Diff != nil {
		x.Interval = &Interval{Label: of(first) + " minus " + of(&l.Second), Value: *l.Diff, CI: l.CI}
		x.Rest += " Over " + words.Counted(l.N, x.Noun) + " the first two differ by " + difference(l.Metric, *l.Diff, l.CI) + "."
	}
	if l.Above(l.Metric) {
		x.Rest += " The paper reports a higher score for " + named(l.Printed) + "; there are no run records to test it."
	}
	x.About = "The interval is that of the paired test of these two, over " + words.Counted(l.Units, noun(x.of, l.Unit)) +
		"; significance is adjusted by Holm’s method over all ranked systems. Only complete, consistent runs are ranked."
	x.evidence(of(first)+" and "+of(&l.Second)+", compared by "+x.Noun, link.Compare(*first.Run, *l.Second.Run))
	x.evidence("Leaderboard of "+x.Name, link.Benchmark(x.Benchmark))
}

func (x *Finding) swing(s *findings.Swing) {
	x.N = s.N
	low, high, e := &s.Rows[0], &s.Rows[len(s.Rows)-1], s.Paired
	who, label := views.RowName(high), metric.Of(s.Metric).Label
	lo, hi := show(s.Metric, low.Metrics[s.Metric].Value), show(s.Metric, high.Metrics[s.Metric].Value)
	x.Title = who + " scores between " + lo + " and " + hi + " depending on the harness"
	x.Fact = who + " has " + label + " " + lo + " in " + low.System.Framework + " and " + hi + " in " + high.System.Framework
	if r := views.Reversal(s.Metric, low, high); r != "" {
		x.Fact += "; " + r
	}
	x.Fact += "."
	x.Rest = fmt.Sprintf(" Paired over %s, the difference is %s.", words.Counted(s.N, x.Noun), difference(s.Metric, e.Difference, e.CI))
	if s.Tested > 1 {
		x.Rest += fmt.Sprintf(" %d of %d pairs of harnesses with the same model differ significantly.", s.Apart, s.Tested)
	}
	x.Interval = &Interval{Label: e.Frameworks[0] + " minus " + e.Frameworks[1], Value: e.Difference, CI: e.CI}
	x.About = "The interval is that of the paired test of this pair, the widest of the benchmark; picking the widest makes a difference " +
		"look larger than it is. " + runsWords(s.Rows)
	x.Holds = "It holds for the model with the widest range whose ends differ significantly. Reported values without records do not count."
	x.evidence(high.System.Framework+" and "+low.System.Framework+", compared by "+x.Noun, link.Compare(*high.Run, *low.Run))
	x.evidence("Harness effects", link.Benchmark(x.Benchmark, "ablations"))
	x.evidence(who+" in all benchmarks", link.Model(high.System.Model))
}

// runsWords states how many runs each value averages and whether the interval includes run-to-run
// variation.
func runsWords(rows []results.BoardRow) string {
	var each []string
	covered := true
	for i := range rows {
		each = append(each, words.Plural(rows[i].Sweeps.Count(), "run", "runs")+" in "+rows[i].System.Framework)
		for _, m := range rows[i].Metrics {
			covered = covered && (m.Value == nil || m.Runs.Covers())
		}
	}
	text := "Values are means over " + words.List(each) + "; the interval "
	if covered {
		return text + "includes run-to-run variation."
	}
	return text + "does not include run-to-run variation."
}

// layouts adds a warning that the compared harnesses run different environments. A nil list means
// that they do not.
func (x *Finding) layouts(list []results.WorldLayout) {
	if list == nil {
		return
	}
	x.Title += ", which runs another environment"
	x.Rest += " The harnesses do not run the same environment: " + words.InLayout(list[0].Layout) + words.LayoutChats(&list[0]) + ". " + words.LayoutsApart(list)
	x.evidence("What each update changes", link.Benchmark(x.Benchmark, "days"))
}

func (x *Finding) faultyChecks(d *findings.Faulty) {
	x.N = d.Of
	n := len(d.Tasks)
	x.Title = words.Capital(words.Numeral(n)) + " of the " + words.Counted(d.Of, x.Noun) + " of " + x.Name + " cannot be passed"
	share := float64(n) / float64(d.Of)
	x.Fact = words.Count(n) + " of " + words.Counted(d.Of, x.Noun) + " (" + words.Pct(&share) + " %) have a faulty check that no answer can pass."
	if len(d.Systems) > 0 {
		s := &d.Systems[0]
		if m := s.Row.Metrics[d.Metric]; m.Value != nil && s.Without.Value != nil {
			x.Rest = " Without them " + views.RowName(&s.Row) + " has " + metric.Of(d.Metric).Label + " " + show(d.Metric, s.Without.Value) +
				" instead of " + show(d.Metric, m.Value) + "."
		}
	}
	x.About = "This is a count of the dataset’s checks and has no interval."
	x.Holds = "It holds while a check stops at a line of its own in every trial, or no option is marked correct."
	for _, t := range d.Tasks {
		x.evidence(words.Task(x.of, t.Scenario, t.Task)+": "+words.Plain(t.Reason), link.Task(x.Benchmark, t.Scenario, t.Task))
	}
	x.evidence("The leaderboard without them", link.Benchmark(x.Benchmark)+"?without="+results.WithoutImpossible)
}

func (x *Finding) looks(l *findings.Looks) {
	t := l.Total
	x.Noun, x.N = "changed object", t.FilesChanged+t.ChatsChanged
	who := views.RowName(&l.Row)
	more, less := "files", "chats"
	if l.Diff < 0 {
		more, less = less, more
	}
	x.Title = who + " reads changed " + more + " more often than changed " + less
	x.Fact = fmt.Sprintf("%s read %s changed files and %s changed chats.", who, words.Frac(t.Files, t.FilesChanged), words.Frac(t.Chats, t.ChatsChanged))
	pct := func(v float64) string {
		if text := words.Pct(&v); v < 0 {
			return text
		} else {
			return "+" + text
		}
	}
	x.Rest = fmt.Sprintf(" The shares differ by %s points (95 %% CI %s to %s).", strings.TrimPrefix(pct(l.Diff), "+"), pct(l.CI.Lo), pct(l.CI.Hi))
	x.Interval = &Interval{Label: "share of changed files read minus that of chats", Value: l.Diff, CI: &[2]float64{l.CI.Lo, l.CI.Hi}}
	best := "best of " + words.Counted(l.Systems, "ranked system")
	if l.Systems == 1 {
		best = "only ranked system"
	}
	x.About = fmt.Sprintf("Student’s t over %s. It is about one run, that of the %s with traces.", words.Counted(l.Units, noun(x.of, "scenario")), best)
	x.Holds = "It holds while the interval excludes 0, over at least 10 changed files and 10 changed chats."
	x.evidence("What changed and who read it", link.Benchmark(x.Benchmark, "days"))
	if l.Row.Run != nil {
		x.evidence("The run of "+who, link.Run(*l.Row.Run))
	}
}

func (x *Finding) overwritten(list []results.WorldLayout) {
	own := &list[0]
	x.Noun, x.N = "changed chat", own.Effects.Chats.Total()
	x.Title = x.Name + "’s updates erase chat history"
	if own.Appended.Replaced > 0 {
		x.Title += " that they should extend"
	}
	x.Fact = words.Capital(words.InLayout(own.Layout) + words.LayoutChats(own) + ".")
	if n := own.Appended.Replaced; n > 0 {
		x.Rest = " The dataset calls " + words.Count(n) + " of these chats appended."
	}
	if apart := words.LayoutsApart(list); apart != "" {
		x.Rest += " " + apart + " Scores of two harnesses are therefore scores in two environments."
	}
	x.About = "Counted in the dataset’s own files, as its harness applies them; there is no interval."
	x.Holds = "It holds while at least a quarter of 10 or more changed chats is overwritten."
	x.evidence("What each update changes", link.Benchmark(x.Benchmark, "days"))
}

func (x *Finding) arithmetic(m *findings.Identities) {
	x.Noun = "place"
	x.Title = "Numbers in the paper of " + x.Name + " do not add up"
	for i, r := range m.Rules {
		x.N += r.Checked
		switch text := fmt.Sprintf("%s of %s places break %s", words.Count(r.Broken), words.Count(r.Checked), r.Rule); i {
		case 0:
			x.Fact = text
		case 1:
			x.Rest = ", and " + text
		}
	}
	if more := len(m.Rules) - 2; more > 0 {
		x.Rest += "; " + words.Counted(more, "more rule") + " fail as often"
	}
	x.Rest += "."
	x.About = "Every reported value was checked, so this is a count and has no interval. A place that rounding or another known reading explains does not count."
	x.Holds = "It holds while an equation between reported values fails in at least a quarter of 10 or more places."
	at := link.Benchmark(x.Benchmark, "about") + "?table="
	x.evidence("Every place that does not fit", at+results.DiscrepanciesTable)
	x.evidence(fmt.Sprintf("All %d rules", len(m.All)), at+results.IdentitiesTable)
}

// claims describes the statements of a paper that public data contradict.
func (x *Finding) claims(rows []results.StatRow) {
	n := map[string]int{}
	for _, r := range rows {
		if n[r.Cells[0].Text]++; r.Cells[0].Text == results.ClaimFails {
			x.Rest += " " + r.Label + ": " + r.Cells[1].Text + "."
		}
	}
	x.Noun, x.N = "quoted statement", len(rows)
	of := words.Count(n[results.ClaimFails]) + " of " + words.Count(len(rows)) + " quoted statements of "
	x.Title = "Public data contradict " + of + "the " + x.Name + " paper"
	x.Fact = "Public records or the paper’s own tables contradict " + of + "the paper; " + words.Count(n[results.ClaimHolds]) +
		" hold, and the others cannot be tested on public data."
	x.Holds = "It holds while a computation over public data contradicts a statement."
	x.evidence("Every statement with its numbers", link.Benchmark(x.Benchmark, "about")+"#claims")
}
