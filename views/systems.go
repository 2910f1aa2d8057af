package views

import (
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/words"
)

// RunLabel names a run by its system.
func RunLabel(names map[string]string, r results.Run) string {
	name := names[r.System.Model]
	if name == "" {
		name = r.System.Model
	}
	return words.System(name, r.System)
}

// AnyProvider is a system without its provider, which tells no rows of a board apart.
func AnyProvider(s results.System) results.System {
	s.Provider = ""
	return s
}

// SlugEnd is the digest at the end of a run's slug.
func SlugEnd(slug string) string { return slug[strings.LastIndexByte(slug, '-')+1:] }

// RunDay is the day on which a run began or, where its records do not say, was read.
func RunDay(r *results.Run) string {
	if r.StartedAt == nil {
		return "read " + words.Date(&r.IngestedAt)
	}
	return words.Date(r.StartedAt)
}

// PickRun is a run with its label.
type PickRun struct{ Run, Label string }

// AdjustedTest is what is known of one difference among several.
type AdjustedTest struct {
	CI    *[2]float64 `json:"ci"`     // 95 % interval of the difference
	P     *float64    `json:"p"`      // of its test; null if it was not tested
	PHolm *float64    `json:"p_holm"` // p adjusted for the number of tests by Holm's method
}

// TextOrNil is nil for what is not said.
func TextOrNil(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
