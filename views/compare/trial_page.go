package compare

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/align"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/why"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/richtext"
	stepviews "github.com/clawatlas/clawatlas/views/step"
	"github.com/clawatlas/clawatlas/views/table"
	"github.com/clawatlas/clawatlas/views/ui"
)

// RowsOnPage is the number of alignment rows on one page.
const RowsOnPage = 40

// trialsRoom is the size limit in bytes for the texts of both trials on one page.
const trialsRoom = 800 << 10

// trialsPage is the HTML page of a comparison of two trials.
type trialsPage struct {
	*Trials
	frame views.Frame
	texts *[2]map[itemPlace]itemTexts
}

type itemPlace struct{ step, call int }

// itemTexts holds the texts of an item and the number of lines in its result.
type itemTexts struct {
	list  []*stepviews.Lines
	lines int
}

// TrialsPage renders the comparison of two trials with one page of their aligned traces. steps
// contains the steps of both sides that Wanted returns.
func TrialsPage(f views.Frame, c *Trials, steps [2][]results.Step) templ.Component {
	p := trialsPage{Trials: c, frame: f, texts: &[2]map[itemPlace]itemTexts{{}, {}}}
	at := [2]map[int]*results.Step{{}, {}}
	for side := range steps {
		for i := range steps[side] {
			at[side][steps[side][i].StepID] = &steps[side][i]
		}
	}
	room := trialsRoom
	for _, r := range p.Rows {
		for side, it := range []*AlignedItem{r.A, r.B} {
			if it != nil && at[side][it.StepID] != nil {
				p.texts[side][itemPlace{it.StepID, it.call}] = p.textsOf(&room, p.Sides()[side], it, at[side][it.StepID])
			}
		}
	}
	return trialsPageBody(p)
}

func (p trialsPage) textsOf(room *int, side *TrialSide, it *AlignedItem, step *results.Step) (t itemTexts) {
	q := link.TrialQuery{Run: side.Run, Scenario: p.Scenario, Task: p.Task}
	if side.Trial.Attempt > 1 {
		q.Attempt = side.Trial.Attempt
	}
	add := func(text, name string) {
		if strings.TrimSpace(text) != "" {
			t.list = append(t.list, stepviews.RecordLines(stepviews.Lines{Head: 8}, text, q.Step(it.StepID, "text", name), room))
		}
	}
	if it.call < 0 {
		text := step.Message
		if text == "" && step.Observation != nil {
			for i := range step.Observation.Results {
				text += step.Observation.Results[i].Content
			}
		}
		add(text, "message")
		return t
	}
	if it.call == 0 {
		add(step.Message, "message")
	}
	add(argumentText(step.ToolCalls[it.call].Arguments), "call-"+strconv.Itoa(it.call+1))
	if r := step.ResultOf(it.call); r != nil {
		t.lines = richtext.CountLines(r.Content)
		for i := range step.Observation.Results {
			if &step.Observation.Results[i] == r {
				add(r.Content, "r"+strconv.Itoa(i+1))
			}
		}
	}
	return t
}

// argumentText formats the arguments of a call, one per line, with strings unquoted and long texts
// last.
func argumentText(raw json.RawMessage) string {
	var fields map[string]json.RawMessage
	if json.Unmarshal(raw, &fields) != nil {
		return string(raw)
	}
	names := slices.Sorted(maps.Keys(fields))
	slices.SortStableFunc(names, func(x, y string) int { return b2i(len(fields[x]) > 200) - b2i(len(fields[y]) > 200) })
	var b strings.Builder
	for _, n := range names {
		var s string
		if json.Unmarshal(fields[n], &s) != nil {
			var compact bytes.Buffer
			if s = string(fields[n]); json.Compact(&compact, fields[n]) == nil {
				s = compact.String()
			}
		}
		sep := " "
		if strings.Contains(strings.TrimSuffix(s, "\n"), "\n") {
			sep = "\n"
		}
		fmt.Fprintf(&b, "%s:%s%s\n", n, sep, strings.TrimSuffix(s, "\n"))
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// refusal returns the reason why the trials cannot be compared, or "" if they can.
func (p trialsPage) refusal() string {
	if !p.OneBenchmark() {
		return fmt.Sprintf("%s is a run of %s and %s of %s. They have no task in common.", p.A.Side.Label, nameVersion(p.Of), p.B.Side.Label,
			nameVersion(p.Other))
	}
	return ""
}

func (p trialsPage) heading() string {
	name := taskName(p.Of, p.Scenario, p.Task)
	if p.refusal() != "" {
		return name
	}
	return fmt.Sprintf("%s: %s %s, %s %s", name, p.A.Side.Short, words.StatusWord(p.A.Status), p.B.Side.Short, words.StatusWord(p.B.Status))
}

func (p trialsPage) meta() ui.Meta {
	path := p.Query.Link("from", "")
	name, rest := words.TaskParts(p.Of, p.Scenario, p.Task)
	between := between(&p.A.Side, &p.B.Side)
	m := p.frame.Meta(ui.TitleOf(name, rest+": "+between), "One "+p.Of.Words.Task+" of "+p.Of.Name+" in two runs: what decided it, and both traces.",
		path, "/api/v1"+path, views.CrumbsBelow(p.Of, views.CompareCrumb(p.Of), ui.Crumb{Label: between, Href: link.Compare(p.A.Run, p.B.Run)},
			ui.Crumb{Label: name + rest})...)
	m.Scripted = p.A.Side.Of.Scripted && p.B.Side.Of.Scripted
	m.Noindex = true
	if p.OneBenchmark() {
		m.CSVPath = p.Query.Link("from", "", "format", "csv")
	}
	return m
}

// agree returns the verdict if both sides have the same outcome or one has no record.
func (p trialsPage) agree() string {
	switch {
	case p.A.Trial == nil || p.B.Trial == nil:
		side := &p.A
		if side.Trial != nil {
			side = &p.B
		}
		return fmt.Sprintf("%s has no record of this %s.", side.Side.Short, p.Of.Words.Task)
	case p.A.passed():
		return "Both passed."
	}
	return "Neither passed."
}

// opened describes when each side opened the file with the decisive value. It is empty if both
// opened it in this task.
func (p trialsPage) opened() string {
	if p.Source() == "" {
		return ""
	}
	here := func(side *TrialSide) bool { return side.read != nil && side.read.task == p.Task }
	if here(&p.A) && here(&p.B) {
		return ""
	}
	var list []string
	for _, side := range p.Sides() {
		what := "did not open it"
		switch r := side.read; {
		case r != nil && r.task == p.Task:
			what = "opened it in this " + p.Of.Words.Task
		case r != nil:
			what = "last opened it in " + ui.Plain(r.task)
		}
		list = append(list, side.Side.Short+" "+what)
	}
	return ui.Plain(p.Source()) + ": " + strings.Join(list, ", ") + "."
}

func (p trialsPage) attempts(side int) []ui.Tab {
	s := p.Sides()[side]
	if len(s.attempts) < 2 {
		return nil
	}
	var tabs []ui.Tab
	for _, n := range s.attempts {
		tabs = append(tabs, ui.Tab{Label: strconv.Itoa(n), Href: p.Query.Link([]string{"attempt_a", "attempt_b"}[side], strconv.Itoa(n), "from", ""),
			Current: s.Trial != nil && s.Trial.Attempt == n})
	}
	return tabs
}

// empty returns the reason why there are no traces to align, or "" if there are.
func (p trialsPage) empty() string {
	for _, side := range p.Sides() {
		if side.Trial == nil {
			return fmt.Sprintf("%s has no record of this %s.", side.Side.Short, p.Of.Words.Task)
		} else if side.Trial.StepsTotal == 0 {
			if side.Trial.Details.TraceNote != "" {
				return fmt.Sprintf("%s has no trace: %s", side.Side.Short, ui.Plain(side.Trial.Details.TraceNote))
			}
			return fmt.Sprintf("No trace of %s was released.", side.Side.Short)
		}
	}
	if p.Total == 0 {
		return "Neither trace holds a message or a call."
	}
	return ""
}

func (p trialsPage) size(side *TrialSide) string {
	text := words.Counted(side.Trial.StepsTotal, "step") + ", " + words.Counted(side.Trial.ToolCalls, "call")
	if side.Trial.DurationMS != nil {
		text += ", " + words.Duration(side.Trial.DurationMS)
	}
	if side.Cut > 0 {
		text += fmt.Sprintf(", the first %s steps aligned", words.Count(AlignedSteps))
	}
	return text
}

func (p trialsPage) pager() *ui.Pager {
	if p.Total <= RowsOnPage {
		return nil
	}
	g := table.Pager(p.Offset, len(p.Rows), p.Total, RowsOnPage, "rows",
		func(from string) string { return p.Query.Link("from", from) + "#traces" })
	return &g
}

// decides reports whether a row contains a side's last write to the checked file.
func (p trialsPage) decides(r *AlignedRow) bool {
	w := p.failedCheck()
	if w == nil || why.FileOf(w) == "" || r.A == nil && r.B == nil {
		return false
	}
	for i, it := range []*AlignedItem{r.A, r.B} {
		x := p.Sides()[i].lastChange(why.FileOf(w))
		if it != nil && x != nil && it.StepID == x.Step && it.call == x.Call-1 {
			return true
		}
	}
	return false
}

func (p trialsPage) decidingLink() string {
	for i := 0; i < p.Total && p.Total > RowsOnPage; i++ {
		r := p.Alignment.Rows[i]
		if row := (AlignedRow{Row: i + 1, A: p.A.item(r.A), B: p.B.item(r.B)}); p.decides(&row) {
			from := ""
			if at := i / RowsOnPage * RowsOnPage; at > 0 {
				from = strconv.Itoa(at)
			}
			return p.Query.Link("from", from) + "#" + rowID(&row)
		}
	}
	return ""
}

func rowID(r *AlignedRow) string { return fmt.Sprintf("row-%d", r.Row) }

// relation describes how the two items of a row differ.
func (p trialsPage) relation(r *AlignedRow) string {
	w := p.failedCheck()
	switch {
	case r.A == nil || r.B == nil:
		return "one side only"
	case p.decides(r) && w.Expected != "" && w.Got != "" && len(w.Expected)+len(w.Got) < 24:
		if p.A.passed() {
			return w.Expected + " and " + w.Got
		}
		return w.Got + " and " + w.Expected
	case r.A.call < 0 && r.A.Source == results.SourceUser:
		return map[bool]string{true: "same prompt", false: "other prompt"}[r.Relation == align.Same]
	case r.A.call < 0:
		return map[bool]string{true: "same text", false: "other text"}[r.Relation == align.Same]
	case r.Relation == align.Same && r.OtherOutput:
		return "other output"
	case r.Relation == align.Same:
		return "same call"
	case r.A.intent == r.B.intent && strings.Contains(r.A.intent, "."):
		return "same file"
	}
	return "other call"
}

// verb returns the tool name of a call, or "prompt" or "message".
func verb(it *AlignedItem) string {
	switch {
	case it.call >= 0:
		return ui.Plain(it.Tool)
	case it.Source == results.SourceUser:
		return "prompt"
	}
	return "message"
}

// ended describes the result of a call: its number of lines, or how the call failed.
func ended(it *AlignedItem, t itemTexts) string {
	r := results.Result{Failed: it.Failed, Outcome: it.Outcome}
	switch {
	case it.call < 0:
		return ""
	case r.Failed:
		return stepviews.FailureMark(&r) + " " + stepviews.FailureWord(&r)
	case stepviews.FailureMark(&r) != "":
		return "∅ found nothing"
	case t.lines == 0:
		return "no output"
	}
	return words.Counted(t.lines, "line")
}

// Table returns the CSV table: one row per alignment row, or one row per side if there is no
// alignment.
func (c *Trials) Table() table.Table {
	var g table.Table
	if c.Total == 0 {
		for _, key := range []string{"side", "run", "status", "score"} {
			g.Cols = append(g.Cols, table.Col{Key: key})
		}
		for i, side := range c.Sides() {
			g.Rows = append(g.Rows, table.Row{Cells: []table.Cell{table.Words([]string{"a", "b"}[i]), table.Words(side.Run),
				table.Words(string(side.Status)), table.Number(side.Score, 4)}})
		}
		return g
	}
	for _, key := range []string{"row", "relation", "a_step", "a_tool", "a_head", "b_step", "b_tool", "b_head"} {
		g.Cols = append(g.Cols, table.Col{Key: key})
	}
	for i, r := range c.Alignment.Rows {
		cells := []table.Cell{table.Words(strconv.Itoa(i + 1)), table.Words(string(r.Kind))}
		for _, it := range []*AlignedItem{c.A.item(r.A), c.B.item(r.B)} {
			if it == nil {
				cells = append(cells, table.Words(""), table.Words(""), table.Words(""))
				continue
			}
			cells = append(cells, table.Words(strconv.Itoa(it.StepID)), table.Words(it.Tool), table.Words(it.Head))
		}
		g.Rows = append(g.Rows, table.Row{Cells: cells})
	}
	return g
}
