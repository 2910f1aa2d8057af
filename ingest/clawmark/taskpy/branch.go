package taskpy

import "maps"

// branch is one body that an if may take.
type branch struct {
	cond *node // nil of an else
	body *node
	sure bool // taken if none before it is
}

// branches follows each body that may be taken. What any of them assigns is
// unknown afterwards.
func (s *scope) branches(open []branch) flow {
	if len(open) == 1 && (open[0].sure || open[0].cond == nil) {
		if open[0].body == nil {
			return flow{}
		}
		return s.block(open[0].body)
	}
	var out flow
	all := len(open) > 0 // every way through returns
	first := Value{}
	before, outer := s.vars, s.wrote
	wrote := map[string]bool{}
	for i, b := range open {
		if b.body == nil {
			all = false
			continue
		}
		s.vars, s.wrote = maps.Clone(before), wrote
		leave := s.run.guard(s, b.cond)
		f := s.block(b.body)
		leave()
		out.maybe = out.maybe || f.maybe || f.returned
		out.mayBreak = out.mayBreak || f.mayBreak || f.broke
		all = all && f.returned && (i < len(open)-1 || b.cond == nil || b.sure)
		if f.returned && first.size == 0 {
			first = f.value
		}
	}
	s.restore(before, outer, wrote)
	out.returned, out.value = all, first
	return out
}

// restore takes the names back to what they were, less what was assigned since.
func (s *scope) restore(before map[string]Value, outer, wrote map[string]bool) {
	after := s.vars
	s.vars, s.wrote = before, outer
	for name := range wrote {
		v := after[name]
		names := v.names
		if v.Kind == Text {
			names = []string{v.Text}
		}
		s.set(name, Value{Kind: Unknown, Text: name, names: names, size: 1})
	}
}

// unsure follows a body that may run often or not at all. What it assigns is not
// known when it begins anew.
func (s *scope) unsure(body *node) flow {
	if body == nil {
		return flow{}
	}
	wrote := map[string]bool{}
	assigned(body, wrote)
	for name := range wrote {
		if v := s.vars[name]; !v.world {
			s.set(name, Value{Kind: Unknown, Text: name, names: v.names, size: 1})
		}
	}
	before, outer := s.vars, s.wrote
	s.vars, s.wrote = maps.Clone(before), map[string]bool{}
	leave := s.run.repeat()
	f := s.block(body)
	leave()
	s.restore(before, outer, s.wrote)
	return flow{maybe: f.maybe || f.returned}
}

// assigned collects the names that statements below give a value or may change.
func assigned(n *node, names map[string]bool) {
	switch n.kind {
	case "assignment", "augmented_assignment", "for_statement", "named_expression":
		left := n.child("left")
		if left == nil {
			left = n.child("name")
		}
		if left != nil {
			identifiers(left, names)
		}
	case "expression_statement":
		for _, k := range n.kids {
			if f := k.child("function"); k.kind == "call" && f != nil && f.kind == "attribute" {
				if o := f.child("object"); o != nil && o.kind == "identifier" {
					names[o.text] = true
				}
			}
		}
	}
	for _, k := range n.kids {
		assigned(k, names)
	}
}

func identifiers(n *node, names map[string]bool) {
	if n.kind == "identifier" && n.role != "attribute" {
		names[n.text] = true
	}
	for _, k := range n.kids {
		identifiers(k, names)
	}
}

// loop follows a loop over a list that is written down once for each element, any
// other once as repeated.
func (s *scope) loop(n *node) flow {
	left, right, body := n.child("left"), n.child("right"), n.child("body")
	if left == nil || right == nil || body == nil {
		return flow{}
	}
	over := s.eval(right)
	if over.Kind == Dict {
		over, _ = tableMethod(&over, "keys", nil)
	}
	if over.Kind != List || len(over.List) > maxUnrolled {
		s.assign(left, s.unknown(left, over.names...))
		out := s.unsure(body)
		if alt := n.child("alternative"); alt != nil && alt.child("body") != nil {
			f := s.branches([]branch{{cond: alt, body: alt.child("body")}})
			out.maybe = out.maybe || f.maybe
		}
		return out
	}
	var out flow
	stop := func() {}
	for _, item := range over.List {
		s.assign(left, item)
		f := s.block(body)
		out.maybe = out.maybe || f.maybe
		if f.returned {
			stop()
			out.returned, out.value = true, f.value
			return out
		}
		if f.broke {
			break
		}
		if f.mayBreak {
			stop()
			stop = s.run.guard(s, nil) // the next elements may not come
		}
	}
	stop()
	return out
}

// try follows the body, and what may come of an error as conditional.
func (s *scope) try(n *node) flow {
	var out flow
	for _, k := range n.kids {
		body := k
		if k.kind != "block" {
			if body = blockOf(k); body == nil {
				continue
			}
		}
		if k.kind != "except_clause" {
			if out.then(s.block(body)); out.returned || out.left {
				return out
			}
			continue
		}
		f := s.branches([]branch{{cond: k, body: body}})
		out.maybe, out.mayBreak = out.maybe || f.maybe, out.mayBreak || f.mayBreak
	}
	return out
}

func blockOf(n *node) *node {
	for _, k := range n.kids {
		if k.kind == "block" {
			return k
		}
	}
	return nil
}
