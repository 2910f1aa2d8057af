package taskpy

import (
	"slices"
	"strings"
)

// maxCalls bounds how deep functions of the module call each other.
const maxCalls = 12

// call follows a call: of a service, which is an event of the stage; of a function
// of the module, whose body is followed; or of one of the few functions of Python
// that values are made with.
func (s *scope) call(n *node) Value {
	f, list := n.child("function"), n.child("arguments")
	if f == nil || list == nil {
		return s.unknown(n)
	}
	if f.kind == "attribute" {
		return s.method(n, f, list)
	}
	args := s.arguments(list)
	if f.kind == "identifier" {
		if _, hidden := s.vars[f.text]; !hidden {
			if def := s.m.funcs[f.text]; def != nil {
				return s.enter(n, def, args)
			}
		}
		if v, ok := s.builtin(f.text, args); ok {
			return v
		}
	}
	return s.unknown(n, askedBy(args)...)
}

// method follows a call of an object's function.
func (s *scope) method(n, f, list *node) Value {
	object, name := f.child("object"), f.child("attribute")
	if object == nil || name == nil {
		return s.unknown(n)
	}
	v := s.eval(object)
	args := s.arguments(list)
	if v.world {
		s.run.event(n, strings.TrimPrefix(v.Text, context+"."), name.text, args)
		return s.unknown(n, askedBy(args)...)
	}
	if out, ok := s.library(object.text+"."+name.text, args); ok {
		return out
	}
	if out, ok := methodOf(&v, name.text, args); ok {
		return out
	}
	if object.kind == "identifier" && s.changes(object.text, name.text, args) {
		return Value{size: 1}
	}
	return s.unknown(n, slices.Concat(v.names, askedBy(args))...)
}

// maxNames bounds what is remembered of where a value came from.
const maxNames = 50

// askedBy are the texts of a call's arguments, which say what is asked for.
func askedBy(args []Arg) []string {
	var names []string
	for _, a := range args {
		if a.Value.Kind == Unknown {
			names = append(names, a.Value.names...)
		}
		a.Value.leaves(func(t string) { names = append(names, t) })
	}
	return names[:min(len(names), maxNames)]
}

// arguments evaluates the arguments of a call in order.
func (s *scope) arguments(n *node) []Arg {
	if n.kind == "generator_expression" {
		return []Arg{{Value: s.eval(n)}}
	}
	var args []Arg
	for _, k := range n.kids {
		switch k.kind {
		case "keyword_argument":
			name, value := k.child("name"), k.child("value")
			if name != nil && value != nil {
				args = append(args, Arg{Name: name.text, Value: s.eval(value)})
			}
		case "list_splat", "dictionary_splat":
			args = append(args, s.spread(k)...)
		default:
			args = append(args, Arg{Value: s.eval(k)})
		}
	}
	return args
}

// spread takes *list and **table apart.
func (s *scope) spread(n *node) []Arg {
	v := s.inner(n)
	var args []Arg
	switch {
	case v.Kind == List && n.kind == "list_splat":
		for _, w := range v.List {
			args = append(args, Arg{Value: w})
		}
	case v.Kind == Dict && n.kind == "dictionary_splat":
		for i, w := range v.List {
			args = append(args, Arg{Name: v.Keys[i], Value: w})
		}
	default:
		args = append(args, Arg{Value: s.unknown(n)})
	}
	return args
}

// enter follows the body of a function of the module with its arguments.
func (s *scope) enter(n, def *node, args []Arg) Value {
	body, params := def.child("body"), def.child("parameters")
	if body == nil || params == nil || s.depth >= maxCalls {
		return s.unknown(n, askedBy(args)...)
	}
	in := &scope{m: s.m, vars: map[string]Value{}, run: s.run, depth: s.depth + 1}
	if !in.bind(params, args) {
		return s.unknown(n, askedBy(args)...)
	}
	leave := s.run.enter(def.child("name").text, n.line)
	defer leave()
	f := in.block(body)
	if f.returned && !f.maybe {
		return f.value
	}
	if !f.returned && !f.maybe {
		return Value{size: 1}
	}
	return s.unknown(n, askedBy(args)...)
}

// bind gives the parameters their values: those of the call, else the defaults.
func (s *scope) bind(params *node, args []Arg) bool {
	given, at := map[string]Value{}, []Value{}
	for _, a := range args {
		if a.Name != "" {
			given[a.Name] = a.Value
		} else {
			at = append(at, a.Value)
		}
	}
	for _, p := range params.kids {
		name, def := parameter(p)
		switch {
		case p.kind == "list_splat_pattern" || p.kind == "dictionary_splat_pattern":
			s.vars[name] = s.unknown(p)
			at = nil
		case name == "":
		case len(at) > 0:
			s.vars[name], at = at[0], at[1:]
		default:
			v, ok := given[name]
			if !ok {
				if def == nil {
					return false
				}
				v = s.eval(def)
			}
			s.vars[name] = v
		}
	}
	return len(at) == 0
}

func parameter(p *node) (string, *node) {
	switch p.kind {
	case "identifier":
		return p.text, nil
	case "default_parameter", "typed_default_parameter":
		if name := p.child("name"); name != nil {
			return name.text, p.child("value")
		}
	case "typed_parameter", "list_splat_pattern", "dictionary_splat_pattern":
		if len(p.kids) > 0 {
			return p.kids[0].text, nil
		}
	}
	return "", nil
}
