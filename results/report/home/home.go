package home

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/report"
)

// Home is what the home page shows.
type Home struct {
	Papers []HomeBenchmark   // benchmarks of papers, those that rank the most systems first
	Also   []HomeBenchmark   // further ones that ship with the site or show how it works, without boards
	Other  []HomeBenchmark   // what came with records alone: loose and single-task ones, without boards
	Head   *HomeRun          // the newest full run; nil without one
	Runs   []results.Run     // newest runs with verdicts on the first two, or on all where these have none
	Names  map[string]string // of models, by id
	Called map[string]string // names of benchmarks, by id
}

// HomeBenchmark is one benchmark with its default board.
type HomeBenchmark struct {
	Benchmark results.Benchmark
	Size      results.BenchmarkSize
	Board     results.Board
	Leader    *HomeRun // the run that stands first; nil if none is ranked
}

// Complete counts the systems that the board ranks: those with a complete run.
func (h *HomeBenchmark) Complete() int {
	n := 0
	for i := range h.Board.Rows {
		if h.Board.Rows[i].TieClass != nil {
			n++
		}
	}
	return n
}

// OrderPapers puts those boards first that rank the most systems.
func OrderPapers(list []HomeBenchmark) {
	slices.SortStableFunc(list, func(a, b HomeBenchmark) int { return cmp.Compare(b.Complete(), a.Complete()) })
}

// HomeRun is a run with its picture.
type HomeRun struct {
	Run         results.Run
	Benchmark   results.Benchmark
	Fingerprint report.Fingerprint
}

// HomeGroup says where the home page has a benchmark.
type HomeGroup int

// The groups.
const (
	HomePapers HomeGroup = iota
	HomeAlso
	HomeOther
)

// HomeGroupOf puts a benchmark of a paper first, then those that ship with the
// site or show how it works, then what came with records.
func HomeGroupOf(b results.Benchmark) HomeGroup {
	switch {
	case b.Paper != "" && !b.Scripted:
		return HomePapers
	case b.Official || b.Scripted:
		return HomeAlso
	}
	return HomeOther
}

// HomeRuns is how many of the newest runs the home page lists.
const HomeRuns = 5

// Newest merges runs of several benchmarks, the newest first, in the order of the
// list of runs: those whose time is known, then the others by when they came.
// What newer records replace is left out and, where there is any run of a model,
// those of scripted agents.
func Newest(runs []results.Run) []results.Run {
	current := slices.DeleteFunc(slices.Clone(runs), report.Superseded)
	list := slices.DeleteFunc(slices.Clone(current), func(r results.Run) bool { return r.Scripted })
	if len(list) == 0 {
		list = current
	}
	slices.SortStableFunc(list, func(a, b results.Run) int {
		x, y := begun(a), begun(b)
		switch {
		case x != nil && y != nil:
			return cmp.Compare(*y, *x)
		case x != nil:
			return -1
		case y != nil:
			return 1
		}
		return cmp.Compare(b.IngestedAt, a.IngestedAt)
	})
	return list
}

// begun is when a run was made, as far as that is known.
func begun(r results.Run) *int64 {
	if r.StartedAt != nil {
		return r.StartedAt
	}
	return r.FinishedAt
}

// Latest are the runs that came last.
func Latest(runs []results.Run, n int) []results.Run {
	list := slices.Clone(runs)
	slices.SortStableFunc(list, func(a, b results.Run) int { return cmp.Compare(b.IngestedAt, a.IngestedAt) })
	return list[:min(n, len(list))]
}

// HeadRun is the run whose picture heads the home page: of the newest ones the
// first that is ranked and has its traces, of a model rather than of a script.
// Without traces a run with verdicts will do; nil without either.
func HeadRun(newest []results.Run) *results.Run {
	for _, fits := range []func(r *results.Run) bool{
		func(r *results.Run) bool { return !r.Scripted && r.Evidence == results.Recomputed },
		func(r *results.Run) bool { return !r.Scripted },
		func(r *results.Run) bool { return true },
	} {
		for i := range newest {
			if r := &newest[i]; r.Ranked() && fits(r) {
				return r
			}
		}
	}
	return nil
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

// CSV has one row for each benchmark.
func (b *Benchmarks) CSV() (header []string, rows [][]string) {
	header = []string{"benchmark", "name", "version", "scenarios", "tasks", "runs", "headline_metric", "scripted"}
	for _, x := range b.Benchmarks {
		rows = append(rows, []string{x.ID, x.Name, x.Version, strconv.Itoa(x.Scenarios), strconv.Itoa(x.Tasks),
			strconv.Itoa(x.Runs), x.HeadlineMetric, strconv.FormatBool(x.Scripted)})
	}
	return header, rows
}

// CSV has one row for each benchmark.
func (a *About) CSV() (header []string, rows [][]string) {
	header = []string{"benchmark", "name", "paper", "repository", "licence"}
	for _, x := range a.Benchmarks {
		rows = append(rows, []string{x.Benchmark, x.Name, x.Paper, x.Repository, x.Licence})
	}
	return header, rows
}
