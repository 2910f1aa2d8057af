package findings

import (
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/board"
)

// Faulty is the tasks of a benchmark that no answer can pass.
type Faulty struct {
	Tasks   []results.ImpossibleTask // with the reason of each
	Of      int                      // tasks of the benchmark
	Metric  string                   // key of the headline
	Systems []FaultySystem           // ranked ones, in the board's order
}

// FaultySystem is what the tasks cost one ranked system.
type FaultySystem struct {
	Row     results.BoardRow
	Without results.MetricValue // its headline without them
}

// faulty holds while the board lists such a task; item.Impossible is the rule.
func faulty(in Input) *Faulty {
	if len(in.Board.Impossible) == 0 || in.Board.Statistics.Tasks == 0 {
		return nil
	}
	d := &Faulty{Tasks: in.Board.Impossible, Of: in.Board.Statistics.Tasks, Metric: in.Board.Headline}
	without := map[string]results.MetricValue{}
	for _, r := range in.Without.Rows {
		if r.Run != nil {
			without[*r.Run] = r.Metrics[d.Metric]
		}
	}
	for _, r := range board.Population(in.Board) {
		d.Systems = append(d.Systems, FaultySystem{Row: r, Without: without[*r.Run]})
	}
	return d
}
