package task

import (
	"fmt"
	"net/url"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/ui"
)

// rateText shows a share with its denominator.
func rateText(r report.Rate) string {
	if r.Den == 0 {
		return words.NotRecorded
	}
	return fmt.Sprintf("%d of %d", r.Num, r.Den)
}

// exactText counts the exact matches of the answers that could be read.
func (p taskView) exactText() string {
	n, of := 0, 0
	for i := range p.All {
		c := &p.All[i]
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

// errorWord names what the error of an option is.
func errorWord(o TaskOption) string {
	if o.Gold {
		return "omitted"
	}
	return "chosen wrongly"
}

// answerText is what a trial selected, in letters.
func answerText(c TaskTrial) string {
	switch {
	case c.Selected == nil:
		return words.NotRecorded
	case len(c.Selected) == 0:
		return "none"
	}
	return strings.Join(c.Selected, " ")
}

// taskCheckCell is one check in one trial.
type taskCheckCell struct {
	where, Href string
	check       *results.Check // nil if the record does not name it
}

func checkCellOf(c TaskCheck, x TaskTrial) taskCheckCell {
	return taskCheckCell{where: c.ID + ", " + x.Label, Href: x.URL, check: x.Check(c.ID)}
}

func (x taskCheckCell) status() results.Status {
	switch {
	case x.check == nil:
		return results.Missing
	case x.check.Passed == nil:
		return results.NoAnswer
	case *x.check.Passed:
		return results.Passed
	}
	return results.Failed
}

func (x taskCheckCell) class() string { return ui.StatusClass(x.status()) }

func (x taskCheckCell) glyph() string { return ui.StatusGlyph(x.status()) }

// words say what the cell shows.
func (x taskCheckCell) words() string {
	text := x.where + ": "
	switch x.status() {
	case results.Missing:
		return text + "not in the record"
	case results.NoAnswer:
		text += "not evaluated"
	default:
		text += words.StatusWord(x.status())
	}
	if detail := strings.TrimSpace(x.check.Detail); detail != "" {
		text += ", " + ui.Plain(cutText(detail, 160))
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
func (p taskView) checksCaption() string {
	weight, red := 0.0, 0
	for _, c := range p.Checks {
		weight += c.Weight
		if c.RedLine {
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

// rewardOf is a number that the verifier wrote of a trial; nil without one.
func rewardOf(c TaskTrial, key string) *float64 {
	if x, ok := c.Details.Metrics[key]; ok {
		return &x
	}
	return nil
}

// trialsNamed is how many trials stand beside one text of a checker.
const trialsNamed = 20

// firstTrials are those that stand beside a text.
func firstTrials(w CauseWords) []views.Link {
	return w.Trials[:min(trialsNamed, len(w.Trials))]
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
	return words.CountOf(t.Traced(t.StepsTotal))
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

// feedbackWord says in words what kind of feedback was sent.
func feedbackWord(t TaskFeedback) string {
	switch t.Verdict {
	case "correct":
		return "that it was right"
	case "incorrect":
		return "that it was wrong"
	case "options":
		return "about single options"
	case "preference":
		return "about a preference only"
	case "none":
		return "nothing"
	}
	return "something else"
}

// contradiction says how what was told contradicts the verdict.
func contradiction(t TaskFeedback) string {
	if t.Status == results.Passed {
		return "This contradicts the verdict, which is a pass."
	}
	if t.Verdict == "none" {
		return "The verdict is not a pass, and the agent did not learn of it."
	}
	return "This contradicts the verdict, which is not a pass."
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
func (p taskView) has(k column) bool {
	for i := range p.All {
		t := p.All[i].Stored
		if k == attemptsColumn && t.Attempts > 1 || k == traceColumns && t.StepsTotal > 0 ||
			k == timeColumn && t.DurationMS != nil || k == tokensColumn && t.Usage.Output != nil {
			return true
		}
	}
	return false
}

// trialsClass keeps a table of few columns from being pulled apart.
func (p taskView) trialsClass() string {
	if p.has(traceColumns) || len(p.Options) > 0 {
		return ""
	}
	return "fit"
}

// Impossible is what a page says of a task that no answer can pass.
type Impossible struct {
	Reason string // empty if an answer can
	Tasks  string // address of the list of tasks in doubt
}

// ImpossibleTask is what is said of a task of a benchmark.
func ImpossibleTask(benchmark, reason string) Impossible {
	return Impossible{Reason: reason, Tasks: link.To(url.Values{"show": {"suspect"}}, "b", benchmark, "tasks")}
}
