package views

import (
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views/ui"
)

// Home is the home page.
type Home struct {
	Meta       ui.Meta
	Benchmarks []BenchmarkCard
	Runs       []results.Run // newest first
	RunsTotal  int
	Names      map[string]string // model names by id
}

// BenchmarkCard sums up one benchmark.
type BenchmarkCard struct {
	Benchmark results.Benchmark
	Size      results.BenchmarkSize
	Headline  MetricInfo
	Leaders   []HomeLeader // systems with records that share the first place
	Printed   *HomeLeader  // the best printed figure, where it stands above them or alone
	Verdict   string       // whether the lead is real
}

// HomeLeader is a system at the top of a board.
type HomeLeader struct {
	Name, Href string
	Value      *float64
	CI         *[2]float64
	Evidence   results.Evidence
}

// about is the leader's interval in words.
func (l HomeLeader) about(m MetricInfo) string {
	if l.CI == nil {
		return m.Label + ", a printed figure without an interval"
	}
	return m.Label + ", 95 % interval " + m.Show(&l.CI[0]) + " to " + m.Show(&l.CI[1])
}

// firstWith is the first benchmark with a run, to lead newcomers to; nil
// without one.
func (h Home) firstWith() *BenchmarkCard {
	for i := range h.Benchmarks {
		if h.Benchmarks[i].Size.Runs > 0 {
			return &h.Benchmarks[i]
		}
	}
	return nil
}

// name is the model's name for people.
func name(names map[string]string, id string) string {
	if n := names[id]; n != "" {
		return n
	}
	return id
}

// known is a number of parts of a dataset; none means that the dataset is not
// in the database, not that it is empty.
func known(n int) string {
	if n == 0 {
		return words.NotRecorded
	}
	return words.Count(n)
}

// by names the metric of the numbers beside the leaders.
func (b BenchmarkCard) by() string {
	if len(b.Leaders) == 0 && b.Printed == nil {
		return ""
	}
	if b.Headline.Unit == "" {
		return b.Headline.Label + ". "
	}
	return b.Headline.Label + ", " + b.Headline.Unit + ". "
}
