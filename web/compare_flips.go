package web

import (
	"fmt"
	"net/url"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/compare"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/link"
	"github.com/clawatlas/clawatlas/views/ui"
)

// flipsPerPage bounds the list of rounds on one page.
const flipsPerPage = 100

// shown reports whether the list shows a pair of outcomes.
func (q compareQuery) shown(t *compare.Task) bool {
	if q.scenario != "" && t.Task.Scenario != q.scenario || q.kind != "" && t.Task.Kind != q.kind || q.phase != "" && compare.Phase(t.Task) != q.phase {
		return false
	}
	return t.Common() && shows(q.show, t)
}

func shows(show string, t *compare.Task) bool {
	r := t.Relation()
	switch show {
	case showDiffer:
		return r == compare.OnlyA || r == compare.OnlyB
	case showScore:
		return (r == compare.Both || r == compare.Neither) && *t.A.Score != *t.B.Score
	case showAll:
		return true
	}
	return string(r) == show
}

// listed are the pairs of outcomes that the view shows, in the dataset's order.
func (d *comparison) listed() []*compare.Task {
	list := []*compare.Task{}
	for i := range d.Tasks {
		if d.shown(&d.Tasks[i]) {
			list = append(list, &d.Tasks[i])
		}
	}
	return list
}

func (d *comparison) flips() views.CompareFlips {
	f := views.CompareFlips{Noun: d.noun(), Scores: d.Fractional, Tabs: d.flipTabs(), Filter: d.flipFilter()}
	for i := range d.Tasks {
		t := d.Tasks[i].Task
		f.Picks = f.Picks || t.Kind == results.KindMultiChoice
		f.Updates = f.Updates || len(t.Updates) > 0
	}
	all := d.listed()
	if len(all) == 0 {
		f.Empty = d.flipsEmpty()
		return f
	}
	from := min(d.offset, len(all)-1) / flipsPerPage * flipsPerPage
	part := all[from:min(from+flipsPerPage, len(all))]
	f.Pager = d.flipPager(from, len(part), len(all))
	f.Caption = fmt.Sprintf("%s of %s: %s", words.Plural(len(all), d.benchmark.Words.Task, d.noun()), words.Count(d.Common), d.showWords(d.show))
	for _, t := range part {
		if n := len(f.Groups); n == 0 || f.Groups[n-1].Scenario != t.Task.Scenario {
			f.Groups = append(f.Groups, views.FlipGroup{Scenario: t.Task.Scenario, Title: d.scenarioTitle(t.Task.Scenario), Href: link.Scenario(d.benchmark.ID, t.Task.Scenario)})
		}
		g := &f.Groups[len(f.Groups)-1]
		g.Rows = append(g.Rows, d.flip(t))
	}
	return f
}

func (d *comparison) showWords(show string) string {
	switch show {
	case showOnlyA:
		return "passed by A alone"
	case showOnlyB:
		return "passed by B alone"
	case showNeither:
		return "passed by neither"
	case showBoth:
		return "passed by both"
	case showScore:
		return "the same verdict with another score"
	case showAll:
		return "all that both have scored"
	}
	return "passed by one run and not by the other"
}

func (d *comparison) flipsEmpty() string {
	if d.scenario != "" || d.kind != "" || d.phase != "" {
		return "No " + d.benchmark.Words.Task + " fits this filter. Clear it, or choose another tab."
	}
	if d.show == showDiffer {
		return "No disagreements: each " + d.benchmark.Words.Task + " was passed by both runs or by neither."
	}
	return "No " + d.benchmark.Words.Task + " is of this sort."
}

// flipTabs count the rounds under the filters that are set.
func (d *comparison) flipTabs() []ui.Tab {
	var tabs []ui.Tab
	for _, t := range []struct{ show, label string }{
		{showDiffer, "Differ"}, {showOnlyA, "Only A"}, {showOnlyB, "Only B"}, {showNeither, "Both failed"}, {showBoth, "Both passed"}, {showScore, "Other score"}, {showAll, "All"},
	} {
		q := d.compareQuery
		q.show = t.show
		n := 0
		for i := range d.Tasks {
			if q.shown(&d.Tasks[i]) {
				n++
			}
		}
		if t.show == showScore && n == 0 && d.show != showScore {
			continue
		}
		show := t.show
		if show == showDiffer {
			show = ""
		}
		tabs = append(tabs, ui.Tab{Label: t.label, Count: words.Count(n), Href: d.link("show", show) + "#flips", Current: t.show == d.show})
	}
	return tabs
}

func (d *comparison) flipFilter() ui.Filter {
	f := ui.Filter{Action: "/compare#flips", Submit: "Filter"}
	for name, values := range d.values("scenario", "", "kind", "", "phase", "") {
		for _, v := range values {
			f.Keep = append(f.Keep, ui.Pair{Name: name, Value: v})
		}
	}
	sortPairs(f.Keep)
	scenarios := ui.Field{Name: "scenario", Label: words.Capital(d.benchmark.Words.Scenario), Kind: ui.Select, Choices: []ui.Choice{{Label: "all"}}}
	for _, sc := range d.scenarios {
		scenarios.Choices = append(scenarios.Choices, ui.Choice{Value: sc.Slug, Label: sc.Slug, Selected: sc.Slug == d.scenario})
	}
	f.Fields = append(f.Fields, scenarios)
	for _, id := range []string{"kind", "phase"} {
		fam := d.Family(id)
		if fam == nil {
			continue
		}
		field := ui.Field{Name: id, Label: map[string]string{"kind": "Kind", "phase": "When"}[id], Kind: ui.Select, Choices: []ui.Choice{{Label: "all"}}}
		current := map[string]string{"kind": d.kind, "phase": d.phase}[id]
		for _, g := range fam.Groups {
			field.Choices = append(field.Choices, ui.Choice{Value: g.ID, Label: d.groupLabel(id, g.ID), Selected: g.ID == current})
		}
		f.Fields = append(f.Fields, field)
	}
	if d.scenario != "" || d.kind != "" || d.phase != "" {
		f.Clear = d.link("scenario", "", "kind", "", "phase", "") + "#flips"
	}
	return f
}

func (d *comparison) flipPager(from, n, total int) ui.Pager {
	p := ui.Pager{From: from + 1, To: from + n, Total: total, Noun: d.noun()}
	at := func(offset int) string {
		value := ""
		if offset > 0 {
			value = fmt.Sprint(offset)
		}
		return d.link("offset", value) + "#flips"
	}
	if from > 0 {
		p.First, p.Prev = at(0), at(from-flipsPerPage)
	}
	if from+n < total {
		p.Next, p.Last = at(from+flipsPerPage), at((total-1)/flipsPerPage*flipsPerPage)
	}
	return p
}

func (d *comparison) flip(t *compare.Task) views.Flip {
	f := views.Flip{
		Scenario: t.Task.Scenario, Task: t.Task.Slug, Title: t.Task.Title, Kind: t.Task.Kind, Update: len(t.Task.Updates) > 0,
		Pref: t.Task.Facts.Pref != nil || t.Task.Facts.SilentPref, Gold: goldLabels(t),
		A: d.flipSide(d.a.Slug, t, &t.A), B: d.flipSide(d.b.Slug, t, &t.B), Href: d.trialLink(t.Task),
		Doubtful: ui.Plain(d.doubtful.Reason(t.Task.Scenario, t.Task.Slug)),
	}
	if f.Title == f.Task {
		f.Title = ""
	}
	return f
}

// goldLabels are the labels of the correct options, by the dataset or else by a record.
func goldLabels(t *compare.Task) string {
	var labels []string
	for _, o := range t.Task.Options {
		if o.Gold {
			labels = append(labels, o.Label)
		}
	}
	for _, o := range []*compare.Outcome{&t.A, &t.B} {
		if len(labels) == 0 && len(o.Trials) > 0 {
			labels = o.Trials[0].Gold
		}
	}
	return strings.Join(labels, " ")
}

func (d *comparison) flipSide(run string, t *compare.Task, o *compare.Outcome) views.FlipSide {
	s := views.FlipSide{Status: o.Status(), Score: o.Score, Selected: chosenBy(o), Href: link.Trial(run, t.Task.Scenario, t.Task.Slug)}
	if passed, all := o.Attempts(); all > 1 {
		s.Attempts = fmt.Sprintf("%d of %d passed", passed, all)
	}
	return s
}

// trialLink leads to the two trials of a task side by side.
func (d *comparison) trialLink(t *results.Task) string {
	return link.To(url.Values{"a": {d.a.Slug}, "b": {d.b.Slug}}, "compare", t.Scenario, t.Slug)
}
