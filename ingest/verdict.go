package ingest

import (
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/item"
)

// FailureLine returns a part of the checker's output that only failing checks print, or "" if there
// is none.
func FailureLine(v *results.CheckerVerdict) string { return item.FailureLine(v) }

// Impossible returns the reason why no answer can pass the task, or "" if none is known. See
// item.ImpossibleTask.
func Impossible(t *results.Task) string { return item.ImpossibleTask(t) }
