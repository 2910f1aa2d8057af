package trace

import (
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
)

// heldBytes is the maximum size in bytes of sub-agent steps that wait until the calling agent's
// reply is complete. If sub-agents write more, their steps are emitted earlier.
const heldBytes = 16 << 20

// thread orders the entries of one agent. A reply of the model remains the current step until the
// next reply, so that results can be added to its calls. Other entries in between follow it.
type thread struct {
	r       *reader
	out     func(*results.Step) error
	agent   string
	depth   int
	open    *results.Step
	key     string // message id of the current reply; may be empty
	got     []bool // whether each call of the current step has a result, by index of the call
	late    []*results.Step
	parent  *thread
	listed  bool      // set if the thread is in the parent's subs
	subs    []*thread // sub-agents whose steps wait for the current step
	fromSub []*results.Step
	held    int
	closing bool
}

func newThread(r *reader) *thread { return &thread{r: r, out: r.emit} }

// sub returns the thread of a new sub-agent. Its steps follow the current step of t.
func (t *thread) sub(name string) *thread {
	return &thread{
		r: t.r, out: t.takeSub, agent: t.r.agentPath(t.agent, name), depth: t.depth + 1, parent: t,
	}
}

func (t *thread) list() {
	if t.parent == nil || t.listed {
		return
	}
	t.listed = true
	t.parent.subs = append(t.parent.subs, t)
	t.parent.list()
}

func (t *thread) begin(key string, s *results.Step) error {
	if err := t.flush(); err != nil {
		return err
	}
	t.open, t.key = s, key
	t.list()
	s.Agent, s.Depth, s.Copied = t.agent, t.depth, t.r.copied
	return nil
}

func (t *thread) after(s *results.Step) error {
	s.Agent, s.Depth, s.Copied = t.agent, t.depth, t.r.copied
	if t.open == nil {
		return t.out(s)
	}
	t.late = append(t.late, s)
	return t.hold(s)
}

func (t *thread) takeSub(s *results.Step) error {
	if t.open == nil && !t.closing {
		return t.out(s)
	}
	t.fromSub = append(t.fromSub, s)
	return t.hold(s)
}

func (t *thread) hold(s *results.Step) error {
	t.held += weight(s)
	if t.held > heldBytes && !t.closing {
		return t.flush()
	}
	return nil
}

// call returns the index of the first call in the current step that has this id and no result, or
// -1.
func (t *thread) call(id string) int {
	if t.open == nil {
		return -1
	}
	for i := range t.open.ToolCalls {
		if t.open.ToolCalls[i].ID == id && !t.has(i) {
			return i
		}
	}
	return -1
}

func (t *thread) has(i int) bool { return i < len(t.got) && t.got[i] }

func (t *thread) waiting() bool {
	if t.open == nil {
		return false
	}
	for i := range t.open.ToolCalls {
		if !t.has(i) {
			return true
		}
	}
	return false
}

func (t *thread) settle(i int) {
	for len(t.got) <= i {
		t.got = append(t.got, false)
	}
	t.got[i] = true
}

// answer adds a result to its call. A result without a matching call becomes a separate step.
func (t *thread) answer(line int, res results.Result) error {
	i := t.call(res.CallID)
	if i < 0 {
		t.r.repeated(line, "tool result without a call before it; it is shown as a step of its own")
		if t.result(res.CallID) != nil {
			res.CallID = "" // without the id, the same failure is not counted twice
		}
		if t.open == nil {
			// the call was emitted early, and its sub-agent has now finished
			if err := t.flush(); err != nil {
				return err
			}
		}
		return t.after(&results.Step{
			Timestamp: res.Timestamp, Source: results.SourceSystem,
			Observation: &results.Observation{Results: []results.Result{res}},
		})
	}
	t.settle(i)
	if t.open.Observation == nil {
		t.open.Observation = &results.Observation{}
	}
	t.open.Observation.Results = append(t.open.Observation.Results, res)
	return nil
}

// result returns the result of the call with the given id in the current step, or nil.
func (t *thread) result(id string) *results.Result {
	if t.open == nil || t.open.Observation == nil {
		return nil
	}
	rs := t.open.Observation.Results
	for i := len(rs) - 1; i >= 0; i-- {
		if rs[i].CallID == id {
			return &rs[i]
		}
	}
	return nil
}

// flush emits the current step, then the steps of its sub-agents, one agent after the other, then
// the entries that followed the step.
func (t *thread) flush() error {
	if t.closing {
		return nil
	}
	t.closing = true
	defer func() { t.closing = false }()
	for _, s := range t.subs {
		s.listed = false
		if err := s.flush(); err != nil {
			return err
		}
	}
	t.subs = nil
	if t.open != nil {
		if err := t.out(t.open); err != nil {
			return err
		}
	}
	order := t.subOrder()
	slices.SortStableFunc(t.fromSub, func(a, b *results.Step) int {
		return order[a.Agent] - order[b.Agent]
	})
	for _, s := range append(t.fromSub, t.late...) {
		if err := t.out(s); err != nil {
			return err
		}
	}
	t.open, t.key, t.got = nil, "", nil
	t.fromSub, t.late, t.held = nil, nil, 0
	return nil
}

// subOrder returns an index for each sub-agent path. Nested sub-agents have the index of their
// ancestor that is a direct sub-agent.
func (t *thread) subOrder() map[string]int {
	order := map[string]int{}
	top := len(t.agent)
	if top > 0 {
		top++
	}
	first := map[string]int{}
	for _, s := range t.fromSub {
		name, _, _ := strings.Cut(s.Agent[min(top, len(s.Agent)):], "/")
		if _, ok := first[name]; !ok {
			first[name] = len(first)
		}
		order[s.Agent] = first[name]
	}
	return order
}

func weight(s *results.Step) int {
	n := 512 + len(s.Message) + len(s.Reasoning) + len(s.Raw)
	for i := range s.ToolCalls {
		n += 128 + len(s.ToolCalls[i].Arguments)
	}
	if s.Observation != nil {
		for i := range s.Observation.Results {
			r := &s.Observation.Results[i]
			n += 256 + len(r.Content) + len(r.Diff) + len(r.ErrorText)
		}
	}
	return n
}

// finish emits the remaining steps of the main thread and completes the summary, unless err is set.
func (r *reader) finish(t *thread, err error) (Summary, error) {
	if err == nil && r.end != nil {
		err = r.end()
	}
	if err == nil {
		err = t.flush()
	}
	if err != nil {
		return r.sum, err
	}
	return r.done()
}
