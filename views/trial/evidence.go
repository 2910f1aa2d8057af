package trial

import (
	"slices"
	"strconv"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/why"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	stepviews "github.com/clawatlas/clawatlas/views/step"
	"github.com/clawatlas/clawatlas/views/ui"
)

// sentence returns the explanation of why the trial did not pass; nil if there is none.
func (t *Trial) sentence() *views.ReasonText {
	if t.Why == nil || t.Why.Reason == nil {
		return nil
	}
	r := t.Why.Reason
	s := &views.ReasonText{Text: t.names().In(r.Sentence), Bold: len(t.names().In(r.Head)), Places: slices.Clone(r.Places), Href: t.reasonHref}
	for i := range s.Places {
		s.Places[i].Words = t.names().In(s.Places[i].Words)
	}
	if s.Bold == 0 {
		s.Bold = len(s.Text)
	}
	switch {
	case !r.Likely || r.Kind == results.ReasonMismatch:
	case r.Kind == results.ReasonOption && s.Bold+2 < len(s.Text): // which options are wrong is certain
		s.Text = s.Text[:s.Bold] + ". Probably: " + s.Text[s.Bold+2:]
	default:
		s.Text, s.Bold = "Probably: "+s.Text, s.Bold+len("Probably: ")
	}
	return s
}

// reviewed returns the findings of reviewed cases that apply to the trial, as text and links.
func (t *Trial) reviewed() (list []record) {
	for _, c := range t.Cases {
		var texts []string
		for _, f := range c.Findings {
			if f.Reason != "" && t.Why != nil && string(t.Why.Reason.Kind) == f.Reason ||
				f.Option != "" && (slices.Contains(t.Omitted, f.Option) || slices.Contains(t.Extra, f.Option)) {
				texts = append(texts, f.Text)
			}
		}
		if len(texts) > 0 {
			list = append(list, record{Term: c.Title, Text: strings.Join(texts, " "), Href: c.Href})
		}
	}
	return list
}

func (t *Trial) reasonHref(p *results.ReasonLink) string {
	switch {
	case p.Step != nil:
		return t.place(p.Step).Href
	case p.Record != "":
		return t.Query.Raw(p.Record)
	case p.Check != "":
		return "#" + link.CheckAnchor(p.Check)
	}
	return ""
}

// Evidence compares one expectation of the check with what the agent wrote, and locates where it
// could have read the expected value.
type Evidence struct {
	ID                 string // id of the table row; may be empty
	Passed             *bool
	Asked, Wrote, Read Cell
}

type Cell struct {
	Text  string // text by ClawAtlas
	Quote string // quotation from the record
	At    string // text of the link
	Href  string
	Note  string // explanation by the benchmark's authors
}

const passedMost = 8

func (t *Trial) evidence() (list []Evidence, more int) {
	if len(t.Options) > 0 {
		list = t.options()
	} else if t.Why != nil {
		for i := range t.Why.Failed {
			list = append(list, t.failedRow(&t.Why.Failed[i]))
		}
	}
	for _, c := range t.Checks {
		known := t.Why != nil && slices.ContainsFunc(t.Why.Failed, func(x results.FailedCheck) bool { return x.Check == c.ID })
		text := why.CheckName(c.ID)
		number := why.IsNumber(c.Detail)
		if len(t.Options) > 0 || known || len(t.Checks) == 1 && len(list) > 0 || text+c.Detail == "" || number && text == "reward" && len(t.Checks) > 1 {
			continue
		}
		if c.RedLine {
			text += " (red line)"
		}
		if c.Day != "" {
			text += ", " + c.Day
		}
		e := Evidence{ID: link.CheckAnchor(c.ID), Passed: c.Passed, Asked: Cell{Text: text}, Wrote: Cell{Text: t.names().In(c.Detail)}}
		if number && c.Detail != "" {
			e.Asked.Text, e.Wrote.Text = text+": "+c.Detail, ""
		}
		list = append(list, e)
	}
	slices.SortStableFunc(list, func(a, b Evidence) int { return rank(a.Passed) - rank(b.Passed) })
	if len(t.Options) == 0 {
		failed := len(list)
		if i := slices.IndexFunc(list, func(e Evidence) bool { return rank(e.Passed) > 1 }); i >= 0 {
			failed = i
		}
		if n := failed + passedMost; n < len(list) {
			list, more = list[:n], len(list)-n
		}
	}
	if t.Status == results.Passed && len(t.Options) == 0 && len(t.Checks) < 2 {
		return nil, 0
	}
	return list, more
}

// rank orders evidence: failed first, then without verdict, then passed.
func rank(passed *bool) int {
	switch {
	case passed == nil:
		return 1
	case *passed:
		return 2
	}
	return 0
}

// options returns one row for each option of a multiple-choice task, with the solution as the
// expectation and the agent's choice as what it wrote.
func (t *Trial) options() (list []Evidence) {
	for _, o := range t.Options {
		right := o.Gold == o.Picked
		e := Evidence{ID: "option-" + o.Label, Passed: &right, Asked: Cell{Quote: strings.TrimSuffix(o.Label+": "+o.Text, ": "), Text: "not correct"}, Wrote: Cell{Text: "not chosen"}}
		if said := strings.Trim(strings.Replace(o.Feedback, o.Text, "", 1), " ."); !right && said != "" && said != "Correct" && said != "Incorrect" {
			e.Asked.Note = "Benchmark: " + o.Feedback
		}
		if o.Gold {
			e.Asked.Text = "correct"
		}
		if o.Picked {
			e.Wrote.Text = "chosen"
		}
		if t.Selected == nil {
			e.Wrote.Text = "no answer"
		}
		for i := range t.failedChecks() {
			if c := &t.Why.Failed[i]; c.Option == o.Label {
				if e.Read = t.access(c); c.Wrote != nil {
					said := t.place(c.Wrote)
					said.Text = e.Wrote.Text + "; the answer says:"
					e.Wrote = said
				}
			}
		}
		list = append(list, e)
	}
	return list
}

func (t *Trial) failedChecks() []results.FailedCheck {
	if t.Why == nil {
		return nil
	}
	return t.Why.Failed
}

// access locates the passage that decides an option and states whether it was shown to the agent.
func (t *Trial) access(c *results.FailedCheck) Cell {
	cell := Cell{}
	if c.Read != nil {
		cell = t.place(c.Read)
	}
	if c.Source != nil && c.Source.Line > 0 {
		cell.Quote = c.Source.Quote
		cell.Note = c.Source.File + ", line " + strconv.Itoa(c.Source.Line)
	}
	switch c.Access {
	case results.AccessRefused:
		cell.Text = c.File + " could not be opened"
	case results.AccessUnopened:
		cell.Text = strings.TrimSuffix("never opened: "+c.File, ": ")
	case results.AccessCut:
		cell.Text = "not shown by the last reading:"
	case results.AccessUnstated:
		if cell.Text = "probably not stated"; c.File != "" && c.Read == nil {
			cell.Text = c.File + " did not exist yet"
		}
	case "":
		if cell.Text = ""; c.Read != nil {
			cell.Text = "read:"
		}
	}
	return cell
}

func (t *Trial) failedRow(c *results.FailedCheck) Evidence {
	no := false
	e := Evidence{Passed: &no}
	if c.Check != "" {
		e.ID = link.CheckAnchor(c.Check)
	}
	switch {
	case c.Field != "" && c.Expected != "":
		e.Asked.Quote = c.Field + ": " + c.Expected
	case c.Field != "" && c.Got != "" && strings.HasSuffix(c.Text, c.Field+": '"+c.Got+"'"):
		e.Asked = Cell{Text: "rejects the value of", Quote: c.Field}
	case why.Count(c) != "":
		e.Asked.Text = strings.ReplaceAll(why.Count(c), "`", "")
	case c.Check != "" && c.Text != "" && len(t.Checks) > 1:
		e.Asked = Cell{Text: why.CheckName(c.Check), Quote: why.Complaint(c)}
	default:
		e.Asked.Quote = why.Complaint(c)
	}
	e.Asked.Quote = t.names().In(e.Asked.Quote)
	switch {
	case c.Unwritten:
		e.Wrote = Cell{Text: "no call wrote", Quote: t.names().In(c.File)}
	case c.Wrote != nil:
		e.Wrote = t.place(c.Wrote)
		e.Wrote.At = strings.TrimPrefix(e.Wrote.At, t.wroteTo()+", ") // the head of the column names the file
		switch {
		case c.Under != "":
			e.Wrote.Text = "under another name:"
		case c.Form != "":
			if e.Wrote.Text = "probably the same in another form:"; c.Form == c.Pattern {
				e.Wrote.Text = "stands there:"
			}
		case c.Wrote.Lacks:
			e.Wrote.Text = "without it:"
		}
		if c.Wrote.By != "" {
			e.Wrote.Text = strings.TrimSpace("by " + c.Wrote.By + " " + e.Wrote.Text)
		}
	case c.Got != "":
		e.Wrote.Quote = c.Got
	}
	switch {
	case c.Seen != nil:
		e.Read = t.place(c.Seen)
	case c.Read != nil:
		e.Read = t.place(c.Read)
	case c.Unread && c.Expected != "":
		e.Read.Text = "nothing that was read has it"
	}
	return e
}

// place returns a link to a step of a trace, including the line if the step is on this page.
func (t *Trial) place(c *results.StepRef) Cell {
	cell := Cell{Quote: t.names().In(c.Quote), At: "step " + strconv.Itoa(c.Step)}
	switch {
	case c.Task != t.Task:
		cell.Href = link.Evidence(t.Run, t.Scenario, c)
		cell.At += " of " + ui.Plain(c.Task)
		if _, line, found := strings.Cut(c.Anchor, "-L"); found {
			cell.At += ", L" + line
		}
	case t.Trace != nil && t.Trace.step(c.Step) != nil:
		anchor, line := stepviews.Anchor(t.Trace.step(c.Step), t.names(), c.Call, c.Quote, true)
		cell.Href = t.Query.At("from", link.WindowOf(c.Step)) + "#" + anchor
		if len(t.Trace.Steps) > 0 && c.Step >= t.Trace.Steps[0].StepID && c.Step <= t.Trace.Steps[len(t.Trace.Steps)-1].StepID {
			cell.Href = "#" + anchor
		}
		if line > 0 {
			cell.At += ", L" + strconv.Itoa(line)
		}
	default:
		cell.Href = t.Query.Window(c.Step)
	}
	if c.File != "" {
		cell.At = strings.TrimPrefix(ui.Plain(t.names().In(c.File)), "./") + ", " + cell.At
	} else if c.Call == 0 && c.Rule != results.RuleLast { // a message of the agent has that rule
		cell.At += ", the prompt"
	}
	return cell
}

// quotes returns the lines that the evidence links to, by step number.
func (t *Trial) quotes() map[int][]stepviews.Quote {
	list := map[int][]stepviews.Quote{}
	for _, c := range t.Why.Refs() {
		if c.Task == t.Task {
			list[c.Step] = append(list[c.Step], stepviews.Quote{Call: c.Call, Text: t.names().In(c.Quote)})
		}
	}
	return list
}

// wroteTo returns the name of the file that all failed requirements concern, or "" if they concern
// several.
func (t *Trial) wroteTo() string {
	file := ""
	for i := range t.failedChecks() {
		f := t.Why.Failed[i].File
		if w := t.Why.Failed[i].Wrote; w != nil && w.File != "" {
			f = w.File
		}
		if f == "" || file != "" && file != f {
			return ""
		}
		file = f
	}
	return strings.TrimPrefix(ui.Plain(t.names().In(file)), "./")
}

// Loop is a range of steps in which the agent keeps repeating the same calls.
type Loop struct {
	From, To int // numbers of the first and last step
	Title    string
	Rows     []LoopRow
	Steps    []stepviews.Step // steps of the loop that are in the trace window
	Open     bool
}

type LoopRow struct {
	What        string
	Result      string
	Times       int
	First, Last int
	MS          int64 // mean duration in milliseconds
}

// Minimum number of steps in a loop, minimum number of repetitions of a call, and maximum number of
// consecutive other steps within a loop.
const (
	loopLeast  = 12
	loopTimes  = 4
	loopOthers = 3
)

func loops(steps []results.Step) (list []Loop) {
	key := func(s *results.Step) (k string) {
		for _, c := range s.ToolCalls {
			k += c.Name + string(c.Arguments)
		}
		return k
	}
	times := map[string]int{}
	for i := range steps {
		times[key(&steps[i])]++
	}
	again := func(i int) bool { k := key(&steps[i]); return k != "" && times[k] >= loopTimes }
	for i := 0; i < len(steps); i++ {
		if !again(i) {
			continue
		}
		last, others := i, 0
		for k := i + 1; k < len(steps) && others <= loopOthers; k++ {
			if others++; again(k) {
				last, others = k, 0
			}
		}
		if last-i+1 < loopLeast {
			i = last
			continue
		}
		l := Loop{From: steps[i].StepID, To: steps[last].StepID}
		rows := map[string]int{}
		for k := i; k <= last; k++ {
			if again(k) {
				l.add(rows, key(&steps[k]), &steps[k])
			}
		}
		slices.SortStableFunc(l.Rows, func(a, b LoopRow) int { return b.Times - a.Times })
		l.Title = "Steps " + words.Count(l.From) + " to " + words.Count(l.To) + ": the same " + words.Plural(len(l.Rows), "call", "calls") + " again and again"
		list = append(list, l)
		i = last
	}
	return list
}

func (l *Loop) add(rows map[string]int, key string, s *results.Step) {
	n, known := rows[key]
	if !known {
		n = len(l.Rows)
		rows[key], l.Rows = n, append(l.Rows, LoopRow{First: s.StepID})
	}
	r := &l.Rows[n]
	r.Times, r.Last = r.Times+1, s.StepID
	if ms := s.TookMS(); ms != nil {
		r.MS += *ms
	}
}
