package search

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/clawatlas/clawatlas/results"
)

// Field narrows a search by something other than words.
type Field struct {
	Name  string // of a FieldInfo
	Op    Op     // Equal, but for numbers
	Value string // of a text: * stands for any characters
	Not   bool   // what has it is left out
}

// Op compares a number.
type Op string

// The comparisons.
const (
	Equal   Op = "="
	Unequal Op = "!="
	Less    Op = "<"
	AtMost  Op = "<="
	More    Op = ">"
	AtLeast Op = ">="
)

// Of says what a field is a property of.
type Of string

// The things that fields are properties of.
const (
	OfCall  Of = "call"
	OfStep  Of = "step"
	OfTrial Of = "trial"
)

// FieldInfo describes a field.
type FieldInfo struct {
	Name    string
	Of      Of
	Words   []string // values that it takes; nil: any
	Number  bool     // it takes a number, which may have a comparison before it
	Time    bool     // it takes a date, or a date with a time
	Means   string
	Example string
}

// The values of is:.
const (
	IsFailed  = "failed"
	IsRefused = "refused"
	IsEmpty   = "empty"
	IsOK      = "ok"
)

// The values of later:.
const (
	LaterOK    = "ok"
	LaterNever = "never"
)

// Fields lists the fields of a search line, in the order of the manual.
func Fields() []FieldInfo {
	var statuses []string
	for _, s := range results.Statuses() {
		statuses = append(statuses, string(s))
	}
	return []FieldInfo{
		{Name: "tool", Of: OfCall, Means: "name of the tool that is called", Example: "tool:exec"},
		{Name: "path", Of: OfCall, Means: "a file that the call names: its name, its end after a slash, or a pattern", Example: "path:*.py"},
		{Name: "exit", Of: OfCall, Number: true, Means: "exit code of the command, as recorded", Example: "exit:>0"},
		{Name: "is", Of: OfCall, Words: []string{IsFailed, IsRefused, IsEmpty, IsOK}, Means: "how the call ended: failed (refused calls among them), refused, empty (a search that found nothing) or ok (a result without any such sign)", Example: "is:failed"},
		{Name: "fail", Of: OfCall, Means: "kind of failure of the call", Example: "fail:missing_path"},
		{Name: "error", Of: OfCall, Means: "name of the error that the result of a failed call shows last", Example: "error:ValueError"},
		{Name: "later", Of: OfCall, Words: []string{LaterOK, LaterNever}, Means: "how a failed call went on: ok if a later call of the tool in the same trace, with the same files (or the same arguments where it names none), went well, else never", Example: "later:never"},
		{Name: "role", Of: OfStep, Words: []string{results.SourceUser, results.SourceAgent, results.SourceSystem},
			Means: "who speaks in the step", Example: "role:user"},
		{Name: "day", Of: OfStep, Means: "day of the trace, or of the task where the trace states none", Example: "day:2"},
		{Name: "status", Of: OfTrial, Words: statuses, Means: "outcome of the trial", Example: "status:failed"},
		{Name: "benchmark", Of: OfTrial, Means: "id of the benchmark", Example: "benchmark:clawarena"},
		{Name: "model", Of: OfTrial, Means: "id of the model", Example: "model:gpt*"},
		{Name: "run", Of: OfTrial, Means: "name of the run, as in its address", Example: "run:*gemma*"},
		{Name: "scenario", Of: OfTrial, Means: "name of the scenario, as in its address", Example: "scenario:hil_c7"},
		{Name: "task", Of: OfTrial, Means: "name of the task, as in its address", Example: "task:q7"},
		{Name: "attempt", Of: OfTrial, Number: true, Means: "attempt at the task, counted from 1", Example: "attempt:>1"},
		{Name: "before", Of: OfTrial, Time: true, Means: "the trial began before that day (UTC)", Example: "before:2026-06-01"},
		{Name: "after", Of: OfTrial, Time: true, Means: "the trial began on that day (UTC) or later", Example: "after:2026-03"},
	}
}

// InfoOf describes a field by its name.
func InfoOf(name string) (FieldInfo, bool) {
	list := Fields()
	i := slices.IndexFunc(list, func(f FieldInfo) bool { return f.Name == name })
	if i < 0 {
		return FieldInfo{}, false
	}
	return list[i], true
}

func known(name string) bool {
	_, ok := InfoOf(name)
	return ok
}

// NewField reads a value as a search line has it behind the field's name.
func NewField(name, value string, not bool) (Field, error) {
	f := Field{Name: name, Op: Equal, Value: value, Not: not}
	info, ok := InfoOf(name)
	switch {
	case !ok:
		return f, fmt.Errorf("%s: is no field", name)
	case value == "":
		return f, fmt.Errorf("%s: needs a value", name)
	case info.Words != nil && !slices.Contains(info.Words, value):
		return f, fmt.Errorf("%s: takes %s", name, strings.Join(info.Words, ", "))
	case info.Number:
		f.Op, f.Value = opOf(value)
		if _, err := strconv.Atoi(f.Value); err != nil {
			return f, fmt.Errorf("%s: takes a number, such as %s", name, info.Example)
		}
	case info.Time:
		if _, ok := f.Time(); !ok {
			return f, fmt.Errorf("%s: takes a day, such as %s", name, info.Example)
		}
	}
	return f, nil
}

// opOf takes the comparison off a number.
func opOf(s string) (Op, string) {
	for _, op := range []Op{AtMost, AtLeast, Unequal, Less, More, Equal} {
		if rest, ok := strings.CutPrefix(s, string(op)); ok {
			return op, rest
		}
	}
	return Equal, s
}

// Number is the value of a field that takes a number.
func (f Field) Number() int {
	n, err := strconv.Atoi(f.Value)
	if err != nil {
		return 0 // NewField has refused it
	}
	return n
}

// Compares reports whether a number is what the field asks for, before Not.
func (f Field) Compares(n int) bool {
	v := f.Number()
	switch f.Op {
	case Unequal:
		return n != v
	case Less:
		return n < v
	case AtMost:
		return n <= v
	case More:
		return n > v
	case AtLeast:
		return n >= v
	}
	return n == v
}

// Time is the value of a field that takes a date, in Unix milliseconds.
func (f Field) Time() (int64, bool) {
	for _, layout := range []string{time.DateOnly, "2006-01", "2006", "2006-01-02T15:04", "2006-01-02T15:04:05", time.RFC3339} {
		if t, err := time.Parse(layout, f.Value); err == nil {
			return t.UnixMilli(), true
		}
	}
	return 0, false
}

// Matches reports whether a text is what the field asks for, before Not.
func (f Field) Matches(text string) bool { return glob(f.Value, text) }

// glob reports whether text is like a pattern, in which * stands for any characters.
func glob(pattern, text string) bool {
	head, rest, found := strings.Cut(pattern, "*")
	if !found {
		return pattern == text
	}
	if !strings.HasPrefix(text, head) {
		return false
	}
	text = text[len(head):]
	for {
		part, more, found := strings.Cut(rest, "*")
		if !found {
			return strings.HasSuffix(text, part)
		}
		i := strings.Index(text, part)
		if i < 0 {
			return false
		}
		text, rest = text[i+len(part):], more
	}
}

// String is the field as it is typed.
func (f Field) String() string {
	s := f.Name + ":"
	if f.Not {
		s = "-" + s
	}
	if f.Op != Equal {
		s += string(f.Op)
	}
	if strings.ContainsAny(f.Value, " \t\"") {
		return s + `"` + strings.ReplaceAll(f.Value, `"`, "") + `"`
	}
	return s + f.Value
}

// FacetField is the field that asks for one value of a facet.
func FacetField(name, value string) Field {
	if name == "path" {
		value = "=" + value
	}
	return Field{Name: name, Op: Equal, Value: value}
}

// field adds a field to the last stage; it says why the words are none.
func (p *parser) field(l *lexer) string {
	f, err := NewField(l.key, l.term.Text, l.term.Not)
	if err != nil {
		typed := l.key + ":" + l.term.Text
		if !known(l.key) {
			var names []string
			for _, f := range Fields() {
				names = append(names, f.Name)
			}
			return fmt.Sprintf("%s: is no field, so %s was searched as words. Fields are %s.", l.key, typed, strings.Join(names, ", "))
		}
		return fmt.Sprintf("%v, so %s was searched as words.", err, typed)
	}
	stage := &p.stages[len(p.stages)-1]
	if slices.Contains(stage.Fields, f) {
		return ""
	}
	if len(stage.Fields) == maxFields {
		p.note("Only the first %d fields were used.", maxFields)
		return ""
	}
	stage.Fields = append(stage.Fields, f)
	p.Parts = append(p.Parts, Part{Source: l.source, Stage: len(p.stages) - 1, Field: f.Name, Value: f.Value, Not: f.Not})
	return ""
}
