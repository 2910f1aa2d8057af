package inspect

import (
	"cmp"
	"hash/maphash"
	"slices"

	"github.com/go-json-experiment/json/jsontext"
)

// The kinds of events that say no more than the steps do, or that are steps in the
// machinery below a call: they stay in the raw record, which the trace's note says.
var unshown = []string{ //nolint:gochecknoglobals // constant
	"state", "store", "sandbox", "sample_init", "logger", "checkpoint", "anchor", "score", "span_begin", "span_end", "step",
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
	at             span
	started, ended *int64
	working        *int64
	agentSpan      string
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

	from, to      *int64
	compacted     bool
	spent, graded map[string]*spent // by model: all calls, and those of scorers
	calls         int               // of models
}

func newStory(t *tracer) *story {
	return &story{
		t: t, seed: maphash.MakeSeed(), nodes: map[string]*node{}, byID: map[string]int{}, byCall: map[string]int{},
		byText: map[uint64][]int{}, shown: map[string]bool{}, gave: map[int]*asked{}, tools: map[string]*answered{},
		counts: map[string]int{}, agents: map[string]*thread{}, waiting: map[begun]*node{}, started: map[string]*thread{},
		spent: map[string]*spent{}, graded: map[string]*spent{},
	}
}

// keys are what identifies a message, without reading all of it.
type keys struct {
	id, role string
	calls    []string
	text     uint64 // 0 if it says nothing
}

func (st *story) keysOf(v jsontext.Value) keys {
	m := read[message](v)
	k := keys{id: m.ID, role: m.Role}
	for _, call := range m.Calls {
		if id := memberOf(call, "id"); id != nil {
			k.calls = append(k.calls, plain(id))
		}
	}
	var h maphash.Hash
	h.SetSeed(st.seed)
	any := false
	say := func(v jsontext.Value) {
		if s := st.t.said(v); s != "" {
			any = true
			_, _ = h.WriteString(s) // never fails
		}
	}
	if len(m.Content) > 0 && m.Content[0] == '"' {
		say(m.Content)
	}
	for b := range elements(m.Content) {
		say(memberOf(b, "text"))
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

// event is what of an event tells where it belongs. Each kind has some of the members.
type event struct {
	Kind      string `json:"event"`
	SpanID    string `json:"span_id"`
	ID        string `json:"id"`
	Parent    string `json:"parent_id"`
	Type      string `json:"type"`
	Name      string `json:"name"`
	Action    string `json:"action"`
	Decision  string `json:"decision"` // on a call that had to be allowed
	Timestamp moment `json:"timestamp"`
	Completed moment `json:"completed"`

	// Of a model:
	Model  string         `json:"model"`
	Role   string         `json:"role"`
	Output jsontext.Value `json:"output"`
	Error  jsontext.Value `json:"error"`

	// Of a tool:
	Function  string         `json:"function"`
	Agent     string         `json:"agent"`
	AgentSpan string         `json:"agent_span_id"`
	Working   jsontext.Value `json:"working_time"`
}

// output is what a model gave.
type output struct {
	Model   string         `json:"model"`
	Choices values         `json:"choices"`
	Usage   jsontext.Value `json:"usage"`
	Error   jsontext.Value `json:"error"`
}

type choice struct {
	Message jsontext.Value `json:"message"`
	Stop    string         `json:"stop_reason"`
}

// first is the choice that counts.
func (o *output) first() choice {
	if len(o.Choices) == 0 {
		return choice{}
	}
	return read[choice](o.Choices[0])
}

// event takes one event. within is the thread of a call that holds it, as in old logs.
func (st *story) event(v jsontext.Value, at span, within *thread) {
	e := read[event](v)
	st.order++
	st.counts[e.Kind]++
	st.span(e.Timestamp)
	st.span(e.Completed)
	n := st.nodes[e.SpanID]
	if n == nil {
		n = st.top()
	}
	th := within
	if n != nil && n.thread != nil {
		th = n.thread
	}
	switch e.Kind {
	case "span_begin":
		st.nodes[e.ID] = st.begin(&node{id: e.ID, kind: e.Type, name: e.Name, parent: st.nodes[e.Parent]}, within)
	case "step":
		if e.Action == "begin" {
			st.stack = append(st.stack, st.begin(&node{kind: e.Type, name: e.Name, parent: st.top()}, within))
		} else if len(st.stack) > 0 {
			st.stack = st.stack[:len(st.stack)-1]
		}
	case "model":
		st.model(&e, &asked{at: at, order: st.order, node: n, thread: th})
	case "tool":
		st.tool(&e, at, n)
		st.inner(v, at, &thread{name: cmp.Or(e.Agent, e.Name, e.Function), parent: th, call: e.ID})
	case "subtask":
		st.inner(v, at, &thread{name: e.Name, parent: th, call: e.ID})
	case "compaction":
		st.compacted = true
	}
	told := e.Kind == "model" || e.Kind == "tool" || e.Kind == "subtask" || e.Kind == "approval" && e.Decision == "approve"
	if !told && !slices.Contains(unshown, e.Kind) {
		st.notes = append(st.notes, noted{at, st.order, e.Kind, th})
	}
}

// top is the step of the oldest logs that is open; nil if there is none.
func (st *story) top() *node {
	if len(st.stack) == 0 {
		return nil
	}
	return st.stack[len(st.stack)-1]
}

// inner takes the events that a call holds itself, which are of the thread that it has
// started.
func (st *story) inner(v jsontext.Value, at span, sub *thread) {
	stack := st.stack
	st.stack = nil
	for one := range elements(memberOf(v, "events")) {
		st.event(one, span{at.at + int64(cap(v)-cap(one)), len(one)}, sub)
	}
	st.stack = stack
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

// model takes a call of a model.
func (st *story) model(e *event, a *asked) {
	out := read[output](e.Output)
	a.failed = says(e.Error) || says(out.Error)
	a.grading = a.thread != nil && a.thread.grader || e.Role == "grader"
	a.usage = usageOf(out.Usage)
	st.count(e.Model, a)
	if answer := out.first().Message; a.grading || answer == nil || !st.match(a, st.keysOf(answer)) {
		st.beside = append(st.beside, a)
	}
}

func (st *story) count(model string, a *asked) {
	st.calls++
	if a.usage.none() {
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
func (st *story) tool(e *event, at span, n *node) {
	if e.ID == "" {
		return
	}
	w := &answered{at: at, started: e.Timestamp, ended: e.Completed, agentSpan: e.AgentSpan}
	if x, ok := number(e.Working); ok && x >= 0 && x < 1e9 {
		w.working = new(int64(x*1000 + 0.5))
	}
	st.tools[e.ID] = w
	of := begun{n, e.Function}
	if span := st.waiting[of]; span != nil { // it was begun for this call
		span.call = e.ID
		delete(st.waiting, of)
	}
}
