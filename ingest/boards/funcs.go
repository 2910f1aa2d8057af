package boards

import (
	"fmt"
	"go/ast"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// function is one that mappings may call.
type function struct {
	least, most int // arguments
	call        func(e *env, args []any) any
}

var functions = map[string]function{
	"present": {1, 1, func(_ *env, a []any) any { return scalar(a[0]) != nil }},
	"key":     {1, 1, func(_ *env, a []any) any { return of(a[0], func(n *node) any { return n.key }) }},
	"index":   {1, 1, func(_ *env, a []any) any { return of(a[0], func(n *node) any { return float64(n.at) }) }},
	"count":   {1, 1, func(_ *env, a []any) any { return of(a[0], func(n *node) any { return float64(len(n.items())) }) }},
	"find":    {3, 3, func(_ *env, a []any) any { return find(a[0], show(a[1]), scalar(a[2])) }},
	"beside":  {1, 1, func(e *env, a []any) any { return e.doc.beside(show(a[0])) }},
	"in": {2, 20, func(_ *env, a []any) any {
		return slices.ContainsFunc(a[1:], func(b any) bool { return scalar(a[0]) == scalar(b) })
	}},
	"lines":  {2, 2, func(_ *env, a []any) any { return joined(a[0], int(bound(a[1]))) }},
	"lower":  {1, 1, onText(strings.ToLower)},
	"snake":  {1, 1, onText(snake)},
	"number": {1, 1, func(e *env, a []any) any { return parsed(e, scalar(a[0])) }},
	"time":   {2, 2, moment},
	"round": {2, 2, func(e *env, a []any) any {
		return onNumber(e, a, func(x float64) any { p := math.Pow(10, bound(a[1])); return math.Round(x*p) / p })
	}},
	"nonzero": {1, 1, func(e *env, a []any) any { return onNumber(e, a, func(x float64) any { return unless(x == 0, x) }) }},
	"between": {3, 3, func(e *env, a []any) any {
		return onNumber(e, a, func(x float64) any { return unless(x < bound(a[1]) || x > bound(a[2]), x) })
	}},
	"when": {2, 3, func(_ *env, a []any) any {
		switch {
		case truth(a[0]):
			return a[1]
		case len(a) == 3:
			return a[2]
		}
		return nil
	}},
	"replace": {3, 3, func(_ *env, a []any) any {
		return onText(func(s string) string { return strings.ReplaceAll(s, show(a[1]), show(a[2])) })(nil, a)
	}},
}

// call compiles a call of one of the functions, or of match, whose pattern is compiled once.
func (x *expr) call(n *ast.CallExpr) (eval, error) {
	name, ok := n.Fun.(*ast.Ident)
	if !ok {
		return nil, fmt.Errorf("only functions can be called")
	}
	args, err := x.compileAll(n.Args...)
	if err != nil {
		return nil, err
	}
	if name.Name == "match" && len(args) == 2 {
		re, err := pattern(n.Args[1])
		return func(e *env) any {
			s, ok := scalar(args[0](e)).(string)
			if !ok {
				return nil
			}
			found := re.FindStringSubmatch(s)
			for _, group := range slices.Backward(found) { // the whole match is the first
				if group != "" {
					return strings.TrimSpace(group)
				}
			}
			return nil
		}, err
	}
	f, ok := functions[name.Name]
	switch {
	case !ok:
		return nil, fmt.Errorf("unknown function %s", name.Name)
	case len(args) < f.least || len(args) > f.most:
		return nil, fmt.Errorf("%s has %d arguments", name.Name, len(args))
	}
	return func(e *env) any {
		values := make([]any, len(args))
		for i, a := range args {
			values[i] = a(e)
		}
		return f.call(e, values)
	}, nil
}

func of(v any, f func(*node) any) any {
	if n, ok := v.(*node); ok && n != nil {
		return f(n)
	}
	return nil
}

func unless(missing bool, v any) any {
	if missing {
		return nil
	}
	return v
}

func onText(f func(string) string) func(*env, []any) any {
	return func(_ *env, a []any) any {
		if s, ok := scalar(a[0]).(string); ok {
			return f(s)
		}
		return nil
	}
}

func onNumber(e *env, a []any, f func(float64) any) any {
	if x := number(e, a[0]); x != nil {
		return f(*x)
	}
	return nil
}

// bound is one that a mapping states; 0 if it is no number.
func bound(v any) float64 {
	x, _ := scalar(v).(float64)
	return x
}

// find is the first element of a list whose member has a value.
func find(list any, name string, want any) any {
	n, _ := list.(*node)
	for _, x := range n.items() {
		if got := scalar(member(x, name)); got != nil && got == want {
			return x
		}
	}
	return nil
}

// joined are the first texts of a list, one a line.
func joined(list any, most int) any {
	n, _ := list.(*node)
	var texts []string
	for _, x := range n.items()[:min(most, len(n.items()))] {
		texts = append(texts, show(x))
	}
	return strings.Join(texts, "\n")
}

// parsed reads a number that is written as text, such as "1,024" or "61.4 %".
func parsed(e *env, v any) any {
	s, ok := v.(string)
	if !ok {
		return v
	}
	x, err := strconv.ParseFloat(strings.Trim(strings.ReplaceAll(s, ",", ""), "$% "), 64)
	if err != nil {
		e.odd = fmt.Sprintf("%.40q is not a number", s)
		return nil
	}
	return x
}

// moment gives Unix milliseconds of a time in a layout of Go, or of seconds since 1970 in
// the layout "unix".
func moment(e *env, a []any) any {
	layout := show(a[1])
	if layout == "unix" {
		return onNumber(e, a, func(x float64) any { return math.Round(x * 1000) })
	}
	s, ok := scalar(a[0]).(string)
	if !ok {
		return nil
	}
	t, err := time.Parse(layout, s)
	if err != nil {
		e.odd = fmt.Sprintf("%.40q is not a time", s)
		return nil
	}
	return float64(t.UnixMilli())
}

// snake makes small letters, without hyphens and with one underscore for every other gap.
func snake(s string) string {
	return strings.Join(strings.FieldsFunc(strings.ReplaceAll(strings.ToLower(s), "-", ""), func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9')
	}), "_")
}
