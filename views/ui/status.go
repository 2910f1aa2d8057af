package ui

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/words"
)

// statusMarks are the character and the class of each status.
var statusMarks = map[results.Status][2]string{
	results.Passed: {"●", "v-pass"}, results.Failed: {"×", "v-fail"}, results.NoAnswer: {"○", "v-none"}, results.Timeout: {"◊", "v-timeout"},
	results.AgentError: {"!", "v-error"}, results.InfraError: {"!", "v-error"}, results.JudgeError: {"!", "v-error"},
	results.NotJudged: {"–", "v-unjudged"},
}

// StatusGlyph is the character of a status, which can be read without colour.
func StatusGlyph(s results.Status) string { return cmp.Or(statusMarks[s][0], "·") }

// StatusClass is the class that gives a status its colour.
func StatusClass(s results.Status) string { return cmp.Or(statusMarks[s][1], "v-missing") }

// legendStatuses are the statuses that a legend explains; the three errors
// share one mark.
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

// legendEvidence are the kinds of evidence of a legend, the best first.
func legendEvidence(given []results.Evidence) []results.Evidence {
	all := []results.Evidence{results.Recomputed, results.Records, results.Published}
	if len(given) == 0 {
		return all
	}
	return slices.DeleteFunc(all, func(e results.Evidence) bool { return !slices.Contains(given, e) })
}

// legendWord is the word of a status in a legend.
func legendWord(s results.Status) string {
	if s.IsError() {
		return "error"
	}
	return words.StatusWord(s)
}

// evidenceGlyph is the mark of a kind of evidence.
func evidenceGlyph(e results.Evidence) string {
	switch e {
	case results.Recomputed:
		return "●"
	case results.Records:
		return "◐"
	}
	return "○"
}

// Heat is the class q0..q9 of a value on the scale from lo to hi, empty for a
// value that was not recorded.
func Heat(v *float64, lo, hi float64) string {
	if v == nil || math.IsNaN(*v) || !(hi > lo) {
		return ""
	}
	// The small addend keeps 0.7 on a scale of tenths from falling into 0.6.
	n := int(math.Floor((*v-lo)/(hi-lo)*10 + 1e-9))
	return "q" + strconv.Itoa(min(max(n, 0), 9))
}

// HeatOf is one cell of a heatmap.
type HeatOf struct {
	Class string // from Heat
	Text  string // value as text; may be empty where it does not fit
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

// PickWord says what Pick marks.
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
