package task

import (
	"fmt"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/why"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/fingerprint"
	"github.com/clawatlas/clawatlas/views/table"
	"github.com/clawatlas/clawatlas/views/ui"
)

func (t *Task) beside(task string) string { return link.Task(t.Benchmark, t.Scenario, task) }

func (t *Task) meta(f views.Frame) ui.Meta {
	b := t.Records.Benchmark
	name, rest := words.TaskParts(b, t.Scenario, t.Slug)
	list := views.CrumbsBelow(b, views.ScenarioCrumb(b, t.Scenario), ui.Crumb{Label: views.TaskCrumb(b, t.Scenario, t.Slug)})
	m := f.Meta(ui.TitleOf(name, rest+", "+b.Name), "What was asked, how every system answered and what the checker said.",
		t.beside(t.Slug), link.API(nil, "benchmarks", b.ID, "scenarios", t.Scenario, t.Slug), list...)
	m.CSVPath = t.beside(t.Slug) + "?format=csv"
	if t.Query.All {
		m.CSVPath += "&all=1"
	}
	for i := range t.Trials {
		m.Scripted = m.Scripted || t.Trials[i].Column.Scripted
	}
	return m
}

func (t *Task) word() string { return t.Records.Benchmark.Words.Task }

func (t *Task) pager() *ui.Pager {
	return t.Query.Block.Pager("trials", func(key, value string) string {
		q := link.With(nil, key, value)
		if t.Query.All {
			q.Set("all", "1")
		}
		return link.To(q, "b", t.Benchmark, "scenarios", t.Scenario, t.Slug)
	})
}

// neighbour returns a link to the previous task (step -1) or the next task (step 1), or an empty
// link if there is none.
func (t *Task) neighbour(step int) views.Link {
	at, tasks := t.Records.Index(), t.Records.Tasks
	if at < 0 || at+step < 0 || at+step >= len(tasks) {
		return views.Link{}
	}
	to := tasks[at+step].Slug
	return views.Link{Label: to, Href: t.beside(to)}
}

// sentence returns a summary of the pass counts and of the most frequent failed check.
func (t *Task) sentence() views.Sentence {
	var s views.Sentence
	of := &t.Records.Benchmark
	switch {
	case len(t.runs) == 0:
		s.Add("No run has tried this " + t.word() + ".")
	case t.Scored == 0:
		s.Add(words.Counted(len(t.runs), "run") + " tried it without a verdict.")
	default:
		if t.graded && t.Mean != nil {
			s.Add("Mean score " + words.Pct(t.Mean) + " %; ")
		}
		s.Strong(fmt.Sprintf("%d of %s %s it", t.Passed, words.Counted(t.Scored, strings.TrimSuffix(t.Records.Runs.Unit(t.Query.All), "s")), of.Full()))
		switch is := of.FullMeans(); {
		case is != "":
			s.Add(" (" + is + ")")
		case t.graded:
			s.Add(" on every attempt")
		}
		if len(t.Causes) > 0 {
			s.Add(fmt.Sprintf("; the most frequent failure reason, in %s: %s", words.Counted(t.Causes[0].Runs, "run"), t.Causes[0].Cause))
		}
		s.Add(".")
	}
	return s
}

func (t *Task) facts() string {
	b := t.Records.Benchmark
	list := []string{words.KindWord(t.Kind)}
	if at := t.Records.Index(); at >= 0 {
		list = append(list, fmt.Sprintf("%s %d of %d in %s", b.Words.Task, at+1, len(t.Records.Tasks), views.ScenarioBeside(b, t.Scenario)))
		if t.Day > 0 && b.Scoring == results.ScoringClawArena {
			list = append(list, fmt.Sprintf("after update %d", t.Day))
		}
	} else {
		list = append(list, "not in the dataset")
	}
	if f := t.Facts; f.Difficulty != "" {
		list = append(list, "difficulty "+f.Difficulty)
	}
	if len(t.Facts.Factors) > 0 {
		list = append(list, "factors "+strings.Join(t.Facts.Factors, ", "))
	}
	if t.Facts.TimeoutS != nil {
		list = append(list, "time limit "+words.Fixed(t.Facts.TimeoutS, 0)+" s")
	}
	if t.pass.Value != nil && t.pass.Den > 1 {
		list = append(list, fmt.Sprintf("%s %s %% (95 %% CI %s)", t.Records.Benchmark.Full(), words.Pct(t.pass.Value), words.Between(t.pass.Lo, t.pass.Hi)))
	}
	return ui.Plain(strings.Join(list, " · "))
}

// language returns the prompt's language for the lang attribute. It is empty if it is the language
// of the page.
func (t *Task) language() string {
	if t.PromptOf == "" {
		return t.Facts.Language
	}
	return ""
}

func (t *Task) rubric() table.Table {
	g := table.Table{Caption: "What a judge weighs, " + words.Counted(len(t.Facts.Rubric), "part"), Fit: true,
		Cols: []table.Col{{Key: "part", Label: "Part"}, {Key: "weight", Label: "Weight", Num: true}}}
	for _, part := range t.Facts.Rubric {
		g.Rows = append(g.Rows, table.Row{Class: "total", Cells: []table.Cell{table.Words(part.Name), table.Number(&part.Weight, 2)}})
		for _, c := range part.Criteria {
			g.Rows = append(g.Rows, table.Row{Cells: []table.Cell{table.Words(c.Text), table.Number(&c.Weight, 2)}})
		}
	}
	return g
}

// Returns the failure reason in words, as on the trial's own page.
func (x *TaskTrial) why() string {
	if x.Reason != nil {
		return x.Reason.Sentence
	}
	trial := x.Stored.Trial
	trial.Details, trial.Checks = x.Details, x.Checks
	if r := why.Unknown(&trial); r != nil {
		return r.Sentence
	}
	return ""
}

func (x *TaskTrial) answer() string {
	if x.Selected == nil {
		return ""
	}
	text := strings.Join(x.Selected, " ")
	if text == "" {
		text = "none"
	}
	if len(x.Omitted) > 0 {
		text += "; omitted " + strings.Join(x.Omitted, " ")
	}
	if len(x.Added) > 0 {
		text += "; added " + strings.Join(x.Added, " ")
	}
	return text
}

// shownTrials returns the table of the given trials. It omits empty columns.
func (t *Task) shownTrials(list []TaskTrial) table.Table {
	g := t.trialTable(list).Lean()
	g.Note = ""
	return g
}

func (t *Task) trialTable(list []TaskTrial) table.Table {
	g := table.Table{Caption: words.Counted(len(t.All), "trial") + " of " + words.Counted(len(t.runs), "run") + ", the best run first",
		Cols: []table.Col{{Key: "run", Data: true}, {Key: "attempt", Data: true}, {Key: "trial", Label: "Trial"}, {Key: "status", Label: "Outcome"}, {Key: "score", Label: "Score", Unit: "%", Num: true},
			{Key: "why", Label: "Why not", Class: "tc"}, {Key: "preference", Label: "Preference", Class: "hide-s"},
			{Key: "steps", Label: "Steps", Num: true, Class: "hide-s"}, {Key: "failed_calls", Label: "Failed calls", Num: true, Class: "hide-s"},
			{Key: "time_s", Label: "Time", Unit: "s", Num: true, Class: "hide-s"}, {Key: "tokens_output", Label: "Output tokens", Num: true, Class: "hide-s"}}}
	if len(t.Options) > 0 {
		g.Cols[5] = table.Col{Key: "answer", Label: "Answer"}
	}
	for i := range list {
		x := &list[i]
		said, s := x.why(), x.Stored
		if len(t.Options) > 0 {
			said = x.answer()
		}
		preference := ""
		if p := s.PrefPassed; p != nil {
			preference = map[bool]string{true: "kept", false: "ignored"}[*p]
		}
		g.Rows = append(g.Rows, table.Row{Cells: []table.Cell{table.Words(x.Run), table.Whole(x.Attempt), table.Words(x.Label).Link(x.URL).Noted(runTags(x.Column)),
			table.Words(words.StatusWord(x.Status)), table.Percent(s.PointsOrScore()), table.Words(said), table.Words(preference),
			table.WholeOrNone(s.Traced(s.StepsTotal)), table.WholeOrNone(s.Traced(s.FailedCalls)), table.Number(scaled(s.DurationMS, 1000), 1), table.Number(scaled(s.Usage.Output, 1), 0)}})
	}
	return g
}

// scaled divides a count by a unit, for example thousands. nil stays nil.
func scaled(n *int64, unit float64) *float64 {
	if n == nil {
		return nil
	}
	v := float64(*n) / unit
	return &v
}

// CSV returns the table of all trials for download.
func (t *Task) CSV() table.Table { return t.trialTable(t.All) }

// runTags returns notes about a run, such as "incomplete".
func runTags(r results.Run) string {
	var list []string
	if r.Scripted {
		list = append(list, "scripted agent")
	}
	if views.Superseded(r) {
		list = append(list, "superseded")
	}
	if !r.Complete {
		list = append(list, "incomplete")
	}
	return strings.Join(list, ", ")
}

// checks returns a table of the checks with their results over all trials.
func (t *Task) checks() table.Table {
	none := len(t.Trials) == 0
	g := table.Table{Class: "stack", Caption: words.Counted(len(t.Checks), "check") + " against " + words.Counted(len(t.All), "trial"),
		Cols: []table.Col{{Key: "check", Label: "Check"}, {Key: "weight", Label: "Weight", Num: true}, {Key: "passed", Label: "Passed", Num: true, Data: none},
			{Label: "Trials", Class: "v", Data: none}}}
	for i := range t.Checks {
		c := &t.Checks[i]
		g.Rows = append(g.Rows, table.Row{ID: link.CheckAnchor(c.ID), Cells: []table.Cell{table.Words(c.ID).Noted(checkNotes(c)),
			table.Number(&c.Weight, 1), table.RightWords(views.PassedOf(c.Passed, c.Evaluated)), table.Drawn(fingerprint.Strip(t.checkStrip(c), fingerprint.List))}})
	}
	return g
}

func (t *Task) checkStrip(c *TaskCheck) fingerprint.Row {
	row := fingerprint.Row{Unordered: true, Said: fmt.Sprintf("passed in %d of %d", c.Passed, c.Evaluated)}
	for i := range t.Trials {
		x := fingerprint.Cell{Label: t.Trials[i].Label, Status: results.Missing}
		if k := t.Trials[i].Check(c.ID); k != nil {
			switch {
			case k.Passed == nil:
				x.Status = results.NoAnswer
			case *k.Passed:
				x.Status = results.Passed
			default:
				x.Status = results.Failed
			}
		}
		row.Cells = append(row.Cells, x)
	}
	return row
}

// checkNotes returns notes on a check: its description, stage and services.
func checkNotes(c *TaskCheck) string {
	var list []string
	if c.RedLine {
		list = append(list, "red line")
	}
	if c.Description != "" {
		list = append(list, c.Description)
	}
	if c.Day != "" {
		list = append(list, "checked at "+c.Day)
	}
	if c.About != "" && c.About != c.Day {
		list = append(list, "about "+c.About)
	}
	if len(c.Services) > 0 {
		list = append(list, "reads "+strings.Join(c.Services, ", "))
	}
	return strings.Join(list, " · ")
}

// changed reports whether the dataset lists any notification or environment change.
func (t *Task) changed() bool {
	return slices.ContainsFunc(t.Facts.Stages, func(s results.Stage) bool { return s.Notification != "" || len(s.Changes) > 0 })
}

func (t *Task) updateNames() string {
	var ids []string
	for _, u := range t.Updates {
		if u.Kind != "group" {
			ids = append(ids, u.ID)
		}
	}
	return ui.Plain(strings.Join(ids, ", "))
}
