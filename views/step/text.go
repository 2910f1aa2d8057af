package step

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/files"
	"github.com/clawatlas/clawatlas/results/outline"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
)

// MarkLegend explains the symbols in the output of StepAsText.
const MarkLegend = "Marks of steps and results: × failed, ⊘ refused, ∅ found nothing"

func endedAs(k outline.Kind) string {
	if KindMark(k) == "" {
		return ""
	}
	return ", " + KindMark(k) + " " + views.KindText(k)
}

// StepAsText renders a step as plain text, with a heading before each section.
func StepAsText(s *results.Step) string {
	var b strings.Builder
	part := func(head, text string) {
		if text != "" {
			fmt.Fprintf(&b, "== %s\n%s\n\n", head, text)
		}
	}
	mark := outline.Marks([]results.Step{*s}, files.Names{})[0].Kind
	fmt.Fprintf(&b, "== step %d, %s%s\n", s.StepID, strings.Join(strings.Fields(s.Source+" "+s.Event+" "+s.Agent+" "+s.Day), ", "),
		endedAs(mark))
	if s.Timestamp != nil {
		fmt.Fprintf(&b, "%s\n", words.DateTime(s.Timestamp))
	}
	b.WriteString("\n")
	part("model", s.ModelName)
	part("reasoning", s.Reasoning)
	part("message", s.Message)
	part("error", s.Error)
	partsAsText(part, "message", s.Parts)
	for i, call := range s.ToolCalls {
		part(fmt.Sprintf("call %d: %s (%s)", i+1, call.Name, call.ID), string(call.Arguments))
	}
	if s.Observation != nil {
		for i := range s.Observation.Results {
			r := &s.Observation.Results[i]
			head := fmt.Sprintf("result %d of %s%s", i+1, r.CallID, endedAs(outline.OfResult(r)))
			part(head, strings.TrimSpace(strings.Join([]string{r.Failure, exitOf(r), r.Status, r.Cwd, r.Truncation, r.Summary}, " ")))
			part(head+": output", r.Content)
			part(head+": error", r.ErrorText)
			part(head+": change", r.Diff)
			partsAsText(part, head, r.Parts)
			for _, ref := range r.Refs {
				part(head+": sub-agent", strings.Join(strings.Fields(ref.Trajectory+" "+ref.Session+" "+ref.Path+" "+ref.Agent), "\n"))
			}
		}
	}
	part("the record's own text", s.Raw)
	return b.String()
}

func partsAsText(part func(head, text string), of string, list []results.Part) {
	for _, p := range list {
		part("attachment of "+of, strings.TrimSpace(p.Type+" "+p.MediaType+" "+p.Path+" "+p.Note))
	}
}

func exitOf(r *results.Result) string {
	if r.ExitCode == nil {
		return ""
	}
	return "exit code " + strconv.Itoa(*r.ExitCode)
}
