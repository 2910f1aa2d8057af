package taskpy

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// context is how the first parameter of a stage is called here, whatever the file
// calls it.
const context = "ctx"

// maxChanges bounds the changes of a stage.
const maxChanges = 2000

// read is how the calls begin that change nothing.
var read = regexp.MustCompile(`^(get|query|list|find|search|read)(_|$)`)

// noService are parts of the context that are no service.
var noService = map[string]bool{"task_dir": true, "workspace": true, "log": true, "logger": true}

// stageRun follows one stage function.
type stageRun struct {
	m           *module
	stage       *Stage
	from        int // line of the function
	conditional int
	repeated    int
	calls       []calling
	asked       []string // texts that the conditions around compare with
}

// calling is a function of the module that the stage is in.
type calling struct {
	name string
	line int // of the call
}

// stages follows the functions stage<n> in the order of their numbers.
func (m *module) stages(t *Task) {
	type numbered struct {
		n   int
		def *node
	}
	var found []numbered
	for name, def := range m.funcs {
		rest, ok := strings.CutPrefix(name, "stage")
		if n, err := strconv.Atoi(rest); ok && err == nil && n >= 0 && strconv.Itoa(n) == rest {
			found = append(found, numbered{n, def})
		}
	}
	slices.SortFunc(found, func(a, b numbered) int { return a.n - b.n })
	w := &world{rows: map[string][]map[string]string{}, cells: map[string]map[string]string{}}
	for i, f := range found {
		st := Stage{ID: "stage" + strconv.Itoa(f.n), Line: f.def.line}
		m.stage(&st, f.def, w, i == 0)
		t.Stages = append(t.Stages, st)
	}
}

// stage follows one function from its first line to its return.
func (m *module) stage(st *Stage, def *node, w *world, first bool) {
	body, params := def.child("body"), def.child("parameters")
	if body == nil || params == nil {
		return
	}
	st.Doc = docOf(def)
	run := &stageRun{m: m, stage: st, from: def.line}
	s := &scope{m: m, vars: map[string]Value{}, run: run}
	for i, p := range params.kids {
		name, dflt := parameter(p)
		switch {
		case i == 0:
			s.vars[name] = Value{Kind: Unknown, Text: context, world: true, size: 1}
		case dflt != nil:
			s.vars[name] = s.eval(dflt)
		}
	}
	f := s.block(body)
	note, _ := f.value.Get("notification")
	at, _ := f.value.Get("time")
	if note.Kind == Text {
		st.Notification = note.Text
	}
	if at.Kind == Text && at.gaps == 0 {
		st.Time = at.Text
	}
	st.Static = note.Kind == Text && note.gaps == 0 && st.Time != ""
	for i := range st.Changes {
		w.apply(&st.Changes[i])
		if first {
			st.Changes[i].Fields = nil // nothing was there before
		}
	}
}

// event notes a call of a service that writes.
func (r *stageRun) event(n *node, service, method string, args []Arg) {
	first, _, _ := strings.Cut(service, ".")
	if r == nil || service == context || noService[first] || read.MatchString(method) || len(r.stage.Changes) >= maxChanges {
		return
	}
	c := Change{Service: service, Method: method, Line: n.line, Args: args, Static: true,
		Conditional: r.conditional > 0, Repeated: r.repeated > 0, asked: slices.Clone(r.asked)}
	if len(r.calls) > 0 {
		c.Line, c.Via = r.calls[0].line, r.calls[len(r.calls)-1].name
	}
	for i := range args {
		v := &args[i].Value
		c.Gaps += v.gaps
		if !v.known() && !tellsApart(method, i, &args[i]) {
			c.Static = false
		}
		if r.m.bytes += v.size; r.m.bytes > maxPayload {
			r.m.steps = maxSteps // what follows is not evaluated
			return
		}
	}
	c.Comment = r.m.above(c.Line, r.from)
	c.Label = labelOf(c.Comment)
	r.stage.Changes = append(r.stage.Changes, c)
}

// tellsApart reports whether an argument that is not written down only says which
// row, sheet or event is meant: these ids come from a query.
func tellsApart(method string, i int, a *Arg) bool {
	if a.Value.Kind != Unknown {
		return false
	}
	if a.Name != "" {
		return strings.HasSuffix(a.Name, "id")
	}
	return i == 0 || i == 1 && strings.HasSuffix(method, "_event")
}

// enter notes that a function of the module is followed. Only the one who calls
// from the stage itself says where that is.
func (r *stageRun) enter(name string, line int) func() {
	if r == nil {
		return func() {}
	}
	r.calls = append(r.calls, calling{name, line})
	return func() { r.calls = r.calls[:len(r.calls)-1] }
}

// guard notes that what follows depends on a condition, and which texts that
// compares with.
func (r *stageRun) guard(s *scope, cond *node) func() {
	if r == nil {
		return func() {}
	}
	before := len(r.asked)
	r.conditional++
	if cond != nil {
		r.asked = append(r.asked, s.compared(cond)...)
	}
	return func() {
		r.conditional--
		r.asked = r.asked[:before]
	}
}

// repeat notes that what follows may run any number of times.
func (r *stageRun) repeat() func() {
	if r == nil {
		return func() {}
	}
	r.repeated++
	return func() { r.repeated-- }
}

// compared are the texts that something has to equal for a condition to hold.
func (s *scope) compared(n *node) []string {
	var out []string
	switch n.kind {
	case "comparison_operator":
		equal := false
		for _, k := range n.kids {
			equal = equal || k.role == "operators" && k.text == "=="
		}
		for _, k := range n.kids {
			if k.role != "operators" && equal && (k.kind == "string" || k.kind == "identifier" || k.kind == "subscript") {
				if v := s.eval(k); v.Kind == Text && v.gaps == 0 {
					out = append(out, v.Text)
				}
			}
		}
	case "boolean_operator", "parenthesized_expression":
		for _, k := range n.kids {
			out = append(out, s.compared(k)...)
		}
	}
	return out
}

// docOf is the docstring of a function.
func docOf(def *node) string {
	if lit := docNode(def); lit != nil {
		s := &scope{m: &module{}, vars: map[string]Value{}}
		if v := s.eval(lit); v.Kind == Text {
			return cleaned(v.Text)
		}
	}
	return ""
}

// docNode is the literal that is the docstring.
func docNode(def *node) *node {
	body := def.child("body")
	if body == nil || len(body.kids) == 0 || body.kids[0].kind != "expression_statement" || len(body.kids[0].kids) != 1 {
		return nil
	}
	if lit := body.kids[0].kids[0]; lit.kind == "string" || lit.kind == "concatenated_string" {
		return lit
	}
	return nil
}
