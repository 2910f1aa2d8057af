package results

// ScoredRun is a run with its trials, but without traces and trial details.
type ScoredRun struct {
	Run
	Trials []Trial
}

// Board is the leaderboard of one benchmark under one convention.
type Board struct {
	Benchmark  string     `json:"benchmark"`
	Convention string     `json:"convention"`
	Headline   string     `json:"headline"`
	Keys       []string   `json:"keys"`
	Statistics Statistics `json:"statistics"`
	// Without is the set of excluded tasks: "" (none) or WithoutImpossible.
	Without string `json:"without"`
	// Impossible lists the tasks with a faulty check, even if they are not excluded.
	Impossible []ImpossibleTask `json:"doubtful"`
	Rows       []BoardRow       `json:"-"`
}

// WithoutImpossible selects the leaderboard without tasks whose check is faulty.
const WithoutImpossible = "doubtful"

// ImpossibleTask is a task with a faulty check, which no answer can pass.
type ImpossibleTask struct {
	Scenario string `json:"scenario"` // slug of the scenario
	Task     string `json:"task"`     // slug of the task
	Reason   string `json:"reason"`   // reason for display
}

// Statistics describes how a leaderboard's intervals, ranks and tie classes were computed.
type Statistics struct {
	Estimator   string  `json:"estimator"`   // method of the intervals
	Test        string  `json:"test"`        // test between two systems
	Family      string  `json:"family"`      // description of the comparisons that are adjusted together
	Comparisons int     `json:"comparisons"` // number of comparisons adjusted together, in the largest group
	Alpha       float64 `json:"alpha"`       // significance level for adjusted p-values
	Seed        uint64  `json:"seed"`        // seed of the random generator
	Draws       int     `json:"draws"`       // number of bootstrap samples
	Clusters    int     `json:"clusters"`    // number of resampling units
	Unit        string  `json:"unit"`        // resampling unit: "scenario" or "task"
	Level       float64 `json:"level"`       // coverage of the intervals, 0 to 1
	Tasks       int     `json:"tasks"`       // number of tasks that each score covers
	Systems     int     `json:"systems"`     // number of ranked systems, in all groups
	Excludes    string  `json:"excludes"`    // sources of variation that the interval does not cover
}

// BoardRow is a system on a leaderboard. The newest of its complete runs represents it; a system
// without runs has only reported results.
type BoardRow struct {
	// Rank is the position among the ranked systems of the group; nil if not ranked. Rank interval,
	// P(first) and tie class are computed over the same systems.
	Rank         *int                   `json:"rank"`
	RankInterval *[2]int                `json:"rank_interval"` // central 95 % of the system's ranks in the bootstrap samples; nil if the system is not ranked or has no competitor in its group
	PFirst       *float64               `json:"p_first"`       // share of bootstrap samples in which the system is first in its group, with ties split, 0 to 1; nil if RankInterval is nil
	TieClass     *int                   `json:"tie_class"`     // 1 for the leader and all systems not significantly behind it, 2 for systems significantly behind the leader; nil if not ranked
	PLeader      *float64               `json:"p_leader"`      // Holm-adjusted p-value of the paired test against the leader; nil for the leader and for unranked systems
	Run          *string                `json:"run"`           // slug of the system's newest run, which represents it; nil for a row with only reported results
	System       System                 `json:"system"`
	Name         string                 `json:"name"`                 // display name of the model
	Group        string                 `json:"group"`                // name of the group of comparable rows
	GroupKind    GroupKind              `json:"group_kind"`           // reason why the rows are comparable, see GroupKind
	Evidence     Evidence               `json:"evidence"`             // kind of records that the row is based on
	Complete     bool                   `json:"complete"`             // set if every expected trial has a score
	Scripted     bool                   `json:"scripted"`             // set if the agent is a script instead of a model
	Counts       *Counts                `json:"counts"`               // number of trials by outcome, over all repeats; nil for a row with only reported results
	Metrics      map[string]MetricValue `json:"metrics"`              // means over the repeats by metric key, in the metric's unit
	Sweeps       *Sweeps                `json:"sweeps,omitempty"`     // scores of the system's repeats (complete passes over all tasks); nil if there is only one
	Published    []PublishedValue       `json:"published"`            // reported results for the system
	OtherRuns    []string               `json:"other_runs,omitempty"` // slugs of the system's remaining runs: further repeats, and runs that are not counted
	Exclusions   []Exclusion            `json:"objections,omitempty"` // reasons why the run is not ranked; absent if it may be ranked
}

// Tie classes. Class 1 contains the leader of a group and all systems that are not significantly
// behind it; class 2 contains all others. Systems in class 2 may still differ significantly from
// each other.
const (
	LeadersClass = 1
	BehindClass  = 2
)

// GroupKind is the reason why the rows of a group are comparable.
type GroupKind string

// Kinds of groups.
const (
	GroupAll       GroupKind = ""                // all systems of the benchmark are comparable
	GroupFramework GroupKind = "framework"       // systems in the same harness
	GroupNative    GroupKind = "provider_native" // systems that run each model in its provider's own agent
	GroupRevision  GroupKind = "revision"        // runs on a different revision of the dataset
)

// MetricValue is a number with its interval. An incomplete run has bounds instead of a value.
type MetricValue struct {
	Value  *float64    `json:"value"`                // value in the metric's unit, 0 to 1 for scores; nil if it cannot be computed
	CI     *[2]float64 `json:"ci"`                   // 95 % confidence interval, in the unit of Value; nil if there are no records
	Runs   *RunEffect  `json:"run_effect,omitempty"` // run-to-run variation included in the interval; absent if no system on the leaderboard has several runs
	Bounds *[2]float64 `json:"bounds,omitempty"`     // lowest and highest possible value of an incomplete run: all tasks without a verdict failed, or all passed
	Own    *float64    `json:"own,omitempty"`        // mean over the existing trials of an incomplete run, shown next to Bounds for rewards
}

// Verdicts on a reported result.
const (
	VerdictMatches      = "matches"
	VerdictDiffers      = "differs"
	VerdictUnrecomputed = "cannot be recomputed"
)

// PublishedValue is a reported result next to the recomputed value.
type PublishedValue struct {
	Source     string   `json:"source"`          // id of the source
	Table      string   `json:"table"`           // table or figure in the source, such as "Table 3" or "Figure 4"
	Metric     string   `json:"metric"`          // key of the metric
	Scope      string   `json:"scope,omitempty"` // subset of the tasks, such as "difficulty:easy"; empty for the whole benchmark
	Value      *float64 `json:"value"`           // reported value, 0 to 1 for scores, otherwise in Unit; nil if not reported
	Digits     int      `json:"digits"`          // number of decimal places reported, in Unit
	Unit       string   `json:"unit"`            // unit: percent, fraction, seconds, hours, usd, count or millions
	Recomputed *float64 `json:"recomputed"`      // value computed from records, in the unit of Value; nil if it cannot be computed
	// Convention is the convention under which Recomputed matches the reported value; if there is
	// no match, the leaderboard's convention.
	Convention string   `json:"convention"`
	Verdict    string   `json:"verdict" enum:"matches,differs,cannot be recomputed"` // result of comparing Value with Recomputed after rounding
	Difference *float64 `json:"difference"`                                          // Value minus Recomputed; nil if either is unknown
}
