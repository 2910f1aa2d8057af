package step

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/calls"
	"github.com/clawatlas/clawatlas/results/files"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/outline"
	"github.com/clawatlas/clawatlas/results/search"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views/richtext"
	"github.com/clawatlas/clawatlas/views/ui"
)

// callsOf adds the calls of a step and their results. Results without a call are listed separately.
func (b *Builder) callsOf(v *Step) {
	s := v.Step
	var answers []results.Result
	if s.Observation != nil {
		answers = s.Observation.Results
	}
	byCall, loose := match(s.ToolCalls, answers)
	first := min(max(b.From, 1)-1, len(s.ToolCalls))
	last := min(first+b.Calls, len(s.ToolCalls))
	for i := first; i < last; i++ {
		v.Calls = append(v.Calls, b.call(s, i, answers, byCall[i]))
	}
	for _, i := range loose[:min(len(loose), b.Calls)] {
		v.Loose = append(v.Loose, b.result(s, i, &answers[i], 0))
	}
	v.MoreCalls = len(s.ToolCalls) - last + max(0, len(loose)-b.Calls)
}

// match assigns results to calls. A result without an id is assigned to the call if the step has
// only one.
func match(calls []results.ToolCall, answers []results.Result) (byCall [][]int, loose []int) {
	byCall = make([][]int, len(calls))
	at := make(map[string]int, len(calls))
	for i := len(calls) - 1; i >= 0; i-- {
		at[calls[i].ID] = i
	}
	for i := range answers {
		n, found := at[answers[i].CallID]
		switch {
		case found && answers[i].CallID != "":
			byCall[n] = append(byCall[n], i)
		case len(calls) == 1 && answers[i].CallID == "":
			byCall[0] = append(byCall[0], i)
		default:
			loose = append(loose, i)
		}
	}
	return byCall, loose
}

func (b *Builder) call(s *results.Step, i int, answers []results.Result, mine []int) Call {
	rec := &s.ToolCalls[i]
	a := calls.Read(rec)
	c := Call{ID: link.CallAnchor(s.StepID, i+1), Name: Brief(rec.Name), Terms: b.Terms}
	if c.Name == "" {
		c.Name = "unnamed tool"
	}
	c.set(&a, b.Names)
	body := Lines{Class: "w"}
	switch a.Kind {
	case calls.Shell:
		if body.Class = "cmd"; strings.Contains(strings.TrimSpace(a.Command), "\n") || len(a.Command) > 2*briefMost {
			body.Text = SplitLines(b.Names.In(a.Command))
		}
	case calls.Write:
		body.Text = SplitLines(b.Names.In(a.Content))
	case calls.Edit:
		body.Class = "d"
		for _, l := range changeLines(&a) {
			body.Text = append(body.Text, b.Names.In(strings.TrimSuffix(string(rune(l.Op))+l.Text, "\r")))
		}
	case calls.Other:
		if body.Class = ""; len(c.Title) > 120 {
			body.Text = SplitLines(b.Names.In(a.Raw))
		}
	}
	for _, x := range a.Rest {
		if len(x.Value) > 80 {
			body.Text = append(body.Text, SplitLines(x.Name+": "+b.Names.In(x.Value))...)
		}
	}
	if raw := string(rec.Arguments); len(search.Places(raw, b.Terms)) > 0 && len(search.Places(c.Name+" "+c.Arg+" "+strings.Join(body.Text, " "), b.Terms)) == 0 {
		body.Text = append(body.Text, SplitLines(b.Names.In(raw))...) // The search matched only an argument's name, so show the raw arguments.
	}
	if len(body.Text) > 0 {
		if body.Class == "d" && len(body.Text) <= 12 {
			body.Head = 12
		}
		c.Body = b.lines(s, "call-"+strconv.Itoa(i+1), c.ID+"-L", i+1, body)
	}
	if a.Kind == calls.Write && c.Body != nil && c.Body.folded() {
		c.Size = ""
	}
	c.Copy = a.Kind == calls.Shell && (c.Body == nil || c.Body.Fold >= len(c.Body.Text)-len(c.Body.Hits))
	for _, at := range mine[:min(len(mine), 6)] {
		c.Results = append(c.Results, b.result(s, at, &answers[at], i+1))
	}
	if len(c.Results) == 1 && c.Size == "" && c.Results[0].Text != nil && c.Results[0].Text.Total > 2 && !c.Results[0].Text.folded() {
		c.Size = c.Results[0].Text.Size()
	}
	return c
}

func (c *Call) set(a *calls.Args, names files.Names) {
	var list []string
	add := func(s string) {
		if s != "" {
			list = append(list, s)
		}
	}
	switch a.Kind {
	case calls.Shell:
		first, _, _ := strings.Cut(strings.TrimSpace(a.Command), "\n")
		add(names.In(first))
		if a.Cwd != "" && names.In(a.Cwd) != "." {
			add("(in " + names.In(a.Cwd) + ")")
		}
	case calls.Other:
		add(names.In(strings.Join(strings.Fields(a.Raw), " ")))
		if c.Title = strings.Join(list, ""); c.Title == "{}" || c.Title == "null" {
			list = nil
		}
	default:
		add(strings.TrimPrefix(names.In(a.Path), "./"))
		add(a.Range)
	}
	switch a.Kind {
	case calls.Write:
		c.Size = "writes " + words.Plural(richtext.CountLines(a.Content), "line", "lines")
	case calls.Edit:
		added, removed := richtext.Changed(changeLines(a))
		c.Size = "+" + strconv.Itoa(added) + " \u2212" + strconv.Itoa(removed)
	}
	for _, x := range a.Rest {
		if len(x.Value) <= 80 {
			add(x.Name + "=" + x.Value)
		}
	}
	c.Title = strings.Join(list, " ")
	c.Arg = Brief(c.Title)
	c.Title = ui.Plain(cutWeight(c.Title, 1000))
}

func changeLines(c *calls.Args) []richtext.DiffLine {
	if c.Patch != "" {
		return richtext.Unified(c.Patch)
	}
	var list []richtext.DiffLine
	for i, x := range c.Changes {
		if i > 0 {
			list = append(list, richtext.DiffLine{Op: richtext.Note})
		}
		list = append(list, richtext.Compare(x.Old, x.New)...)
	}
	return list
}

func (b *Builder) result(s *results.Step, i int, r *results.Result, call int) Result {
	name := "r" + strconv.Itoa(i+1)
	v := Result{ID: link.ResultAnchor(s.StepID, i+1), Kind: outline.OfResult(r), Note: resultNote(r), Parts: b.parts(s, r.Parts)}
	l := Lines{}
	if r.Failed {
		l.Class, l.Tail = "f", 2
	}
	if v.Kind != outline.Empty || len(strings.TrimSpace(r.Content)) > emptyMost {
		v.Text = b.text(s, name, r.Content, v.ID+"-L", call, l)
	}
	if r.ErrorText != "" && !says(r.Content, r.ErrorText) {
		v.Error = b.text(s, name, r.ErrorText, "", call, Lines{Class: "f", Tail: 2})
	}
	if r.Diff != "" {
		v.Change = b.text(s, name, r.Diff, "", call, Lines{Class: "d", Name: "change as the tool recorded it,"})
	}
	if b.Subs != nil {
		v.Agents = b.Subs(s.StepID, i+1)
	}
	if first := b.Agents[r.Subagent]; r.Subagent != "" && first > 0 && len(v.Agents) == 0 {
		v.Subagent = b.Window(first)
	}
	return v
}

// says reports whether the content contains the text, either as it is or as a JSON string.
func says(content, text string) bool {
	quoted, err := json.Marshal(text)
	return strings.Contains(content, text) || err == nil && strings.Contains(content, string(quoted))
}

// resultNote describes an unusual outcome of a call; empty if it ended normally.
func resultNote(r *results.Result) string {
	var list []string
	if m := FailureMark(r); m != "" {
		list = append(list, map[string]string{"⊘": "⊘ refused", "×": "✕ failed", "∅": "∅ found nothing"}[m])
	}
	if r.ExitCode != nil && *r.ExitCode != 0 {
		list = append(list, "exit "+strconv.Itoa(*r.ExitCode))
	}
	if s := r.Status; s != "" && !slices.Contains([]string{"ok", "success", "completed", "passed"}, strings.ToLower(s)) {
		list = append(list, "status "+Brief(s))
	}
	if r.Truncation != "" {
		list = append(list, "truncated before it was recorded: "+Brief(r.Truncation))
	}
	if r.Summary != "" {
		list = append(list, Brief(r.Summary))
	}
	return strings.Join(list, ", ")
}

func FailureMark(r *results.Result) string {
	mark := KindMark(outline.OfResult(r))
	return mark
}

func FailureWord(r *results.Result) string {
	if r.Outcome == results.OutcomeRefused {
		return "refused"
	}
	return "failed"
}

func KindMark(k outline.Kind) string {
	switch k {
	case outline.Failed:
		return "×"
	case outline.Refused:
		return "⊘"
	case outline.Empty:
		return "∅"
	}
	return ""
}
