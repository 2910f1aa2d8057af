package findings

import (
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/board"
)

// Faulty describes the tasks of a benchmark that have checks that no answer can pass.
type Faulty struct {
	Tasks   []results.ImpossibleTask // tasks with their reasons
	Of      int                      // number of tasks in the benchmark
	Metric  string                   // key of the headline metric
	Systems []FaultySystem           // ranked systems in the leaderboard's order
}

// FaultySystem describes how the faulty tasks affect one ranked system.
type FaultySystem struct {
	Row     results.BoardRow
	Without results.MetricValue // headline metric without the faulty tasks
}

// faulty returns a finding if the leaderboard lists tasks with faulty checks, see item.Impossible.
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
