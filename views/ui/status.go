package ui

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/words"
)

var statusMarks = map[results.Status][2]string{
	results.Passed: {"●", "v-pass"}, results.Failed: {"×", "v-fail"}, results.NoAnswer: {"○", "v-none"}, results.Timeout: {"◊", "v-timeout"},
	results.AgentError: {"!", "v-error"}, results.InfraError: {"!", "v-error"}, results.JudgeError: {"!", "v-error"},
	results.NotJudged: {"–", "v-unjudged"},
}

func StatusGlyph(s results.Status) string { return cmp.Or(statusMarks[s][0], "·") }

func StatusClass(s results.Status) string { return cmp.Or(statusMarks[s][1], "v-missing") }

// legendStatuses returns the statuses to list in a legend. It keeps only one of the error statuses,
// because they have the same symbol.
func legendStatuses(given []results.Status) []results.Status {
	if len(given) == 0 {
		given = results.Statuses()
	}
	var list []results.Status
	errors := false
	for _, s := range given {
		if s.IsError() {
			if errors {
				continue
			}
			errors = true
		}
		list = append(list, s)
	}
	return list
}

func legendEvidence(given []results.Evidence) []results.Evidence {
	all := []results.Evidence{results.Recomputed, results.Records, results.Published}
	if len(given) == 0 {
		return all
	}
	return slices.DeleteFunc(all, func(e results.Evidence) bool { return !slices.Contains(given, e) })
}

func legendWord(s results.Status) string {
	if s.IsError() {
		return "error"
	}
	return words.StatusWord(s)
}

func evidenceGlyph(e results.Evidence) string {
	switch e {
	case results.Recomputed:
		return "●"
	case results.Records:
		return "◐"
	}
	return "○"
}

// Heat returns the CSS class, q0 to q9, for a value on the scale from lo to hi. It returns "" if v
// is nil or NaN or the scale is empty.
func Heat(v *float64, lo, hi float64) string {
	if v == nil || math.IsNaN(*v) || !(hi > lo) {
		return ""
	}
	// The small addend prevents rounding errors from moving a value such as 0.7 to the next lower
	// class.
	n := int(math.Floor((*v-lo)/(hi-lo)*10 + 1e-9))
	return "q" + strconv.Itoa(min(max(n, 0), 9))
}

type HeatOf struct {
	Class string // from Heat
	Text  string // value as text; empty if there is no space for it
	Title string // row, column and value in words
	Href  string
}

func classes(prefix string, n int) []string {
	list := make([]string, n)
	for i := range list {
		list[i] = prefix + strconv.Itoa(i)
	}
	return list
}

func PickWord(gold, picked bool) string {
	switch {
	case gold && picked:
		return "correct and chosen"
	case gold:
		return "correct, omitted"
	case picked:
		return "wrong, chosen"
	}
	return "wrong, not chosen"
}
