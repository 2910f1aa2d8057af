package ingest

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawatlas/clawatlas/results"
)

// TaskMean is the mean score over the attempts at a task, for sites that publish no attempts. Avg
// is nil if there are none.
type TaskMean struct {
	Task      string   `json:"task"`
	Avg       *float64 `json:"avg"`
	Attempts  int      `json:"attempts"`
	AllPassed bool     `json:"all_passed"`
}

// MeansRecord encodes the means of one model on one day in a canonical form. The digest of a run
// then does not depend on the file that the means come from.
func MeansRecord(benchmark, date, model string, means []TaskMean) (*Record, error) {
	means = slices.SortedFunc(slices.Values(means), func(a, b TaskMean) int { return cmp.Compare(a.Task, b.Task) })
	data, err := json.Marshal(struct {
		Benchmark string     `json:"benchmark"`
		Snapshot  string     `json:"snapshot"`
		Model     string     `json:"model"`
		Results   []TaskMean `json:"results"`
	}{benchmark, date, model, means}, json.Deterministic(true), jsontext.WithIndent(" "))
	if err != nil {
		return nil, fmt.Errorf("write the record of %s: %w", model, err)
	}
	return &Record{Name: "task-results-" + date + "-" + results.Slug(model) + ".json", Media: "application/json", Data: data,
		Size: int64(len(data)), Sum: sha256.Sum256(data)}, nil
}
