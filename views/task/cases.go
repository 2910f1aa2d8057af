package task

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/a-h/templ"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/casebook"
	"github.com/clawatlas/clawatlas/results/cases"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/fingerprint"
	"github.com/clawatlas/clawatlas/views/ui"
)

// CasesQuery is what the index of cases is narrowed by.
type CasesQuery struct {
	Failed string // id of cases.Failing
	Mode   string // a failure mode or a rule
}

// values is the query as an address has it.
func (q CasesQuery) values() url.Values { return link.With(nil, "failed", q.Failed, "mode", q.Mode) }

// keeps reports whether a case of some modes passes the filters.
func (q CasesQuery) keeps(modes ...string) bool {
	return (q.Failed == "" || slices.Contains(cases.FailingsOf(modes...), q.Failed)) && (q.Mode == "" || slices.Contains(modes, q.Mode))
}

// trialsListed is how many trials of a mined case a list has; the case's own answer
// has all.
const trialsListed = 10

// Cases is the index of a benchmark's case studies.
type Cases struct {
	// Benchmark is its id.
	Benchmark string `json:"benchmark"`
	// Labels are a maintainer's notes on trials.
	Labels []results.Label `json:"labels"`
	// Limit is the most mined cases of one answer.
	Limit int `json:"limit"`
	// Mined are cases that rules found, each with its first trials.
	Mined []*MinedCase `json:"mined"`
	// Offset is the number of mined cases before the first of this answer.
	Offset int `json:"offset"`
	// Total is the number of mined cases that pass the filters.
	Total int `json:"total"`
	// Written are the cases that people wrote.
	Written []*WrittenCase `json:"written"`

	Of     results.Benchmark `json:"-"`
	Query  CasesQuery        `json:"-"`
	Failed []CaseFailing     `json:"-"` // what the written cases can be narrowed by
}

// CaseFailing counts the written cases in which one thing went wrong.
type CaseFailing struct {
	cases.Failing
	N int
}

// CaseRecords are what the index is made of.
type CaseRecords struct {
	Benchmark results.Benchmark
	Written   []casebook.Case
	Mined     []results.MinedCase
	Labels    []results.Label
}

// NewCases narrows the cases of a benchmark.
func NewCases(q CasesQuery, r CaseRecords) *Cases {
	x := &Cases{Benchmark: r.Benchmark.ID, Labels: r.Labels, Mined: []*MinedCase{}, Written: []*WrittenCase{}, Of: r.Benchmark, Query: q}
	for i := range r.Written {
		if q.keeps(r.Written[i].Modes...) {
			w := NewWrittenCase(r.Written[i])
			w.About = &x.Of
			w.Lead = caseWords(r.Benchmark, w.Rounds).Replace(w.Lead)
			x.Written = append(x.Written, w)
		}
	}
	for _, f := range cases.Failings() {
		n := 0
		for i := range r.Written {
			if slices.ContainsFunc(r.Written[i].Modes, f.Has) {
				n++
			}
		}
		if n > 0 {
			x.Failed = append(x.Failed, CaseFailing{f, n})
		}
	}
	for i := range r.Mined {
		if q.keeps(r.Mined[i].Rule) {
			x.Mined = append(x.Mined, NewMinedCase(r.Mined[i], trialsListed))
		}
	}
	x.Total = len(x.Mined)
	return x
}

// Span leaves the mined cases that an answer of the API lists.
func (x *Cases) Span(limit, offset int) {
	x.Limit, x.Offset, x.Mined = limit, offset, views.Span(x.Mined, limit, offset)
}

// CaseGroup is the mined cases of one rule.
type CaseGroup struct {
	cases.Rule
	Cases []*MinedCase
}

// groups are the mined cases by rule, for rules that found any.
func (x *Cases) groups() (list []CaseGroup) {
	for _, r := range cases.Rules() {
		g := CaseGroup{Rule: r.In(x.Of.Words)}
		for _, m := range x.Mined {
			if m.Rule == r.ID {
				g.Cases = append(g.Cases, m)
			}
		}
		if len(g.Cases) > 0 {
			list = append(list, g)
		}
	}
	return list
}

// groupShown is how many cases of one rule stand on the page of all.
const groupShown = 50

// shown are the cases of a rule that stand on this page.
func (x *Cases) shown(g CaseGroup) []*MinedCase {
	if x.Query.Mode == g.ID {
		return g.Cases
	}
	return g.Cases[:min(len(g.Cases), groupShown)]
}

// with is the index with one parameter set, or without it.
func (x *Cases) with(name, value string) templ.SafeURL {
	return templ.SafeURL(link.To(link.With(x.Query.values(), name, value), "b", x.Benchmark, "cases"))
}

func (x *Cases) meta(f views.Frame) ui.Meta {
	m := f.Meta("Cases of "+x.Of.Name, "Why "+words.Many(x.Of.Words.Task)+" are failed: reviewed cases, and automatic flags.",
		link.To(x.Query.values(), "b", x.Benchmark, "cases"), link.API(x.Query.values(), "benchmarks", x.Benchmark, "cases"))
	m.Scripted, m.CSVPath = x.Of.Scripted, f.Table(x.Query.values(), "b", x.Benchmark, "cases")
	return m
}

// sentence counts the cases.
func (x *Cases) sentence() views.Sentence {
	var s views.Sentence
	if n := len(x.Written); n > 0 {
		s.Strong(words.Capital(words.Plural(n, "failure", "failures")) + " read to the end")
		s.Add(", from what was missed back to what the agent saw")
	}
	if x.Total > 0 {
		if len(x.Written) > 0 {
			s.Add("; ")
		}
		s.Add(words.Counted(x.Total, "automatic flag") + ", not reviewed")
	}
	if len(s) == 0 {
		s.Add("No case")
	}
	s.Add(".")
	return s
}

// CSV has one row for each written case, and one for each mined case that fits
// the filters. Lists in a cell are separated by spaces.
func (x *Cases) CSV() (header []string, rows [][]string) {
	header = []string{"benchmark", "case", "origin", "title", "dimensions", "modes", "tasks", "trials"}
	for _, w := range x.Written {
		rows = append(rows, []string{x.Benchmark, w.Slug, "written", w.Title, strings.Join(w.Dimensions, " "),
			strings.Join(w.Modes, " "), strings.Join(w.Rounds, " "), ""})
	}
	for _, m := range x.Mined {
		rows = append(rows, []string{x.Benchmark, m.Slug, "mined", m.Title, "", m.Rule, m.Scenario + "/" + m.Task, fmt.Sprint(m.TrialsTotal)})
	}
	return header, rows
}

// pictureRows is how many systems the picture of a case has at most.
const pictureRows = 4

// CasePicture stands beside the first lines of a written case: what was chosen of the
// options that it speaks of, or who passed its tasks.
type CasePicture struct {
	Options *fingerprint.Choices // nil without options
	Rows    []fingerprint.Row
	Of      string // what is drawn, by name
}

// Directive is the first evidence of a kind that a case embeds; nil if it has none.
func Directive(c *casebook.Case, kind string) *casebook.Evidence {
	for _, b := range c.Blocks {
		if b.Evidence != nil && b.Evidence.Kind == kind {
			return b.Evidence
		}
	}
	return nil
}

// AddOptions draws what was chosen.
func (x *WrittenCase) AddOptions(e *casebook.Evidence, of *CaseEvidence) {
	if of.Missing != "" || len(of.Systems) == 0 {
		return
	}
	c := &fingerprint.Choices{}
	for _, s := range of.Systems[:min(len(of.Systems), pictureRows)] {
		c.Rows = append(c.Rows, fingerprint.ChoiceRow{Label: ui.Plain(s.Name)})
	}
	for _, o := range of.Options {
		c.Labels, c.Gold = append(c.Labels, ui.Plain(o.Label)), append(c.Gold, o.Gold)
		for i := range c.Rows {
			c.Rows[i].Picks = append(c.Rows[i].Picks, o.Picks[i])
		}
	}
	x.Picture = &CasePicture{Options: c, Of: words.Task(*x.About, e.Scenario, e.Task)}
}

// AddPassed draws who passed the tasks of the case.
func (x *WrittenCase) AddPassed(t *TaskTable) {
	p := &CasePicture{}
	var names []string
	for k, system := range t.Systems[:min(len(t.Systems), pictureRows)] {
		row := fingerprint.Row{Label: ui.Plain(system.Label), Noun: t.Benchmark.Words.Task, Unordered: true}
		for _, r := range x.Rounds {
			name := taskNameOf(r)
			if at, ok := t.at[name]; ok {
				c := t.Rows[at].Verdicts[k]
				c.Label = name.Task
				row.Cells = append(row.Cells, c)
				names = views.AppendNew(names, name.Task)
			}
		}
		if len(row.Cells) > 0 {
			p.Rows = append(p.Rows, row)
		}
	}
	if len(p.Rows) > 0 {
		p.Of = ui.Plain(strings.Join(names, ", "))
		x.Picture = p
	}
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

// provenBy are the marks of evidence of a directive's values.
func provenBy(e *CaseEvidence) []results.Evidence {
	var list []results.Evidence
	for i := range e.Values {
		list = append(list, e.Values[i].Evidence)
	}
	return list
}
