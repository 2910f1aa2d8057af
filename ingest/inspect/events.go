package inspect

import (
	"hash/maphash"
	"slices"

	"github.com/go-json-experiment/json/jsontext"
)

// The kinds of events that say no more than the steps do, or that are steps in the
// machinery below a call: they stay in the raw record, which the trace's note says.
var unshown = []string{ //nolint:gochecknoglobals // constant
	"state", "store", "sandbox", "sample_init", "logger", "checkpoint", "anchor", "score", "span_begin", "span_end", "step",
}

// node is a span of events, or a step of the oldest logs.
type node struct {
	id, kind, name string
	parent         *node
	thread         *thread // nil: the conversation of the sample
	call           string  // of a tool's span: the call that it is of
	hosts          bool    // an answer of the conversation was given in it
}

// thread is what a model was asked beside the conversation of the sample: by a scorer, or
// by an agent that a call has started.
type thread struct {
	name   string
	path   string // as Step.Agent; set when its first step is written
	parent *thread
	depth  int
	grader bool
	call   string // that has started it

	seen   map[uint64]bool // messages that were shown
	pooled map[int]bool    // the same by their place in the pool
	open   *openStep
	notes  []noted // that come after it
	asked  *int64  // when the model was given what is being written
}

// asked is a call of a model, as far as it is needed to place it.
type asked struct {
	at      span
	order   int // among the events
	node    *node
	thread  *thread
	failed  bool
	grading bool
	usage   spent
}

// answered is a call of a tool among the events.
type answered struct {
	at               span
	started, ended   *int64
	working          *int64
	agentSpan, agent string
	node             *node
}

// noted is an event that becomes a step of its own.
type noted struct {
	at     span
	order  int
	kind   string
	thread *thread
}

// story is what the events say: which call of a model gave which message, when tools ran,
// and what happened beside the conversation.
type story struct {
	t     *tracer
	seed  maphash.Seed
	nodes map[string]*node
	stack []*node // of steps of the oldest logs
	order int

	byID, byCall map[string]int // messages of the conversation by what identifies them
	byText       map[uint64][]int
	shown        map[string]bool // ids of the other messages of the conversation

	gave    map[int]*asked // by message
	beside  []*asked       // answers that are not in the conversation
	tools   map[string]*answered
	notes   []noted
	counts  map[string]int // by kind
	agents  map[string]*thread
	started map[string]*thread // by the call that has started it
	waiting map[begun]*node    // spans of tools whose call is not known yet

	from, to         *int64
	compacted        bool
	spent, graded    map[string]*spent // by model: all calls, and those of scorers
	calls, uncounted int               // calls of models, and those without usage
}

func newStory(t *tracer) *story {
	return &story{t: t, seed: maphash.MakeSeed(), nodes: map[string]*node{}, byID: map[string]int{}, byCall: map[string]int{}, byText: map[uint64][]int{}, shown: map[string]bool{},
		gave: map[int]*asked{}, tools: map[string]*answered{}, counts: map[string]int{}, agents: map[string]*thread{}, waiting: map[begun]*node{}, started: map[string]*thread{}, spent: map[string]*spent{}, graded: map[string]*spent{}}
}

// begun is where a tool's span began, and its name.
type begun struct {
	in   *node
	name string
}

// keys are what identifies a message, without reading all of it.
type keys struct {
	id, role string
	calls    []string
	text     uint64 // 0 if it says nothing
}

func (st *story) keysOf(v jsontext.Value) keys {
	var k keys
	var h maphash.Hash
	h.SetSeed(st.seed)
	any := false
	say := func(v jsontext.Value) {
		if s := st.t.said(v); s != "" {
			any = true
			_, _ = h.WriteString(s) // never fails
		}
	}
	for name, v := range members(v) {
		switch name {
		case "id":
			k.id = plain(v)
		case "role":
			k.role = plain(v)
		case "tool_calls":
			for call := range elements(v) {
				for name, v := range members(call) {
					if name == "id" {
						k.calls = append(k.calls, plain(v))
					}
				}
			}
		case "content":
			if len(v) > 0 && v[0] == '"' {
				say(v)
			}
			for b := range elements(v) {
				for name, v := range members(b) {
					if name == "text" {
						say(v)
					}
				}
			}
		}
	}
	if any {
		k.text = h.Sum64() | 1
	}
	return k
}

// conversation notes what identifies the messages.
func (st *story) conversation() error {
	for i, at := range st.t.s.messages {
		v, err := st.t.s.text(at)
		if err != nil {
			return err
		}
		k := st.keysOf(v)
		if k.role != "assistant" {
			st.shown[k.id] = true
			continue
		}
		if k.id != "" {
			st.byID[k.id] = i
		}
		for _, c := range k.calls {
			if c != "" {
				st.byCall[c] = i
			}
		}
		if k.text != 0 {
			st.byText[k.text] = append(st.byText[k.text], i)
		}
	}
	return nil
}

// read goes over the events once.
func (st *story) read() error {
	if err := st.conversation(); err != nil {
		return err
	}
	for _, at := range st.t.s.events {
		v, err := st.t.s.text(at)
		if err != nil {
			return err
		}
		st.event(v, at, nil)
	}
	st.settle()
	return nil
}

// event takes one event. within is the thread of a call that holds it, as in old logs.
func (st *story) event(v jsontext.Value, at span, within *thread) {
	var kind, spanID, id, parent, typ, name, action string
	var started, ended *int64
	var inner jsontext.Value
	for member, v := range members(v) {
		switch member {
		case "event":
			kind = plain(v)
		case "span_id":
			spanID = plain(v)
		case "id":
			id = plain(v)
		case "parent_id":
			parent = plain(v)
		case "type":
			typ = plain(v)
		case "name":
			name = plain(v)
		case "action":
			action = plain(v)
		case "timestamp":
			started = timeOf(v)
		case "completed":
			ended = timeOf(v)
		case "events":
			inner = v
		}
	}
	st.order++
	st.counts[kind]++
	st.span(started)
	st.span(ended)
	n := st.nodes[spanID]
	if n == nil && len(st.stack) > 0 {
		n = st.stack[len(st.stack)-1]
	}
	th := within
	if n != nil && n.thread != nil {
		th = n.thread
	}
	switch kind {
	case "span_begin":
		above := st.nodes[parent]
		st.nodes[id] = st.begin(&node{id: id, kind: typ, name: name, parent: above}, within)
	case "step":
		if action == "begin" {
			var above *node
			if len(st.stack) > 0 {
				above = st.stack[len(st.stack)-1]
			}
			st.stack = append(st.stack, st.begin(&node{kind: typ, name: name, parent: above}, within))
		} else if len(st.stack) > 0 {
			st.stack = st.stack[:len(st.stack)-1]
		}
	case "model":
		st.model(v, at, n, th)
	case "tool":
		st.tool(v, at, n, id, started, ended)
	case "compaction":
		st.compacted = true
	}
	if kind != "model" && kind != "tool" && !slices.Contains(unshown, kind) && (kind != "approval" || !approved(v)) && kind != "subtask" {
		st.notes = append(st.notes, noted{at, st.order, kind, th})
	}
	if len(inner) > 2 {
		st.inner(v, inner, at, kind, id, name, th)
	}
}

// inner takes the events that a call holds itself.
func (st *story) inner(v, inner jsontext.Value, at span, kind, id, name string, th *thread) {
	if kind != "tool" && kind != "subtask" {
		return
	}
	if kind == "tool" {
		for member, v := range members(v) {
			if member == "agent" && says(v) || member == "function" && name == "" {
				name = plain(v)
			}
		}
	}
	sub := &thread{name: name, parent: th, call: id}
	stack := st.stack
	st.stack = nil
	for one := range elements(inner) {
		st.event(one, span{at.at + int64(cap(v)-cap(one)), len(one)}, sub)
	}
	st.stack = stack
}

func approved(v jsontext.Value) bool {
	for name, v := range members(v) {
		if name == "decision" {
			return plain(v) == "approve"
		}
	}
	return false
}

func (st *story) span(at *int64) {
	if at == nil {
		return
	}
	if st.from == nil || *at < *st.from {
		st.from = at
	}
	if st.to == nil || *at > *st.to {
		st.to = at
	}
}

// begin finds out whose a span is.
func (st *story) begin(n *node, within *thread) *node {
	n.thread = within
	if n.parent != nil {
		n.thread = n.parent.thread
	}
	switch n.kind {
	case "scorer", "scorers":
		n.thread = &thread{name: "scorer " + n.name, grader: true}
	case "tool":
		st.waiting[begun{n.parent, n.name}] = n
	case "agent":
		var call string
		below := false
		for p := n.parent; p != nil; p = p.parent {
			if p.kind == "tool" && call == "" {
				call, below = p.call, true
			}
			below = below || p.kind == "agent"
		}
		if below && (n.thread == nil || !n.thread.grader) {
			n.thread = &thread{name: n.name, parent: n.thread, call: call}
			st.agents[n.id] = n.thread
		}
	}
	return n
}

// model takes a call of a model.
func (st *story) model(v jsontext.Value, at span, n *node, th *thread) {
	a := &asked{at: at, order: st.order, node: n, thread: th, grading: th != nil && th.grader}
	var output, answer jsontext.Value
	name, role := "", ""
	for member, v := range members(v) {
		switch member {
		case "model":
			name = plain(v)
		case "role":
			role = plain(v)
		case "output":
			output = v
		case "error":
			a.failed = says(v)
		}
	}
	a.grading = a.grading || role == "grader"
	for member, v := range members(output) {
		switch member {
		case "choices":
			for c := range elements(v) {
				for member, v := range members(c) {
					if member == "message" {
						answer = v
					}
				}
				break
			}
		case "usage":
			a.usage = usageOf(v)
		case "error":
			a.failed = a.failed || says(v)
		}
	}
	st.count(name, a)
	if a.grading || answer == nil || !st.match(a, st.keysOf(answer)) {
		st.beside = append(st.beside, a)
	}
}

func (st *story) count(model string, a *asked) {
	st.calls++
	if a.usage.none() {
		if !a.failed {
			st.uncounted++
		}
		return
	}
	to := []map[string]*spent{st.spent}
	if a.grading {
		to = append(to, st.graded)
	}
	for _, m := range to {
		if m[model] == nil {
			m[model] = &spent{}
		}
		m[model].add(a.usage)
	}
}

// match finds the message of the conversation that a call has given.
func (st *story) match(a *asked, k keys) bool {
	i, ok := st.byID[k.id]
	ok = ok && k.id != ""
	for _, c := range k.calls {
		if ok {
			break
		}
		i, ok = st.byCall[c]
	}
	if !ok && k.text != 0 && a.thread == nil && !a.failed {
		for _, j := range st.byText[k.text] {
			if st.gave[j] == nil {
				i, ok = j, true
				break
			}
		}
	}
	if !ok || st.gave[i] != nil {
		return false
	}
	st.gave[i] = a
	if a.node != nil {
		a.node.hosts = true
	}
	return true
}

// tool takes a call of a tool.
func (st *story) tool(v jsontext.Value, at span, n *node, id string, started, ended *int64) {
	w := &answered{at: at, started: started, ended: ended, node: n}
	function := ""
	for member, v := range members(v) {
		switch member {
		case "function":
			function = plain(v)
		case "working_time":
			if x, ok := number(v); ok && x >= 0 && x < 1e9 {
				ms := int64(x*1000 + 0.5)
				w.working = &ms
			}
		case "agent_span_id":
			w.agentSpan = plain(v)
		case "agent":
			w.agent = plain(v)
		}
	}
	if id == "" {
		return
	}
	st.tools[id] = w
	of := begun{n, function}
	if span := st.waiting[of]; span != nil { // it was begun for this call
		span.call = id
		delete(st.waiting, of)
	}
}

// settle finds out what is only known at the end.
func (st *story) settle() {
	for id, w := range st.tools {
		if th := st.agents[w.agentSpan]; th != nil && th.call == "" {
			th.call = id
		}
	}
	for _, n := range st.nodes {
		if th := n.thread; th != nil && th.call == "" && n.kind == "agent" {
			for p := n.parent; p != nil; p = p.parent {
				if p.kind == "tool" && p.call != "" {
					th.call = p.call
					break
				}
			}
		}
	}
	sides := map[*node]*thread{}
	for _, a := range st.beside {
		if a.thread != nil || a.failed || a.node != nil && a.node.hosts || st.compacted || len(st.t.s.messages) == 0 {
			continue
		}
		if a.grading {
			a.thread = &thread{name: "scorer", grader: true}
			continue
		}
		if sides[a.node] == nil { // a question that a solver asked beside the conversation
			name := "model"
			if a.node != nil && a.node.name != "" {
				name = a.node.name
			}
			sides[a.node] = &thread{name: name}
		}
		a.thread = sides[a.node]
	}
	for _, a := range st.beside {
		if a.thread != nil && a.thread.call != "" && st.started[a.thread.call] == nil {
			st.started[a.thread.call] = a.thread
		}
	}
}
