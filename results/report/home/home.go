package home

import "github.com/clawatlas/clawatlas/results"

// About says what the site is made of.
type About struct {
	Benchmarks []BenchmarkSource  `json:"benchmarks"` // all of the database
	Evidence   []results.Evidence `json:"evidence"`   // kinds of evidence, the strongest first
	Version    string             `json:"version"`    // of the program
}

// BenchmarkSource says where a benchmark comes from.
type BenchmarkSource struct {
	Benchmark  string `json:"benchmark"`  // id of the benchmark
	Paper      string `json:"paper"`      // address or title of its paper; empty if not recorded
	Repository string `json:"repository"` // address of its dataset; empty if not recorded
	Licence    string `json:"licence"`    // of its dataset; empty if not recorded

	Name string `json:"-"` // for people
}

// NewAbout is made of all benchmarks.
func NewAbout(version string, benchmarks []results.Benchmark) *About {
	a := &About{Benchmarks: []BenchmarkSource{}, Evidence: []results.Evidence{results.Recomputed, results.Records,
		results.Published}, Version: version}
	for _, b := range benchmarks {
		a.Benchmarks = append(a.Benchmarks, BenchmarkSource{b.ID, b.Paper, b.Repository, b.Licence, b.Name})
	}
	return a
}
