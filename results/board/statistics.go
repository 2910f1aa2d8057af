package board

import (
	"fmt"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/results/stats"
)

// statistics says how the numbers of a board were made.
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
		Estimator: "Student's t on the log odds, standard error by the jackknife over " + spec.Unit + "s; ranks from bootstrap draws that all systems share",
		Test:      test, Family: strings.Join(families, "; "), Comparisons: largest, Alpha: Alpha,
		Seed: stats.Seed, Draws: stats.Draws, Clusters: clusters, Unit: spec.Unit,
		Level: stats.Level, Tasks: tasksOf(in, groups, headline), Systems: systems,
		Excludes: excludes(groups, headline),
	}
}

// excludes says of which systems the interval does not cover another sweep.
func excludes(groups [][]*entry, headline string) string {
	one, all := 0, 0
	for _, g := range groups {
		for _, e := range population(g, headline) {
			all++
			if e.row.Sweeps == nil {
				one++
			}
		}
	}
	switch {
	case one == all:
		return "the spread between sweeps of one system, which is unknown because each has one sweep"
	case one == 0:
		return "sweeps under other conditions than those that were run"
	}
	return fmt.Sprintf("the spread between sweeps of the %d of %d systems with one sweep, which is unknown", one, all)
}

// tasksOf is how many tasks the numbers of the population are over. Of a benchmark that
// nobody has described, others may be known than the ranked runs have.
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

// familyOf names the comparisons among which a group's p-values are adjusted.
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
