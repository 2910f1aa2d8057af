package taskpy

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// silentWord is how ids and docstrings of checks speak of a silent change.
var silentWord = regexp.MustCompile(`(?i)silent`)

// checks reads the rubric and the functions that it names.
func (m *module) checks(t *Task) {
	rubric := m.names["RUBRIC"]
	for i, at := range rubric.Keys {
		for _, entry := range rubric.List[i].List {
			if entry.Kind != Dict || entry.str("id") == "" {
				continue
			}
			c := Check{ID: entry.str("id"), At: at}
			if w, ok := entry.Get("weight"); ok && w.Kind == Number {
				if f, err := strconv.ParseFloat(w.Text, 64); err == nil {
					c.Weight = &f
				}
			}
			if f, ok := entry.Get("checker"); ok && f.Kind == Unknown {
				c.Function = f.Text
			}
			if def := m.funcs[c.Function]; def != nil {
				c.Doc, c.Lines = docOf(def), [2]int{def.line, def.last}
				c.Literals = literals(def)
				c.Services = m.services(def)
			}
			c.RedLine = redLine.MatchString(c.ID)
			c.Silent = silentWord.MatchString(c.ID) || silentWord.MatchString(c.Doc)
			t.Checks = append(t.Checks, c)
		}
	}
	t.about()
}

// aboutID is the stage that an id begins with.
var aboutID = regexp.MustCompile(`(?i)^s(\d{1,3})_`)

// about finds the stage that each id speaks of. Some files count from 1: there no
// id says 0, and some are checked before the stage would have begun.
func (t *Task) about() {
	num := make([]int, len(t.Checks))
	base, early := 1, false
	for i := range t.Checks {
		num[i] = -1
		m := aboutID.FindStringSubmatch(t.Checks[i].ID)
		if m == nil {
			continue
		}
		num[i], _ = strconv.Atoi(m[1])
		if num[i] == 0 {
			base = 0
		}
		if at, err := strconv.Atoi(strings.TrimPrefix(t.Checks[i].At, "stage")); err == nil && num[i] > at {
			early = true
		}
	}
	if !early {
		base = 0
	}
	for i := range t.Checks {
		id := fmt.Sprintf("stage%d", num[i]-base)
		if num[i] >= base && slices.ContainsFunc(t.Stages, func(s Stage) bool { return s.ID == id }) {
			t.Checks[i].About = id
		}
	}
}

// shortest is how long a literal is that says something of its own.
const shortest = 3

// literals are the texts and numbers in a function, without its docstring.
func literals(def *node) []string {
	s := &scope{m: &module{}, vars: map[string]Value{}}
	found := map[string]bool{}
	add := func(t string) {
		if len([]rune(t)) >= shortest {
			found[t] = true
		}
	}
	skip := docNode(def)
	var walk func(n *node)
	walk = func(n *node) {
		if n == skip {
			return
		}
		switch n.kind {
		case "string", "concatenated_string":
			v := s.eval(n)
			if v.Kind == Text && v.gaps == 0 {
				add(v.Text)
				return
			}
			if n.kind == "string" {
				for part := range strings.SplitSeq(v.Text, gap) {
					add(part)
				}
			}
		case "integer", "float":
			v := s.numeral(n)
			if v.Kind == Number {
				add(v.Text)
			}
		}
		for _, k := range n.kids {
			walk(k)
		}
	}
	walk(def)
	return sorted(found)
}

// services are the parts of the context that a function reads, or a function of
// the module that it names.
func (m *module) services(def *node) []string {
	found, seen := map[string]bool{}, map[*node]bool{}
	var follow func(def *node)
	follow = func(def *node) {
		if seen[def] {
			return
		}
		seen[def] = true
		own := m.uses(def)
		for _, name := range own.services {
			found[name] = true
		}
		for _, next := range own.calls {
			follow(next)
		}
	}
	follow(def)
	return sorted(found)
}

// sorted lists what is in a set; it is never nil.
func sorted(set map[string]bool) []string {
	out := slices.AppendSeq(make([]string, 0, len(set)), maps.Keys(set))
	slices.Sort(out)
	return out
}

// used is what one function names.
type used struct {
	services []string
	calls    []*node
}

// uses looks through a function once.
func (m *module) uses(def *node) *used {
	if u := m.used[def]; u != nil {
		return u
	}
	u := &used{}
	m.used[def] = u
	var walk func(n *node)
	walk = func(n *node) {
		object, name := n.child("object"), n.child("attribute")
		if n.kind == "attribute" && object != nil && object.text == context && name != nil && name.text != "task_dir" {
			u.services = append(u.services, name.text)
		}
		if f := n.child("function"); n.kind == "call" && f != nil && m.funcs[f.text] != nil {
			u.calls = append(u.calls, m.funcs[f.text])
		}
		for _, k := range n.kids {
			walk(k)
		}
	}
	walk(def)
	return u
}
