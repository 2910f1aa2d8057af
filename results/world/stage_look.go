package world

import (
	"path"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/calls"
)

// Undecidable is no level: nothing tells the change apart, so that no call can show it.
const Undecidable Level = "undecidable"

// serviceWords are how calls name a service: all but the sandbox's own files are
// reached through commands of a shell.
var serviceWords = map[string][]string{"email": {"imap", "mail", "smtp"}, "notion": {"notion"},
	"google_sheets": {"sheet", "gspread"}, "calendar": {"caldav", "calendar"}}

// sought is one change with what it is recognised by: lines and values that are new
// with it, that no other change of the task has, and that no message says.
type sought struct {
	stage  int // index
	change *results.StageChange
	lines  []string
	values []string
	file   *naming // that it puts there; nil if it puts none or its name is not known
	look   results.StageLook
	traced bool
}

// StageWatch follows the trace of one trial through the stages of its task.
type StageWatch struct {
	stages []results.Stage
	seek   []*sought
	now    int   // index of the stage; -1 before the first
	calls  []int // of each stage
}

// NewStageWatch watches for the changes of a task; nil where none is known.
func NewStageWatch(t *results.Task) *StageWatch {
	w := &StageWatch{stages: t.Facts.Stages, now: -1, calls: make([]int, len(t.Facts.Stages))}
	said := t.Facts.Prompt
	owners := map[string]int{}
	for i := range w.stages {
		said += "\n" + w.stages[i].Notification
		for k := range w.stages[i].Changes {
			c := &w.stages[i].Changes[k]
			for _, x := range slices.Concat(c.Lines, c.Values) {
				owners[x]++
			}
		}
	}
	lines, values := normal(said), ValueText(said)
	for i := range w.stages {
		for k := range w.stages[i].Changes {
			s := &sought{stage: i, change: &w.stages[i].Changes[k],
				look: results.StageLook{Stage: w.stages[i].ID, Change: k + 1, Level: string(Never)}}
			for _, x := range s.change.Lines {
				if owners[x] == 1 && !strings.Contains(lines, x) {
					s.lines = append(s.lines, x)
				}
			}
			for _, x := range s.change.Values {
				if owners[x] == 1 && !HasValue(values, x) {
					s.values = append(s.values, x)
				}
			}
			s.file = fileOf(s.change)
			w.seek = append(w.seek, s)
		}
	}
	if len(w.seek) == 0 {
		return nil
	}
	return w
}

// fileOf is the name of the file that a change puts into the workspace.
func fileOf(c *results.StageChange) *naming {
	if c.Service != "fs" || c.Method != "upload_file" {
		return nil
	}
	for _, text := range payloadTexts(c.Payload) {
		if name := path.Base(text); path.Ext(name) != "" {
			n := ObjectID{Kind: File, Path: name}.naming(false)
			return &n
		}
	}
	return nil
}

// decidable reports whether a call could show the change.
func (s *sought) decidable() bool { return len(s.lines)+len(s.values) > 0 || s.file != nil }

// Step takes the next step of the trace.
func (w *StageWatch) Step(step *results.Step) {
	if step.Copied {
		return
	}
	if at := slices.IndexFunc(w.stages, func(s results.Stage) bool { return s.ID == step.Day }); at >= 0 && at != w.now {
		w.now = at
		for _, s := range w.seek {
			s.traced = s.traced || s.stage <= at
		}
	}
	if w.now < 0 {
		return
	}
	for i := range step.ToolCalls {
		w.calls[w.now]++
		w.call(step, i)
	}
	for _, x := range writings(step) {
		w.wrote(step, x.text)
	}
}

// call goes through the result of a call.
func (w *StageWatch) call(step *results.Step, i int) {
	call := &step.ToolCalls[i]
	args, result := calls.Read(call), step.ResultOf(i)
	if args.Kind == calls.Write || args.Kind == calls.Edit || results.ToolFamily(call.Name) == results.FamilyPlan || result == nil {
		return
	}
	c := seen{args: args, tool: strings.ToLower(call.Name), text: argumentText(call.Arguments),
		content: strings.TrimSpace(result.Content), failed: result.Fruitless()}
	if args.Kind == calls.Shell {
		c.commands = calls.Commands(args.Command)
	}
	json, ok := decoded(c.content)
	lines, values := shown(c.content, json, ok), ValueText(c.content)
	asked := strings.ToLower(c.text)
	for _, s := range w.seek {
		if s.stage > w.now {
			continue
		}
		level, quote := s.level(&c, lines, values, asked, len(result.Parts) > 0)
		if level.rank() <= Level(s.look.Level).rank() {
			continue
		}
		s.look.Level, s.look.At, s.look.Step, s.look.Call, s.look.Quote = string(level), w.stages[w.now].ID, step.StepID, i+1, short(quote)
		s.look.Calls = 0
		for k := s.stage; k <= w.now; k++ {
			s.look.Calls += w.calls[k]
		}
	}
}

// level is how far a call gets with the change. One long line shows it, or two values,
// or one where there is no more or the call names the object or its service.
func (s *sought) level(c *seen, lines, values, asked string, parts bool) (Level, string) {
	for _, x := range s.lines {
		if strings.Contains(lines, x) {
			return ByContent, x
		}
	}
	var hits []string
	for _, v := range s.values {
		if HasValue(values, v) {
			hits = append(hits, v)
		}
	}
	if len(hits) > 1 || len(hits) == 1 && (len(s.values) == 1 && len(s.lines) == 0 || s.named(asked)) {
		return ByContent, hits[0]
	}
	if n := s.file; n != nil {
		got := (c.content != "" && c.content != "(no output)" || parts) && !c.failed
		switch {
		case got && (n.askedBy(c) || n.openedIn(c.commands)):
			return Opened, n.line(c.text)
		case c.args.Kind != calls.Look && n.in(c.content) >= 0:
			return Listed, n.line(c.content)
		}
	}
	return Never, ""
}

// named reports whether a call names the object of the change or its service.
func (s *sought) named(asked string) bool {
	if o := strings.ToLower(s.change.Object); len(o) > 3 && strings.Contains(asked, o) {
		return true
	}
	return slices.ContainsFunc(serviceWords[s.change.Service], func(word string) bool { return strings.Contains(asked, word) })
}

// wrote notes where what is new with a change stands in what the agent wrote: a long
// line, a value that is hardly there by chance, or two others.
func (w *StageWatch) wrote(step *results.Step, text string) {
	lines, values := normal(text), ValueText(text)
	for _, s := range w.seek {
		if s.stage > w.now || s.look.Written > 0 {
			continue
		}
		n := 0
		for _, v := range s.values {
			if HasValue(values, v) {
				if n++; strong(v) {
					n++
				}
			}
		}
		if n > 1 || slices.ContainsFunc(s.lines, func(x string) bool { return strings.Contains(lines, x) }) {
			s.look.Written = step.StepID
		}
	}
}

// strong reports whether a value is hardly in a text by chance: a name, a number with
// a point or of five digits. Dates and shorter numbers are not.
func strong(v string) bool {
	date := len(v) == len("2006-01-02") && v[4] == '-' && v[7] == '-'
	return !date && len(v) > 4 || strings.Contains(v, ".")
}

// Looks is what was found, change by change.
func (w *StageWatch) Looks() []results.StageLook {
	list := make([]results.StageLook, len(w.seek))
	for i, s := range w.seek {
		list[i] = s.look
		switch {
		case !s.traced && Level(s.look.Level) == Never:
			list[i].Level = string(Untraced)
		case !s.decidable():
			list[i].Level = string(Undecidable)
		}
	}
	return list
}
