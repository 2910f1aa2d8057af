package web

import (
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/compare"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/results/stats"
	"github.com/clawatlas/clawatlas/views/link"
	"github.com/clawatlas/clawatlas/views/ui"
)

// sortPairs puts parameters in the order of their names, as url.Values.Encode does.
func sortPairs(list []ui.Pair) {
	slices.SortStableFunc(list, func(a, b ui.Pair) int { return strings.Compare(a.Name, b.Name) })
}

type pairedJSON struct {
	Both        int         `json:"both"`
	OnlyA       int         `json:"only_a"`
	OnlyB       int         `json:"only_b"`
	Neither     int         `json:"neither"`
	N           int         `json:"n"`
	McNemarP    *float64    `json:"mcnemar_p"`
	McNemarMidP *float64    `json:"mcnemar_mid_p"`
	Diff        *float64    `json:"diff"` // of pass rates, A minus B
	SE          *float64    `json:"se"`
	CI          *[2]float64 `json:"ci"` // Newcombe
	ScoreDiff   *float64    `json:"score_diff"`
	ScoreSE     *float64    `json:"score_se"`
	ClusteredSE *float64    `json:"clustered_se"` // of the mean score, by scenario
	ClusteredCI *[2]float64 `json:"clustered_ci"`
}

type compareMetricJSON struct {
	A             *float64    `json:"a"`
	B             *float64    `json:"b"`
	Diff          *float64    `json:"diff"`
	CI            *[2]float64 `json:"ci"`
	P             *float64    `json:"p"`
	SE            *float64    `json:"se"`
	N             int         `json:"n"`
	Exact         bool        `json:"exact"`
	LowerIsBetter bool        `json:"lower_is_better"`
}

type compareGroupJSON struct {
	ID      string   `json:"id"`
	N       int      `json:"n"`
	Both    int      `json:"both"`
	OnlyA   int      `json:"only_a"`
	OnlyB   int      `json:"only_b"`
	Neither int      `json:"neither"`
	A       *float64 `json:"a"`
	B       *float64 `json:"b"`
	Diff    *float64 `json:"diff"`
	tested
}

// tested is what is known of one difference among several: its interval, its
// p-value, and that value adjusted for their number by Holm's method.
type tested struct {
	CI    *[2]float64 `json:"ci"`
	P     *float64    `json:"p"`
	PHolm *float64    `json:"p_holm"`
}

type flipJSON struct {
	Scenario string         `json:"scenario"`
	Task     string         `json:"task"`
	Kind     string         `json:"kind"`
	Phase    string         `json:"phase"`
	Relation string         `json:"relation"`
	A        results.Status `json:"a"`
	B        results.Status `json:"b"`
	AScore   *float64       `json:"a_score"`
	BScore   *float64       `json:"b_score"`
	URL      string         `json:"url"`
	Doubtful *string        `json:"doubtful"` // why no answer can pass it
}

// endpointsJSON are the two tests of a pair and how they go together.
type endpointsJSON struct {
	Headline struct {
		Metric    string   `json:"metric"`
		P         *float64 `json:"p"`
		Separable bool     `json:"separable"`
	} `json:"headline"`
	Tasks struct {
		OnlyA     int      `json:"only_a"`
		OnlyB     int      `json:"only_b"`
		P         *float64 `json:"p"`
		Separable bool     `json:"separable"`
	} `json:"tasks"`
	Relation compare.Endpoints `json:"relation"`
	Follows  string            `json:"follows"`
}

type compareSideJSON struct {
	Run      string           `json:"run"`
	System   results.System   `json:"system"`
	Evidence results.Evidence `json:"evidence"`
	Complete bool             `json:"complete"`
	Ranked   bool             `json:"ranked"`
	Counts   results.Counts   `json:"counts"`
	URL      string           `json:"url"`
}

type compareJSON struct {
	Benchmark  string                       `json:"benchmark"`
	Convention string                       `json:"convention"`
	A          compareSideJSON              `json:"a"`
	B          compareSideJSON              `json:"b"`
	Comparable bool                         `json:"comparable"`
	Warnings   []obstacle                   `json:"warnings"`
	LeftOut    map[string]int               `json:"left_out"`
	Paired     pairedJSON                   `json:"paired"`
	Headline   string                       `json:"headline"`
	Metrics    map[string]compareMetricJSON `json:"metrics"`
	Spending   map[string]compareMetricJSON `json:"spending"`
	ByKind     map[string]compareGroupJSON  `json:"by_kind"`
	ByPhase    []compareGroupJSON           `json:"by_phase"`
	ByScenario []compareGroupJSON           `json:"by_scenario"`
	Detectable map[string]*float64          `json:"detectable"`
	Statistics results.Statistics           `json:"statistics"`
	Verdict    string                       `json:"verdict"`
	Outcome    compare.Verdict              `json:"outcome"`
	Endpoints  endpointsJSON                `json:"endpoints"`
	Flips      []flipJSON                   `json:"flips"`
	Total      int                          `json:"total"`
	Limit      int                          `json:"limit"`
	Offset     int                          `json:"offset"`
}

// compareAPI is GET /api/v1/compare?a=&b=, or of several runs ?run=&run=...
// A run against itself is answered too: nothing differs.
func (s *Server) compareAPI(c echo.Context) error {
	q, err := parseCompare(c)
	if err != nil {
		return err
	}
	limit, offset := listWindow(c)
	if len(q.runs) > 2 {
		return s.compareMatrixAPI(c, q)
	}
	if a := ask(c); len(q.runs) == 1 && a.text("a") == a.text("b") {
		q.runs = append(q.runs, q.runs[0])
	}
	if len(q.runs) < 2 {
		return bad("two runs are needed: ?a=RUN&b=RUN.")
	}
	d, err := s.loadComparison(c.Request().Context(), &q)
	if err != nil {
		return err
	}
	return object(c, d.json(limit, offset))
}

func (d *comparison) json(limit, offset int) compareJSON {
	list := d.obstacles()
	out := compareJSON{
		Benchmark: d.benchmark.ID, Convention: conventionName(d), A: sideJSON(d.a.Run), B: sideJSON(d.b.Run), Comparable: areComparable(list), Warnings: list,
		LeftOut:  map[string]int{"only_a": d.LeftOut.NoB, "only_b": d.LeftOut.NoA, "neither": d.LeftOut.NoScore},
		Headline: d.Headline, Metrics: metricsJSON(d.Metrics), Spending: metricsJSON(d.Spending),
		ByKind: map[string]compareGroupJSON{}, ByPhase: d.groupsJSON("phase"), ByScenario: d.groupsJSON("scenario"),
		Verdict: d.sentence(), Outcome: d.Verdict(), Endpoints: d.endpointsJSON(), Flips: []flipJSON{}, Limit: limit, Offset: offset,
	}
	if out.Warnings == nil {
		out.Warnings = []obstacle{}
	}
	if d.a.Slug == d.b.Slug {
		out.Warnings = append(out.Warnings, obstacle{Code: "same_run", Message: "A and B are the same run, so nothing can differ."})
	}
	for _, g := range d.groupsJSON("kind") {
		out.ByKind[g.ID] = g
	}
	det := d.Detectable()
	out.Detectable = map[string]*float64{"score_independent": det.Tasks, "score_clustered": det.Clustered, "headline": det.Headline}
	if d.Common > 0 {
		out.Paired, out.Statistics = d.pairedJSON(), d.statistics()
	}
	all := d.listed()
	out.Total = len(all)
	for i := offset; i < len(all) && len(out.Flips) < limit; i++ {
		t := all[i]
		out.Flips = append(out.Flips, flipJSON{Scenario: t.Task.Scenario, Task: t.Task.Slug, Kind: t.Task.Kind, Phase: compare.Phase(t.Task), Relation: string(t.Relation()),
			A: t.A.Status(), B: t.B.Status(), AScore: t.A.Score, BScore: t.B.Score, URL: d.trialLink(t.Task), Doubtful: textOrNil(d.doubtful.Reason(t.Task.Scenario, t.Task.Slug))})
	}
	return out
}

func (d *comparison) endpointsJSON() endpointsJSON {
	e := endpointsJSON{Relation: d.Endpoints(), Follows: d.follows()}
	e.Headline.Metric, e.Headline.Separable = d.Headline, d.Separates()
	if h := d.Find(d.Headline); h != nil {
		e.Headline.P = h.P
	}
	e.Tasks.OnlyA, e.Tasks.OnlyB, e.Tasks.Separable = d.Table.OnlyA, d.Table.OnlyB, d.TasksSeparate()
	if d.Common > 0 {
		e.Tasks.P = &d.McNemar
	}
	return e
}

// textOrNil is nil for what is not said.
func textOrNil(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// conventionName is the convention in use, also where the URL leaves it out.
func conventionName(d *comparison) string {
	if d.convention != "" {
		return d.convention
	}
	return score.Conventions(d.benchmark.Scoring)[0].ID
}

func sideJSON(r results.Run) compareSideJSON {
	return compareSideJSON{Run: r.Slug, System: r.System, Evidence: r.Evidence, Complete: r.Complete, Ranked: r.Ranked(), Counts: r.Counts, URL: link.Run(r.Slug)}
}

func (d *comparison) pairedJSON() pairedJSON {
	t := d.Table
	return pairedJSON{Both: t.Both, OnlyA: t.OnlyA, OnlyB: t.OnlyB, Neither: t.Neither, N: t.N(), McNemarP: &d.McNemar, McNemarMidP: &d.MidP,
		Diff: d.Pass.Diff, SE: d.Pass.SE, CI: intervalJSON(d.Pass.CI), ScoreDiff: d.Score.Diff, ScoreSE: d.Score.SE,
		ClusteredSE: d.Clustered.SE, ClusteredCI: intervalJSON(d.Clustered.CI)}
}

func (d *comparison) statistics() results.Statistics {
	test := "exchange of whole scenarios between the runs, all 2^(units-1) ways"
	switch {
	case d.Unit == "task":
		test = "sign-flip of the tasks' differences"
	case d.Units > stats.ExactClusters:
		test = "exchange of whole scenarios between the runs, drawn at random"
	}
	return results.Statistics{Estimator: "percentile bootstrap of " + d.Unit + "s, the same draws for both runs", Test: test, Seed: d.Seed, Draws: d.Draws,
		Clusters: d.Units, Unit: d.Unit, Level: stats.Level, Tasks: d.Common, Excludes: "variation between repeated runs of one system, which single runs cannot show"}
}

func intervalJSON(ci *stats.Interval) *[2]float64 {
	if ci == nil {
		return nil
	}
	return &[2]float64{ci.Lo, ci.Hi}
}

func metricsJSON(list []compare.Metric) map[string]compareMetricJSON {
	out := map[string]compareMetricJSON{}
	for _, m := range list {
		out[m.Key] = compareMetricJSON{A: m.A, B: m.B, Diff: m.Diff, CI: intervalJSON(m.CI), P: m.P, SE: m.SE, N: m.N, Exact: m.Exact, LowerIsBetter: m.Lower}
	}
	return out
}

func (d *comparison) groupsJSON(family string) []compareGroupJSON {
	out := []compareGroupJSON{}
	f := d.Family(family)
	if f == nil {
		return out
	}
	for _, g := range f.Groups {
		t := g.Table
		out = append(out, compareGroupJSON{ID: g.ID, N: t.N(), Both: t.Both, OnlyA: t.OnlyA, OnlyB: t.OnlyB, Neither: t.Neither, A: g.A, B: g.B, Diff: g.Diff, tested: tested{CI: intervalJSON(g.CI), P: g.P, PHolm: g.Holm}})
	}
	return out
}
