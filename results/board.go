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
	Estimator string  `json:"estimator"`
	Test      string  `json:"test"`
	Seed      uint64  `json:"seed"`
	Draws     int     `json:"draws"`
	Clusters  int     `json:"clusters"`
	Unit      string  `json:"unit"` // what is resampled: scenario or task
	Level     float64 `json:"level"`
	Tasks     int     `json:"tasks"`
	Excludes  string  `json:"excludes"` // what the interval does not cover
}

// BoardRow is one system on a board: its newest complete run with records, or
// figures alone.
type BoardRow struct {
	// Rank is its place within its group; nil if the run is incomplete or has no
	// headline under this convention, as printed figures of another one have not.
	Rank         *int                   `json:"rank"`
	RankInterval *[2]int                `json:"rank_interval"`
	PFirst       *float64               `json:"p_first"`
	TieClass     *int                   `json:"tie_class"`
	Run          *string                `json:"run"` // slug; nil for a row of figures alone
	System       System                 `json:"system"`
	Name         string                 `json:"name"` // the model's name for people
	Group        string                 `json:"group"`
	Evidence     Evidence               `json:"evidence"`
	Complete     bool                   `json:"complete"`
	Scripted     bool                   `json:"scripted"`
	Counts       *Counts                `json:"counts"`
	Metrics      map[string]MetricValue `json:"metrics"`
	Published    []PublishedValue       `json:"published"`
	OtherRuns    []string               `json:"other_runs,omitempty"` // older or incomplete runs of the same system
	Objections   []Objection            `json:"objections,omitempty"` // why the run is not ranked
}

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
