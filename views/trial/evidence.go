package trial

import (
	"path"
	"strconv"

	"github.com/clawatlas/clawatlas/results/calls"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/views/ui"
)

// evidenceMost is how many steps the page names in which a verdict can be seen.
const evidenceMost = 12

// evidence are the steps in which the verdict can be seen: the answer's box, the
// writes to the files that the checker names, the calls of the day of a
// red-line. All but the box are rules of thumb, and say so.
func (t trialView) evidence() []TrialEvidence {
	if t.Trace == nil {
		return nil
	}
	var list []TrialEvidence
	if t.AnswerBox > 0 {
		list = append(list, TrialEvidence{Text: "The answer’s box is in step " + strconv.Itoa(t.AnswerBox), Href: t.Query.Window(t.AnswerBox)})
	}
	for _, w := range t.Writes {
		by := "the checker names"
		if w.ByPrompt {
			by = "the prompt names"
		}
		list = append(list, TrialEvidence{
			Text: "Step " + strconv.Itoa(w.Step) + " " + writeVerb(w.Kind) + " " + ui.Plain(path.Base(w.File)) + ", which " + by, Likely: true,
			Href: t.Query.At("from", report.WindowOf(w.Step)) + "#" + link.CallAnchor(w.Step, w.Call),
		})
	}
	for _, d := range t.RedLines {
		text := "Red-line " + ui.Plain(d.Check.ID) + ": the calls of " + ui.Plain(d.Check.Day) + ", from step " + strconv.Itoa(d.First)
		list = append(list, TrialEvidence{Text: text, Href: t.Query.Window(d.First), Likely: true})
	}
	return list[:min(len(list), evidenceMost)]
}

// writeVerb says what a call did to a file.
func writeVerb(kind calls.Kind) string {
	switch kind {
	case calls.Write:
		return "writes"
	case calls.Edit:
		return "edits"
	}
	return "runs a command that writes"
}
