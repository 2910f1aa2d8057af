package score

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/clawatlas/clawatlas/results"
)

// Expected returns the tasks that a run with the given facts and trials should cover, with the
// difficulty labels of OwnLabels.
//
// If the benchmark has a description or an imported dataset, its task list is complete and a run
// should cover all of it. Otherwise tasks are known only from runs, and two runs may have used
// different tasks. A run should then cover the tasks of its trials, including planned attempts that
// were never made. If its records state a larger number of tasks (results.FactDatasetTasks), it
// should cover that many: all known tasks, unless they are more than that, and nameless
// placeholders for the rest. Placeholders belong to the run's scenario if it has only one.
func Expected(b *results.Benchmark, tasks []results.Task, facts map[string]string, trials []results.Trial) []results.Task {
	if !ToldByRuns(b) {
		return OwnLabels(tasks, facts)
	}
	own := Recorded(tasks, trials)
	stated, err := strconv.Atoi(facts[results.FactDatasetTasks])
	if err != nil || stated <= len(own) {
		return OwnLabels(own, facts)
	}
	if len(tasks) <= stated {
		own = slices.Clone(tasks)
	}
	scenario := ""
	if len(own) > 0 && !slices.ContainsFunc(own, func(t results.Task) bool { return t.Scenario != own[0].Scenario }) {
		scenario = own[0].Scenario
	}
	for n := len(own) + 1; n <= min(stated, maxStated); n++ {
		own = append(own, results.Task{Scenario: scenario, Slug: fmt.Sprintf("%s%d", nameless, n), Kind: results.KindReward})
	}
	return OwnLabels(own, facts)
}

// ToldByRuns reports whether the tasks of a benchmark are known only from runs, see Expected.
func ToldByRuns(b *results.Benchmark) bool {
	return !b.Described() && b.Scoring == results.ScoringReward
}

// nameless is the slug prefix of placeholders for tasks without a known name. No real task slug
// contains it.
const nameless = "?"

// Nameless reports whether a task is a placeholder for a task without a known name.
func Nameless(t results.Task) bool { return strings.HasPrefix(t.Slug, nameless) }

// maxStated limits the number of tasks that a record can state, because Expected allocates half a
// kilobyte for each.
const maxStated = 100_000

// TaskSet identifies the tasks of a run's trials by their number and a digest of their names, see
// results.FactTaskSet. It returns "" for a benchmark with a description, because all runs have the
// same tasks.
func TaskSet(b *results.Benchmark, tasks []results.Task, trials []results.Trial) string {
	if !ToldByRuns(b) {
		return ""
	}
	var names []string
	for _, t := range Recorded(tasks, trials) {
		names = append(names, t.Name().String())
	}
	slices.Sort(names)
	h := sha256.New()
	for _, name := range names {
		fmt.Fprintln(h, name)
	}
	return fmt.Sprintf("%d %s", len(names), hex.EncodeToString(h.Sum(nil)[:6]))
}
