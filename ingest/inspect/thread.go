package inspect

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

// begun is where a tool's span began, and its name.
type begun struct {
	in   *node
	name string
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
