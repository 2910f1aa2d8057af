package task

import (
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/stats"
	"github.com/clawatlas/clawatlas/results/words"
)

// Kinds holds multi-choice rounds against executable checks: whether systems that
// answer well also do well.
type Kinds struct {
	Benchmark string        `json:"benchmark"` // id
	Systems   []KindSystem  `json:"systems"`   // one run for each system, in the order of the board: over scenarios
	Published []KindFigures `json:"published"` // printed tables: over systems
	Total     int           `json:"total"`     // systems on all pages
	Limit     int           `json:"limit"`     // systems of one answer
	Offset    int           `json:"offset"`    // systems before those of this answer

	Of     results.Benchmark `json:"-"`
	Window report.Window     `json:"-"` // of Systems
}

// KindSystem is one run, with a point for each scenario that has rounds of both
// kinds.
type KindSystem struct {
	Run      string `json:"run"`      // slug
	Name     string `json:"name"`     // of the system
	Complete bool   `json:"complete"` // every expected round is scored
	KindCorrelation
	Points []KindPoint `json:"points"` // by scenario, in the dataset's order
	URL    string      `json:"url"`    // of the run's page
}

// KindFigures is one printed table, with a point for each system. Rows that ran in
// their own provider's agent are left out.
type KindFigures struct {
	Source string `json:"source"` // id
	Table  string `json:"table"`  // as the source calls it
	KindCorrelation
	Points []KindPoint `json:"points"` // by system, in the order of print
}

// KindCorrelation is Pearson's correlation over points.
type KindCorrelation struct {
	N  int         `json:"n"`  // points
	R  *float64    `json:"r"`  // Pearson's correlation, -1 to 1; null under three points or where one kind does not vary
	CI *[2]float64 `json:"ci"` // its 95 % interval, Fisher; null under four points and where points share a model
}

// KindPoint is the pass rate of both kinds.
type KindPoint struct {
	Name string  `json:"name"` // scenario, or system
	MC   float64 `json:"mc"`   // share of multi-choice rounds passed, 0 to 1
	EC   float64 `json:"ec"`   // share of executable checks passed, 0 to 1

	Title string `json:"-"` // of the scenario; empty where it has none
}

// NewKinds correlates the two kinds: of each run over scenarios, and of printed
// tables over systems.
func NewKinds(v *report.Bench, scenarios []results.Scenario, mc, ec []results.ScopedMetric, figures []results.Figure) *Kinds {
	k := &Kinds{Benchmark: v.Benchmark.ID, Of: v.Benchmark, Systems: []KindSystem{}, Published: FiguresOfKinds(v, figures)}
	x, y := byRunAndScope(mc), byRunAndScope(ec)
	for _, row := range v.RowsWithRun() {
		id := v.Runs[*row.Run].ID
		s := KindSystem{Run: *row.Run, Name: v.Label(row), Complete: row.Complete, Points: []KindPoint{}, URL: report.RowAddress(row)}
		for _, scenario := range scenarios {
			a, b := x[id][scenario.Slug], y[id][scenario.Slug]
			if a != nil && b != nil {
				s.Points = append(s.Points, KindPoint{Name: scenario.Slug, MC: *a, EC: *b, Title: scenario.Title})
			}
		}
		if len(s.Points) > 0 {
			s.KindCorrelation = correlate(s.Points, true)
			k.Systems = append(k.Systems, s)
		}
	}
	k.Total = len(k.Systems)
	return k
}

// Span leaves the systems that an answer of the API lists.
func (k *Kinds) Span(limit, offset int) {
	k.Limit, k.Offset = limit, offset
	k.Systems = report.Span(k.Systems, limit, offset)
}

// byRunAndScope sorts values by scenario into runs.
func byRunAndScope(list []results.ScopedMetric) map[int64]map[string]*float64 {
	m := map[int64]map[string]*float64{}
	for _, x := range list {
		if m[x.Run] == nil {
			m[x.Run] = map[string]*float64{}
		}
		m[x.Run][strings.TrimPrefix(x.Scope, "scenario:")] = x.Value
	}
	return m
}

// leastPoints is the number of points from which a correlation says anything: two
// always lie on a line.
const leastPoints = 3

func correlate(points []KindPoint, independent bool) KindCorrelation {
	c := KindCorrelation{N: len(points)}
	var x, y []float64
	for _, p := range points {
		x, y = append(x, p.MC), append(y, p.EC)
	}
	r, ok := stats.Correlation(x, y)
	if !ok || len(points) < leastPoints {
		return c
	}
	c.R = &r
	if ci, ok := stats.Fisher(r, len(points), stats.Level); ok && independent {
		c.CI = &[2]float64{ci.Lo, ci.Hi}
	}
	return c
}

// FiguresOfKinds joins the printed numbers of each table by system.
func FiguresOfKinds(v *report.Bench, figures []results.Figure) []KindFigures {
	type row struct {
		System results.System `json:"-"`
		mc, ec *float64
	}
	type table struct {
		Source, Name string `json:"-"`
	}
	var order []table
	rows := map[table][]row{}
	for _, f := range figures {
		if f.Native || f.Scope != "" || f.Value == nil || f.Metric != "mc" && f.Metric != "ec" {
			continue
		}
		t := table{Source: f.Source, Name: f.Table}
		if rows[t] == nil {
			order = append(order, t)
		}
		s := results.System{Model: f.Model, Framework: f.Framework, Variant: f.Variant}
		i := slices.IndexFunc(rows[t], func(r row) bool { return r.System == s })
		if i < 0 {
			i = len(rows[t])
			rows[t] = append(rows[t], row{System: s})
		}
		if f.Metric == "mc" {
			rows[t][i].mc = f.Value
		} else {
			rows[t][i].ec = f.Value
		}
	}
	list := []KindFigures{}
	for _, t := range order {
		k := KindFigures{Source: t.Source, Table: t.Name, Points: []KindPoint{}}
		models := map[string]bool{}
		for _, r := range rows[t] {
			if r.mc != nil && r.ec != nil {
				k.Points = append(k.Points, KindPoint{Name: words.System(v.Names[r.System.Model], r.System), MC: *r.mc, EC: *r.ec})
				models[r.System.Model] = true
			}
		}
		if len(k.Points) < leastPoints {
			continue
		}
		k.KindCorrelation = correlate(k.Points, len(models) == len(k.Points))
		list = append(list, k)
	}
	return list
}

// Find is the system of a run; nil if it is not among them.
func (k *Kinds) Find(run string) *KindSystem {
	for i := range k.Systems {
		if k.Systems[i].Run == run {
			return &k.Systems[i]
		}
	}
	return nil
}
