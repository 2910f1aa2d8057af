package otel

import (
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
)

// scope is the conversation of one agent: the main one, or one that a call of another
// agent has started.
type scope struct {
	name   string // of the agent; empty for the main one
	parent *scope
	top    *span // the agent's span; nil for the main one
	nodes  []*node
	talks  []*talk
	models int // calls in it
	byID   map[string][]*slot
	byName map[string][]*slot
	calls  []*slot
	said   map[string]bool // keys of what the user and the system said
}

// talk is the messages of one conversation so far, by their keys. An agent can hold
// several: to answer, and to sum up or to judge on the side.
type talk struct{ keys []string }

// node is a step with what belongs behind it.
type node struct {
	step  *results.Step
	at    int64 // ns, for order
	from  int64 // ns at which the model was asked: clocks are not exact enough for when it had answered
	slots []*slot
	subs  []*scope
	blind bool // what the model answered is not recorded
}

// slot is a call that waits for its result.
type slot struct {
	node  *node
	call  call
	told  *toolResult // what the model was told
	when  int64
	tool  *span
	extra bool // the model's recorded answer does not ask for it
	sub   *scope
}

func newScope() *scope {
	return &scope{byID: map[string][]*slot{}, byName: map[string][]*slot{}, said: map[string]bool{}}
}

// match finds the conversation that the messages go on with, and which of them are new
// in it; gone is how many of it they leave out.
func (sc *scope) match(in []message) (t *talk, fresh []message, gone int) {
	keys := make([]string, len(in))
	for i := range in {
		keys[i] = in[i].key()
	}
	best, most := -1, 0
	for i := len(sc.talks) - 1; i >= 0; i-- {
		old := sc.talks[i].keys
		p := 0
		for p < len(old) && p < len(keys) && old[p] == keys[p] {
			p++
		}
		if p == len(old) && p > 0 { // it goes on
			t = sc.talks[i]
			t.keys = keys
			return t, in[p:], 0
		}
		if same := overlap(old, keys); same > most {
			best, most = i, same
		}
	}
	if best < 0 {
		t = &talk{keys: keys}
		sc.talks = append(sc.talks, t)
		return t, in, 0
	}
	t = sc.talks[best]
	left := map[string]int{}
	for _, k := range t.keys {
		left[k]++
	}
	for i, k := range keys {
		if left[k] > 0 {
			left[k]--
		} else {
			fresh = append(fresh, in[i])
		}
	}
	for k, n := range left {
		if !strings.HasPrefix(k, "s|") {
			gone += n
		}
	}
	t.keys = keys
	return t, fresh, gone
}

// overlap counts the messages but for those of the system that two conversations share.
func overlap(a, b []string) int {
	has := map[string]int{}
	for _, k := range a {
		if !strings.HasPrefix(k, "s|") {
			has[k]++
		}
	}
	n := 0
	for _, k := range b {
		if has[k] > 0 {
			has[k]--
			n++
		}
	}
	return n
}

// message adds a message that is new in a conversation.
func (sc *scope) message(m *message, at int64, copied bool) {
	step := &results.Step{
		Message: m.text, Reasoning: m.reasoning, Encrypted: m.hidden && m.reasoning == "", Parts: parts(m.media),
		Timestamp: millis(m.at), Copied: copied, Also: also(m.left),
	}
	n := &node{at: at, step: step}
	switch m.role {
	case "tool":
		sc.told(m, at, copied)
		return
	case "assistant":
		step.Source = results.SourceAgent
		step.StopReason = m.finish
		sc.ask(n, m.calls)
	case "user":
		step.Source = results.SourceUser
		sc.said[m.key()] = true
	default:
		step.Source = results.SourceSystem
		sc.said[m.key()] = true
	}
	sc.add(n)
}

// told gives a call what the model was told of it.
func (sc *scope) told(m *message, at int64, copied bool) {
	among := sc.calls
	if m.result.id != "" {
		among = sc.byID[m.result.id]
	} else if m.result.name != "" {
		among = sc.byName[m.result.name]
	}
	if sl := latest(among, func(sl *slot) bool { return sl.told == nil }); sl != nil {
		sl.told, sl.when = m.result, m.at
		return
	}
	res := result(m.result)
	res.CallID = m.result.id
	sc.add(&node{at: at, step: (&results.Step{Source: results.SourceSystem, Copied: copied}).Observe(res)})
}

// latest is the latest call that a condition holds for; of one answer the first.
func latest(list []*slot, fits func(*slot) bool) *slot {
	var found *slot
	for i := len(list) - 1; i >= 0; i-- {
		if found != nil && list[i].node != found.node {
			break
		}
		if fits(list[i]) {
			found = list[i]
		}
	}
	return found
}

func (sc *scope) ask(n *node, calls []call) {
	for _, c := range calls {
		sc.place(n, &slot{call: c})
	}
}

// place lists a call under its step.
func (sc *scope) place(n *node, sl *slot) {
	sl.node = n
	n.slots = append(n.slots, sl)
	sc.calls = append(sc.calls, sl)
	sc.byName[sl.call.name] = append(sc.byName[sl.call.name], sl)
	if sl.call.id != "" {
		sc.byID[sl.call.id] = append(sc.byID[sl.call.id], sl)
	}
}

func (sc *scope) add(n *node) { sc.nodes = append(sc.nodes, n) }

// insert puts a node where its time is.
func (sc *scope) insert(n *node) {
	i := slices.IndexFunc(sc.nodes, func(o *node) bool { return o.at > n.at && o.step.Source == results.SourceAgent })
	if i < 0 {
		sc.nodes = append(sc.nodes, n)
		return
	}
	sc.nodes = slices.Insert(sc.nodes, i, n)
}

// extra adds a call that no recorded answer asks for: to the last call of the model
// before it, or as a step of its own where there is none.
func (sc *scope) extra(s *span) *slot {
	sl := &slot{call: call{id: s.callID, name: s.tool, args: s.args}, extra: true}
	for i := len(sc.nodes) - 1; i >= 0; i-- {
		n := sc.nodes[i]
		if n.step.Source == results.SourceAgent && !n.step.Copied && n.from <= max(s.start, s.end) {
			sl.extra = !n.blind
			sc.place(n, sl)
			return sl
		}
	}
	n := &node{at: s.start, step: &results.Step{Source: results.SourceSystem, Event: "tool", Timestamp: millis(s.start)}}
	sc.place(n, sl)
	sc.insert(n)
	return sl
}
