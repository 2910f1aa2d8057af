package ui

import "github.com/clawatlas/clawatlas/results"

// StatusGlyph is the mark of a status, which tells it from others without colour.
func StatusGlyph(s results.Status) string {
	switch s {
	case results.Passed:
		return "●"
	case results.Failed:
		return "✕"
	case results.NoAnswer:
		return "○"
	case results.Timeout:
		return "◔"
	case results.AgentError, results.InfraError, results.JudgeError:
		return "!"
	case results.NotJudged:
		return "–"
	}
	return "·"
}

// StatusWord is the status in words.
func StatusWord(s results.Status) string {
	switch s {
	case results.Passed:
		return "passed"
	case results.Failed:
		return "failed"
	case results.NoAnswer:
		return "no answer"
	case results.Timeout:
		return "timeout"
	case results.AgentError:
		return "agent error"
	case results.InfraError:
		return "infrastructure error"
	case results.JudgeError:
		return "judge error"
	case results.NotJudged:
		return "not judged"
	case results.Missing:
		return "missing"
	}
	return "unknown status"
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

// legendWord is the word of a status in a legend.
func legendWord(s results.Status) string {
	if s.IsError() {
		return "error"
	}
	return StatusWord(s)
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

// EvidenceWord is the kind of evidence in words.
func EvidenceWord(e results.Evidence) string {
	switch e {
	case results.Recomputed:
		return "recomputed from records with traces"
	case results.Records:
		return "recomputed from verdicts without traces"
	}
	return "published figure only"
}
