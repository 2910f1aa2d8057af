package task

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/a-h/templ"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/cases"
	"github.com/clawatlas/clawatlas/results/link"
	homereport "github.com/clawatlas/clawatlas/results/report/home"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/fingerprint"
	homeviews "github.com/clawatlas/clawatlas/views/home"
	"github.com/clawatlas/clawatlas/views/ui"
)

// casesView draws a report.Cases.
type casesView struct {
	*Cases
	frame views.Frame
}

// CasesPage lists the written and the mined cases of a benchmark.
func CasesPage(f views.Frame, x *Cases) templ.Component { return casesPage(casesView{x, f}) }

func (d casesView) meta() ui.Meta {
	q := d.Query.Values()
	m := d.frame.Meta("Cases of "+d.Of.Name, "Why "+d.Of.Words.Task+"s are failed: written cases and cases that rules found in the records.",
		link.To(d.Query.Canonical(), "b", d.Benchmark, "cases"), link.API(q, "benchmarks", d.Benchmark,
			"cases"), views.Crumbs(d.Of, views.TabLabel(d.Of, "cases"))...)
	m.Scripted, m.CSVPath = d.Of.Scripted, d.frame.Table(q, "b", d.Benchmark, "cases")
	return m
}

// verdict says how many there are of each kind.
func (d casesView) verdict() views.Sentence {
	var s views.Sentence
	if n := len(d.Written); n > 0 {
		s.Strong(words.Capital(words.Plural(n, "case", "cases")) + " read to the end")
		if d.Total > 0 {
			s.Add(", and ")
		}
	}
	if d.Total > 0 {
		s.Strong(words.Plural(d.Total, "place", "places"))
		s.Add(" that rules point at in the records")
	}
	s.Add(".")
	return s
}

// filtered reports whether anything is left out.
func (d casesView) filtered() bool { return d.Query != (CasesQuery{}) }

// with is the index with one parameter set, or without it.
func (d casesView) with(name, value string) templ.SafeURL {
	q := d.Query.Values()
	q.Set(name, value)
	return templ.SafeURL(link.To(q, "b", d.Benchmark, "cases"))
}

// facets are those with a choice; a site of files has none, because they are queries.
func (d casesView) facets() []CaseFacet {
	if d.frame.Static {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(d.Facets), func(f CaseFacet) bool {
		return len(f.Values) < 2 && d.set(f) == ""
	})
}

// caseFacetShown is how many values of a facet stand in its line; the rest folds.
const caseFacetShown = 10

// set is the value of a facet that is set; empty for none.
func (d casesView) set(f CaseFacet) string { return d.Query.Values().Get(f.Name) }

// groupShown is how many cases of one rule stand on the page of all.
const groupShown = 50

// Shown are the cases of a rule that stand on this page.
func (d casesView) Shown(g CaseGroup) []*MinedCase {
	if d.Query.Mode == g.ID || d.frame.Static {
		return g.Cases
	}
	return g.Cases[:min(len(g.Cases), groupShown)]
}

// open reports whether a rule is unfolded at first: where it is asked for, or alone.
func (d casesView) open(groups []CaseGroup) bool {
	return d.Query.Mode != "" || len(groups) == 1 || d.Total <= 10
}

// sameFindings are the cases of which a rule says the same, so that it stands once, and
// the others.
func sameFindings(list []*MinedCase) (same [][]*MinedCase, others []*MinedCase) {
	of := map[string][]*MinedCase{}
	for _, c := range list {
		of[c.Finding] = append(of[c.Finding], c)
	}
	for _, c := range list {
		switch group := of[c.Finding]; {
		case len(group) == 1:
			others = append(others, c)
		case group[0] == c:
			same = append(same, group)
		}
	}
	return same, others
}

func everySystem(g CaseGroup) string {
	if g.Whole == 0 || g.Cases[0].Of < 2 && g.Whole == len(g.Cases) {
		return ""
	}
	return words.Count(g.Whole) + " in every system on record"
}

// failedWords name what went wrong in a case.
func failedWords(ids []string) string {
	var list []string
	for _, f := range cases.Failings() {
		if slices.Contains(ids, f.ID) {
			list = append(list, f.Title)
		}
	}
	return strings.Join(list, " · ")
}

// leadMost is how many characters of a case's beginning stand in the index.
const leadMost = 320

// firstLines is the beginning of a text: whole sentences, at least one.
func firstLines(text string) string {
	runes := []rune(text)
	if len(runes) <= leadMost {
		return text
	}
	cut := 0
	for i := 0; i+1 < len(runes); i++ {
		if strings.ContainsRune(".!?", runes[i]) && runes[i+1] == ' ' && (cut == 0 || i < leadMost) {
			cut = i + 1
		}
	}
	if cut == 0 {
		return text
	}
	return string(runes[:cut])
}

// placeURL leads to a task that a case is about.
func placeURL(b string, p CasePlace) templ.SafeURL {
	return templ.SafeURL(link.Task(b, p.Scenario, p.Task))
}

// choicesOf are the options of a picture.
func choicesOf(e *CaseEvidence) fingerprint.Choices {
	c := fingerprint.Choices{Rows: make([]fingerprint.ChoiceRow, len(e.Systems))}
	for i, s := range e.Systems {
		c.Rows[i].Label = ui.Plain(s.Name)
	}
	for _, o := range e.Options {
		c.Labels, c.Gold = append(c.Labels, ui.Plain(o.Label)), append(c.Gold, o.Gold)
		for i := range c.Rows {
			c.Rows[i].Picks = append(c.Rows[i].Picks, o.Picks[i])
		}
	}
	return c
}

// windowRows are the rows of a picture, the tasks of the case marked.
func windowRows(b *results.Benchmark, list []CaseWindow) []fingerprint.Row {
	rows := make([]fingerprint.Row, len(list))
	for i, w := range list {
		rows[i] = fingerprint.Row{Label: ui.Plain(w.Label), Noun: b.Words.Task, Unordered: true}
		for k := range w.Cells {
			c := views.FingerprintCell(&w.Cells[k], w.Scenario, "", false)
			c.Pref, c.Marked = false, slices.Contains(w.Marked, c.Label)
			rows[i].Cells = append(rows[i].Cells, c)
		}
	}
	return rows
}

// provenBy are the marks of evidence of a directive's values.
func provenBy(e *CaseEvidence) []results.Evidence {
	var list []results.Evidence
	for i := range e.Values {
		list = append(list, e.Values[i].Evidence)
	}
	return list
}

// pictureValues draws the metric that a case embeds as a finding's chart does.
func pictureValues(e *CaseEvidence) homeviews.FindingView {
	x := homereport.Finding{Metric: e.Metric}
	for _, v := range e.Values[:min(len(e.Values), pictureValuesMost)] {
		x.Rows = append(x.Rows, homereport.FindingRow{Label: v.Name, Value: v.Value, Printed: v.Evidence == results.Published, URL: v.Href})
	}
	return homeviews.FindingView{Finding: &x}
}

const pictureValuesMost = 4

// moreWords say what a picture leaves out.
func moreWords(p *CasePicture) string {
	switch {
	case p.Values != nil && len(p.Values.Values) > pictureValuesMost:
		return fmt.Sprintf("the first %d of %s", pictureValuesMost, words.Plural(len(p.Values.Values), "system", "systems"))
	case p.More > 0:
		return "and " + words.Plural(p.More, "more system", "more systems")
	}
	return ""
}

// labelURL lists the trials with a label.
func (d casesView) labelURL(label string) templ.SafeURL {
	return templ.SafeURL(link.To(url.Values{"label": {label}}, "b", d.Benchmark, "cases"))
}

// picturesOf says what there is to explain of the pictures.
func picturesOf(list []*WrittenCase) (choices bool, rows []fingerprint.Row) {
	for _, c := range list {
		if p := c.Picture; p != nil {
			choices = choices || p.Options != nil
			rows = append(rows, windowRows(c.About, p.Rows)...)
		}
	}
	return choices, rows
}
