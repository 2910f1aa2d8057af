package taskpy

import (
	"bytes"
	"errors"
)

// maxPayload bounds what the changes of a task say together.
const maxPayload = 8 << 20

// errSpent is the end of a file that loops or doubles without end.
var errSpent = errors.New("the file comes to more than is evaluated")

// Parse reads a task.py. The error is a *SyntaxError where the file is not Python;
// a file beyond a bound is refused as a whole.
func Parse(src []byte) (*Task, error) {
	src = bytes.ToValidUTF8(bytes.TrimPrefix(src, []byte("\xef\xbb\xbf")), []byte("\uFFFD"))
	root, comments, err := parse(src)
	if err != nil {
		return nil, err
	}
	m := &module{funcs: map[string]*node{}, names: map[string]Value{}, comments: comments, used: map[*node]*used{}}
	for _, k := range root.kids {
		if k.kind == "decorated_definition" {
			k = k.child("definition")
		}
		if k == nil || k.kind != "function_definition" {
			continue
		}
		if name := k.child("name"); name != nil {
			m.funcs[name.text] = k
		}
	}
	top := &scope{m: m, vars: m.names}
	for _, k := range root.kids {
		if k.kind == "expression_statement" || k.kind == "for_statement" {
			top.statement(k)
		}
	}
	t := &Task{Metadata: m.names["METADATA"]}
	t.ID = t.Metadata.str("id")
	if p := m.names["PROMPT"]; p.Kind == Text {
		t.Prompt = p.Text
	}
	m.stages(t)
	m.checks(t)
	if m.steps > maxSteps {
		return nil, errSpent
	}
	if err := t.link(); err != nil {
		return nil, err
	}
	return t, nil
}
