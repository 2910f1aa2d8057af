package results

// ScoredRun is a run with its trials, without traces and details.
type ScoredRun struct {
	Run
	Trials []Trial
}

// Board is one benchmark's leaderboard under one convention.
type Board struct {
	Benchmark  string     `json:"benchmark"`
	Convention string     `json:"convention"`
	Headline   string     `json:"headline"`
	Keys       []string   `json:"keys"`
	Statistics Statistics `json:"statistics"`
	// Without names the excluded tasks: none, or WithoutImpossible.
	Without string `json:"without"`
	// Impossible lists the faulty tasks, excluded or not.
	Impossible []ImpossibleTask `json:"doubtful"`
	Rows       []BoardRow       `json:"-"`
}

// WithoutImpossible names the board without faulty tasks.
const WithoutImpossible = "doubtful"

// ImpossibleTask is a task that no answer can pass.
type ImpossibleTask struct {
	Scenario string `json:"scenario"` // slug
	Task     string `json:"task"`     // slug
	Reason   string `json:"reason"`   // why, in words
}

// Statistics describes how a board's intervals, ranks and classes were computed.
type Statistics struct {
	Estimator   string  `json:"estimator"`   // how the intervals were made
	Test        string  `json:"test"`        // how two systems are told apart
	Family      string  `json:"family"`      // the comparisons that are adjusted together
	Comparisons int     `json:"comparisons"` // that are adjusted together, in the largest group
	Alpha       float64 `json:"alpha"`       // level that an adjusted p has to stay below
	Seed        uint64  `json:"seed"`        // of the generator
	Draws       int     `json:"draws"`       // of the bootstrap
	Clusters    int     `json:"clusters"`    // units that are resampled
	Unit        string  `json:"unit"`        // what is resampled: scenario or task
	Level       float64 `json:"level"`       // coverage of the intervals, 0 to 1
	Tasks       int     `json:"tasks"`       // that scores are over
	Systems     int     `json:"systems"`     // that are ranked, in all groups
	Excludes    string  `json:"excludes"`    // what the interval does not cover
}

// BoardRow is a system on a board: its complete runs, represented by the newest, or reported
// results alone.
type BoardRow struct {
	// Rank is its position among the ranked systems of its group, nil if not ranked. Rank interval,
	// P(first) and class are over the same systems.
	Rank         *int                   `json:"rank"`
	RankInterval *[2]int                `json:"rank_interval"`        // ranks that the central 95 % of the bootstrap draws give; nil if it is not ranked or alone in its group
	PFirst       *float64               `json:"p_first"`              // share of the bootstrap draws in which it is first of its group, a shared first place split, 0 to 1; nil as the interval
	TieClass     *int                   `json:"tie_class"`            // 1: the leader of the group and all that the test cannot tell from it; 2: separably behind the leader, which says nothing of differences among those; nil if not ranked
	PLeader      *float64               `json:"p_leader"`             // p of the paired test against the leader, adjusted by Holm for all comparisons with it; nil for the leader and if not ranked
	Run          *string                `json:"run"`                  // slug of the run that stands for the system, its newest sweep; nil for a row of figures alone
	System       System                 `json:"system"`               // what was run
	Name         string                 `json:"name"`                 // the model's name for people
	Group        string                 `json:"group"`                // name of the rows that may be compared with each other
	GroupKind    GroupKind              `json:"group_kind"`           // why they may: all systems of the benchmark (empty), one framework, each model in its own provider's agent, or another revision of the dataset
	Evidence     Evidence               `json:"evidence"`             // what the row rests on
	Complete     bool                   `json:"complete"`             // every expected trial is scored
	Scripted     bool                   `json:"scripted"`             // a script stands in the place of a model
	Counts       *Counts                `json:"counts"`               // trials by outcome, of all sweeps; nil for a row of figures alone
	Metrics      map[string]MetricValue `json:"metrics"`              // by key, in the metric's unit; means over the sweeps
	Sweeps       *Sweeps                `json:"sweeps,omitempty"`     // complete passes over all tasks that the numbers are over; absent for one
	Published    []PublishedValue       `json:"published"`            // figures printed for the system
	OtherRuns    []string               `json:"other_runs,omitempty"` // other runs of the same system: further sweeps, and those that are in no number
	Exclusions   []Exclusion            `json:"objections,omitempty"` // why the run is not ranked; absent if nothing speaks against it
}

// Tie classes: the leader of a group with all systems not significantly behind it, and those
// significantly behind it. The class says nothing about differences among the latter.
const (
	LeadersClass = 1
	BehindClass  = 2
)

// GroupKind says why the rows of a group may be compared with each other.
type GroupKind string

// The kinds of groups.
const (
	GroupAll       GroupKind = ""                // all systems of the benchmark
	GroupFramework GroupKind = "framework"       // those that ran in one framework
	GroupNative    GroupKind = "provider_native" // each model in its own provider's agent
	GroupRevision  GroupKind = "revision"        // runs of another revision of the dataset
)

// MetricValue is a number with its interval; CI is nil without records. An incomplete run has
// bounds in place of a value.
type MetricValue struct {
	Value  *float64    `json:"value"`                // in the metric's unit, 0 to 1 for scores; nil if it cannot be computed
	CI     *[2]float64 `json:"ci"`                   // 95 % interval, in the same unit; nil without records
	Runs   *RunEffect  `json:"run_effect,omitempty"` // how far runs differ as wholes, which the interval covers; absent where no system of the board has several
	Bounds *[2]float64 `json:"bounds,omitempty"`     // least and most possible value of an incomplete run: with every task that has no verdict failed, and passed
	Own    *float64    `json:"own,omitempty"`        // beside bounds of rewards: the run's own mean, over the trials that it has
}

// Verdicts on a reported result.
const (
	VerdictMatches      = "matches"
	VerdictDiffers      = "differs"
	VerdictUnrecomputed = "cannot be recomputed"
)

// PublishedValue is a reported result beside the recomputed value.
type PublishedValue struct {
	Source     string   `json:"source"`          // id of its source
	Table      string   `json:"table"`           // "Table 3", "Figure 4" ...
	Metric     string   `json:"metric"`          // key
	Scope      string   `json:"scope,omitempty"` // what it is narrowed to, as "difficulty:easy"; empty: the whole benchmark
	Value      *float64 `json:"value"`           // 0 to 1 for scores, else in the unit; nil: not published
	Digits     int      `json:"digits"`          // printed after the point, in the unit
	Unit       string   `json:"unit"`            // percent, fraction, seconds, hours, usd, count, millions
	Recomputed *float64 `json:"recomputed"`      // from records, in the unit of value; nil if it cannot be
	// Convention under which Recomputed matches, or else the board's.
	Convention string   `json:"convention"`
	Verdict    string   `json:"verdict" enum:"matches,differs,cannot be recomputed"` // whether recomputed rounds to what was printed
	Difference *float64 `json:"difference"`                                          // value minus recomputed
}
