package report

import (
	"slices"

	"github.com/clawatlas/clawatlas/results"
)

// ExpenseAxes are what the score can be held against, in the order of preference.
func ExpenseAxes() []ExpenseAxis {
	return []ExpenseAxis{
		{"cost", "Cost", "USD", 2},
		{"time", "Time", "seconds", 1},
		{"tokens", "Tokens", "thousands", 1},
		{"tool_calls", "Tool calls", "", 1},
	}
}

// ExpenseAxis is one kind of expense, always counted per task.
type ExpenseAxis struct {
	Key, Label, Unit string
	Digits           int
}

// EfficiencyRow is one system, either from its run or from published figures.
type EfficiencyRow struct {
	Run      *string            `json:"run"`              // slug; nil for a figure alone
	System   results.System     `json:"system"`           // what was run
	Name     string             `json:"name"`             // of the system
	Group    string             `json:"group"`            // of comparable systems
	Evidence results.Evidence   `json:"evidence"`         // what the score rests on
	Source   string             `json:"source,omitempty"` // where the source of a figure prints it
	Complete bool               `json:"complete"`         // every expected trial is scored; true for a figure
	Ranked   bool               `json:"ranked"`           // false for a figure alone
	Score    *float64           `json:"score"`            // 0 to 1; nil if there is none
	CI       *[2]float64        `json:"ci"`               // 95 % interval of the score, as on the leaderboard; null for a figure and an incomplete run
	Expense  map[string]Expense `json:"expense"`          // by axis
	Frontier bool               `json:"frontier"`         // no other drawn system takes less with at least the same score, or as much with a better one
	BeatenBy []string           `json:"beaten_by"`        // runs of drawn systems that take no more per task and are separably better, the best first
	URL      string             `json:"url"`              // of the run's page, or of the model's figures
}

// Expense is one expense of one system.
type Expense struct {
	PerTask *float64 `json:"per_task"` // in the unit of the axis: US dollars, seconds, thousands of tokens or calls; nil if nothing records it
	Basis   string   `json:"basis"`    // what was divided by what; empty if nothing records it
}

// Plotted reports whether the row is a point of the chart. The score of an
// incomplete run is over other tasks than those of the rest, and a run that
// something speaks against is compared with none.
func (r EfficiencyRow) Plotted(x string) bool {
	return r.Complete && (r.Ranked || r.Run == nil) && r.Score != nil && r.Expense[x].PerTask != nil
}

// AnyProvider is a system without its provider, which tells no rows of a board apart.
func AnyProvider(s results.System) results.System {
	s.Provider = ""
	return s
}

func (r EfficiencyRow) Recorded() bool {
	return slices.ContainsFunc(ExpenseAxes(), func(a ExpenseAxis) bool { return r.Expense[a.Key].PerTask != nil })
}
