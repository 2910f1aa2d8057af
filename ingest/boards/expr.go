package boards

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"math"
	"regexp"
	"strconv"
	"strings"
)

// env is what an expression can name, such as the row and the document that it lies in.
type env struct {
	vars map[string]any
	doc  *document
	odd  string // what the last expression found of another kind than it needs
}

// with is a copy of the environment with one more name.
func (e *env) with(name string, v any) *env {
	vars := make(map[string]any, len(e.vars)+1)
	for k, x := range e.vars {
		vars[k] = x
	}
	vars[name] = v
	return &env{vars: vars, doc: e.doc}
}

// eval gives a value: nil if it is missing, bool, float64, string or *node.
type eval func(e *env) any

// expr is an expression in a subset of Go's syntax: members, comparisons, arithmetic, the
// functions below, and a | b for b where a is missing.
type expr struct {
	text  string
	eval  eval
	names []string // that the environment has to have
}

// UnmarshalText compiles the expression. A number or boolean of TOML stands for itself.
func (x *expr) UnmarshalText(b []byte) error {
	x.text = string(b)
	root, err := parser.ParseExpr(x.text)
	if err != nil {
		return fmt.Errorf("%q is not an expression (a member whose name is a word of Go is written as x[\"type\"]): %w", x.text, err)
	}
	if x.eval, err = x.compile(root); err != nil {
		return fmt.Errorf("%q: %w", x.text, err)
	}
	return nil
}

func (x *expr) compile(n ast.Expr) (eval, error) {
	switch n := n.(type) {
	case *ast.ParenExpr:
		return x.compile(n.X)
	case *ast.BasicLit:
		return literal(n)
	case *ast.Ident:
		if n.Name == "true" || n.Name == "false" {
			return func(*env) any { return n.Name == "true" }, nil
		}
		x.names = append(x.names, n.Name)
		return func(e *env) any { return e.vars[n.Name] }, nil
	case *ast.SelectorExpr:
		of, err := x.compile(n.X)
		return func(e *env) any { return member(of(e), n.Sel.Name) }, err
	case *ast.IndexExpr:
		args, err := x.compileAll(n.X, n.Index)
		return func(e *env) any { return member(args[0](e), scalar(args[1](e))) }, err
	case *ast.UnaryExpr:
		return x.unary(n)
	case *ast.BinaryExpr:
		return x.binary(n)
	case *ast.CallExpr:
		return x.call(n)
	}
	return nil, fmt.Errorf("a mapping cannot have a %T", n)
}

func (x *expr) compileAll(list ...ast.Expr) ([]eval, error) {
	out := make([]eval, len(list))
	for i, n := range list {
		var err error
		if out[i], err = x.compile(n); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func literal(n *ast.BasicLit) (eval, error) {
	var v any
	var err error
	if n.Kind == token.STRING {
		v, err = strconv.Unquote(n.Value)
	} else {
		v, err = strconv.ParseFloat(n.Value, 64)
	}
	return func(*env) any { return v }, err
}

func (x *expr) unary(n *ast.UnaryExpr) (eval, error) {
	of, err := x.compile(n.X)
	switch n.Op {
	case token.NOT:
		return func(e *env) any { return !truth(of(e)) }, err
	case token.SUB:
		return func(e *env) any { return arithmetic(e, token.SUB, 0.0, of(e)) }, err
	}
	return nil, fmt.Errorf("unknown operator %s", n.Op)
}

func (x *expr) binary(n *ast.BinaryExpr) (eval, error) {
	args, err := x.compileAll(n.X, n.Y)
	if err != nil {
		return nil, err
	}
	a, b := args[0], args[1]
	switch n.Op {
	case token.LAND:
		return func(e *env) any { return truth(a(e)) && truth(b(e)) }, nil
	case token.LOR:
		return func(e *env) any { return truth(a(e)) || truth(b(e)) }, nil
	case token.OR:
		return func(e *env) any {
			if v := a(e); scalar(v) != nil {
				return v
			}
			return b(e)
		}, nil
	case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
		return func(e *env) any { return compare(n.Op, scalar(a(e)), scalar(b(e))) }, nil
	case token.ADD, token.SUB, token.MUL, token.QUO:
		return func(e *env) any { return arithmetic(e, n.Op, scalar(a(e)), scalar(b(e))) }, nil
	}
	return nil, fmt.Errorf("unknown operator %s", n.Op)
}

// truth is a condition: what is missing, or no boolean, is false.
func truth(v any) bool {
	b, _ := scalar(v).(bool)
	return b
}

// compare is false where a side is missing or of another kind.
func compare(op token.Token, a, b any) bool {
	order := 0
	switch a := a.(type) {
	case float64:
		b, ok := b.(float64)
		if !ok {
			return false
		}
		order = sign(a - b)
	case string:
		b, ok := b.(string)
		if !ok {
			return false
		}
		order = strings.Compare(a, b)
	case bool:
		b, ok := b.(bool)
		if !ok || op != token.EQL && op != token.NEQ {
			return false
		}
		return (a == b) == (op == token.EQL)
	default:
		return false
	}
	return map[token.Token]bool{token.EQL: order == 0, token.NEQ: order != 0, token.LSS: order < 0, token.LEQ: order <= 0,
		token.GTR: order > 0, token.GEQ: order >= 0}[op]
}

func sign(x float64) int {
	switch {
	case x < 0:
		return -1
	case x > 0:
		return 1
	}
	return 0
}

// arithmetic is missing where a side is, or is no number. A text and a text are joined.
func arithmetic(e *env, op token.Token, a, b any) any {
	if a == nil || b == nil {
		return nil
	}
	s, isText := a.(string)
	if t, ok := b.(string); op == token.ADD && ok && isText {
		return s + t
	}
	x, y := number(e, a), number(e, b)
	if x == nil || y == nil {
		return nil
	}
	z := map[token.Token]float64{token.ADD: *x + *y, token.SUB: *x - *y, token.MUL: *x * *y, token.QUO: *x / *y}[op]
	if math.IsNaN(z) || math.IsInf(z, 0) {
		return nil
	}
	return z
}

// number is a value as a number. One of another kind is noted and is missing.
func number(e *env, v any) *float64 {
	switch v := scalar(v).(type) {
	case nil:
		return nil
	case float64:
		return &v
	default:
		e.odd = fmt.Sprintf("%.40s is not a number", show(v))
		return nil
	}
}

// show writes a value as sentences have it; a missing one is "not stated".
func show(v any) string {
	switch v := scalar(v).(type) {
	case nil:
		return "not stated"
	case float64:
		return strconv.FormatFloat(math.Round(v*1e6)/1e6, 'f', -1, 64)
	case string:
		return v
	case *node:
		return string(v.raw)
	default:
		return fmt.Sprint(v)
	}
}

// text is a sentence with expressions in braces.
type text struct {
	Parts []any // string or *expr
}

// UnmarshalText compiles the expressions of the sentence.
func (t *text) UnmarshalText(b []byte) error {
	rest := string(b)
	for {
		before, after, is := strings.Cut(rest, "{")
		t.Parts = append(t.Parts, before)
		if !is {
			return nil
		}
		inner, behind, is := strings.Cut(after, "}")
		if !is {
			return fmt.Errorf("%q has a { without a }", rest)
		}
		x := &expr{}
		if err := x.UnmarshalText([]byte(inner)); err != nil {
			return err
		}
		t.Parts, rest = append(t.Parts, x), behind
	}
}

// in writes the sentence; it is empty for nil.
func (t *text) in(e *env) string {
	if t == nil {
		return ""
	}
	var b strings.Builder
	for _, p := range t.Parts {
		v := p
		if x, ok := p.(*expr); ok {
			v = x.eval(e)
		}
		if s, ok := v.(string); ok {
			b.WriteString(s)
		} else {
			b.WriteString(show(v))
		}
	}
	return strings.TrimSpace(b.String())
}

// of is the value of an expression in e; missing for nil.
func (x *expr) of(e *env) any {
	if x == nil {
		return nil
	}
	return x.eval(e)
}

// textOf is a value as text; a number is written out, and empty is missing.
func (x *expr) textOf(e *env) string {
	if v := scalar(x.of(e)); v != nil {
		return show(v)
	}
	return ""
}

// pattern compiles the regular expression of match, which has to be written out.
func pattern(n ast.Expr) (*regexp.Regexp, error) {
	lit, ok := n.(*ast.BasicLit)
	if !ok {
		return nil, fmt.Errorf("the pattern of match has to be a text")
	}
	s, err := strconv.Unquote(lit.Value)
	if err != nil {
		return nil, err
	}
	return regexp.Compile(s)
}
