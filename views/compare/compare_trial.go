package compare

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/a-h/templ"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/flips"
	"github.com/clawatlas/clawatlas/results/link"
	comparereport "github.com/clawatlas/clawatlas/results/report/compare"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	stepviews "github.com/clawatlas/clawatlas/views/step"
	"github.com/clawatlas/clawatlas/views/ui"
)

// trialsView draws a report.TrialComparison.
type trialsView struct {
	*comparereport.TrialComparison
	frame views.Frame
	page  *comparereport.AlignedPage
	texts *comparedTexts
}

// CompareTrialPage shows two trials of one task and a page of their traces side
// by side.
func CompareTrialPage(f views.Frame, c *comparereport.TrialComparison, page *comparereport.AlignedPage) templ.Component {
	v := trialsView{c, f, page, &comparedTexts{}}
	v.layOut()
	return compareTrialPage(v)
}

func (v trialsView) lead() string {
	return fmt.Sprintf("One %s of %s as two runs took it: verdicts, what decided them, and both traces.", v.Of.Words.Task, v.Of.Name)
}

// answer is the sentence that the page leads with.
func (v trialsView) answer() string {
	if v.Reason != nil {
		return v.Reason.Text
	}
	return v.verdict()
}

// excerpt is the beginning of what a step has: what a call was answered, or what it wrote.
func (v trialsView) excerpt(side int, it *comparereport.AlignedItem) string {
	step := v.page.Steps[side][it.StepID]
	if step == nil {
		return ""
	}
	if !it.IsCall() {
		return stepviews.Excerpt(step.Message, "")
	}
	wrote, _, answered := stepviews.CallTexts(step, it.Call)
	return stepviews.Excerpt(cmp.Or(wrote, answered), "")
}

// framedNone says why a side of the frame is empty.
func (v trialsView) framedNone(side int) string {
	var p *flips.Place
	if r := v.Reason; r != nil {
		p = [2]*flips.Place{r.A, r.B}[side]
	}
	if p != nil && p.Task != v.Task {
		return fmt.Sprintf("step %d of %s, before this %s", p.Step, p.Task, v.Of.Words.Task)
	}
	return "nothing like it"
}

// framedRow leads to the row of the frame among all; empty where it is on no page.
func (v trialsView) framedRow(a, b *comparereport.AlignedItem) string {
	for n := range v.Alignment.Rows {
		r := v.Row(n)
		if a != nil && r.A != nil && r.A.StepID == a.StepID && r.A.Call == a.Call ||
			a == nil && b != nil && r.B != nil && r.B.StepID == b.StepID && r.B.Call == b.Call {
			return v.rowLink(n)
		}
	}
	return ""
}

func (v trialsView) meta() ui.Meta {
	path := v.Query.Link("from", "", "fold", "")
	name, rest := words.TaskParts(v.Of, v.Scenario, v.Task)
	between := v.A.Side.Short + " and " + v.B.Side.Short
	m := v.frame.Meta(ui.TitleOf(name, rest+": "+between), v.lead(), path, "/api/v1"+path,
		views.CrumbsBelow(v.Of, views.CompareCrumb(v.Of), ui.Crumb{Label: between, Href: link.Compare(v.A.Run, v.B.Run)},
			ui.Crumb{Label: name + rest})...)
	m.Scripted = v.A.Side.Of.Scripted && v.B.Side.Of.Scripted
	m.Wide, m.Noindex = true, true
	if v.OneBenchmark() {
		m.CSVPath = v.Query.Link("from", "", "fold", "", "format", "csv")
	}
	return m
}

// swap is the first page with A and B exchanged.
func (v trialsView) swap() string {
	if v.frame.Static {
		return "" // a site of files has each pair one way round
	}
	q := comparereport.TrialsQuery{Scenario: v.Scenario, Task: v.Task, Runs: [2]string{v.B.Run, v.A.Run},
		Attempts: [2]int{v.Query.Attempts[1], v.Query.Attempts[0]}}
	return q.Link()
}

// neighbour leads to the same view of another task; empty without one.
func (v trialsView) neighbour(task string) string {
	if task == "" || v.frame.Static { // of a pair a site of files has the tasks on which they differ
		return ""
	}
	return link.CompareTrial(v.A.Run, v.B.Run, v.Scenario, task)
}

func (v trialsView) attemptTabs(side *comparereport.TrialSide, key string) []ui.Tab {
	var tabs []ui.Tab
	for _, n := range side.Attempts {
		tabs = append(tabs, ui.Tab{Label: fmt.Sprintf("Attempt %d", n), Href: v.Query.Link(key, fmt.Sprint(n), "from", ""),
			Current: side.Trial != nil && side.Trial.Attempt == n})
	}
	return tabs
}

// comparedCheck is one check with both verdicts; nil was not evaluated.
type comparedCheck struct {
	ID, Day string
	Weight  float64
	RedLine bool
	A, B    *bool
}

// differs reports whether the verdicts are not the same.
func (c comparedCheck) differs() bool {
	return (c.A == nil) != (c.B == nil) || c.A != nil && *c.A != *c.B
}

// checks lists the checks of both trials by id, those that differ first. Where
// checks are options or a single checker has its own words, these say as much.
func (v trialsView) checks() []comparedCheck {
	if len(v.Spec.Options) > 0 {
		return nil
	}
	var list []comparedCheck
	at := map[[2]string]int{}
	for i, side := range v.Sides() {
		if side.Trial == nil {
			continue
		}
		for _, c := range side.Trial.Checks {
			k := [2]string{c.Day, c.ID}
			n, ok := at[k]
			if !ok {
				n = len(list)
				at[k] = n
				list = append(list, comparedCheck{ID: c.ID, Day: c.Day, Weight: c.Weight, RedLine: c.RedLine})
			}
			if i == 0 {
				list[n].A = c.Passed
			} else {
				list[n].B = c.Passed
			}
		}
	}
	if len(list) == 1 && v.judged() {
		return nil
	}
	slices.SortStableFunc(list, func(x, y comparedCheck) int {
		switch {
		case x.differs() == y.differs():
			return 0
		case x.differs():
			return -1
		}
		return 1
	})
	return list
}

// judged reports whether the checker of some trial left its own words.
func (v trialsView) judged() bool {
	return verdictOf(&v.A) != nil || verdictOf(&v.B) != nil
}

// answered reports whether some trial left an answer.
func (v trialsView) answered() bool { return answerOf(&v.A) != nil || answerOf(&v.B) != nil }

func verdictOf(side *comparereport.TrialSide) *results.CheckerVerdict {
	if side.Trial == nil {
		return nil
	}
	return side.Trial.Details.Verdict
}

func answerOf(side *comparereport.TrialSide) *string {
	if side.Trial == nil {
		return nil
	}
	return side.Trial.Details.Answer
}

// errorOf is the error that ended a trial; empty without one.
func errorOf(side *comparereport.TrialSide) string {
	if side.Trial == nil {
		return ""
	}
	return strings.TrimSpace(side.Trial.Details.ErrorType + "\n" + side.Trial.Details.ErrorText)
}

func boolWord(p *bool) string {
	switch {
	case p == nil:
		return "not evaluated"
	case *p:
		return "passed"
	}
	return "failed"
}

func boolStatus(p *bool) results.Status {
	switch {
	case p == nil:
		return results.Missing
	case *p:
		return results.Passed
	}
	return results.Failed
}

// checkerWords sum up what the checker of one trial found.
func checkerWords(v *results.CheckerVerdict) string {
	if v == nil {
		return "nothing recorded"
	}
	var parts []string
	if v.Passed != nil {
		parts = append(parts, boolWord(v.Passed))
	}
	if v.ExitCode != nil {
		parts = append(parts, fmt.Sprintf("exit code %d", *v.ExitCode))
	}
	return strings.Join(parts, ", ")
}
