package web

import (
	"strconv"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/views/link"
)

type conventionJSON struct {
	ID      string `json:"id"`
	Title   string `json:"title"`
	Explain string `json:"explain"`
	Default bool   `json:"default"`
}

type methodJSON struct {
	Benchmark   string                 `json:"benchmark"`
	Headline    string                 `json:"headline_metric"`
	FailureRule string                 `json:"failure_rule"`
	Conventions []conventionJSON       `json:"conventions"`
	Statistics  results.Statistics     `json:"statistics"`
	Warnings    []report.Warning       `json:"warnings"`
	Check       map[string]int         `json:"check"`
	Tables      []tableJSON            `json:"tables"`
	Sources     []results.FigureSource `json:"sources"`
	Dataset     datasetJSON            `json:"dataset"`
}

type tableJSON struct {
	ID     string `json:"id"`
	Title  string `json:"title"`
	Source string `json:"source"`
	Place  string `json:"place"`
	Rows   int    `json:"rows"`
	URL    string `json:"url"`
}

// methodAPI is GET /api/v1/benchmarks/{b}/method.
func (s *Server) methodAPI(c echo.Context) error {
	d, err := s.loadMethod(c)
	if err != nil {
		return err
	}
	out := methodJSON{Benchmark: d.benchmark.ID, Headline: d.board.Headline, FailureRule: d.benchmark.FailureRule, Statistics: d.board.Statistics,
		Conventions: []conventionJSON{}, Warnings: report.Warnings(d.warnings), Check: d.counts(), Tables: []tableJSON{}, Sources: d.sources, Dataset: datasetJSON{Tasks: d.dataset.Tasks, Texts: d.dataset.Texts, Official: d.dataset.Official}}
	if d.dataset.Digest != "" {
		out.Dataset.Digest = &d.dataset.Digest
	}
	for i, k := range score.Conventions(d.benchmark.Scoring) {
		out.Conventions = append(out.Conventions, conventionJSON{ID: k.ID, Title: k.Title, Explain: k.Explain, Default: i == 0})
	}
	for _, t := range d.tables {
		out.Tables = append(out.Tables, tableJSON{ID: t.ID, Title: t.Title, Source: t.Source, Place: t.Place, Rows: len(t.Rows), URL: link.Benchmark(d.benchmark.ID, "method", t.ID)})
	}
	return object(c, out)
}

// counts is the number of figures by verdict, without filters.
func (d *methodData) counts() map[string]int {
	n := map[string]int{"matches": 0, "differs": 0, "open": 0, "empty": 0}
	for i := range d.figures {
		n[d.figures[i].word()]++
	}
	return n
}

type figureJSON struct {
	results.Figure
	Run        *string     `json:"run"`
	Recomputed []valueJSON `json:"recomputed"`
	Convention string      `json:"convention"`
	Verdict    string      `json:"verdict"`
	Difference *float64    `json:"difference"` // printed minus recomputed
	Reason     string      `json:"reason"`
}

type valueJSON struct {
	Convention string  `json:"convention"`
	Value      float64 `json:"value"`
	Matches    bool    `json:"matches"`
}

// checkAPI is GET /api/v1/benchmarks/{b}/check.
func (s *Server) checkAPI(c echo.Context) error {
	limit, offset := listWindow(c)
	q := parseFigureQuery(c)
	d, err := s.loadMethod(c)
	if err != nil {
		return err
	}
	names, err := s.modelNames(c.Request().Context())
	if err != nil {
		return err
	}
	list := []figureJSON{}
	for i := range d.figures {
		if q.keeps(&d.figures[i], names) {
			list = append(list, d.figures[i].json())
		}
	}
	return object(c, map[string]any{"benchmark": d.benchmark.ID, "counts": d.counts(), "figures": report.Span(list, limit, offset), "total": len(list), "limit": limit, "offset": offset})
}

func (f *figureCheck) json() figureJSON {
	out := figureJSON{Figure: f.Figure, Recomputed: []valueJSON{}, Convention: f.Result.Convention, Verdict: f.Result.Verdict, Difference: f.Result.Difference, Reason: f.Reason}
	if f.Value == nil {
		out.Verdict = "not published"
	}
	if f.Run != "" {
		out.Run = &f.Run
	}
	for _, v := range f.Values {
		out.Recomputed = append(out.Recomputed, valueJSON{Convention: v.Convention, Value: v.Value, Matches: v.Match})
	}
	return out
}

// csv is the reconciliation with values as the store has them: fractions from
// 0 to 1 for scores.
func (d *methodData) csv(q figureQuery, names map[string]string) (header []string, rows [][]string) {
	header = []string{"source", "table", "model", "framework", "variant", "scope", "metric", "unit", "digits", "printed", "recomputed", "convention", "difference", "verdict", "reason", "run"}
	for i := range d.figures {
		f := &d.figures[i]
		if !q.keeps(f, names) {
			continue
		}
		j := f.json()
		rows = append(rows, []string{f.Source, f.Table, f.Model, f.Framework, f.Variant, f.Scope, f.Metric, f.Unit, strconv.Itoa(f.Digits), report.CSVFloat(f.Value),
			report.CSVFloat(f.Result.Recomputed), f.Result.Convention, report.CSVFloat(f.Result.Difference), j.Verdict, f.Reason, f.Run})
	}
	return header, rows
}
