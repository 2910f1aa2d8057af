package boards

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"math"
	"regexp"
	"strconv"
	"strings"
)

// env holds the values that an expression can refer to, such as the row and its document.
type env struct {
	vars map[string]any
	doc  *document
	row  *node  // current row; the document itself if it has no rows
	odd  string // type error of the last expression; empty if there was none
}

// with returns a copy of the environment with one additional name.
func (e *env) with(name string, v any) *env {
	vars := maps.Clone(e.vars)
	vars[name] = v
	return &env{vars: vars, doc: e.doc, row: e.row}
}

// expr is an expression in a subset of Go's syntax: member access, comparisons, arithmetic and
// function calls. `a | b` is b if a is missing. An expression evaluates to nil (missing), a bool, a
// float64, a string or a *node.
type expr struct {
	text  string
	root  ast.Expr
	names []string // names of variables that the expression uses
}

// UnmarshalText parses the expression. A TOML number or boolean is a literal.
func (x *expr) UnmarshalText(b []byte) error {
	x.text = string(b)
	root, err := parser.ParseExpr(x.text)
	if err == nil {
		err = x.check(root)
	}
	if x.root = root; err != nil {
		return fmt.Errorf("%q is not a valid expression (write a member whose name is a Go keyword as x[\"type\"]): %w", x.text, err)
	}
	return nil
}

// check reports an error if the expression uses syntax that mappings do not allow. It also collects
// the names that the expression refers to.
func (x *expr) check(root ast.Expr) (err error) {
	known := map[*ast.Ident]bool{}
	ast.Inspect(root, func(n ast.Node) bool {
		switch n := n.(type) {
		case nil, *ast.ParenExpr, *ast.BasicLit, *ast.IndexExpr:
		case *ast.SelectorExpr:
			known[n.Sel] = true
		case *ast.UnaryExpr:
			if n.Op != token.NOT && n.Op != token.SUB {
				err = fmt.Errorf("unknown operator %s", n.Op)
			}
		case *ast.BinaryExpr:
			if !strings.Contains(" && || | == != < <= > >= + - * / ", " "+n.Op.String()+" ") {
				err = fmt.Errorf("unknown operator %s", n.Op)
			}
		case *ast.CallExpr:
			name, _ := n.Fun.(*ast.Ident)
			if err = checkCall(name, n.Args); err == nil {
				known[name] = true
			}
		case *ast.Ident:
			if !known[n] && n.Name != "true" && n.Name != "false" {
				x.names = append(x.names, n.Name)
			}
		default:
			err = fmt.Errorf("an expression cannot contain a %T", n)
		}
		return err == nil
	})
	return err
}

// of evaluates the expression in e. A nil expression evaluates to nil.
func (x *expr) of(e *env) any {
	if x == nil {
		return nil
	}
	return e.eval(x.root)
}

func (e *env) eval(n ast.Expr) any {
	switch n := n.(type) {
	case *ast.ParenExpr:
		return e.eval(n.X)
	case *ast.BasicLit:
		return literal(n)
	case *ast.Ident:
		if v, ok := e.vars[n.Name]; ok {
			return v
		}
		return map[string]any{"true": true, "false": false}[n.Name]
	case *ast.SelectorExpr:
		return member(e.eval(n.X), n.Sel.Name)
	case *ast.IndexExpr:
		return member(e.eval(n.X), scalar(e.eval(n.Index)))
	case *ast.UnaryExpr:
		if n.Op == token.NOT {
			return !truth(e.eval(n.X))
		}
		return arithmetic(e, token.SUB, 0.0, e.eval(n.X))
	case *ast.BinaryExpr:
		return e.binary(n)
	case *ast.CallExpr:
		args := make([]any, len(n.Args))
		for i, a := range n.Args {
			args[i] = e.eval(a)
		}
		return functions[n.Fun.(*ast.Ident).Name].call(e, args)
	}
	return nil
}

func (e *env) binary(n *ast.BinaryExpr) any {
	a := e.eval(n.X)
	switch n.Op {
	case token.LAND:
		return truth(a) && truth(e.eval(n.Y))
	case token.LOR:
		return truth(a) || truth(e.eval(n.Y))
	case token.OR:
		if scalar(a) != nil {
			return a
		}
		return e.eval(n.Y)
	case token.ADD, token.SUB, token.MUL, token.QUO:
		return arithmetic(e, n.Op, scalar(a), scalar(e.eval(n.Y)))
	}
	return compare(n.Op, scalar(a), scalar(e.eval(n.Y)))
}

func literal(n *ast.BasicLit) any {
	if n.Kind == token.STRING {
		s, _ := strconv.Unquote(n.Value) // valid, because the parser has accepted it
		return s
	}
	x, _ := strconv.ParseFloat(n.Value, 64)
	return x
}

// truth evaluates a condition. A missing or non-boolean value is false.
func truth(v any) bool {
	b, _ := scalar(v).(bool)
	return b
}

// compare returns false if an operand is missing or the types differ. Only numbers and strings are
// ordered.
func compare(op token.Token, a, b any) bool {
	order := 2
	switch a := a.(type) {
	case float64:
		if b, ok := b.(float64); ok {
			order = cmp.Compare(a, b)
		}
	case string:
		if b, ok := b.(string); ok {
			order = strings.Compare(a, b)
		}
	case bool:
		if b, ok := b.(bool); ok {
			order = map[bool]int{true: 0, false: 1}[a == b]
		}
	}
	switch op {
	case token.EQL:
		return order == 0
	case token.NEQ:
		return order == -1 || order == 1
	case token.LSS:
		return order == -1
	case token.LEQ:
		return order <= 0
	case token.GTR:
		return order == 1
	}
	return order == 0 || order == 1
}

// arithmetic returns nil if an operand is missing or not a number, but concatenates two strings.
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
	var z float64
	switch op {
	case token.ADD:
		z = *x + *y
	case token.SUB:
		z = *x - *y
	case token.MUL:
		z = *x * *y
	case token.QUO:
		z = *x / *y
	}
	return unless(math.IsNaN(z) || math.IsInf(z, 0), z)
}

// number converts a value to a number. It returns nil for a missing value, and for a value of a
// different type, which it records in e.odd.
func number(e *env, v any) *float64 {
	switch v := scalar(v).(type) {
	case nil:
	case float64:
		return &v
	default:
		e.odd = fmt.Sprintf("%.40s is not a number", show(v))
	}
	return nil
}

// show formats a value for a message. A missing value becomes "not stated".
func show(v any) string {
	switch v := scalar(v).(type) {
	case nil:
		return "not stated"
	case float64:
		return strconv.FormatFloat(math.Round(v*1e6)/1e6, 'f', -1, 64)
	case *node:
		return string(v.raw)
	default:
		return fmt.Sprint(v)
	}
}

func plain(v any) string {
	if s, ok := v.(string); ok {
		return s
	}
	return show(v)
}

// textOf evaluates the expression to a string; a missing value becomes "".
func (x *expr) textOf(e *env) string {
	if v := scalar(x.of(e)); v != nil {
		return show(v)
	}
	return ""
}

// text is a sentence with expressions in braces.
type text struct {
	words []string // literal text before, between and after the expressions
	Parts []*expr
}

var braces = regexp.MustCompile(`\{[^{}]*\}`)

// UnmarshalText parses the sentence and its expressions.
func (t *text) UnmarshalText(b []byte) error {
	t.words = braces.Split(string(b), -1)
	for _, part := range braces.FindAll(b, -1) {
		x := &expr{}
		if err := x.UnmarshalText(part[1 : len(part)-1]); err != nil {
			return err
		}
		t.Parts = append(t.Parts, x)
	}
	return nil
}

func (t *text) in(e *env) string {
	if t == nil {
		return ""
	}
	said := t.words[0]
	for i, x := range t.Parts {
		said += plain(x.of(e)) + t.words[i+1]
	}
	return strings.TrimSpace(said)
}
