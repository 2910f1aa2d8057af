package taskpy

import (
	"slices"
	"strconv"
	"strings"
)

// decided is what a condition comes to, where it is written down.
func (v *Value) decided() (yes, known bool) {
	switch v.Kind {
	case None:
		return false, true
	case Bool:
		return v.Text == "True", true
	case Text:
		return v.Text != "", v.gaps == 0
	case Number:
		f, err := strconv.ParseFloat(v.Text, 64)
		return f != 0, err == nil
	case List, Dict:
		return len(v.List) > 0, true
	}
	return false, false
}

// binary joins texts, lists and paths, and counts with whole numbers.
func (s *scope) binary(n *node) Value {
	left, right, op := n.child("left"), n.child("right"), n.child("operator")
	if left == nil || right == nil || op == nil {
		return s.unknown(n)
	}
	a, b := s.eval(left), s.eval(right)
	switch {
	case op.text == "+" && (a.Kind == Text || b.Kind == Text):
		x, g := a.written()
		y, h := b.written()
		return joined([]string{x, y}, g+h)
	case op.text == "+" && a.Kind == List && b.Kind == List:
		return list(slices.Concat(a.List, b.List))
	case op.text == "/" && b.Kind == Text && (a.Kind == Text || a.Kind == Unknown):
		v := joined([]string{strings.TrimSuffix(a.Text, "/"), "/", b.Text}, a.gaps+b.gaps)
		return v
	case op.text == "*" && a.Kind == Text && b.Kind == Number:
		return repeated(a, b, n, s)
	case a.Kind == Number && b.Kind == Number:
		if v, ok := count(a.Text, op.text, b.Text); ok {
			return v
		}
	}
	return s.unknown(n, slices.Concat(a.names, b.names)...)
}

func repeated(a, b Value, n *node, s *scope) Value {
	times, err := strconv.Atoi(b.Text)
	if err != nil || times > largest || len(a.Text)*max(times, 0) > largest {
		return s.unknown(n)
	}
	v := text(strings.Repeat(a.Text, max(times, 0)))
	v.gaps = a.gaps * max(times, 0)
	return v
}

// count does the arithmetic of whole numbers that cannot overflow.
func count(a, op, b string) (Value, bool) {
	const most = 1 << 31
	x, errA := strconv.ParseInt(a, 10, 64)
	y, errB := strconv.ParseInt(b, 10, 64)
	if errA != nil || errB != nil || max(x, -x, y, -y) > most {
		return Value{}, false
	}
	switch op {
	case "+":
		return integer(x + y), true
	case "-":
		return integer(x - y), true
	case "*":
		return integer(x * y), true
	case "//", "%":
		if x < 0 || y <= 0 {
			return Value{}, false
		}
		if op == "%" {
			return integer(x % y), true
		}
		return integer(x / y), true
	}
	return Value{}, false
}

func (s *scope) unary(n *node) Value {
	op, arg := n.child("operator"), n.child("argument")
	if op == nil || arg == nil {
		return s.unknown(n)
	}
	v := s.eval(arg)
	if v.Kind != Number || op.text != "-" || strings.HasPrefix(v.Text, "-") {
		return s.unknown(n)
	}
	if v.Text == "0" {
		return v
	}
	return number("-" + v.Text)
}

// condition evaluates comparisons and what joins them.
func (s *scope) condition(n *node) Value {
	switch n.kind {
	case "not_operator":
		arg := n.child("argument")
		if arg == nil {
			return s.unknown(n)
		}
		v := s.eval(arg)
		if yes, known := v.decided(); known {
			return truth(!yes)
		}
	case "boolean_operator":
		return s.both(n)
	case "comparison_operator":
		return s.compare(n)
	}
	return s.unknown(n)
}

func (s *scope) both(n *node) Value {
	left, right, op := n.child("left"), n.child("right"), n.child("operator")
	if left == nil || right == nil || op == nil {
		return s.unknown(n)
	}
	a := s.eval(left)
	yes, known := a.decided()
	if known && yes == (op.text == "or") {
		return a
	}
	b := s.eval(right)
	if known {
		return b
	}
	return s.unknown(n)
}

// compare decides a comparison of two values that are written down; texts by
// equality and content, whole numbers by order too.
func (s *scope) compare(n *node) Value {
	var sides []Value
	var ops []string
	for _, k := range n.kids {
		if k.role == "operators" {
			ops = append(ops, k.text)
			continue
		}
		sides = append(sides, s.eval(k))
	}
	if len(sides) != 2 || len(ops) == 0 {
		return s.unknown(n)
	}
	a, b, op := &sides[0], &sides[1], strings.Join(ops, " ")
	if !a.known() || !b.known() || a.gaps+b.gaps > 0 {
		return s.unknown(n)
	}
	switch op {
	case "==", "is", "!=", "is not":
		same := a.repr() == b.repr()
		if a.Kind == Number && b.Kind == Number {
			same, _ = ordered(a.Text, "==", b.Text)
		}
		return truth(same == (op == "==" || op == "is"))
	case "in", "not in":
		found, ok := b.contains(a)
		if !ok {
			return s.unknown(n)
		}
		return truth(found == (op == "in"))
	}
	if yes, ok := ordered(a.Text, op, b.Text); ok && a.Kind == Number && b.Kind == Number {
		return truth(yes)
	}
	return s.unknown(n)
}

func (v *Value) contains(part *Value) (found, ok bool) {
	switch v.Kind {
	case Text:
		return strings.Contains(v.Text, part.Text), part.Kind == Text
	case List:
		want := part.repr()
		return slices.ContainsFunc(v.List, func(w Value) bool { return w.repr() == want }), true
	case Dict:
		return slices.Contains(v.Keys, part.Text), true
	}
	return false, false
}

func ordered(a, op, b string) (yes, ok bool) {
	x, errA := strconv.ParseFloat(a, 64)
	y, errB := strconv.ParseFloat(b, 64)
	if errA != nil || errB != nil {
		return false, false
	}
	switch op {
	case "==":
		return x == y, true
	case "<":
		return x < y, true
	case "<=":
		return x <= y, true
	case ">":
		return x > y, true
	case ">=":
		return x >= y, true
	}
	return false, false
}
