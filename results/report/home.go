package report

import (
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/views/link"
)

// Home is what the home page shows.
type Home struct {
	Benchmarks []HomeBenchmark
	Runs       []results.Run // newest first
	RunsTotal  int
	Names      map[string]string // of models, by id
}

// HomeBenchmark is one benchmark with its default board.
type HomeBenchmark struct {
	Benchmark results.Benchmark
	Size      results.BenchmarkSize
	Board     results.Board
}

// BenchmarkRow is a benchmark of the list.
type BenchmarkRow struct {
	ID             string `json:"id"`              // slug
	Name           string `json:"name"`            // for people
	Version        string `json:"version"`         // of the dataset
	Scenarios      int    `json:"scenarios"`       // of the dataset; 0 if it is not in the database
	Tasks          int    `json:"tasks"`           // of the dataset; 0 if it is not in the database
	Runs           int    `json:"runs"`            // in the database
	HeadlineMetric string `json:"headline_metric"` // key of the metric that ranks
	Scripted       bool   `json:"scripted"`        // its runs are of scripted agents
	URL            string `json:"url"`             // of its leaderboard
}

// NewBenchmarkRow is a benchmark with its size.
func NewBenchmarkRow(b results.Benchmark, n results.BenchmarkSize) BenchmarkRow {
	return BenchmarkRow{ID: b.ID, Name: b.Name, Version: b.Version, Scenarios: n.Scenarios, Tasks: n.Tasks, Runs: n.Runs,
		HeadlineMetric: b.Headline, Scripted: b.Scripted, URL: link.Benchmark(b.ID)}
}

// Benchmarks is the list of benchmarks, in the order of the site.
type Benchmarks struct {
	Benchmarks []BenchmarkRow `json:"benchmarks"` // of this answer
	Limit      int            `json:"limit"`      // most benchmarks in one answer
	Offset     int            `json:"offset"`     // benchmarks before the first of this answer
	Total      int            `json:"total"`      // benchmarks of the database
}
