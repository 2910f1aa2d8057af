package findings

import (
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/board"
)

// Doubt is the tasks of a benchmark that no answer can pass.
type Doubt struct {
	Tasks   []results.DoubtfulTask // with the reason of each
	Of      int                    // tasks of the benchmark
	Metric  string                 // key of the headline
	Systems []DoubtSystem          // ranked ones, in the board's order
}

// DoubtSystem is what the tasks cost one ranked system.
type DoubtSystem struct {
	Row     results.BoardRow
	Without results.MetricValue // its headline without them
}

// doubt holds while the board lists such a task; item.Impossible is the rule.
func doubt(in Input) *Doubt {
	if len(in.Board.Doubtful) == 0 || in.Board.Statistics.Tasks == 0 {
		return nil
	}
	d := &Doubt{Tasks: in.Board.Doubtful, Of: in.Board.Statistics.Tasks, Metric: in.Board.Headline}
	without := map[string]results.MetricValue{}
	for _, r := range in.Without.Rows {
		if r.Run != nil {
			without[*r.Run] = r.Metrics[d.Metric]
		}
	}
	for _, r := range board.Population(in.Board) {
		d.Systems = append(d.Systems, DoubtSystem{Row: r, Without: without[*r.Run]})
	}
	return d
}
