package taskpy

import "slices"

// maxUnrolled bounds the lists whose loops are followed for each element.
const maxUnrolled = 300

// flow is how a block ends.
type flow struct {
	returned bool // with a value, whatever happens
	maybe    bool // it may return before its end
	value    Value
	left     bool // by break, continue or raise
	broke    bool // not by continue
	mayBreak bool
}

// then adds what follows.
func (f *flow) then(g flow) {
	f.maybe = f.maybe || g.maybe
	f.mayBreak = f.mayBreak || g.mayBreak
	f.returned, f.left, f.broke, f.value = g.returned, g.left, g.broke, g.value
}

// block follows statements until one leaves it.
func (s *scope) block(n *node) flow {
	var f flow
	for _, k := range n.kids {
		if !s.m.spend() {
			return f
		}
		if f.then(s.statement(k)); f.returned || f.left {
			break
		}
	}
	return f
}

func (s *scope) statement(n *node) flow {
	switch n.kind {
	case "expression_statement":
		for _, k := range n.kids {
			s.expression(k)
		}
	case "return_statement":
		f := flow{returned: true, value: Value{size: 1}}
		if len(n.kids) > 0 {
			f.value = s.eval(n.kids[0])
		}
		return f
	case "if_statement":
		return s.ifs(n)
	case "for_statement":
		return s.loop(n)
	case "while_statement":
		return s.unsure(n.child("body"))
	case "try_statement":
		return s.try(n)
	case "with_statement":
		for _, k := range n.kids {
			if k.kind == "with_clause" {
				s.withItems(k)
			}
		}
		if body := n.child("body"); body != nil {
			return s.block(body)
		}
	case "break_statement", "continue_statement", "raise_statement":
		return flow{left: true, broke: n.kind != "continue_statement"}
	}
	return flow{}
}

func (s *scope) withItems(n *node) {
	for _, item := range n.kids {
		if v := item.child("value"); v != nil {
			s.eval(v)
		}
	}
}

// expression follows a statement that is an expression or gives a name a value.
func (s *scope) expression(n *node) Value {
	left, right := n.child("left"), n.child("right")
	switch {
	case n.kind == "assignment" && left != nil && right != nil:
		v := s.expression(right) // a = b = value
		s.assign(left, v)
		return v
	case n.kind == "augmented_assignment" && left != nil && right != nil:
		a, b := s.eval(left), s.eval(right)
		v := s.unknown(left, a.names...)
		if op := n.child("operator"); op != nil && op.text == "+=" {
			switch {
			case a.Kind == Text:
				t, g := b.written()
				v = joined([]string{a.Text, t}, a.gaps+g)
			case a.Kind == List && b.Kind == List:
				v = list(slices.Concat(a.List, b.List))
			}
		}
		s.assign(left, v)
		return v
	}
	return s.eval(n)
}

// assign gives a name, names in a row, or a key of a table their value.
func (s *scope) assign(left *node, v Value) {
	switch left.kind {
	case "identifier":
		s.set(left.text, v)
	case "pattern_list", "tuple_pattern", "list_pattern":
		for i, k := range left.kids {
			part := s.unknown(k, v.names...)
			if v.Kind == List && len(v.List) == len(left.kids) {
				part = v.List[i]
			}
			s.assign(k, part)
		}
	case "subscript":
		object, index := left.child("value"), left.child("subscript")
		if object == nil || index == nil || object.kind != "identifier" {
			s.forgetIn(left)
			return
		}
		old, key := s.name(object), s.eval(index)
		if old.Kind != Dict || key.Kind != Text {
			s.set(object.text, s.unknown(object, old.names...))
			return
		}
		s.set(object.text, dict(append(slices.Clone(old.Keys), key.Text), append(slices.Clone(old.List), v)))
	}
}

// forgetIn makes the names below unknown: something in them changes.
func (s *scope) forgetIn(n *node) {
	if n.kind == "identifier" && n.role != "attribute" {
		if v, ok := s.vars[n.text]; ok && !v.world {
			s.set(n.text, s.unknown(n, v.names...))
		}
	}
	for _, k := range n.kids {
		s.forgetIn(k)
	}
}

// set gives a name a value and notes that it did.
func (s *scope) set(name string, v Value) {
	s.vars[name] = v
	if s.wrote != nil {
		s.wrote[name] = true
	}
}

// changes applies what a function of an object does to it: append and extend of a
// list, update of a table. Any other makes the object unknown.
func (s *scope) changes(name, method string, args []Arg) bool {
	old, ok := s.vars[name]
	if !ok || old.Kind != List && old.Kind != Dict {
		return false
	}
	v := Value{Kind: Unknown, Text: name, size: 1}
	switch {
	case method == "append" && old.Kind == List && len(args) == 1:
		v = list(append(slices.Clone(old.List), args[0].Value))
	case method == "extend" && old.Kind == List && len(args) == 1 && args[0].Value.Kind == List:
		v = list(slices.Concat(old.List, args[0].Value.List))
	case method == "update" && old.Kind == Dict && len(args) == 1 && args[0].Value.Kind == Dict:
		w := args[0].Value
		v = dict(slices.Concat(old.Keys, w.Keys), slices.Concat(old.List, w.List))
	}
	s.set(name, v)
	return true
}

// ifs follows the branch that is decided, or each of them as conditional.
func (s *scope) ifs(n *node) flow {
	branches := []*node{n}
	for _, k := range n.kids {
		if k.kind == "elif_clause" || k.kind == "else_clause" {
			branches = append(branches, k)
		}
	}
	var open []branch
	for _, b := range branches {
		body := b.child("consequence")
		if b.kind == "else_clause" {
			body = b.child("body")
		}
		cond := b.child("condition")
		if cond == nil || body == nil {
			open = append(open, branch{body: body})
			break
		}
		v := s.eval(cond)
		yes, known := v.decided()
		if known && !yes {
			continue
		}
		open = append(open, branch{cond: cond, body: body})
		if known {
			open[len(open)-1].sure = true
			break
		}
	}
	return s.branches(open)
}
