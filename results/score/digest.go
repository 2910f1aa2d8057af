package score

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"github.com/clawatlas/clawatlas/results"
)

// Digest stands for what a run's counts and metrics depend on beside the run
// itself: the tasks, how they are scored, and the version of the formulas. Runs
// that were scored under one digest need not be scored under it again.
func Digest(scoring results.Scoring, tasks []results.Task) string {
	h := sha256.New()
	fmt.Fprintf(h, "%d %s\n", Version, scoring)
	enc := json.NewEncoder(h)
	for i := range tasks {
		if err := enc.Encode(&tasks[i]); err != nil {
			panic(fmt.Sprintf("score: encode task %s/%s: %v", tasks[i].Scenario, tasks[i].Slug, err)) // no number of a task is NaN
		}
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// Key is the digest for a run with these facts: one that states difficulty
// labels of its own is scored by those.
func Key(digest string, facts map[string]string) string {
	labels := facts[results.FactLabels]
	if labels == "" {
		return digest
	}
	sum := sha256.Sum256([]byte(digest + "\n" + labels))
	return hex.EncodeToString(sum[:16])
}
