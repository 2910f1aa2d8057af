package task

import (
	"fmt"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/fingerprint"
	"github.com/clawatlas/clawatlas/views/table"
	"github.com/clawatlas/clawatlas/views/ui"
)

// beside is the address of a task of the same scenario.
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
	return views.PagerOf(t.Query.Block, "trials", func(key, value string) string {
		q := link.With(nil, key, value)
		if t.Query.All {
			q.Set("all", "1")
		}
		return link.To(q, "b", t.Benchmark, "scenarios", t.Scenario, t.Slug)
	})
}

// neighbour leads to the task before or after this one.
func (t *Task) neighbour(step int) views.Link {
	if to := t.Neighbour(step); to != "" {
		return views.Link{Label: to, Href: t.beside(to)}
	}
	return views.Link{}
}

// sentence counts who passed, and names the commonest complaint.
func (t *Task) sentence() views.Sentence {
	var s views.Sentence
	of := &t.Records.Benchmark
	switch {
	case len(t.Runs) == 0:
		s.Add("No run has tried this " + t.word() + ".")
	case t.Scored == 0:
		s.Add(words.Counted(len(t.Runs), "run") + " tried it without a verdict.")
	default:
		if t.Graded && t.Mean != nil {
			s.Add("Mean score " + words.Pct(t.Mean) + " %; ")
		}
		s.Strong(fmt.Sprintf("%d of %s %s it", t.Passed, words.Counted(t.Scored, strings.TrimSuffix(t.Unit, "s")), of.Full()))
		if is := of.FullMeans(); is != "" {
			s.Add(" (" + is + ")")
		}
		if len(t.Causes) > 0 {
			s.Add(fmt.Sprintf("; the checker's commonest complaint, in %s: %s", words.Counted(t.Causes[0].Runs, "run"), t.Causes[0].Cause))
		}
		s.Add(".")
	}
	return s
}

// facts are what else is known of the task, in a line.
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
	if t.Pass.Value != nil && t.Pass.Den > 1 {
		list = append(list, fmt.Sprintf("%s %s %% (95 %% CI %s)", t.Records.Benchmark.Full(), words.Pct(t.Pass.Value), words.Between(t.Pass.Lo, t.Pass.Hi)))
	}
	return ui.Plain(strings.Join(list, " · "))
}

// language is the prompt's language for the lang attribute; empty if it is the page's.
func (t *Task) language() string {
	if t.PromptOf == "" {
		return t.Facts.Language
	}
	return ""
}

// rubric lists what the task's judge weighs.
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

// cell is the verdict on a trial as a strip of one cell.
func (x *TaskTrial) cell() fingerprint.Row {
	return cellRow(fingerprint.Cell{Label: x.Label, Status: x.Status, Score: x.Score})
}

// why is what the record says of a trial that did not pass: the checker's words, or what
// broke it off.
func (x *TaskTrial) why() (text string, more int) {
	switch {
	case len(x.Findings) > 0:
		return x.Findings[0].Text, len(x.Findings) - 1
	case x.Details.ErrorText != "":
		return x.Details.ErrorText, 0
	case len(x.Details.Suspicions) > 0:
		return x.Details.Suspicions[0], 0
	}
	n := 0
	for _, c := range x.Checks {
		if c.Passed != nil && !*c.Passed {
			n++
			text = c.ID
		}
	}
	if n > 0 && x.Status != results.Passed {
		return fmt.Sprintf("failed check %s", text), n - 1
	}
	return "", 0
}

// whyed reports whether the record of some trial says why it did not pass.
func (t *Task) whyed() bool {
	return slices.ContainsFunc(t.All, func(x TaskTrial) bool { text, _ := x.why(); return text != "" })
}

// answer is what a trial selected, with what it omitted and added.
func (x *TaskTrial) answer() string {
	if x.Selected == nil {
		return words.NotRecorded
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
	return ui.Plain(text)
}

// prefWord says whether a preference was kept.
func prefWord(passed *bool) string {
	switch {
	case passed == nil:
		return words.NotRecorded
	case *passed:
		return "kept"
	}
	return "ignored"
}

// traced, timed and spent report whether any trial has a trace, a time and tokens.
func (t *Task) traced() bool {
	return slices.ContainsFunc(t.All, func(x TaskTrial) bool { return x.Stored.StepsTotal > 0 })
}

func (t *Task) timed() bool {
	return slices.ContainsFunc(t.All, func(x TaskTrial) bool { return x.Stored.DurationMS != nil })
}

func (t *Task) spent() bool {
	return slices.ContainsFunc(t.All, func(x TaskTrial) bool { return x.Stored.Usage.Output != nil })
}

// callCount is how many calls failed, of all.
func callCount(x results.Trial) string {
	if x.StepsTotal == 0 {
		return words.NotRecorded
	}
	return fmt.Sprintf("%d of %d", x.FailedCalls, x.ToolCalls)
}

// checkStrip is one check in every trial of the page.
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

// checkNotes are what is known of a check beside its description.
func checkNotes(c *TaskCheck) string {
	var list []string
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
	return ui.Plain(strings.Join(list, " · "))
}

// changed reports whether it is known what the agent is told, or what changes.
func (t *Task) changed() bool {
	return slices.ContainsFunc(t.Facts.Stages, func(s results.Stage) bool { return s.Notification != "" || len(s.Changes) > 0 })
}

// updateNames are the updates right before the task.
func (t *Task) updateNames() string {
	var ids []string
	for _, u := range t.Updates {
		if u.Kind != "group" {
			ids = append(ids, u.ID)
		}
	}
	return ui.Plain(strings.Join(ids, ", "))
}

// Impossible is what a page says of a task that no answer can pass.
type Impossible struct {
	Reason string // empty if an answer can
	Tasks  string // address of the list of faulty checks
}

// ImpossibleTask is what is said of a task of a benchmark.
func ImpossibleTask(benchmark, reason string) Impossible {
	return Impossible{Reason: reason, Tasks: link.Benchmark(benchmark, "heatmap") + "?check=faulty#tasks"}
}
