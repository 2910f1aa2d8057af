package ingest

import (
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/item"
)

// Complaint is what a checker's output says that only a check which fails says; empty
// if there is nothing of that kind (item.Complaint).
func Complaint(v *results.CheckerVerdict) string { return item.Complaint(v) }

// Impossible is why no answer can pass a task; empty if its dataset does not show that
// (item.ImpossibleTask).
func Impossible(t *results.Task) string { return item.ImpossibleTask(t) }
