package trial

import (
	"net/url"
	"slices"
	"strconv"

	"github.com/a-h/templ"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/report"
	trialreport "github.com/clawatlas/clawatlas/results/report/trial"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	stepviews "github.com/clawatlas/clawatlas/views/step"
	"github.com/clawatlas/clawatlas/views/ui"
)

// trialView draws a report.Trial.
type trialView struct {
	*trialreport.Trial
	frame views.Frame
}

// TrialPage shows the verdict of a trial, its evidence and its trace.
func TrialPage(f views.Frame, t *trialreport.Trial) templ.Component {
	p := trialPage{trialView: trialView{t, f}}
	p.trialTexts = p.texts()
	if t.Trace != nil {
		p.window = p.traceWindow()
	}
	return trialDocument(p)
}

func (t trialView) meta() ui.Meta {
	from := report.WindowOf(t.Query.From)
	twin := t.Query.Twin("from", from, "limit", strconv.Itoa(results.WindowSteps))
	m := t.frame.Meta(t.metaTitle(), t.lead(), t.Query.Bare().At("from", from), twin, t.crumbs()...)
	m.CSVPath, m.Query, m.MethodPath = t.Query.Table(), t.Query.Find, link.Benchmark(t.Benchmark, "about")
	m.Wide, m.Scripted, m.Noindex, m.Trace = true, t.Stored.Run.Scripted, t.Query.Find != "", t.Trace != nil
	return m
}

// noun is what the benchmark calls a task.
func (t trialView) noun() string { return t.Stored.Benchmark.Words.Task }

func (t trialView) system() string {
	return ui.Plain(words.System(t.Stored.Model, t.Stored.Run.System))
}

// Name is what a trial is a trial of.
func (t trialView) Name() string {
	name, rest := t.nameParts()
	return name + rest
}

// nameParts are the name in two: what may be cut where room is short, and what not.
func (t trialView) nameParts() (name, rest string) {
	if name = t.sessionTitle(); name == "" {
		name, rest = words.TaskParts(t.Stored.Benchmark, t.Scenario, t.Task)
	}
	return name, rest + t.which()
}

// which says which attempt the trial is, or of how many it is the mean.
func (t trialView) which() string {
	if n := t.Stored.Trial.Attempts; n > 1 {
		return ", mean of " + strconv.Itoa(n) + " attempts"
	}
	return attemptText(t.Stored.Trial.Attempt)
}

// pageTitle is the title of the trial's page or, with words before and after the
// name of the trial, of one below it.
func (t trialView) pageTitle(before, after string) string {
	name, rest := t.nameParts()
	return ui.TitleOf(before+name, rest+after+" · "+t.system())
}

// crumbs lead to the trial; the last ones are of pages below it.
func (t trialView) crumbs(below ...ui.Crumb) []ui.Crumb {
	b := t.Stored.Benchmark
	here := ui.Crumb{Label: views.TaskCrumb(b, t.Scenario, t.Task) + t.which()}
	if len(below) > 0 {
		here.Href = t.Query.At()
	}
	list := views.CrumbsBelow(b, ui.Crumb{Label: t.system(), Href: link.Run(t.Run)}, views.ScenarioCrumb(b, t.Scenario), here)
	return append(list, below...)
}

func (t trialView) metaTitle() string {
	before, after := "", ""
	if t.Query.Find != "" {
		before = "“" + oneLine(ui.Plain(t.Query.Find), 16) + "” in "
	}
	if t.Query.From > 1 {
		after = ", from step " + strconv.Itoa(t.Query.From)
	}
	return t.pageTitle(before, after)
}

// lead says in a sentence what the page shows and how it ended.
func (t trialView) lead() string {
	return t.outcome(", " + t.Stored.Benchmark.Name)
}

// outcome says how the trial ended; place stands behind the name of the task.
func (t trialView) outcome(place string) string {
	if t.Session != nil {
		return t.sessionLead()
	}
	b := t.Stored.Benchmark
	task, _ := words.Titled(b.Titles.Task(t.Scenario, t.Task), t.Task)
	of := " of " + t.Scenario
	if words.Lone(b, t.Scenario) {
		of = ""
	}
	ended := words.StatusWord(t.Stored.Trial.Status)
	if t.Stored.Trial.Attempts > 1 {
		ended = t.score() + t.which()
	}
	return t.system() + " at " + b.Words.Task + " " + task + of + place + ": " + ended + "."
}

// countedChecks is how many of the checks that count have passed.
func countedChecks(checks []results.Check) (passed, n int) {
	weighed := slices.ContainsFunc(checks, func(c results.Check) bool { return c.Weight > 0 })
	for _, c := range checks {
		if weighed && c.Weight == 0 {
			continue
		}
		n++
		if c.Passed != nil && *c.Passed {
			passed++
		}
	}
	return passed, n
}

// phaseTook is how long a phase took; nil where its times are not recorded.
func phaseTook(ph results.Phase) *int64 {
	if ph.StartedAt == nil || ph.FinishedAt == nil {
		return nil
	}
	return stepviews.Diff(*ph.FinishedAt, *ph.StartedAt)
}

func noTrace(d results.TrialDetails) string {
	if d.TraceNote != "" {
		return "No step was recorded. " + ui.Plain(d.TraceNote)
	}
	return "The record of this trial holds no trace. Its raw record is linked above."
}

// texts are the long texts of the verdict.
func (t trialView) texts() (p trialTexts) {
	b := &stepviews.Budget{Room: stepviews.VerdictBudget, Most: stepviews.TextMost}
	d := t.Stored.Trial.Details
	raw := stepviews.RecordText{Whole: t.Query.Raws()}
	p.ErrorText = b.Text(d.ErrorText, stepviews.TextSource, raw)
	if v := d.Verdict; v != nil {
		raw.Lines = "stdout-L"
		p.Stdout = b.Text(v.Stdout, stepviews.TextLines, raw)
		raw.Lines = "stderr-L"
		p.Stderr = b.Text(v.Stderr, stepviews.TextLines, raw)
	}
	if told := d.Told; told != nil {
		p.Feedback = &TrialTold{Sentence: toldSentence(told), Warning: toldWarning(told), Text: b.Text(told.Text, stepviews.TextSource, raw)}
		if told.About != "" && results.ValidSlug(told.About) && told.Actual != results.Missing && told.Actual != "" {
			p.Feedback.Href = link.Trial(t.Run, t.Scenario, told.About)
		}
	}
	if t.StepsTotal == 0 {
		p.Prompt = b.Text(d.Prompt, stepviews.TextSource, raw)
		if d.Answer != nil {
			p.Reply = b.Text(*d.Answer, stepviews.TextSource, raw)
		}
	}
	b.Settle()
	return p
}

// toldSentence holds what the agent was told against what really was.
func toldSentence(t *results.Told) string {
	about := "the task before"
	if t.About != "" {
		about = ui.Plain(t.About)
	}
	var text string
	switch t.Verdict {
	case "correct":
		text = "Its prompt began by telling the agent that its answer to " + about + " was right."
	case "incorrect":
		text = "Its prompt began by telling the agent that its answer to " + about + " was wrong."
	case "options":
		text = "Its prompt began with feedback on the options of " + about + "."
	case "none":
		text = "Its prompt says nothing about " + about + "."
	default:
		text = "Its prompt began with feedback on " + about + " that states no verdict."
	}
	if t.Actual != "" {
		text += " The verdict on " + about + " in this run: " + words.StatusWord(t.Actual) + "."
	}
	return text
}

// toldWarning says in a sentence why feedback misled the agent; empty if it
// did not.
func toldWarning(t *results.Told) string {
	switch {
	case !t.Contrary:
		return ""
	case t.Verdict == "none":
		return "The agent was not told that it had failed " + ui.Plain(t.About) + ", the task before this one."
	}
	return "The agent was told the opposite of the verdict on " + ui.Plain(t.About) + ", the task before this one."
}

// others are links to the task in other runs.
func (t trialView) others() (list []TrialLink) {
	for _, o := range t.Others {
		system := words.System(o.ModelName, results.System{Framework: o.Framework, Variant: o.Variant})
		list = append(list, TrialLink{
			Label: ui.Plain(system) + attemptText(o.Attempt), Status: o.Status, Compare: t.compare(o.Run, o.Attempt),
			Href: t.Query.Beside(o.Run, t.Scenario, t.Task, o.Attempt).At(),
		})
	}
	return list
}

// attempts are links to the attempts of the trial, if it has several.
func (t trialView) attempts() (list []TrialLink) {
	if len(t.Attempts) < 2 {
		return nil
	}
	for _, a := range t.Attempts {
		list = append(list, TrialLink{
			Label: "attempt " + strconv.Itoa(a.Attempt), Status: a.Status, Current: a.Attempt == t.Attempt, Compare: t.compare(t.Run, a.Attempt),
			Href: t.Query.Beside(t.Run, t.Scenario, t.Task, a.Attempt).At(),
		})
	}
	return list
}

// compare is the address of this trial beside another one of its task. A site
// of files has none, because which trials are compared is a query.
func (t trialView) compare(run string, attempt int) string {
	if t.Query.Static {
		return ""
	}
	v := url.Values{"a": {t.Run}, "b": {run}}
	if t.Stored.Trial.Attempt > 1 {
		v.Set("attempt_a", strconv.Itoa(t.Stored.Trial.Attempt))
	}
	if attempt > 1 {
		v.Set("attempt_b", strconv.Itoa(attempt))
	}
	return link.To(v, "compare", t.Scenario, t.Task)
}

// compareLink leads to the comparison that is nearest: with the newest other
// run, else with another attempt, else to where a run is chosen.
func (t trialView) compareLink() TrialLink {
	for _, o := range append(t.others(), t.attempts()...) {
		if !o.Current && o.Compare != "" {
			return TrialLink{Label: "Compare with " + o.Label, Href: o.Compare}
		}
	}
	if t.Query.Static {
		return TrialLink{}
	}
	return TrialLink{Label: "Compare this run", Href: link.CompareWith(t.Run)}
}

func attemptText(n int) string {
	if n <= 1 {
		return ""
	}
	return ", attempt " + strconv.Itoa(n)
}

// ref is the link to a trial of the same run; the scenario is named where it
// is another one.
func (t trialView) ref(r *results.TrialRef) *TrialLink {
	if r == nil {
		return nil
	}
	v := &TrialLink{Label: r.Task + attemptText(r.Attempt), Status: r.Status, Href: t.Query.Beside(t.Run, r.Scenario, r.Task, r.Attempt).At()}
	if r.Scenario != t.Scenario {
		v.Label = words.Task(t.Stored.Benchmark, r.Scenario, r.Task) + attemptText(r.Attempt)
	}
	return v
}
