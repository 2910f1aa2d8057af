package words

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/clawatlas/clawatlas/results"
)

// StatusWord returns the display name of a status.
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

// EvidenceWord returns the display name of a kind of evidence.
func EvidenceWord(e results.Evidence) string {
	switch e {
	case results.Recomputed:
		return "scored from traces"
	case results.Records:
		return "scored from verdicts"
	}
	return "reported only"
}

// KindWord returns the display name of a kind of task.
func KindWord(kind string) string {
	switch kind {
	case results.KindMultiChoice:
		return "multi-choice"
	case results.KindExecCheck:
		return "exec check"
	}
	return strings.ReplaceAll(kind, "_", " ")
}

// Capital capitalises the first letter of a sentence or heading.
func Capital(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	if n == 0 {
		return s
	}
	return string(unicode.ToUpper(r)) + s[n:]
}

// Small converts a heading for use within a sentence: "Wrong value" becomes "wrong value", but
// "JSON key" does not change.
func Small(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	if next, _ := utf8.DecodeRuneInString(s[n:]); n == 0 || unicode.IsUpper(next) {
		return s
	}
	return string(unicode.ToLower(r)) + s[n:]
}

// System returns the name of a system in one line, beginning with the given display name of the
// model.
func System(model string, s results.System) string {
	for _, part := range []string{s.Framework, s.Variant} {
		if part != "" {
			model += " · " + part
		}
	}
	return model
}
