package results

// ScoredRun is a run with the outcomes of its trials, without traces and
// details: what scoring and comparing need.
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
	// Without names the tasks that the board leaves out: none, or WithoutDoubtful.
	Without string `json:"without"`
	// Doubtful lists the tasks that no answer can pass, whether or not they are left out.
	Doubtful []DoubtfulTask `json:"doubtful"`
	Rows     []BoardRow     `json:"-"`
}

// WithoutDoubtful names the board without the tasks that no answer can pass.
const WithoutDoubtful = "doubtful"

// DoubtfulTask is a task that no answer can pass, with the reason why.
type DoubtfulTask struct {
	Scenario string `json:"scenario"`
	Task     string `json:"task"`
	Reason   string `json:"reason"`
}

// Statistics says how the intervals, ranks and classes of a board were made.
type Statistics struct {
	Estimator string `json:"estimator"`
	Test      string `json:"test"`
	// Family names the comparisons that are adjusted together, Comparisons is how
	// many those are in the largest group, and Alpha the level that an adjusted p
	// has to stay below.
	Family      string  `json:"family"`
	Comparisons int     `json:"comparisons"`
	Alpha       float64 `json:"alpha"`
	Seed        uint64  `json:"seed"`
	Draws       int     `json:"draws"`
	Clusters    int     `json:"clusters"`
	Unit        string  `json:"unit"` // what is resampled: scenario or task
	Level       float64 `json:"level"`
	Tasks       int     `json:"tasks"`
	Systems     int     `json:"systems"`  // that are ranked, in all groups
	Excludes    string  `json:"excludes"` // what the interval does not cover
}

// BoardRow is one system on a board: its newest complete run with records, or
// figures alone.
type BoardRow struct {
	// Rank is its place among the ranked systems of its group: those whose run is
	// complete, with nothing speaking against it. Nil for all others, printed
	// figures among them; rank interval, P(first) and class are about the same ones.
	Rank         *int                   `json:"rank"`
	RankInterval *[2]int                `json:"rank_interval"`
	PFirst       *float64               `json:"p_first"`
	TieClass     *int                   `json:"tie_class"` // see LeadersClass
	Run          *string                `json:"run"`       // slug; nil for a row of figures alone
	System       System                 `json:"system"`
	Name         string                 `json:"name"` // the model's name for people
	Group        string                 `json:"group"`
	GroupKind    GroupKind              `json:"group_kind"`
	Evidence     Evidence               `json:"evidence"`
	Complete     bool                   `json:"complete"`
	Scripted     bool                   `json:"scripted"`
	Counts       *Counts                `json:"counts"`
	Metrics      map[string]MetricValue `json:"metrics"`
	Published    []PublishedValue       `json:"published"`
	OtherRuns    []string               `json:"other_runs,omitempty"` // older or incomplete runs of the same system
	Objections   []Objection            `json:"objections,omitempty"` // why the run is not ranked
}

// The tie classes. The first holds the leader of a group and all systems that
// the test cannot tell from it, the second those that it tells from the leader,
// which says nothing of differences among them.
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

// MetricValue is a number with its interval; CI is nil without records. Bounds
// stand in the place of a value for an incomplete run: with every task that has
// no verdict failed, and passed.
type MetricValue struct {
	Value  *float64    `json:"value"`
	CI     *[2]float64 `json:"ci"`
	Bounds *[2]float64 `json:"bounds,omitempty"`
}

// Verdicts on a published figure.
const (
	VerdictMatches      = "matches"
	VerdictDiffers      = "differs"
	VerdictUnrecomputed = "cannot be recomputed"
)

// PublishedValue is a figure beside the value recomputed from records.
type PublishedValue struct {
	Source     string   `json:"source"`
	Table      string   `json:"table"`
	Metric     string   `json:"metric"`
	Scope      string   `json:"scope,omitempty"`
	Value      *float64 `json:"value"`
	Digits     int      `json:"digits"`
	Unit       string   `json:"unit"`
	Recomputed *float64 `json:"recomputed"`
	// Convention is the one under which Recomputed matches, or else the board's.
	Convention string   `json:"convention"`
	Verdict    string   `json:"verdict"`
	Difference *float64 `json:"difference"` // Value - Recomputed
}
