package board

import (
	"fmt"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/results/stats"
)

func statistics(in Input, spec score.Spec, clusters int, groups [][]*entry, headline string) results.Statistics {
	test := "exact exchange of scenarios between the two systems (Monte Carlo beyond 20)"
	if spec.Unit == "task" {
		test = "sign-flip of the tasks' differences (Monte Carlo, seeded)"
	}
	systems, largest := 0, 0
	var families []string
	for _, g := range groups {
		n := len(population(g, headline))
		systems += n
		if n < 2 {
			continue
		}
		largest = max(largest, n-1)
		families = append(families, familyOf(n, g[0].row.Group))
	}
	return results.Statistics{
		Estimator: "Student's t on the log odds, variances of " + spec.Unit +
			"s (jackknife) and of runs (pooled over systems) with Satterthwaite's degrees of " +
			"freedom; ranks from bootstrap draws that all systems share",
		Test: test, Family: strings.Join(families, "; "), Comparisons: largest, Alpha: Alpha,
		Seed: stats.Seed, Draws: stats.RankDraws, Clusters: clusters, Unit: spec.Unit,
		Level: stats.Level, Tasks: tasksOf(in, groups, headline), Systems: systems,
		Excludes: excludes(groups, headline),
	}
}

// excludes describes the variation that the intervals do not cover.
func excludes(groups [][]*entry, headline string) string {
	open, all := 0, 0
	for _, g := range groups {
		for _, e := range population(g, headline) {
			all++
			if !e.row.Metrics[headline].Runs.Covers() {
				open++
			}
		}
	}
	switch {
	case open == all:
		return "run-to-run variation, which is unknown because each system has one run"
	case open == 0:
		return "runs under other conditions than these"
	}
	return fmt.Sprintf("run-to-run variation of the %d of %d systems with one run, of which these few repeated runs say too little", open, all)
}

// tasksOf returns the number of tasks that the scores of the ranked systems cover. For a benchmark
// without a description this may be fewer than the known tasks.
func tasksOf(in Input, groups [][]*entry, headline string) int {
	if in.Benchmark.Described() {
		return len(in.Tasks)
	}
	for _, g := range groups {
		for _, e := range population(g, headline) {
			if n := results.TaskSetSize(e.run.Facts[results.FactTaskSet]); n > 0 {
				return n
			}
		}
	}
	return len(in.Tasks)
}

// familyOf describes the comparisons that are adjusted together in a group.
func familyOf(n int, group string) string {
	text := fmt.Sprintf("each of %d systems against the leader, adjusted by Holm", n-1)
	if n == 2 {
		text = "the other system against the leader, one comparison"
	}
	if group == "" {
		return text
	}
	return text + " (" + group + ")"
}
