package words

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/clawatlas/clawatlas/results"
)

// StatusWord is a status as pages show it.
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

// EvidenceWord is a kind of evidence as pages show it.
func EvidenceWord(e results.Evidence) string {
	switch e {
	case results.Recomputed:
		return "scored from traces"
	case results.Records:
		return "scored from verdicts"
	}
	return "reported only"
}

// KindWord names a kind of task.
func KindWord(kind string) string {
	switch kind {
	case results.KindMultiChoice:
		return "multi-choice"
	case results.KindExecCheck:
		return "exec check"
	}
	return strings.ReplaceAll(kind, "_", " ")
}

// Capital gives a sentence or a heading its capital.
func Capital(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	if n == 0 {
		return s
	}
	return string(unicode.ToUpper(r)) + s[n:]
}

// Small returns a heading as it stands within a sentence: "Wrong value" as "wrong value", but
// "JSON key" as it is.
func Small(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	if next, _ := utf8.DecodeRuneInString(s[n:]); unicode.IsUpper(next) {
		return s
	}
	return string(unicode.ToLower(r)) + s[n:]
}

// System names a system in one line, the model first, as model calls it.
func System(model string, s results.System) string {
	for _, part := range []string{s.Framework, s.Variant} {
		if part != "" {
			model += " · " + part
		}
	}
	return model
}
