package score

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"github.com/clawatlas/clawatlas/results"
)

// Digest returns a digest of everything except the run itself that determines the run's counts and
// metrics: tasks, scoring, and version of the formulas. A run that was scored under the same digest
// need not be scored again.
func Digest(b *results.Benchmark, tasks []results.Task) string {
	h := sha256.New()
	fmt.Fprintf(h, "%d %s\n", Version, b.Scoring)
	if !b.Described() {
		fmt.Fprintln(h, "each run by its own tasks")
	}
	enc := json.NewEncoder(h)
	for i := range tasks {
		if err := enc.Encode(&tasks[i]); err != nil {
			panic(fmt.Sprintf("score: encode task %s/%s: %v", tasks[i].Scenario, tasks[i].Slug, err)) // tasks contain no NaN, so their encoding cannot fail
		}
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// Key returns the digest for a run with the given facts. It includes the published labels that the
// run uses and the number of tasks that its records state, because both affect its score.
func Key(digest string, facts map[string]string) string {
	labels, tasks := facts[results.FactLabels], facts[results.FactDatasetTasks]
	if labels == "" && tasks == "" {
		return digest
	}
	text := digest + "\n" + labels
	if tasks != "" {
		text += "\n" + tasks + " tasks"
	}
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:16])
}
