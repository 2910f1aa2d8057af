package ui

import (
	"slices"

	"github.com/clawatlas/clawatlas/results"

	"github.com/clawatlas/clawatlas/results/words"
)

// StatusGlyph is the mark of a status, which tells it from others without colour.
func StatusGlyph(s results.Status) string {
	switch s {
	case results.Passed:
		return "●"
	case results.Failed:
		return "×"
	case results.NoAnswer:
		return "○"
	case results.Timeout:
		return "◊"
	case results.AgentError, results.InfraError, results.JudgeError:
		return "!"
	case results.NotJudged:
		return "–"
	}
	return "·"
}

// StatusClass is the class that gives a status its colour: v-pass, v-fail,
// v-none, v-timeout, v-error, v-unjudged or v-missing.
func StatusClass(s results.Status) string {
	switch s {
	case results.Passed:
		return "v-pass"
	case results.Failed:
		return "v-fail"
	case results.NoAnswer:
		return "v-none"
	case results.Timeout:
		return "v-timeout"
	case results.AgentError, results.InfraError, results.JudgeError:
		return "v-error"
	case results.NotJudged:
		return "v-unjudged"
	}
	return "v-missing"
}

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
