package otel

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
)

// reading makes the steps of one trial.
type reading struct {
	unit   *unit
	main   *scope
	scopes map[*span]*scope // by the agent's span
	order  []*scope
	blind  int // model calls without a message
	totals bool
	inside map[*span]*inside // what is below an agent's span
	asked  map[*span]bool    // agents whose model calls have the prompt
}

func newReading(u *unit, totals bool) *reading {
	r := &reading{unit: u, main: newScope(), scopes: map[*span]*scope{}, totals: totals, inside: map[*span]*inside{}, asked: map[*span]bool{}}
	r.order = []*scope{r.main}
	slices.SortStableFunc(u.spans, func(a, b *span) int {
		return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(a.end, b.end), a.n-b.n)
	})
	return r
}

// read goes through the spans in the order of time: first what models said, then what
// tools answered.
func (r *reading) read() {
	owns := r.owners()
	r.lookInside()
	for _, s := range r.unit.spans {
		if s.isModel() && s.leaf {
			r.model(r.scopeOf(s, owns), s)
		}
	}
	for _, s := range r.unit.spans {
		if s.kind == kindTool {
			r.tool(r.scopeOf(s, owns), s)
		}
	}
	for _, s := range r.unit.spans {
		if s.mayBeTool {
			r.maybeTool(r.scopeOf(s, owns), s)
		}
	}
	for _, s := range r.unit.spans {
		switch s.kind {
		case kindAside:
			r.scopeOf(s, owns).insert(&node{at: s.start, step: aside(s)})
		case kindAgent:
			r.agent(r.scopeOf(s, owns), s)
		}
	}
	r.attach()
}

// owners finds the agents that call models or tools themselves. An agent's span around
// another one is often the same agent, seen by the server that asks it.
func (r *reading) owners() map[*span]bool {
	owns := map[*span]bool{}
	for _, s := range r.unit.spans {
		if s.isModel() && s.leaf || s.kind == kindTool {
			if a := agentOf(s); a != nil {
				owns[a] = true
			}
		}
	}
	return owns
}

// agentOf is the nearest agent's span above one.
func agentOf(s *span) *span {
	for s = s.near(); s != nil && s.kind != kindAgent; s = s.near() {
	}
	return s
}

// scopeOf is the conversation that a span belongs to: that of its nearest agent, if an
// agent above that one has model calls of its own, else the main one.
func (r *reading) scopeOf(s *span, owns map[*span]bool) *scope {
	a := s
	if s.kind != kindAgent {
		a = agentOf(s)
	}
	if a == nil {
		return r.main
	}
	if sc := r.scopes[a]; sc != nil {
		return sc
	}
	up := agentOf(a)
	for up != nil && !owns[up] {
		up = agentOf(up)
	}
	sc := r.main
	if up != nil {
		sc = newScope()
		sc.name, sc.parent, sc.top = cmp.Or(a.agent, a.name, "agent"), r.scopeOf(up, owns), a
		r.order = append(r.order, sc)
	}
	r.scopes[a] = sc
	return sc
}

// model adds what a model call was told that is new, and its answer.
func (r *reading) model(sc *scope, s *span) {
	sc.models++
	talk, fresh, gone := sc.match(s.in)
	if gone > 0 {
		sc.add(&node{at: s.start, step: &results.Step{
			Source: results.SourceSystem, Event: "compaction", Boundary: "truncate",
			Message: fmt.Sprintf("The next call of the model was given the conversation without %s of it.", ingest.Counted(gone, "earlier message")),
		}})
	}
	before := -1 // the last answer that came before the first recorded call
	if sc.models == 1 {
		for i := range fresh {
			if fresh[i].role == "assistant" {
				before = i
			}
		}
	}
	for i := range fresh {
		sc.message(&fresh[i], s.start, i <= before)
		if fresh[i].role == "user" && i > before {
			for a := agentOf(s); a != nil && !r.asked[a]; a = agentOf(a) {
				r.asked[a] = true
			}
		}
	}
	n := &node{at: cmp.Or(s.end, s.start), from: s.start, step: answerStep(s)}
	n.blind = s.out == nil || !s.out.says()
	if n.blind && len(s.in) == 0 && n.step.Error == "" {
		r.blind++
	}
	if s.out != nil {
		sc.ask(n, s.out.calls)
		if s.out.says() {
			talk.keys = append(talk.keys, s.out.key())
		}
	}
	sc.add(n)
}

// tool finds the call that a tool's span is of: by its id, else by its name and what
// it was asked, else by its name alone.
func (r *reading) tool(sc *scope, s *span) {
	free := func(sl *slot) bool {
		return sl.tool == nil && (s.start == 0 || sl.node.step.Copied || sl.node.from <= max(s.start, s.end))
	}
	var sl *slot
	if s.callID != "" {
		if sl = latest(sc.byID[s.callID], free); sl == nil { // clocks of two machines differ
			sl = latest(sc.byID[s.callID], func(sl *slot) bool { return sl.tool == nil })
		}
	} else {
		args, named := string(s.args.json()), sc.byName[s.tool]
		if sl = latest(named, func(sl *slot) bool { return free(sl) && string(sl.call.args.json()) == args }); sl == nil {
			sl = latest(named, free)
		}
	}
	if sl == nil {
		sl = sc.extra(s)
	}
	sl.tool = s
	if sl.node.step.Copied { // its tool ran in this trace, so it was asked for in it
		sl.node.step.Copied = false
	}
	if sl.call.args.kind == 0 || sl.call.args.kind == 's' && sl.call.args.text == "" {
		sl.call.args = s.args
	}
}

// maybeTool gives a call the span of an old tracer that has its name.
func (r *reading) maybeTool(sc *scope, s *span) {
	if sl := latest(sc.byName[s.name], func(sl *slot) bool { return sl.tool == nil && sl.node.from <= max(s.start, s.end) }); sl != nil {
		sl.tool = s
	}
}

// agent adds what only an agent's own span says: the prompt where no model call has
// it, the answer where no model call is recorded, and an error that ended it.
func (r *reading) agent(sc *scope, s *span) {
	in := r.inside[s]
	if !r.asked[s] && (sc.top == s || sc == r.main) {
		r.prompt(sc, s, in.models > 0)
	}
	if in.models == 0 && !in.spoke && s.out != nil && s.out.says() {
		n := &node{at: cmp.Or(s.end, s.start), from: s.start, step: answerStep(s)}
		if !r.totals {
			n.step.Metrics = nil
		}
		n.step.Error = ""
		sc.ask(n, s.out.calls)
		sc.insert(n)
	}
	if s.failed && !in.said(s.why) && !(in.answered && in.toolSaid(s.why)) {
		sc.insert(&node{at: cmp.Or(s.end, s.start), step: &results.Step{
			Source: results.SourceAgent, Timestamp: millis(s.end), Error: cmp.Or(s.why, s.errorType, "the span ended with an error"),
		}})
	}
}

// prompt adds what the user told an agent, where no model call of it has that.
func (r *reading) prompt(sc *scope, s *span, talked bool) {
	at := slices.IndexFunc(sc.nodes, func(n *node) bool { return n.at >= s.start })
	if at < 0 {
		at = len(sc.nodes)
	}
	for i := range s.in {
		m := &s.in[i]
		if m.role != "user" && (m.role != "system" || talked) || sc.said[m.key()] {
			continue
		}
		one := newScope()
		one.message(m, s.start, false)
		sc.said[m.key()] = true
		sc.nodes = slices.Insert(sc.nodes, at, one.nodes...)
		at += len(one.nodes)
	}
}

// inside is what is below an agent's span.
type inside struct {
	models   int
	errors   []string // of model calls and agents
	tools    []string // errors of tools
	answered bool     // a model call after the last tool's error did not fail
	spoke    bool     // an agent below has an answer of its own
}

// maxAbove bounds how many agents above one are asked; real traces have a few.
const maxAbove = 64

// lookInside gathers for each agent what is below it, in the order of time.
func (r *reading) lookInside() {
	for _, s := range r.unit.spans {
		if s.kind == kindAgent {
			r.inside[s] = &inside{}
		}
	}
	for _, s := range r.unit.spans {
		if !s.significant() {
			continue
		}
		n := 0
		for a := agentOf(s); a != nil && n < maxAbove; a = agentOf(a) {
			if in := r.inside[a]; in != nil {
				in.take(s)
			}
			n++
		}
	}
}

func (in *inside) take(s *span) {
	switch {
	case s.isModel() && s.leaf:
		in.models++
		if e := ownError(s); e != "" {
			in.errors = append(in.errors, e)
		} else {
			in.answered = true
		}
	case s.kind == kindAgent:
		in.spoke = in.spoke || s.out != nil && s.out.says()
		if s.failed {
			in.errors = append(in.errors, s.why)
		}
	case s.kind == kindTool && s.failed:
		in.tools = append(in.tools, s.why)
		in.answered = false
	}
}

// said reports whether a model call or an agent below has the error. One failed call
// without words is the same as the agent's error.
func (in *inside) said(why string) bool {
	return slices.ContainsFunc(in.errors, func(e string) bool {
		return e == why || e == "" || why == "" || strings.Contains(why, e) || strings.Contains(e, why)
	})
}

func (in *inside) toolSaid(why string) bool { return slices.Contains(in.tools, why) }

// attach puts the conversations of sub-agents behind the calls that started them, else
// behind what came before them.
func (r *reading) attach() {
	tools := map[*span]*slot{}
	for _, sc := range r.order {
		for _, sl := range sc.calls {
			if sl.tool != nil {
				tools[sl.tool] = sl
			}
		}
	}
	for _, sc := range r.order[1:] {
		if len(sc.nodes) == 0 {
			continue
		}
		var at *node
		for up := sc.top.near(); up != nil && up.kind != kindAgent && at == nil; up = up.near() {
			if sl := tools[up]; sl != nil {
				sl.sub, at = sc, sl.node
			}
		}
		for i := 0; at == nil && i < len(sc.parent.nodes); i++ {
			if next := i + 1; next == len(sc.parent.nodes) || sc.parent.nodes[next].at > sc.top.start {
				at = sc.parent.nodes[i]
			}
		}
		if at == nil {
			at = &node{at: sc.top.start, step: &results.Step{Source: results.SourceSystem, Event: "meta", Message: "agent " + sc.name}}
			sc.parent.add(at)
		}
		at.subs = append(at.subs, sc)
	}
}
