package views

import (
	"fmt"
	"net/url"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views/ui"
)

// scenarioURL is the address of a scenario's page.
func scenarioURL(benchmark, scenario string) string {
	return "/b/" + url.PathEscape(benchmark) + "/scenarios/" + url.PathEscape(scenario)
}

// exactText counts the exact matches of the answers that could be read.
func (p Task) exactText() string {
	n, of := 0, 0
	for _, c := range p.All {
		if c.Exact == nil {
			continue
		}
		of++
		if *c.Exact {
			n++
		}
	}
	if of == 0 {
		return "no answer could be read"
	}
	return fmt.Sprintf("%d of %d", n, of)
}

// wholePct shows a share in a narrow cell.
func wholePct(v *float64) string {
	if v == nil {
		return words.NotRecorded
	}
	whole := 100 * *v
	return words.Fixed(&whole, 0)
}

func (x CheckCell) status() results.Status {
	switch {
	case !x.Known:
		return results.Missing
	case x.Passed == nil:
		return results.NoAnswer
	case *x.Passed:
		return results.Passed
	}
	return results.Failed
}

func (x CheckCell) class() string { return ui.StatusClass(x.status()) }
func (x CheckCell) glyph() string { return ui.StatusGlyph(x.status()) }

// words say what the cell shows.
func (x CheckCell) words() string {
	text := x.Where + ": "
	switch x.status() {
	case results.Missing:
		text += "not in the record"
	case results.NoAnswer:
		text += "not evaluated"
	default:
		text += words.StatusWord(x.status())
	}
	if x.Detail != "" {
		text += ", " + ui.Plain(cutText(x.Detail, 160))
	}
	return text
}

// cutText shortens a text for a title; the whole stands on the trial's page.
func cutText(s string, most int) string {
	n := 0
	for i := range s {
		if n == most {
			return s[:i] + "…"
		}
		n++
	}
	return s
}

// checksCaption says how many checks there are and what they weigh.
func (p Task) checksCaption() string {
	weight, red := 0.0, 0
	for _, c := range p.Checks {
		weight += c.Spec.Weight
		if c.Spec.RedLine {
			red++
		}
	}
	text := words.Plural(len(p.Checks), "check", "checks")
	if weight > 0 {
		text += " with a weight of " + words.Fixed(&weight, 1) + " in all"
	}
	if red > 0 {
		text += ", " + words.Plural(red, "of them a red line", "of them red lines")
	}
	return text + ", against " + words.Plural(len(p.All), "trial", "trials")
}

func prefWord(passed *bool) string {
	switch {
	case passed == nil:
		return words.NotRecorded
	case *passed:
		return "kept"
	}
	return "ignored"
}

// stepCount is the number of steps; a record without a trace has none to count.
func stepCount(t results.Trial) string {
	if t.StepsTotal == 0 {
		return words.NotRecorded
	}
	return words.Count(t.StepsTotal)
}

func callCount(t results.Trial) string {
	if t.StepsTotal == 0 {
		return words.NotRecorded
	}
	return fmt.Sprintf("%d of %d", t.FailedCalls, t.ToolCalls)
}

func orNotRecorded(s string) string {
	if s == "" {
		return words.NotRecorded
	}
	return s
}

// standingLead says in one sentence how the task discriminates.
func (p Task) standingLead() string {
	switch {
	case p.Scored == 0:
		return "No run has a verdict on it, so nothing can be said."
	case p.Scored == 1:
		return "One run has a verdict on it. How well it tells systems apart needs at least three."
	case p.Rest == nil:
		return "The runs' scores here do not vary, or too few runs have verdicts on the other tasks, so there is no correlation with the rest."
	case *p.Rest < 0:
		return fmt.Sprintf("Runs that do better on the other tasks do worse here: correlation %s over %d runs. A negative one can be a sign of a wrong key, and with few runs it can be chance.", words.Fixed(p.Rest, 2), p.RestN)
	case *p.Rest < 0.2:
		return fmt.Sprintf("It hardly tells better runs from weaker ones: correlation with the other tasks %s over %d runs.", words.Fixed(p.Rest, 2), p.RestN)
	}
	return fmt.Sprintf("Runs that do better on the other tasks do better here: correlation %s over %d runs.", words.Fixed(p.Rest, 2), p.RestN)
}

// column names columns of the trials' table that are left out where no record
// fills them.
type column int

const (
	attemptsColumn column = iota
	traceColumns
	timeColumn
	tokensColumn
)

// has reports whether any trial fills the column.
func (p Task) has(k column) bool {
	for i := range p.All {
		t := &p.All[i].Trial
		if k == attemptsColumn && t.Attempts > 1 || k == traceColumns && t.StepsTotal > 0 ||
			k == timeColumn && t.DurationMS != nil || k == tokensColumn && t.Usage.Output != nil {
			return true
		}
	}
	return false
}

// trialsClass keeps a table of few columns from being pulled apart.
func (p Task) trialsClass() string {
	if p.has(traceColumns) || len(p.Options) > 0 {
		return ""
	}
	return "fit"
}

// earlierCount closes the mention of one earlier task with updates.
func (p Task) earlierCount(i int) string {
	end := ","
	if i+1 == len(p.Earlier) {
		end = "."
	}
	return fmt.Sprintf("(%d)%s", single(p.Earlier[i].Updates), end)
}
