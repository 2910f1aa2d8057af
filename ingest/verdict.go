package ingest

import (
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/item"
)

// Complaint is what only a failing check's output says (item.Complaint); empty: nothing.
func Complaint(v *results.CheckerVerdict) string { return item.Complaint(v) }

// Impossible is why no answer can pass a task (item.ImpossibleTask); empty: unknown.
func Impossible(t *results.Task) string { return item.ImpossibleTask(t) }
