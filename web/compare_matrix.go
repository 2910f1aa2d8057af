package web

import (
	"context"
	"fmt"
	"math"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/board"
	"github.com/clawatlas/clawatlas/results/compare"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/link"
	"github.com/clawatlas/clawatlas/views/ui"
)

// matrixRuns bounds a matrix: its pairs grow with the square.
const matrixRuns = 10

// pairOf is one pair of a matrix.
type pairOf struct {
	i, j int
	*compare.Comparison
	p    *float64 // of the headline metric; nil where no test is possible
	test board.Comparison
}

// holm is p adjusted for the pairs of the matrix; nil where p is.
func (p *pairOf) holm() *float64 {
	if p.p == nil {
		return nil
	}
	return &p.test.Holm
}

// runMatrix is several runs of one benchmark, each against each.
type runMatrix struct {
	compareQuery
	benchmark results.Benchmark
	runs      []results.ScoredRun
	labels    []string
	pairs     []pairOf
	tested    int // pairs that a test was made of
	headline  string
	frames    bool // runs of more than one framework
}

func (s *Server) loadRunMatrix(ctx context.Context, q compareQuery) (*runMatrix, error) {
	m := &runMatrix{compareQuery: q, runs: make([]results.ScoredRun, len(q.runs))}
	names, err := s.modelNames(ctx)
	if err != nil {
		return nil, err
	}
	for i, slug := range q.runs {
		r := &m.runs[i]
		if r.Run, err = s.store.FindRun(ctx, slug); err != nil {
			return nil, err
		}
		if r.Benchmark != m.runs[0].Benchmark {
			return nil, bad("%s is a run of %s and %s of %s; only runs of one benchmark can be compared.", m.runs[0].Slug, m.runs[0].Benchmark, slug, r.Benchmark)
		}
		if r.Trials, err = s.store.Outcomes(ctx, r.ID); err != nil {
			return nil, err
		}
		m.labels = append(m.labels, runLabels(names, r.Run, results.Run{})[0])
		m.frames = m.frames || r.System.Framework != m.runs[0].System.Framework
	}
	m.tellApart()
	if m.benchmark, err = s.store.FindBenchmark(ctx, m.runs[0].Benchmark); err != nil {
		return nil, err
	}
	if m.convention, err = compareConvention(m.benchmark.Scoring, q.convention); err != nil {
		return nil, err
	}
	tasks, err := s.store.Tasks(ctx, m.benchmark.ID, "")
	if err != nil {
		return nil, err
	}
	m.compare(tasks)
	return m, nil
}

// tellApart adds the end of the slug to labels that occur twice.
func (m *runMatrix) tellApart() {
	seen := map[string]int{}
	for _, l := range m.labels {
		seen[l]++
	}
	for i, l := range m.labels {
		if seen[l] > 1 {
			m.labels[i] = l + " (" + slugEnd(m.runs[i].Slug) + ")"
		}
	}
}

// compare tests every pair on the tasks that the two share. The pairs of the
// matrix are one family; a pair with a run that is not ranked is not tested.
func (m *runMatrix) compare(tasks []results.Task) {
	family := board.AllPairs(len(m.runs))
	p := make([]float64, len(family))
	for n, at := range family {
		c := compare.Run(compare.Input{Benchmark: m.benchmark, Tasks: tasks, A: &m.runs[at.A], B: &m.runs[at.B], Convention: m.convention, HeadlineOnly: true})
		pair := pairOf{i: at.A, j: at.B, Comparison: c}
		p[n] = math.NaN()
		if h := c.Find(c.Headline); h != nil && h.P != nil && c.Ranked {
			pair.p, p[n] = h.P, *h.P
			m.tested++
		}
		m.headline = c.Headline
		m.pairs = append(m.pairs, pair)
	}
	for n, test := range board.Adjust(family, p) {
		m.pairs[n].test = test
	}
}

// verdict of a pair after the adjustment.
func (p *pairOf) verdict() compare.Verdict {
	v := p.Verdict()
	if p.Separates() && !p.test.Separable() {
		return compare.NotSeparable
	}
	return v
}

// hopeless reports whether so few units could not separate the pair in a family
// of that size, however large the difference.
func (p *pairOf) hopeless(family int) bool {
	return p.p != nil && p.Unit == "scenario" && board.LeastHolm(p.Units, family) >= board.Alpha
}

// pairVerdict says the verdict for the pair's first run.
func pairVerdict(v compare.Verdict) string {
	switch v {
	case compare.AheadA:
		return "ahead"
	case compare.AheadB:
		return "behind"
	case compare.Agree:
		return "same scores"
	case compare.TooFew:
		return "too few scenarios"
	case compare.NoClaim:
		return "not ranked"
	case compare.NoCommon:
		return "nothing in common"
	}
	return "not separable"
}

func (s *Server) compareMatrix(c echo.Context, q compareQuery, csv bool) error {
	m, err := s.loadRunMatrix(c.Request().Context(), q)
	if err != nil {
		return err
	}
	if csv {
		return m.csv(c)
	}
	return html(c, views.CompareMatrixPage(s.buildRunMatrix(m)))
}

func (s *Server) buildRunMatrix(m *runMatrix) views.CompareMatrix {
	b := m.benchmark
	p := views.CompareMatrix{Benchmark: b, Metric: views.MetricOf(m.headline), Frameworks: m.frames, Tested: m.tested}
	path := m.link()
	title := fmt.Sprintf("%d runs of %s against each other", len(m.runs), b.Name)
	p.Meta = s.frame.Meta(title+": "+strings.Join(m.labels, ", "), "Each run against each: the difference and whether it is more than chance.", path, "/api/v1"+path, views.Crumbs(b, "Compare")...)
	p.Meta.CSVPath = m.link("format", "csv")
	p.Title = title
	p.Lead = fmt.Sprintf("Each run against each on the %ss that the two share; two are separable if the p of %s, adjusted by Holm's method for the %s tested here, lies below %s.", b.Words.Task, views.MetricOf(m.headline).Label, words.Plural(m.tested, "pair", "pairs"), words.Fixed(alpha(), 2))
	widest := 0.0
	for _, x := range m.pairs {
		if h := x.Find(x.Headline); h != nil && h.Diff != nil && x.test.Separable() {
			widest = max(widest, math.Abs(*h.Diff))
		}
		p.TooFew = p.TooFew || x.Verdict() == compare.TooFew || x.hopeless(m.tested)
		p.Unranked = p.Unranked || !x.Ranked
	}
	for i := range m.runs {
		row := views.CompareMatrixRow{Number: i + 1, Label: m.labels[i], Href: link.Run(m.runs[i].Slug), Complete: m.runs[i].Complete, Ranked: m.runs[i].Ranked(), Cells: make([]views.CompareMatrixCell, len(m.runs))}
		p.Rows = append(p.Rows, row)
	}
	if widest > 0 {
		p.Widest = words.Pct(&widest)
	}
	for n := range m.pairs {
		x := &m.pairs[n]
		p.Rows[x.i].Cells[x.j] = m.cell(x, x.i, x.j, widest)
		p.Rows[x.j].Cells[x.i] = m.cell(x, x.j, x.i, widest)
		p.Pairs = append(p.Pairs, m.pairRow(x))
	}
	return p
}

// cell is the pair seen from the row's run.
func (m *runMatrix) cell(x *pairOf, row, column int, widest float64) views.CompareMatrixCell {
	c := views.CompareMatrixCell{Text: words.NotRecorded, Href: m.pairLink(row, column)}
	v := x.verdict()
	if row != x.i {
		switch v {
		case compare.AheadA:
			v = compare.AheadB
		case compare.AheadB:
			v = compare.AheadA
		}
	}
	c.Separable = v == compare.AheadA || v == compare.AheadB
	if h := x.Find(x.Headline); h != nil && h.Diff != nil {
		d := *h.Diff
		if row != x.i {
			d = -d
		}
		c.Text = words.Points(&d)
		if c.Separable { // else a colour would read as a difference
			c.Class = ui.HeatDiff(&d, widest)
		}
	}
	c.Title = fmt.Sprintf("%s against %s: %s points, %s, p %s after Holm", m.labels[row], m.labels[column], c.Text, pairVerdict(v), words.PValue(x.holm()))
	return c
}

func (m *runMatrix) pairLink(i, j int) string {
	q := m.compareQuery
	q.runs = []string{m.runs[i].Slug, m.runs[j].Slug}
	return q.link()
}

func (m *runMatrix) pairRow(x *pairOf) views.CompareMatrixPair {
	r := views.CompareMatrixPair{A: m.labels[x.i], B: m.labels[x.j], Href: m.pairLink(x.i, x.j), N: x.Common, OnlyA: x.Table.OnlyA, OnlyB: x.Table.OnlyB, P: x.p, Holm: x.holm(), Verdict: pairVerdict(x.verdict())}
	if h := x.Find(x.Headline); h != nil {
		r.Diff = h.Diff
	}
	return r
}

func (m *runMatrix) csv(c echo.Context) error {
	header := []string{"a", "b", "tasks", "only_a", "only_b", "metric", "diff", "p", "p_holm", "verdict"}
	var rows [][]string
	for n := range m.pairs {
		x := &m.pairs[n]
		r := m.pairRow(x)
		rows = append(rows, []string{m.runs[x.i].Slug, m.runs[x.j].Slug, fmt.Sprint(r.N), fmt.Sprint(r.OnlyA), fmt.Sprint(r.OnlyB), m.headline, num(r.Diff), num(r.P), num(r.Holm), r.Verdict})
	}
	return table(c, "compare-"+m.benchmark.ID, header, rows)
}

type matrixPairJSON struct {
	A       string          `json:"a"`
	B       string          `json:"b"`
	N       int             `json:"n"`
	OnlyA   int             `json:"only_a"`
	OnlyB   int             `json:"only_b"`
	Diff    *float64        `json:"diff"`
	P       *float64        `json:"p"`
	PHolm   *float64        `json:"p_holm"`
	Outcome compare.Verdict `json:"outcome"`
	URL     string          `json:"url"`
}

func (s *Server) compareMatrixAPI(c echo.Context, q compareQuery) error {
	m, err := s.loadRunMatrix(c.Request().Context(), q)
	if err != nil {
		return err
	}
	list := []compareSideJSON{}
	for i := range m.runs {
		list = append(list, sideJSON(m.runs[i].Run))
	}
	pairs := []matrixPairJSON{}
	for n := range m.pairs {
		x := &m.pairs[n]
		r := m.pairRow(x)
		pairs = append(pairs, matrixPairJSON{A: m.runs[x.i].Slug, B: m.runs[x.j].Slug, N: r.N, OnlyA: r.OnlyA, OnlyB: r.OnlyB, Diff: r.Diff, P: r.P, PHolm: r.Holm, Outcome: x.verdict(), URL: r.Href})
	}
	return object(c, map[string]any{"benchmark": m.benchmark.ID, "metric": m.headline, "runs": list, "pairs": pairs, "total": len(pairs), "family": m.tested})
}
