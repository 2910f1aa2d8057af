package boards

import (
	"fmt"
	"go/ast"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// functions are the functions available to mappings, with their minimum and maximum number of
// arguments.
var functions = map[string]struct {
	least, most int
	call        func(e *env, args []any) any
}{
	"present": {1, 1, func(_ *env, a []any) any { return scalar(a[0]) != nil }},
	"key":     {1, 1, ofNode(func(n *node) any { return n.key })},
	"index":   {1, 1, ofNode(func(n *node) any { return float64(n.at) })},
	"count":   {1, 1, ofNode(func(n *node) any { return float64(len(n.items())) })},
	"find":    {3, 3, find},
	"beside":  {1, 1, func(e *env, a []any) any { return e.doc.beside(show(a[0])) }},
	"nth":     {1, 1, nth},
	"match":   {2, 2, ofText(match)},
	"lower":   {1, 1, ofText(func(s string, _ []any) any { return strings.ToLower(s) })},
	"replace": {3, 3, ofText(func(s string, a []any) any { return strings.ReplaceAll(s, plain(a[1]), plain(a[2])) })},
	"number":  {1, 1, parsed},
	"time":    {2, 2, moment},
	"nonzero": {1, 1, ofNumber(func(x float64, _ []any) any { return unless(x == 0, x) })},
	"round": {2, 2, ofNumber(func(x float64, a []any) any {
		digits, _ := scalar(a[1]).(float64)
		p := math.Pow(10, digits)
		return math.Round(x*p) / p
	})},
	"when": {2, 3, func(_ *env, a []any) any {
		switch {
		case truth(a[0]):
			return a[1]
		case len(a) == 3:
			return a[2]
		}
		return nil
	}},
}

// checkCall returns an error for an unknown function, a wrong number of arguments, or a pattern of
// match that is not a literal.
func checkCall(name *ast.Ident, args []ast.Expr) error {
	if name == nil {
		return fmt.Errorf("only functions can be called")
	}
	f, ok := functions[name.Name]
	switch {
	case !ok:
		return fmt.Errorf("unknown function %s", name.Name)
	case len(args) < f.least || len(args) > f.most:
		return fmt.Errorf("%s cannot have %d arguments", name.Name, len(args))
	case name.Name != "match":
		return nil
	}
	lit, ok := args[1].(*ast.BasicLit)
	if !ok {
		return fmt.Errorf("the pattern of match must be a string literal")
	}
	_, err := regexp.Compile(show(literal(lit)))
	return err
}

func ofNode(f func(*node) any) func(*env, []any) any {
	return func(_ *env, a []any) any {
		if n, ok := a[0].(*node); ok && n != nil {
			return f(n)
		}
		return nil
	}
}

func ofText(f func(string, []any) any) func(*env, []any) any {
	return func(_ *env, a []any) any {
		if s, ok := scalar(a[0]).(string); ok {
			return f(s, a)
		}
		return nil
	}
}

func ofNumber(f func(float64, []any) any) func(*env, []any) any {
	return func(e *env, a []any) any {
		if x := number(e, a[0]); x != nil {
			return f(*x, a)
		}
		return nil
	}
}

func unless(missing bool, v any) any {
	if missing {
		return nil
	}
	return v
}

// match returns the last non-empty group of the first match of a pattern, where group 0 is the
// entire match.
func match(s string, a []any) any {
	for _, group := range slices.Backward(compile(show(a[1])).FindStringSubmatch(s)) {
		if group != "" {
			return strings.TrimSpace(group)
		}
	}
	return nil
}

// find returns the first element of a list whose member a[1] equals the value a[2], or nil.
func find(_ *env, a []any) any {
	list, _ := a[0].(*node)
	for _, x := range list.items() {
		if got := scalar(member(x, show(a[1]))); got != nil && got == scalar(a[2]) {
			return x
		}
	}
	return nil
}

// nth returns how many times it has already been called with this value for the document.
func nth(e *env, a []any) any {
	value := show(a[0])
	e.doc.seen[value]++
	return float64(e.doc.seen[value] - 1)
}

// parsed converts a number written as text, such as "1,024" or "61.4 %".
func parsed(e *env, a []any) any {
	s, ok := scalar(a[0]).(string)
	if !ok {
		return a[0]
	}
	x, err := strconv.ParseFloat(strings.Trim(strings.ReplaceAll(s, ",", ""), "$% "), 64)
	if err != nil {
		e.odd = fmt.Sprintf("%.40q is not a number", s)
		return nil
	}
	return x
}

// moment parses a time in a Go layout and returns Unix milliseconds.
func moment(e *env, a []any) any {
	s, ok := scalar(a[0]).(string)
	if !ok {
		return nil
	}
	t, err := time.Parse(show(a[1]), s)
	if err != nil {
		e.odd = fmt.Sprintf("%.40q is not a time", s)
		return nil
	}
	return float64(t.UnixMilli())
}
