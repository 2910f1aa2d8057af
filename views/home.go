package views

import (
	"github.com/clawatlas/clawatlas/results"
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
	Benchmark   results.Benchmark
	Size        results.BenchmarkSize
	Board       results.Board
	Leaders     []results.BoardRow
	LeadersNote string
}

// name is the model's name for people.
func name(names map[string]string, id string) string {
	if n := names[id]; n != "" {
		return n
	}
	return id
}

// systemLabel names a system in one line.
func systemLabel(modelName string, s results.System) string {
	label := modelName
	if s.Framework != "" {
		label += " · " + s.Framework
	}
	if s.Variant != "" {
		label += " · " + s.Variant
	}
	return label
}
