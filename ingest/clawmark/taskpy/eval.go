package taskpy

import (
	"maps"
	"strconv"
	"strings"
)

// maxSteps bounds how many expressions and statements of a file are evaluated,
// each as often as loops and calls come to it.
const maxSteps = 500_000

// module is a file with what its top level defines.
type module struct {
	funcs    map[string]*node
	names    map[string]Value
	comments []comment
	used     map[*node]*used
	steps    int
	bytes    int // of what the changes say
}

// spend counts a step and reports whether there are any left.
func (m *module) spend() bool {
	m.steps++
	return m.steps <= maxSteps
}

// scope is where an expression is evaluated: the names of one call of a function.
type scope struct {
	m     *module
	vars  map[string]Value
	wrote map[string]bool // names that were given a value, where that is asked
	run   *stageRun       // nil where no stage is followed
	depth int             // of calls
}

// unknown is what stands for an expression that is not written down.
func (s *scope) unknown(n *node, names ...string) Value {
	t := s.source(n)
	return Value{Kind: Unknown, Text: t, names: names, size: len(t) + 1}
}

// source is an expression on one line, its texts in the quotes that Python
// prefers, so that the same expression reads the same everywhere.
func (s *scope) source(n *node) string {
	const most = 500
	if len(n.text) > 4*most {
		return strings.ToValidUTF8(strings.Join(strings.Fields(n.text[:most]), " "), "") + gap
	}
	var b strings.Builder
	s.writeSource(&b, n)
	out := strings.Join(strings.Fields(b.String()), " ")
	if len(out) > most {
		return strings.ToValidUTF8(out[:most], "") + gap
	}
	return out
}

func (s *scope) writeSource(b *strings.Builder, n *node) {
	if n.kind == "string" {
		if t, ok := plain(n); ok {
			b.WriteString(quote(t))
			return
		}
	}
	rest := n.text
	for _, k := range n.kids {
		i := strings.Index(rest, k.text)
		if i < 0 {
			break
		}
		b.WriteString(rest[:i])
		if n.kind == "string" {
			b.WriteString(k.text)
		} else {
			s.writeSource(b, k)
		}
		rest = rest[i+len(k.text):]
	}
	b.WriteString(rest)
}

// eval evaluates an expression. It follows what services are called on the way.
func (s *scope) eval(n *node) Value {
	if !s.m.spend() {
		return Value{Kind: Unknown, Text: gap, size: 1}
	}
	switch n.kind {
	case "string":
		return s.literal(n)
	case "concatenated_string":
		return s.concatenated(n)
	case "integer", "float":
		return s.numeral(n)
	case "true", "false":
		return truth(n.kind == "true")
	case "none":
		return Value{size: 1}
	case "identifier":
		return s.name(n)
	case "list", "tuple", "set", "expression_list":
		return s.list(n)
	case "dictionary":
		return s.dict(n)
	case "parenthesized_expression", "await", "named_expression":
		return s.inner(n)
	case "binary_operator":
		return s.binary(n)
	case "unary_operator":
		return s.unary(n)
	case "comparison_operator", "boolean_operator", "not_operator":
		return s.condition(n)
	case "conditional_expression":
		return s.either(n)
	case "subscript":
		return s.subscript(n)
	case "attribute":
		return s.attribute(n)
	case "call":
		return s.call(n)
	case "list_comprehension", "generator_expression", "set_comprehension":
		return s.comprehension(n)
	}
	return s.unknown(n)
}

func (s *scope) name(n *node) Value {
	v, ok := s.vars[n.text]
	if !ok {
		v, ok = s.m.names[n.text]
	}
	if !ok {
		return s.unknown(n)
	}
	if v.Kind == Unknown && !v.world {
		return s.unknown(n, v.names...) // by its name, and not by what was assigned
	}
	return v
}

// inner evaluates what stands in brackets, behind await or behind :=.
func (s *scope) inner(n *node) Value {
	if len(n.kids) == 0 {
		return s.unknown(n)
	}
	v := s.eval(n.kids[len(n.kids)-1])
	if name := n.child("name"); n.kind == "named_expression" && name != nil {
		s.set(name.text, v)
	}
	return v
}

func (s *scope) list(n *node) Value {
	var parts []Value
	for _, k := range n.kids {
		if k.kind != "list_splat" {
			parts = append(parts, s.eval(k))
			continue
		}
		v := s.inner(k)
		if v.Kind != List {
			return s.unknown(n)
		}
		parts = append(parts, v.List...)
	}
	return list(parts)
}

// dict evaluates a table; its keys are taken as texts.
func (s *scope) dict(n *node) Value {
	var keys []string
	var values []Value
	for _, k := range n.kids {
		switch k.kind {
		case "pair":
			key, value := k.child("key"), k.child("value")
			if key == nil || value == nil {
				return s.unknown(n)
			}
			kv := s.eval(key)
			name, _ := kv.written()
			if kv.Kind == Unknown {
				name = kv.Text
			}
			keys, values = append(keys, name), append(values, s.eval(value))
		case "dictionary_splat":
			v := s.inner(k)
			if v.Kind != Dict {
				return s.unknown(n)
			}
			keys, values = append(keys, v.Keys...), append(values, v.List...)
		}
	}
	return dict(keys, values)
}

// either takes the side that the condition decides for, or the value of both.
func (s *scope) either(n *node) Value {
	if len(n.kids) != 3 {
		return s.unknown(n)
	}
	cond := s.eval(n.kids[1])
	yes, known := cond.decided()
	if !known {
		return s.unknown(n)
	}
	if yes {
		return s.eval(n.kids[0])
	}
	return s.eval(n.kids[2])
}

func (s *scope) subscript(n *node) Value {
	object, index := n.child("value"), n.child("subscript")
	if object == nil || index == nil {
		return s.unknown(n)
	}
	v := s.eval(object)
	if index.kind == "slice" {
		if v.Kind == List {
			if part, ok := s.slice(v.List, index); ok {
				return list(part)
			}
		}
		return s.unknown(n, v.names...)
	}
	i := s.eval(index)
	switch v.Kind {
	case Dict:
		if w, ok := v.Get(i.Text); ok && (i.Kind == Text || i.Kind == Number) {
			return w
		}
	case List:
		at, err := strconv.Atoi(i.Text)
		if at < 0 {
			at += len(v.List)
		}
		if err == nil && i.Kind == Number && at >= 0 && at < len(v.List) {
			return v.List[at]
		}
	}
	return s.unknown(n, v.names...)
}

// slice takes the part of a list between two bounds that are written down.
func (s *scope) slice(parts []Value, n *node) ([]Value, bool) {
	from, to, _ := strings.Cut(n.text, ":")
	bounds := [2]int{0, len(parts)}
	for i, t := range []string{from, to} {
		if t = strings.TrimSpace(t); t == "" {
			continue
		}
		k, err := strconv.Atoi(t)
		if err != nil {
			return nil, false
		}
		if k < 0 {
			k += len(parts)
		}
		bounds[i] = min(max(k, 0), len(parts))
	}
	return parts[bounds[0]:max(bounds[0], bounds[1])], true
}

// attribute is a service where it is one of the context, else what the object was
// asked for by.
func (s *scope) attribute(n *node) Value {
	object, name := n.child("object"), n.child("attribute")
	if object == nil || name == nil {
		return s.unknown(n)
	}
	v := s.eval(object)
	if v.world {
		w := s.unknown(n)
		w.Text, w.world = v.Text+"."+name.text, true
		return w
	}
	return s.unknown(n, v.names...)
}

// comprehension unrolls one loop over a list that is written down.
func (s *scope) comprehension(n *node) Value {
	body, loop := n.child("body"), (*node)(nil)
	var ifs []*node
	for _, k := range n.kids {
		switch k.kind {
		case "for_in_clause":
			if loop != nil {
				return s.unknown(n)
			}
			loop = k
		case "if_clause":
			ifs = append(ifs, k)
		}
	}
	if body == nil || loop == nil || loop.child("left") == nil || loop.child("right") == nil {
		return s.unknown(n)
	}
	over := s.eval(loop.child("right"))
	if over.Kind != List || len(over.List) > maxUnrolled {
		return s.unknown(n, over.names...)
	}
	in := s.child()
	var parts []Value
	for _, item := range over.List {
		in.assign(loop.child("left"), item)
		keep := true
		for _, c := range ifs {
			v := in.inner(c)
			yes, known := v.decided()
			if !known {
				return s.unknown(n)
			}
			keep = keep && yes
		}
		if keep {
			parts = append(parts, in.eval(body))
		}
	}
	return list(parts)
}

// child is a scope with its own copy of the names.
func (s *scope) child() *scope {
	c := *s
	c.vars = make(map[string]Value, len(s.vars))
	maps.Copy(c.vars, s.vars)
	return &c
}
