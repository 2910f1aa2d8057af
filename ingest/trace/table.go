package trace

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/go-json-experiment/json"

	"github.com/clawatlas/clawatlas/results"
)

// table is a dialect of JSON lines that is simple enough to be said and not programmed:
// each line is a message with parts, or a piece of one, or about the session. Members are
// named by paths with dots; of several paths with spaces between, the first whose value
// says anything is taken. What the table cannot say, a hook does.
type table struct {
	dialect
	agent   string
	kind    string // members that say what a line is, joined by slashes
	time    string
	unknown string // warns of a line of an unknown kind, with %q for it
	rows    rows
	parts   string // list of the parts of a message, if lines have some
	part    string // member of a part that says what it is
	partly  rows
	fields  func() *fields // what is shown or otherwise used, see fields
	hook    hook           // does what depends on other lines
	instead hook           // reads lines of another form
}

// hook does what a table cannot say of a line, and reports whether that was all.
type hook func(*tableReader, *tableEntry) (done bool, err error)

// rows say what becomes of lines or parts by their kinds. A key can have several kinds
// with spaces between.
type rows map[string]row

// row says what a line or a part of one kind is, and where it has what.
type row struct {
	as    verb
	needs string // member without which it is unknown
	id    string // of an answer, a call, or the call that a result is of
	text  string // what is said or given
	say   string // what is said of it in its place, word by word

	name, args                  string // of a call
	status, failed, fault, more string // of a result; more is said where it has no text, else beside it
	media                       string // type of a picture in text
	by                          string // who put a prompt in: any but user is the program
	session, cwd, began         string // of the session
	usage                       func(*tableEntry) *usage
	stop                        string // why an answer ended
	before, after               string // tokens around a compaction
}

// verb is what becomes of a line or a part.
type verb int

const (
	stands   verb = iota // beside the next step
	leaves               // out: another line says the same
	opens                // the session
	asks                 // a prompt
	tells                // a prompt of the system
	answers              // a step of the model begins
	speaks               // text of an answer or a prompt
	thinks               // reasoning
	hides                // reasoning that cannot be read
	uses                 // a tool
	runs                 // a tool, with the result of the call
	gives                // the result of a call
	shows                // a picture
	ends                 // an answer
	notes                // an event of the session
	compacts             // the context
)

func (rs rows) find(kind string) (row, bool) {
	if r, ok := rs[kind]; ok {
		return r, true
	}
	for kinds, r := range rs {
		for one := range strings.FieldsSeq(kinds) {
			if one == kind {
				return r, true
			}
		}
	}
	return row{}, false
}

// entry is the dialect as it is registered.
func (tab *table) entry() *dialect {
	tab.lines = func(lines LineReader, s Sink) (Summary, error) {
		return tab.reader(newReader(tab.name, tab.agent, s)).read(lines)
	}
	return &tab.dialect
}

// document is the dialect of a list, or of lines that a list may hold as well.
func (tab *table) document() *dialect {
	tab.data = func(data []byte, s Sink) (Summary, error) {
		x := tab.reader(newReader(tab.name, tab.agent, s))
		return x.r.finish(x.t, x.r.values(data, x.t, x.add))
	}
	return &tab.dialect
}

// tableReader reads one session by a table.
type tableReader struct {
	*table
	r     *reader
	t     *thread
	used  *fields
	model string // that the next answer is of
	state any    // of the hook
}

func (tab *table) reader(r *reader) *tableReader {
	return &tableReader{table: tab, r: r, t: newThread(r), used: tab.fields()}
}

func (x *tableReader) read(lines LineReader) (Summary, error) {
	return x.r.finish(x.t, x.r.eachLine(lines, x.add))
}

// when is a member as a time.
func (x *tableReader) when(e *tableEntry, path string) *int64 {
	var at stamp
	if v := e.get(path); v == nil || json.Unmarshal(v, &at, decoding()) != nil {
		return nil
	}
	return x.r.time(e.n, at)
}

func (x *tableReader) add(line []byte, n int) error {
	x.r.doc = line
	e, err := newTableEntry(line, n, line)
	if err != nil {
		x.r.repeated(n, "line is not valid JSON and is kept raw")
		return x.t.after(x.r.raw(line))
	}
	if x.instead != nil {
		if done, err := x.instead(x, e); done || err != nil {
			return err
		}
	}
	e.kind, e.at = e.kindOf(x.kind), x.when(e, x.time)
	x.t.left(x.r.news(x.used.rest(line)))
	defer x.t.ended()
	return x.line(e)
}

// line does what the row of a line says.
func (x *tableReader) line(e *tableEntry) error {
	if x.hook != nil {
		if done, err := x.hook(x, e); done || err != nil {
			return err
		}
	}
	row, known := x.rows.find(e.kind)
	if !known || row.needs != "" && e.text(row.needs) == "" {
		return x.r.unknown(x.t, e.line, e.n, e.at, fmt.Sprintf(x.unknown, e.kind))
	}
	switch row.as {
	case stands:
		x.t.besideNext(text(e.kind))
	case leaves:
		x.t.take()
	case opens:
		x.opens(e, &row)
	case asks, tells:
		return x.asks(e, &row)
	case answers:
		return x.answers(e, &row)
	case gives:
		return x.gives(e, &row)
	case notes, compacts:
		step := meta(e.at, join(row.say, e.text(row.text), ": "))
		if row.as == compacts {
			step.Event, step.Boundary = "compaction", "replace"
			if row.before != "" {
				step.Compaction = &results.Compaction{TokensBefore: e.number(row.before).count(), TokensAfter: e.number(row.after).count()}
			}
		}
		return x.t.after(step)
	default:
		step, err := x.open(e)
		if err != nil {
			return err
		}
		own := len(step.ToolCalls)
		if err := x.adds(e, &row, step); err == nil && len(step.ToolCalls) > own {
			step.ToolCalls[own].Also = x.t.take() // of the call, not of the answer
			if row.as == runs {
				return x.gives(e, &row)
			}
		}
		return err
	}
	return nil
}

// open is the step that a piece of an answer is of.
func (x *tableReader) open(e *tableEntry) (*results.Step, error) {
	if x.t.open != nil {
		return x.t.open, nil
	}
	step := &results.Step{Timestamp: e.at, Source: results.SourceAgent, ModelName: x.model}
	return step, x.t.begin("", step)
}

// opens takes what a line says of the session.
func (x *tableReader) opens(e *tableEntry, row *row) {
	sum := &x.r.sum
	sum.SessionID, sum.Workspace = e.text(row.session), e.text(row.cwd)
	if row.began != "" {
		x.r.when(x.when(e, row.began))
	}
	if row.usage != nil {
		sum.Recorded = x.r.recorded(e.n, row.usage(e))
	}
	x.t.besideNext(text(cmp.Or(e.kind, "session")))
}

// asks adds a prompt, with the results that can come in one.
func (x *tableReader) asks(e *tableEntry, row *row) error {
	step := &results.Step{Timestamp: e.at, Source: results.SourceUser}
	if by := e.text(row.by); row.as == tells || by != "" && by != "user" {
		step.Source = results.SourceSystem
	}
	if x.parts != "" {
		if err := x.eachPart(e, step); err != nil || step.Message == "" && len(step.Parts) == 0 {
			return err
		}
		return x.t.after(step)
	}
	if v := e.get(row.text); v != nil {
		s, err := x.r.sayIn(e.n, v)
		if err != nil {
			return err
		}
		x.t.left(s.also)
		step.Message, step.Parts = s.message, s.parts
	}
	return x.t.after(step)
}

// answers begins a step of the model.
func (x *tableReader) answers(e *tableEntry, row *row) error {
	step := &results.Step{Timestamp: e.at, Source: results.SourceAgent, ModelName: x.model}
	if x.parts != "" {
		if err := x.eachPart(e, step); err != nil {
			return err
		}
	}
	if row.usage != nil {
		step.Metrics = x.r.metrics(e.n, row.usage(e))
	}
	return x.t.begin(e.text(row.id), step)
}

// eachPart adds the parts of a message to its step. A part of an unknown kind is shown as
// JSON.
func (x *tableReader) eachPart(e *tableEntry, step *results.Step) error {
	for v := range elementsOf(e.get(x.parts)) {
		p, err := newTableEntry(e.line, e.n, v)
		if err != nil {
			continue
		}
		p.at, p.kind = e.at, p.text(x.part)
		row, known := x.partly.find(p.kind)
		switch {
		case !known:
			x.r.repeated(e.n, fmt.Sprintf("content block of unknown type %q is shown as JSON", p.kind))
			step.Message = join(step.Message, validText(compact(v)), "\n")
		case row.as == gives:
			err = x.gives(p, &row)
		default:
			err = x.adds(p, &row, step)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// adds puts a piece into a step.
func (x *tableReader) adds(e *tableEntry, row *row, step *results.Step) error {
	switch row.as {
	case speaks:
		step.Message = join(step.Message, e.text(row.text), "\n")
	case thinks:
		step.Reasoning = join(step.Reasoning, e.text(row.text), "\n\n")
	case hides:
		step.Encrypted = true
	case shows:
		part, err := x.r.inline(e.n, results.Part{Type: "image", MediaType: CanonicalMedia(e.text(row.media))}, e.text(row.text))
		if err != nil {
			return err
		}
		step.Parts = append(step.Parts, part)
	case uses, runs:
		name := e.text(row.name)
		if name == "" {
			x.r.repeated(e.n, "call without the name of a tool is left out")
			var left beside
			left.text("error", text(e.text(row.fault)))
			x.t.left(left.object())
			return nil
		}
		step.ToolCalls = append(step.ToolCalls, results.ToolCall{ID: e.text(row.id), Name: name, Arguments: arguments(e.get(row.args))})
	case ends:
		step.StopReason = e.text(row.stop)
		if m := x.r.metrics(e.n, row.usage(e)); m != nil {
			step.Metrics = m
		}
	}
	return nil
}

// gives pairs a result with its call.
func (x *tableReader) gives(e *tableEntry, row *row) error {
	res := results.Result{CallID: e.text(row.id), Timestamp: e.at, Status: e.text(row.status), ErrorText: e.text(row.fault)}
	if v := e.get(row.text); v != nil {
		s, err := x.r.sayIn(e.n, v)
		if err != nil {
			return err
		}
		res.Content, res.Parts = s.message, s.parts
	}
	more := e.text(row.more)
	switch {
	case res.Content == "":
		res.Content = cmp.Or(more, res.ErrorText)
	case res.Content != more:
		var b beside
		b.text("message", text(more))
		res.Also = x.r.joined(res.Also, b.object())
	}
	failed := e.text(row.failed)
	judge(&res, res.ErrorText != "" || failed == "true" || failed == "1")
	return x.t.answer(e.n, res)
}
