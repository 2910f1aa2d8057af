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
	"github.com/clawatlas/clawatlas/views/ui"
)

// CasesQuery holds the filters of the list of cases.
type CasesQuery struct {
	Failed string // id of a failure category, see cases.Failings
	Mode   string // id of a failure mode or of a rule
}

// values returns the filters as query parameters.
func (q CasesQuery) values() url.Values { return link.With(nil, "failed", q.Failed, "mode", q.Mode) }

// keeps reports whether a case with the given failure modes or rule passes the filters.
func (q CasesQuery) keeps(modes ...string) bool {
	return (q.Failed == "" || slices.Contains(cases.FailingsOf(modes...), q.Failed)) && (q.Mode == "" || slices.Contains(modes, q.Mode))
}

// trialsListed is the maximum number of trials of a mined case in a list. The JSON of the case
// itself contains all of them.
const trialsListed = 10

// Cases is the list of a benchmark's cases.
type Cases struct {
	Benchmark string          `json:"benchmark"` // id of the benchmark
	Labels    []results.Label `json:"labels"`    // labels that maintainers gave to trials
	Limit     int             `json:"limit"`     // maximum number of mined cases in this response
	Mined     []*MinedCase    `json:"mined"`     // mined cases on this page, each with its first trials
	Offset    int             `json:"offset"`    // number of mined cases before this response
	Total     int             `json:"total"`     // number of mined cases that pass the filters
	Written   []*WrittenCase  `json:"written"`   // hand-written cases

	Of     results.Benchmark `json:"-"`
	Query  CasesQuery        `json:"-"`
	Failed []CaseFailing     `json:"-"` // failure categories to filter the hand-written cases by
}

// CaseFailing is a failure category with its number of hand-written cases.
type CaseFailing struct {
	cases.Failing
	N int
}

// CaseRecords holds the data for the list of cases.
type CaseRecords struct {
	Benchmark results.Benchmark
	Written   []casebook.Case
	Mined     []results.MinedCase
	Labels    []results.Label
}

// NewCases returns the cases that pass the filters.
func NewCases(q CasesQuery, r CaseRecords) *Cases {
	x := &Cases{Benchmark: r.Benchmark.ID, Labels: r.Labels, Mined: []*MinedCase{}, Written: []*WrittenCase{}, Of: r.Benchmark, Query: q}
	for i := range r.Written {
		if q.keeps(r.Written[i].Modes...) {
			x.Written = append(x.Written, NewWrittenCase(r.Written[i], &x.Of))
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

// Span restricts the mined cases to one page of an API response.
func (x *Cases) Span(limit, offset int) {
	x.Limit, x.Offset, x.Mined = limit, offset, views.Span(x.Mined, limit, offset)
}

// CaseGroup holds the mined cases of one rule.
type CaseGroup struct {
	cases.Rule
	Cases []*MinedCase
}

// groups returns the mined cases by rule. It omits rules without cases.
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

// groupShown is the maximum number of cases of each rule on the page that lists all rules.
const groupShown = 50

// shown returns the cases of a rule that are on this page.
func (x *Cases) shown(g CaseGroup) []*MinedCase {
	if x.Query.Mode == g.ID {
		return g.Cases
	}
	return g.Cases[:min(len(g.Cases), groupShown)]
}

// Returns the URL of the list with one filter changed. An empty value removes the filter.
func (x *Cases) with(name, value string) templ.SafeURL {
	return templ.SafeURL(link.To(link.With(x.Query.values(), name, value), "b", x.Benchmark, "cases"))
}

func (x *Cases) meta(f views.Frame) ui.Meta {
	m := f.Meta("Cases of "+x.Of.Name, "Why "+words.Many(x.Of.Words.Task)+" are failed: reviewed cases, and automatic flags.",
		link.To(x.Query.values(), "b", x.Benchmark, "cases"), link.API(x.Query.values(), "benchmarks", x.Benchmark, "cases"))
	m.Scripted, m.CSVPath = x.Of.Scripted, f.Table(x.Query.values(), "b", x.Benchmark, "cases")
	return m
}

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

// CSV returns one row for each hand-written and mined case that passes the filters. Lists in a cell
// are separated by spaces.
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

func failedWords(ids []string) string {
	var list []string
	for _, f := range cases.Failings() {
		if slices.Contains(ids, f.ID) {
			list = append(list, f.Title)
		}
	}
	return strings.Join(list, " · ")
}

// leadMost is the maximum number of characters of the beginning of a case in the list.
const leadMost = 320

// firstLines truncates a text after a sentence. It keeps at least one sentence.
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
