package compare

import (
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/compare"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/results/stats"
)

// Comparison is two runs of one benchmark on the tasks that both have scored.
// Differences are A minus B.
type Comparison struct {
	Benchmark  string      `json:"benchmark"`  // id of A's
	Convention string      `json:"convention"` // of the scores
	A          CompareSide `json:"a"`          // the first run
	B          CompareSide `json:"b"`          // the second run
	// nothing stands against reading the difference as one between the two systems
	Comparable bool       `json:"comparable"`
	Warnings   []Obstacle `json:"warnings"` // reasons to be careful, the gravest first
	// expected tasks that are not compared: scored in A alone, in B alone, in neither
	LeftOut    map[string]int           `json:"left_out"`
	Paired     Paired                   `json:"paired"`      // passes and scores of the tasks
	Headline   string                   `json:"headline"`    // key of the metric that decides the verdict
	Metrics    map[string]CompareMetric `json:"metrics"`     // by key, recomputed on the common tasks
	Spending   map[string]CompareMetric `json:"spending"`    // means per task of time (ms), steps, calls, tokens and cost (US$), by key
	ByKind     map[string]CompareGroup  `json:"by_kind"`     // the common tasks of each kind
	ByPhase    []CompareGroup           `json:"by_phase"`    // before, at and after updates
	ByScenario []CompareGroup           `json:"by_scenario"` // the common tasks of each scenario
	// smallest difference found with 80 % power, as a fraction; null where no standard error is known
	Detectable map[string]*float64 `json:"detectable"`
	Statistics results.Statistics  `json:"statistics"` // how the numbers were made
	Verdict    string              `json:"verdict"`    // what the test of the headline metric lets one say, in one or two sentences
	Outcome    compare.Verdict     `json:"outcome"`    // the same as a word; no_claim if a run is incomplete or has objections
	Endpoints  Endpoints           `json:"endpoints"`  // the two tests of the pair
	Order      *Order              `json:"order"`      // would another sweep change the order? null where each side has one sweep
	// why the tasks differ that one run alone passed, in clusters; absent in lists that ask for no pair
	Reasons *Reasons `json:"reasons,omitempty"`
	// one page of the tasks that were asked for; those that one run alone passed by default
	Flips  []Flip `json:"flips"`
	Total  int    `json:"total"`  // of such tasks
	Limit  int    `json:"limit"`  // most tasks that flips has
	Offset int    `json:"offset"` // tasks before the first of flips

	Query     CompareQuery        `json:"-"`
	Of        results.Benchmark   `json:"-"` // of A
	Other     results.Benchmark   `json:"-"` // of B
	Scenarios []results.Scenario  `json:"-"`
	Doubts    report.Doubts       `json:"-"`
	Result    *compare.Comparison `json:"-"`
	Cite      report.Citation     `json:"-"`
	Choices   int                 `json:"-"` // pairs of runs that could have been chosen

	trials [2][]results.Trial
	Group  [2]string `json:"-"` // blocks of the board within which rows are ranked
}

// CompareSide is one of the runs of a comparison.
type CompareSide struct {
	Run      string           `json:"run"`      // slug
	System   results.System   `json:"system"`   // what was run
	Evidence results.Evidence `json:"evidence"` // what it rests on
	Complete bool             `json:"complete"` // every expected task has a score
	Ranked   bool             `json:"ranked"`   // complete, and nothing speaks against it
	Counts   results.Counts   `json:"counts"`   // of its tasks by outcome, of all sweeps
	Runs     []string         `json:"runs"`     // slugs of the runs of its system whose sweeps are compared, oldest first; the run alone where that is asked for
	URL      string           `json:"url"`      // of its page

	Of    results.Run `json:"-"`
	Label string      `json:"-"` // system in full
	Short string      `json:"-"` // the model alone where that tells the runs apart
}

// Paired is what the scores of the common tasks come to.
type Paired struct {
	Both        int         `json:"both"`          // tasks that both runs passed
	OnlyA       int         `json:"only_a"`        // tasks that A alone passed
	OnlyB       int         `json:"only_b"`        // tasks that B alone passed
	Neither     int         `json:"neither"`       // tasks that neither passed
	Mixed       int         `json:"mixed"`         // tasks that were tried several times and are none of these
	N           int         `json:"n"`             // tasks that both have scored
	McNemarP    *float64    `json:"mcnemar_p"`     // of the exact test; null where tasks were tried several times
	McNemarMidP *float64    `json:"mcnemar_mid_p"` // its mid-p
	Diff        *float64    `json:"diff"`          // of pass rates; of mean scores where tasks were tried several times
	SE          *float64    `json:"se"`            // of that difference
	CI          *[2]float64 `json:"ci"`            // of that difference: Newcombe's, or Student's where tasks were tried several times
	ScoreDiff   *float64    `json:"score_diff"`    // of mean scores
	ScoreSE     *float64    `json:"score_se"`      // of that difference, with independent tasks
	ClusteredSE *float64    `json:"clustered_se"`  // of that difference, by scenario
	ClusteredCI *[2]float64 `json:"clustered_ci"`  // the same as an interval
}

// CompareMetric is one number of both runs.
type CompareMetric struct {
	A             *float64    `json:"a"`               // value of A; null if it has none
	B             *float64    `json:"b"`               // value of B
	Diff          *float64    `json:"diff"`            // A minus B
	CI            *[2]float64 `json:"ci"`              // of the difference, 95 %: what the test of p does not reject, so it leaves out 0 exactly if p lies below 0.05; null where so few units reject nothing
	P             *float64    `json:"p"`               // of the exchange test
	SE            *float64    `json:"se"`              // of the difference, by the jackknife over units
	N             int         `json:"n"`               // tasks that it rests on
	Exact         bool        `json:"exact"`           // all exchanges were counted, none drawn
	LowerIsBetter bool        `json:"lower_is_better"` // less is better
}

// CompareGroup is the comparison within a part of the common tasks.
type CompareGroup struct {
	ID      string   `json:"id"`      // of the kind, phase or scenario
	N       int      `json:"n"`       // tasks that both have scored
	Both    int      `json:"both"`    // tasks that both runs passed
	OnlyA   int      `json:"only_a"`  // tasks that A alone passed
	OnlyB   int      `json:"only_b"`  // tasks that B alone passed
	Neither int      `json:"neither"` // tasks that neither passed
	A       *float64 `json:"a"`       // pass rate of A, or its mean score where scores are fractions
	B       *float64 `json:"b"`       // the same of B
	Diff    *float64 `json:"diff"`    // A minus B
	report.AdjustedTest
}

// Flip is one task with both outcomes.
type Flip struct {
	Scenario string           `json:"scenario"` // slug
	Task     string           `json:"task"`     // slug
	Kind     string           `json:"kind"`     // of the task
	Phase    string           `json:"phase"`    // before, at (update) or after an update of the scenario
	Relation compare.Relation `json:"relation"` // which of the two passed it
	A        results.Status   `json:"a"`        // status of A's first attempt
	B        results.Status   `json:"b"`        // status of B's first attempt
	AScore   *float64         `json:"a_score"`  // mean of A's scored attempts, 0 to 1
	BScore   *float64         `json:"b_score"`  // mean of B's scored attempts, 0 to 1
	URL      string           `json:"url"`      // of the two trials side by side
	Doubtful *string          `json:"doubtful"` // why no answer can pass it; null if one can

	Of *compare.Task `json:"-"`
}

// Endpoints are the two tests of a pair and how they go together.
type Endpoints struct {
	Headline HeadlineTest `json:"headline"` // of the headline metric
	Tasks    TasksTest    `json:"tasks"`    // of the tasks that one run alone passed
	// how the two go together: both separate in one direction or neither does (agree), one alone does
	// (headline_only, tasks_only), they separate in opposite directions (opposed), or no claim can be made (none)
	Relation compare.Endpoints `json:"relation"`
	Follows  string            `json:"follows"` // what follows from both, in words; may be empty
}

// HeadlineTest is the exchange test of the headline metric.
type HeadlineTest struct {
	Metric    string   `json:"metric"`    // its key
	P         *float64 `json:"p"`         // two-sided; nil if it cannot be tested
	PHolm     *float64 `json:"p_holm"`    // p adjusted by Holm's method for the family of the pair on its board; nil where no board ranks the two together
	Family    int      `json:"family"`    // comparisons of the better placed run with all that are ranked below it; 1 where no board ranks the two together
	Separable bool     `json:"separable"` // p_holm lies below 0.05, or p where that is nil; false where a run is not ranked
}

// TasksTest is the exact McNemar test.
type TasksTest struct {
	OnlyA     int      `json:"only_a"`    // tasks that A alone passed, with full marks on every attempt
	OnlyB     int      `json:"only_b"`    // tasks that B alone passed
	P         *float64 `json:"p"`         // two-sided, taking the tasks as independent; nil if it cannot be tested
	Separable bool     `json:"separable"` // p lies below 0.05; false where a run is not ranked
}

// fill says what the result comes to.
func (c *Comparison) fill() {
	r := c.Result
	c.Benchmark, c.Convention = c.Of.ID, c.Query.Convention
	if c.Convention == "" {
		c.Convention = score.ConventionsOf(c.Of)[0].ID
	}
	list := c.obstacles()
	c.Comparable = areComparable(list)
	if c.A.Run == c.B.Run {
		list = append(list, Obstacle{Code: "same_run", Message: "A and B are the same run, so nothing can differ."})
	}
	c.Warnings = append([]Obstacle{}, list...)
	c.LeftOut = map[string]int{"only_a": r.LeftOut.NoB, "only_b": r.LeftOut.NoA, "neither": r.LeftOut.NoScore}
	c.Headline, c.Metrics, c.Spending = r.Headline, compareMetrics(r.Metrics), compareMetrics(r.Spending)
	c.ByKind, c.ByPhase, c.ByScenario = map[string]CompareGroup{}, compareGroups(r.Family("phase")), compareGroups(r.Family("scenario"))
	for _, g := range compareGroups(r.Family("kind")) {
		c.ByKind[g.ID] = g
	}
	det := r.Detectable()
	c.Detectable = map[string]*float64{"score_independent": det.Tasks, "score_clustered": det.Clustered, "headline": det.Headline}
	if r.Common > 0 {
		c.Paired, c.Statistics = pairedOf(r), compareStatistics(r)
	}
	c.Order = (*Order)(r.Order)
	c.Verdict, c.Outcome, c.Endpoints = c.sentence(), r.Verdict(), c.endpoints()
}

func (c *Comparison) endpoints() Endpoints {
	r := c.Result
	e := Endpoints{Headline: HeadlineTest{Metric: r.Headline, Separable: r.Separates()}, Relation: r.Endpoints(), Follows: c.follows(),
		Tasks: TasksTest{OnlyA: r.Table.OnlyA, OnlyB: r.Table.OnlyB, Separable: r.TasksSeparate()}}
	if h := r.Find(r.Headline); h != nil {
		e.Headline.P, e.Headline.Family = h.P, 1
		if r.Board != nil {
			e.Headline.PHolm, e.Headline.Family = stats.Finite(r.Board.Holm), r.Board.Family
		}
	}
	if r.Common > 0 && !r.Repeated {
		e.Tasks.P = &r.McNemar
	}
	return e
}

func pairedOf(r *compare.Comparison) Paired {
	t := r.Table
	return Paired{Both: t.Both, OnlyA: t.OnlyA, OnlyB: t.OnlyB, Neither: t.Neither, Mixed: r.Mixed, N: r.Common,
		McNemarP: stats.Finite(r.McNemar), McNemarMidP: stats.Finite(r.MidP),
		Diff: r.Pass.Diff, SE: r.Pass.SE, CI: ends(r.Pass.CI), ScoreDiff: r.Score.Diff, ScoreSE: r.Score.SE,
		ClusteredSE: r.Clustered.SE, ClusteredCI: ends(r.Clustered.CI)}
}

// excludes says of which side the intervals do not cover another run.
func excludes(r *compare.Comparison) string {
	switch r.Covered {
	case [2]bool{}:
		return "run-to-run variation, which is unknown"
	case [2]bool{true, false}:
		return "run-to-run variation of B, which is unknown because it has one run"
	case [2]bool{false, true}:
		return "run-to-run variation of A, which is unknown because it has one run"
	}
	return "runs under other conditions than these"
}

func compareStatistics(r *compare.Comparison) results.Statistics {
	test := "exchange of whole scenarios between the runs, all 2^(units-1) ways"
	switch {
	case r.Unit == "task":
		test = "sign-flip of the tasks' differences"
	case r.Units > stats.ExactClusters:
		test = "exchange of whole scenarios between the runs, drawn at random"
	}
	return results.Statistics{Estimator: "inversion of the test over " + r.Unit + "s", Test: test, Seed: r.Seed,
		Draws:    r.Draws,
		Clusters: r.Units, Unit: r.Unit, Level: stats.Level, Tasks: r.Common,
		Excludes: excludes(r)}
}

func compareMetrics(list []compare.Metric) map[string]CompareMetric {
	out := map[string]CompareMetric{}
	for _, m := range list {
		out[m.Key] = CompareMetric{A: m.A, B: m.B, Diff: m.Diff, CI: ends(m.CI), P: m.P, SE: m.SE, N: m.N, Exact: m.Exact, LowerIsBetter: m.Lower}
	}
	return out
}

// compareGroups are the groups of a cut; f may be nil.
func compareGroups(f *compare.Family) []CompareGroup {
	out := []CompareGroup{}
	if f == nil {
		return out
	}
	for _, g := range f.Groups {
		t := g.Table
		out = append(out, CompareGroup{ID: g.ID, N: g.N(), Both: t.Both, OnlyA: t.OnlyA, OnlyB: t.OnlyB, Neither: t.Neither, A: g.A, B: g.B,
			Diff: g.Diff, AdjustedTest: report.AdjustedTest{CI: ends(g.CI), P: g.P, PHolm: g.Holm}})
	}
	return out
}

// ends are the two ends of an interval; nil without one.
func ends(ci *stats.Interval) *[2]float64 {
	if ci == nil {
		return nil
	}
	return &[2]float64{ci.Lo, ci.Hi}
}
