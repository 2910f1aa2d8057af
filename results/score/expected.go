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

// Expected returns the tasks that a run with these facts and trials is held against, with
// the labels of OwnLabels.
//
// A benchmark that people have described, or of which a dataset was read, has all its
// tasks listed, and a run is expected to hold them all. Of any other benchmark runs alone
// tell, and one may have been over other tasks than the next: a run is expected to hold
// what it has trials of, attempts that were planned and never made among them, and as many
// tasks as its records say that there are (results.FactDatasetTasks). The rest of those
// are the tasks that other runs have named, where these are not more; else they are tasks
// whose name is no address, in the scenario of the run where it has only one.
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

// ToldByRuns reports whether runs alone tell which tasks a benchmark has, see Expected.
func ToldByRuns(b *results.Benchmark) bool {
	return !b.Described() && b.Scoring == results.ScoringReward
}

// nameless begins what Expected calls a task of which only the number is known: no task
// has such an address.
const nameless = "?"

// Nameless reports whether only the number of such tasks is known.
func Nameless(t results.Task) bool { return strings.HasPrefix(t.Slug, nameless) }

// maxStated bounds how many tasks a record can say that there are: half a kilobyte each
// is made of the word of one record.
const maxStated = 100_000

// TaskSet stands for the tasks that a run of a benchmark has trials of, which nobody has
// described: their number and a digest of their names, see results.FactTaskSet. It is
// empty for one that is described, whose runs are all over the same tasks.
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
