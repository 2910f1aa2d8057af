package clawarena

import (
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// TestClassify: the harness's words on an option outweigh praise that a dataset's own
// prompt repeats, and silence contradicts nothing.
func TestClassify(t *testing.T) {
	zero := 0.0
	prev := &results.Task{Slug: "q1", Facts: results.TaskFacts{FeedbackCorrect: "Correct!", FeedbackIncorrect: "Look again."}}
	failed := &results.Trial{Status: results.Failed, Score: &zero}
	for _, c := range []struct {
		sent, verdict string
		opposite      bool
	}{
		{feedbackMark + "Correct!\n\nNext", "correct", true},
		{feedbackMark + "Look again.\n\nNext", "incorrect", false},
		{feedbackMark + "You missed option B: it holds.\n[Previous feedback] Correct!\n\nNext", "options", false},
		{"Next", "none", false},
	} {
		got := told(c.sent, &results.Task{}, prev, failed)
		must.Same(t, [2]any{c.verdict, c.opposite}, [2]any{got.Verdict, got.Opposite}, "%s", c.sent)
	}
}
