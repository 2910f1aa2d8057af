package board

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/check"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/score"
)

// Method says how a benchmark is scored, and how far what was published of it
// agrees with the records.
type Method struct {
	// Benchmark is its id.
	Benchmark string `json:"benchmark"`
	// Headline is the key of the metric that ranks its board.
	Headline string `json:"headline_metric"`
	// FailureRule says which outcomes count as a failed task.
	FailureRule string `json:"failure_rule"`
	// Conventions are the ways to aggregate, the default first.
	Conventions []Convention `json:"conventions"`
	// Statistics say how the board's intervals were made.
	Statistics results.Statistics `json:"statistics"`
	// Warnings are about the dataset.
	Warnings []report.Warning `json:"warnings"`
	// Check is the number of published figures by verdict.
	Check map[string]int `json:"check"`
	// Tables are the published tables that have pages of their own.
	Tables []MethodTable `json:"tables"`
	// Sources are where figures and tables come from.
	Sources []results.FigureSource `json:"sources"`
	// Dataset is what all runs are scored against.
	Dataset DatasetPin `json:"dataset"`

	Of      results.Benchmark   `json:"-"`
	Names   map[string]string   `json:"-"` // of models
	Figures []PublishedFigure   `json:"-"`
	Printed []results.StatTable `json:"-"`
	// Layouts are what updates do to the world in each layout of the dataset.
	Layouts []results.WorldLayout `json:"-"`
	Query   FigureQuery           `json:"-"` // which of Figures are shown
}

// Convention is one way to aggregate.
type Convention struct {
	// ID is the word of ?convention=.
	ID string `json:"id"`
	// Title names it.
	Title string `json:"title"`
	// Explain says what it does.
	Explain string `json:"explain"`
	// Default says that boards show it unless asked otherwise.
	Default bool `json:"default"`
}

// Conventions are the ways in which a benchmark's numbers are aggregated, the
// default first.
func Conventions(b results.Benchmark) []Convention {
	list := []Convention{}
	for i, k := range score.ConventionsOf(b) {
		list = append(list, Convention{ID: k.ID, Title: k.Title, Explain: k.Explain, Default: i == 0})
	}
	return list
}

// MethodTable is a published table.
type MethodTable struct {
	// ID names the table within its benchmark.
	ID string `json:"id"`
	// Title says what it shows.
	Title string `json:"title"`
	// Source is the id of where it was printed.
	Source string `json:"source"`
	// Place says where in the source it stands.
	Place string `json:"place"`
	// Rows is their number.
	Rows int `json:"rows"`
	// URL is the address of its page.
	URL string `json:"url"`
}

// DatasetPin is the dataset that all runs of a benchmark are scored against; the
// zero value is that of a benchmark without tasks.
type DatasetPin struct {
	// Digest is a sha256 over its content, hex; null without tasks.
	Digest *string `json:"digest"`
	// Tasks is their number.
	Tasks int `json:"tasks"`
	// Texts says that its texts are known, not only its tasks and solutions.
	Texts bool `json:"texts"`
	// Official says that it ships with the program or the operator vouches for it.
	Official bool `json:"official"`
}

// NewDatasetPin names the dataset of a benchmark by its content.
func NewDatasetPin(b results.Benchmark, tasks []results.Task) DatasetPin {
	if len(tasks) == 0 {
		return DatasetPin{}
	}
	d := results.Dataset{Benchmark: b, Tasks: tasks}
	digest := d.ContentDigest()
	return DatasetPin{Digest: &digest, Tasks: len(tasks), Texts: b.Digest != "", Official: b.Official}
}

// PublishedFigure is a published figure beside what the records give.
type PublishedFigure struct {
	results.Figure
	// Run is the slug of the run it is held against; null without one.
	Run *string `json:"run"`
	// Recomputed are the values of the records, one per convention that has it.
	Recomputed []check.Value `json:"recomputed"`
	// Convention is the one whose value decides.
	Convention string `json:"convention"`
	// Verdict is matches, differs, cannot be recomputed, or not published.
	Verdict string `json:"verdict"`
	// Difference is printed minus recomputed, in the figure's unit as a fraction for percent.
	Difference *float64 `json:"difference"`
	// Reason says why it cannot be recomputed.
	Reason string `json:"reason"`

	// Nearest is the value that decides; nil if there is none.
	Nearest *float64 `json:"-"`
}

// notPublished is the verdict on a place of a table that has no value.
const notPublished = "not published"

// NewPublishedFigure holds a figure against the metrics of a run, those of the
// preset convention first. Without a run reason says why.
func NewPublishedFigure(f results.Figure, run *results.Run, reason string, metrics []results.Metric, preset string) PublishedFigure {
	p := PublishedFigure{Figure: f, Recomputed: []check.Value{}, Verdict: results.VerdictUnrecomputed, Reason: reason}
	if run != nil {
		p.Run = &run.Slug
		var values []check.Value
		for _, m := range metrics {
			if m.Scope != f.Scope || m.Key != f.Metric || m.Recorded() == nil {
				continue
			}
			v := check.Value{Convention: m.Convention, Value: *m.Recorded()} // by a source that lacks the same tasks
			if m.Convention == preset {
				values = slices.Insert(values, 0, v)
			} else {
				values = append(values, v)
			}
		}
		r := check.Against(f, values)
		p.Recomputed = append(p.Recomputed, r.Values...)
		p.Convention, p.Verdict, p.Difference, p.Nearest = r.Convention, r.Verdict, r.Difference, r.Recomputed
		if f.Value != nil && len(values) == 0 {
			p.Reason = "the records do not hold it"
		}
	}
	if f.Value == nil {
		p.Verdict = notPublished
	}
	return p
}

// Word is the figure's verdict as ?verdict= names it.
func (f *PublishedFigure) Word() string {
	switch f.Verdict {
	case notPublished:
		return "empty"
	case results.VerdictMatches:
		return "matches"
	case results.VerdictDiffers:
		return "differs"
	}
	return "open"
}

// FigureQuery chooses among the figures of the reconciliation.
type FigureQuery struct {
	Verdict, Source, Name string
	Offset                int
}

// FigureVerdicts are the words of ?verdict= in the order of the form.
func FigureVerdicts() []string { return []string{"", "matches", "differs", "open", "empty"} }

// Values is the choice as an address has it, from another offset.
func (q FigureQuery) Values(offset int) url.Values {
	at := ""
	if offset > 0 {
		at = strconv.Itoa(offset)
	}
	return link.With(url.Values{}, "verdict", q.Verdict, "source", q.Source, "q", q.Name, "offset", at)
}

func (q FigureQuery) keeps(f *PublishedFigure, names map[string]string) bool {
	text := strings.ToLower(names[f.Model] + " " + f.Model + " " + f.Framework + " " + f.Variant)
	return (q.Verdict == "" || q.Verdict == f.Word()) && (q.Source == "" || q.Source == f.Source) &&
		strings.Contains(text, strings.ToLower(q.Name))
}

// NewMethod says how the board of a benchmark is scored.
func NewMethod(b results.Benchmark, board results.Board, warnings []results.Warning, tables []results.StatTable,
	sources []results.FigureSource, figures []PublishedFigure) *Method {
	m := &Method{Benchmark: b.ID, Headline: board.Headline, FailureRule: b.FailureRule, Statistics: board.Statistics,
		Conventions: Conventions(b),
		Warnings:    report.Warnings(warnings), Check: map[string]int{"matches": 0, "differs": 0, "open": 0, "empty": 0},
		Tables: []MethodTable{}, Sources: sources,
		Of: b, Figures: figures, Printed: tables}
	for _, t := range tables {
		m.Tables = append(m.Tables, MethodTable{ID: t.ID, Title: t.Title, Source: t.Source, Place: t.Place, Rows: len(t.Rows),
			URL: link.Benchmark(b.ID, "method", t.ID)})
	}
	for i := range figures {
		m.Check[figures[i].Word()]++
	}
	return m
}

// Shown are the figures that the query keeps.
func (m *Method) Shown() []PublishedFigure {
	list := []PublishedFigure{}
	for i := range m.Figures {
		if m.Query.keeps(&m.Figures[i], m.Names) {
			list = append(list, m.Figures[i])
		}
	}
	return list
}

// Harnesses are the printed tables with figures of more than one layout of the dataset:
// what their rows compare is harnesses and worlds at once.
func (m *Method) Harnesses() []string {
	layouts, several := map[string]string{}, []string{}
	for i := range m.Figures {
		f := &m.Figures[i]
		id := results.NameID(f.Framework)
		if !slices.ContainsFunc(m.Layouts, func(l results.WorldLayout) bool { return l.Layout == id }) {
			continue
		}
		if was, ok := layouts[f.Table]; !ok {
			layouts[f.Table] = id
		} else if was != id && !slices.Contains(several, f.Table) {
			several = append(several, f.Table)
		}
	}
	return several
}
