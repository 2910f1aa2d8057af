package ingest

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results"
)

// print is the fingerprint of a run of one trial.
func print(status results.Status, answer string, work ...*results.Step) string {
	var f fingerprint
	for _, s := range work {
		f.step(s)
	}
	f.close(&results.Trial{Scenario: "s", Task: "t", Attempt: 1, Status: status, Details: results.TrialDetails{Answer: &answer}})
	return f.digest()
}

func call(arguments string) *results.Step {
	return &results.Step{Source: results.SourceAgent, ToolCalls: []results.ToolCall{{Name: "write", Arguments: json.RawMessage(arguments)}}}
}

// Equal verdicts and answers are one run, however its trace was rewritten. Where
// there are no answers to speak of the work itself tells runs apart, and where
// there is next to nothing no two runs are the same.
func TestFingerprint(t *testing.T) {
	long, short := strings.Repeat("an answer ", enoughText/10+1), "done"
	big := `{"path": "a", "text": "` + long + `"}`
	turned := `{"text":"` + long + `","path":"a"}`
	other := `{"path": "b", "text": "` + long + `"}`
	for _, c := range []struct {
		name string
		a, b string
		same bool
	}{
		{"the same", print(results.Passed, long), print(results.Passed, long), true},
		{"another trace of the same answers", print(results.Passed, long, call(big)), print(results.Passed, long, call(other)), true},
		{"another answer", print(results.Passed, long), print(results.Passed, long+"!"), false},
		{"another verdict", print(results.Passed, long), print(results.Failed, long), false},
		{"short answers, the same work", print(results.Passed, short, call(big)), print(results.Passed, short, call(big)), true},
		{"short answers, the same work written anew", print(results.Passed, short, call(big)), print(results.Passed, short, call(turned)),
			true},
		{"short answers, other work", print(results.Passed, short, call(big)), print(results.Passed, short, call(other)), false},
	} {
		if c.a == "" || c.b == "" || (c.a == c.b) != c.same {
			t.Errorf("%s: %.8s and %.8s, want equal: %v", c.name, c.a, c.b, c.same)
		}
	}
	if got := print(results.Passed, short, call(`{}`)); got != "" {
		t.Errorf("a run that says next to nothing has the fingerprint %s", got)
	}
}
