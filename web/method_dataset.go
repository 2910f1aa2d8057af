package web

import (
	"context"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/views"
)

// datasetJSON is the dataset that all runs of a benchmark are scored against.
type datasetJSON struct {
	Digest   *string `json:"digest"` // sha256 over its content; null without tasks
	Tasks    int     `json:"tasks"`
	Texts    bool    `json:"texts"`    // its texts are known, not only its tasks and solutions
	Official bool    `json:"official"` // it ships with the program or the operator vouches for it
}

// datasetPin reads what the runs of the benchmark are scored against.
func (s *Server) datasetPin(ctx context.Context, b results.Benchmark) (views.DatasetPin, error) {
	tasks, err := s.store.Tasks(ctx, b.ID, "")
	if err != nil || len(tasks) == 0 {
		return views.DatasetPin{}, err
	}
	d := results.Dataset{Benchmark: b, Tasks: tasks}
	return views.DatasetPin{Digest: d.ContentDigest(), Tasks: len(tasks), Texts: b.Digest != "", Official: b.Official}, nil
}
