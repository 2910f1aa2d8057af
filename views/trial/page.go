package trial

import (
	"maps"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/files"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/why"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	stepviews "github.com/clawatlas/clawatlas/views/step"
	"github.com/clawatlas/clawatlas/views/ui"
)

type TrialLink struct {
	Label   string
	Href    string
	Compare string // URL of the comparison with the trial on this page; may be empty
	Status  results.Status
	Current bool
}

func (t *Trial) meta(f views.Frame) ui.Meta {
	from := link.WindowOf(t.Query.From)
	title := t.Heading()
	if t.Query.From > 1 {
		title += ", from step " + strconv.Itoa(t.Query.From)
	}
	m := f.Meta(ui.TitleOf(title, ""), title+" ("+t.Stored.Benchmark.Name+").", t.Query.Bare().At("from", from),
		t.Query.Twin("from", from, "limit", strconv.Itoa(results.WindowSteps)), t.crumbs()...)
	m.CSVPath, m.Query, m.MethodPath = t.Query.Table(), t.Query.Find, link.Benchmark(t.Benchmark, "about")
	m.Wide, m.Scripted, m.Noindex, m.Trace = true, t.Stored.Run.Scripted, t.Query.Find != "", t.Trace != nil
	return m
}

func (t *Trial) below(f views.Frame, title, crumb, path, twin string) ui.Meta {
	m := f.Meta(ui.TitleOf(title+" of "+t.Name(), " · "+t.system()), title+" of "+t.Name()+".", path, twin,
		t.crumbs(ui.Crumb{Label: crumb})...)
	m.Scripted, m.Noindex = t.Stored.Run.Scripted, true
	return m
}

func (t *Trial) crumbs(below ...ui.Crumb) []ui.Crumb {
	b := t.Stored.Benchmark
	here := ui.Crumb{Label: views.TaskCrumb(b, t.Scenario, t.Task) + t.which()}
	if len(below) > 0 {
		here.Href = t.Query.At()
	}
	list := views.CrumbsBelow(b, ui.Crumb{Label: t.system(), Href: link.Run(t.Run)}, views.ScenarioCrumb(b, t.Scenario), here)
	return append(list, below...)
}

func (t *Trial) noun() string { return t.Stored.Benchmark.Words.Task }

// system returns the display name of the model. It includes the harness if another run's trial on
// the page has the same model.
func (t *Trial) system() string {
	s := t.Stored.Run.System
	if s.Variant == "" && t.Stored.Model != "" && !slices.ContainsFunc(t.Others, func(o results.RunTrialRef) bool { return o.Run != t.Run && o.ModelName == t.Stored.Model }) {
		return ui.Plain(t.Stored.Model)
	}
	return ui.Plain(words.System(t.Stored.Model, s))
}

func (t *Trial) Name() string {
	b := t.Stored.Benchmark
	name := views.TaskCrumb(b, t.Scenario, t.Task)
	switch {
	case t.Session != nil && t.Session.Title != "":
		name = ui.Plain(t.Session.Title)
	case name == ui.Plain(t.Task) && !words.Lone(b, t.Scenario) && t.Scenario != t.Task:
		name = ui.Plain(t.Scenario) + "/" + name
	}
	return name + t.which()
}

// Returns a suffix for the trial's name: the number of averaged attempts, or the attempt number
// from the second attempt on.
func (t *Trial) which() string {
	if n := t.Stored.Trial.Attempts; n > 1 {
		return ", mean of " + strconv.Itoa(n) + " attempts"
	}
	return attemptText(t.Stored.Trial.Attempt)
}

func attemptText(n int) string {
	if n <= 1 {
		return ""
	}
	return ", attempt " + strconv.Itoa(n)
}

func (t *Trial) Heading() string {
	ended := map[results.Status]string{results.Passed: "passed", results.Failed: "failed", results.NoAnswer: "gave no answer",
		results.Timeout: "ran out of time", results.AgentError: "broke off", results.InfraError: "not scored, the environment failed",
		results.JudgeError: "not scored, the checker failed", results.NotJudged: "no verdict", results.Missing: "no record"}[t.Status]
	if s := t.Score; s != nil && (t.Stored.Trial.Attempts > 1 || *s > 0 && *s < 1) {
		ended = "scored " + words.Pct(s) + " %"
	}
	return t.Name() + ": " + t.system() + " " + ended
}

func (t *Trial) facts() []string {
	d := &t.Stored.Trial.Details
	var list []string
	add := func(s string) {
		if s != "" {
			list = append(list, s)
		}
	}
	if name := words.Scenario(t.Stored.Benchmark, t.Scenario); !words.Lone(t.Stored.Benchmark, t.Scenario) && name != t.Scenario {
		add(name)
	}
	check := words.KindWord(t.Kind)
	if v := t.Verdict; v != nil && v.ExitCode != nil {
		check += ", exit " + strconv.Itoa(*v.ExitCode)
	}
	add(check)
	if t.Points != nil {
		add(words.Pct(t.Points) + " of 100 points")
	}
	if n := len(t.Checks); n > 1 && len(t.Options) == 0 {
		add(words.Frac(countedChecks(t.Checks)) + " checks passed")
	}
	if t.DurationMS != nil {
		s := words.Duration(t.DurationMS)
		if t.AgentMS != nil && *t.AgentMS != *t.DurationMS {
			s += ", agent " + words.Duration(t.AgentMS)
		}
		add(s)
	}
	if n := t.tokens(); n > 0 {
		s := words.Count(n) + " tokens"
		if c := t.Usage.CacheRead; c != nil && *c > 0 {
			s += ", " + words.Count(*c) + " of them cached"
		}
		add(s)
	} else {
		add("tokens not recorded")
	}
	if t.Usage.CostUSD != nil {
		add(stepviews.Usd(t.Usage.CostUSD))
	}
	if d.ErrorText != "" {
		line, _, _ := strings.Cut(strings.TrimSpace(d.ErrorText), "\n")
		add(stepviews.Brief(line))
	}
	if d.Ended != "" {
		add("ended with " + stepviews.Brief(d.Ended))
	}
	if t.PrefPassed != nil {
		add("preference rule, not scored: " + map[bool]string{true: "kept", false: "not kept"}[*t.PrefPassed])
	}
	return list
}

func (t *Trial) tokens() (sum int64) {
	u := t.Usage
	if u.Total != nil {
		return *u.Total
	}
	for _, n := range []*int64{u.Input, u.Output, u.CacheRead, u.CacheWrite} {
		if n != nil {
			sum += *n
		}
	}
	return sum
}

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

// faulty is the title of the warning about a check that no solution can pass.
const faulty = "Faulty check"

// flags returns the title and text of each warning that the verdict may be wrong.
func (t *Trial) flags() (list [][2]string) {
	switch {
	case t.Impossible != nil:
		list = append(list, [2]string{faulty, "no answer can pass: " + *t.Impossible})
	case t.Why != nil && t.Why.Reason != nil && t.Why.Reason.Kind == results.ReasonChecker:
		list = append(list, [2]string{"Suspected faulty check", t.passedBy()})
	case t.unnamedKeys():
		list = append(list, [2]string{"Suspected faulty check",
			"test: the check asks for keys that neither the prompt nor the feedback before it names. " + t.passedBy()})
	}
	if d := t.Told; d != nil && d.Opposite {
		list = append(list, [2]string{"Misleading feedback", "the agent was told the opposite of the verdict on " + ui.Plain(d.About)})
	}
	for _, s := range t.Signals {
		list = append(list, [2]string{"Suspect", ui.Plain(s)})
	}
	return list
}

func (t *Trial) passedBy() string {
	passed := 0
	for _, o := range t.Others {
		if o.Status == results.Passed {
			passed++
		}
	}
	if t.Status == results.Passed {
		passed++
	}
	return words.Frac(passed, len(t.Others)+1) + " trials of this " + t.noun() + " pass."
}

// unnamedKeys reports whether the failed checks require keys that neither the prompt nor the
// feedback mentions, and no other trial of the task passes.
func (t *Trial) unnamedKeys() bool {
	told := t.Stored.Task.Facts.Prompt + t.Stored.Trial.Details.Prompt
	if t.Told != nil {
		told += t.Told.Text
	}
	if t.Why == nil || strings.TrimSpace(told) == "" ||
		slices.ContainsFunc(t.Others, func(o results.RunTrialRef) bool { return o.Status == results.Passed }) {
		return false
	}
	n := 0
	for i := range t.Why.Failed {
		field := why.LastPart(t.Why.Failed[i].Field)
		if field == "" || !strings.Contains(field, "_") {
			continue
		}
		if n++; strings.Contains(told, field) {
			return false
		}
	}
	return n > 0
}

func (t *Trial) others() (list []TrialLink) {
	for _, o := range t.Others {
		system := words.System(o.ModelName, results.System{Framework: o.Framework, Variant: o.Variant})
		list = append(list, TrialLink{
			Label: ui.Plain(system) + attemptText(o.Attempt), Status: o.Status, Compare: t.compare(o.Run, o.Attempt),
			Href: t.Query.Beside(o.Run, t.Scenario, t.Task, o.Attempt).At(),
		})
	}
	return list
}

func (t *Trial) attempts() (list []TrialLink) {
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

// compare returns the URL path of the comparison with another trial of the task. It returns "" for
// static sites, which have no comparisons.
func (t *Trial) compare(run string, attempt int) string {
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

// compareLink returns a link to the comparison with another run or attempt. If there is none, the
// link leads to the form for choosing a run.
func (t *Trial) compareLink() TrialLink {
	for _, o := range append(t.others(), t.attempts()...) {
		if !o.Current && o.Compare != "" {
			return TrialLink{Label: "both traces", Href: o.Compare}
		}
	}
	if t.Query.Static {
		return TrialLink{}
	}
	return TrialLink{Label: "compare this run", Href: link.CompareWith(t.Run)}
}

// ref returns a link to another trial of the run. Its label includes the scenario if it is
// different.
func (t *Trial) ref(r *results.TrialRef) *TrialLink {
	if r == nil {
		return nil
	}
	v := &TrialLink{Label: r.Task + attemptText(r.Attempt), Status: r.Status, Href: t.Query.Beside(t.Run, r.Scenario, r.Task, r.Attempt).At()}
	if r.Scenario != t.Scenario {
		v.Label = r.Scenario + "/" + v.Label
	}
	return v
}

type record struct{ Term, Text, Href string }

// records returns the recorded values that are not shown elsewhere on the page.
func (t *Trial) records() []record {
	d := &t.Stored.Trial.Details
	var list []record
	add := func(term, text string) { list = append(list, record{Term: term, Text: text}) }
	add("Started", words.DateTime(t.StartedAt))
	add("Finished", words.DateTime(t.FinishedAt))
	if u := t.Usage; u.Input != nil || u.Output != nil {
		add("Tokens", "input "+words.CountOf(u.Input)+", output "+words.CountOf(u.Output)+", cache read "+words.CountOf(u.CacheRead)+
			", cache write "+words.CountOf(u.CacheWrite))
	}
	add("Model and provider", strings.TrimSpace(d.Model+" "+d.Provider))
	add("Metrics", metricsText(d.Metrics))
	add("Session", d.Session)
	add("Name in the record", d.SourceTrial)
	add("About the trace", d.TraceNote)
	add("Paths are relative to", d.Workspace)
	for _, ph := range d.Phases {
		if ph.StartedAt != nil && ph.FinishedAt != nil {
			add("Phase "+ph.Name, words.Duration(stepviews.Diff(*ph.FinishedAt, *ph.StartedAt)))
		}
	}
	for _, st := range d.Stages {
		add("Stage "+st.ID, strings.TrimSpace(st.State+" "+words.Pct(st.Score)+" "+st.Error))
	}
	for _, l := range t.Labels {
		add("Reviewer’s label", strings.Trim(l.Label+": "+l.Note, ": "))
	}
	return slices.DeleteFunc(list, func(r record) bool { return r.Text == "" || r.Text == words.NotRecorded })
}

func metricsText(m map[string]float64) string {
	names := slices.Sorted(maps.Keys(m))
	for i, n := range names {
		v, digits := m[n], 4
		if v == math.Trunc(v) && math.Abs(v) < 1e15 { // whole numbers are shown without decimals
			digits = 0
		}
		names[i] = strings.ReplaceAll(n, "_", " ") + " " + words.Fixed(&v, digits)
	}
	return strings.Join(names, ", ")
}

func (t *Trial) texts() (list []*stepviews.Lines) {
	d, room := &t.Stored.Trial.Details, 40<<10
	add := func(name, id, text, class string) {
		if strings.TrimSpace(text) != "" {
			l := stepviews.Lines{Name: name, ID: id, Class: class}
			list = append(list, stepviews.RecordLines(l, t.names().In(text), t.Query.Below("raw"), &room))
		}
	}
	add("error,", "error-L", d.ErrorText, "f")
	if v := d.Verdict; v != nil {
		add("checker’s output,", "stdout-L", v.Stdout, "f")
		add("checker’s errors,", "stderr-L", v.Stderr, "f")
	}
	if d.Told != nil {
		add(toldName(d.Told), "told-L", d.Told.Text, "")
	}
	if t.StepsTotal == 0 {
		add("prompt,", "prompt-L", d.Prompt, "")
		if d.Answer != nil {
			add("answer,", "answer-L", *d.Answer, "")
		}
	}
	return list
}

func toldName(d *results.Told) string {
	about := "the task before"
	if d.About != "" {
		about = ui.Plain(d.About)
	}
	if d.Actual != "" {
		about += " (" + words.StatusWord(d.Actual) + ")"
	}
	verdict := map[string]string{"correct": ": correct", "incorrect": ": incorrect"}[d.Verdict]
	return "feedback in the prompt on " + about + verdict + ","
}

func (t *Trial) names() files.Names { return files.NewNames(t.Stored.Trial.Details.Workspace) }

func (t *Trial) restTitle() string {
	var list []string
	if t.Verdict != nil {
		list = append(list, "checker output")
	}
	if t.Told != nil {
		list = append(list, "feedback before this "+t.noun())
	}
	return words.Capital(strings.Join(append(list, "usage", "records"), ", "))
}

func noTrace(d *results.TrialDetails) string {
	if d.TraceNote != "" {
		return "No trace was released. " + ui.Plain(d.TraceNote)
	}
	return "No trace was released."
}
