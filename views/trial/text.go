package trial

import (
	"fmt"
	"strings"

	"github.com/clawatlas/clawatlas/results/visible"
	"github.com/clawatlas/clawatlas/results/words"
	stepviews "github.com/clawatlas/clawatlas/views/step"
)

// AsText is the page of a trial as plain text, for a terminal or a program: what it leads
// with, and the steps of a window as they were recorded, with the characters shown that
// would act unseen there. Steps that are too long to be opened are named.
func (t *Trial) AsText() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", t.Heading())
	if s := t.sentence(); s != nil {
		b.WriteString(s.Text)
	}
	fmt.Fprintf(&b, "\n%s\n", strings.Join(t.facts(), " · "))
	for _, r := range t.session() {
		fmt.Fprintf(&b, "  %s\n", strings.TrimSpace(r.Term+" "+r.Text))
	}
	if t.Trace == nil {
		fmt.Fprintf(&b, "\n%s\n", noTrace(&t.Stored.Trial.Details))
		return visible.Lines(b.String())
	}
	w := t.Trace
	last := t.From + len(w.Steps) - 1
	fmt.Fprintf(&b, "\nSteps %s to %s of %s\n%s\n\n", words.Count(t.From), words.Count(last), words.Count(t.StepsTotal), stepviews.MarkLegend)
	for i := range w.Steps {
		if w.Rows[i].Bytes > BodyMost {
			fmt.Fprintf(&b, "== step %d, %s, not shown here: %s\n\n", w.Steps[i].StepID, words.Bytes(w.Rows[i].Bytes),
				t.Query.Step(w.Steps[i].StepID, "plain", "1"))
			continue
		}
		b.WriteString(stepviews.StepAsText(&w.Steps[i]))
	}
	if last < t.StepsTotal {
		fmt.Fprintf(&b, "The next steps: %s\n", t.Query.Text(last+1))
	}
	return visible.Lines(b.String())
}
