package otel

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// unit is a part of the forest that is one attempt at one task: a trace, or one of
// several agents with tasks of their own in it.
type unit struct {
	key     string // of the trial that it is a part of
	spans   []*span
	start   int64
	session string
	task    string // as the records name it
	service string
	version string
	agent   string
	prompt  string // what the user asked first, of a session
}

// units parts the spans into trials. Traces of one session and one task are one.
func (f *forest) units() (list []*unit, plain int) {
	tops := f.tops()
	groups := map[string]*unit{}
	var order []string
	for _, s := range f.spans {
		top := root(s)
		key := "trace " + s.trace
		if s.trace == "" { // zeros: a template, or a broken exporter
			key = fmt.Sprint("root ", top.n)
		}
		if t := tops[s]; t != "" {
			key += " task " + t
		}
		u := groups[key]
		if u == nil {
			u = &unit{key: key}
			groups[key] = u
			order = append(order, key)
		}
		u.spans = append(u.spans, s)
	}
	turns := map[string]*unit{}
	for _, key := range order {
		u := groups[key]
		if !slices.ContainsFunc(u.spans, (*span).significant) {
			plain++
			continue
		}
		u.about()
		if u.session != "" {
			key = strings.Join([]string{"session", u.service, u.session, u.task}, "\x00")
			first := turns[key]
			if asked := promptOf(u); first != nil && asked != "" && asked == first.prompt {
				first = nil // asked anew, and not a further turn
			} else {
				u.prompt = asked
			}
			if first != nil {
				first.spans = append(first.spans, u.spans...)
				first.start = min(first.start, u.start)
				continue
			}
			turns[key] = cmp.Or(turns[key], u)
		}
		list = append(list, u)
	}
	slices.SortStableFunc(list, func(a, b *unit) int { return cmp.Compare(a.start, b.start) })
	return list, plain
}

// root is the topmost span above one.
func root(s *span) *span {
	var way []*span
	at := s
	for at.parent != nil && at.top == nil {
		way = append(way, at)
		at = at.parent
	}
	top := at
	if at.top != nil {
		top = at.top
	}
	for _, w := range way {
		w.top = top
	}
	return top
}

// tops finds traces in which several agents work at tasks of their own, and says for
// each span of them at which.
func (f *forest) tops() map[*span]string {
	tasks := map[string]map[string]bool{} // of a trace
	own := map[*span]string{}
	for _, s := range f.spans {
		if s.kind == kindAgent && s.near() == nil {
			if t := taskOf(s); t != "" {
				if tasks[s.trace] == nil {
					tasks[s.trace] = map[string]bool{}
				}
				tasks[s.trace][t] = true
				own[s] = t
			}
		}
	}
	maps.DeleteFunc(tasks, func(_ string, t map[string]bool) bool { return len(t) < 2 })
	out := map[*span]string{}
	if len(tasks) == 0 {
		return out
	}
	for _, s := range f.spans {
		if tasks[s.trace] == nil {
			continue
		}
		for at := s; at != nil; at = at.near() {
			if t := own[at]; t != "" {
				out[s] = t
				break
			}
		}
	}
	return out
}

// about finds out what the spans say of the attempt as a whole: first what agents say,
// then model calls and tools.
func (u *unit) about() {
	var named []*span
	for _, k := range []kind{kindAgent, kindModel, kindWrapper, kindTool, kindAside, kindOther} {
		for _, s := range u.spans {
			if s.kind == k {
				named = append(named, s)
			}
		}
	}
	for _, s := range named {
		if s.start > 0 && (u.start == 0 || s.start < u.start) {
			u.start = s.start
		}
		u.session = cmp.Or(u.session, sessionOf(s))
		u.task = cmp.Or(u.task, taskOf(s))
	}
	owner := u.owner()
	u.service, u.version = owner.service, owner.version
	for s := owner; s != nil && u.agent == ""; s = s.near() {
		u.agent = s.agent
	}
}

// owner is the span whose service counts as the trial's: that of the first model call,
// because an agent can be reached through other services.
func (u *unit) owner() *span {
	var first *span
	for _, want := range []func(*span) bool{func(s *span) bool { return s.isModel() && s.leaf }, (*span).significant} {
		for _, s := range u.spans {
			if want(s) && (first == nil || s.start < first.start || s.start == first.start && s.n < first.n) {
				first = s
			}
		}
		if first != nil {
			return first
		}
	}
	return u.spans[0]
}

func sessionOf(s *span) string {
	if v := s.about.traceOf(); v.kind != 0 {
		if id := v.get("sessionId").text; id != "" {
			return id
		}
	}
	return s.attrs.text("gen_ai.conversation.id", "session.id", "ai.telemetry.metadata.sessionId", "langfuse.session.id",
		"gcp.vertex.agent.session_id", "traceloop.association.properties.session_id", "langsmith.trace.session_id")
}

// taskOf is the task that a span names. An id that a server gives to each request is
// none: two runs of one task would never meet.
func taskOf(s *span) string {
	const key = "metadata."
	names := []string{"taskId", "task_id", "task"}
	for _, n := range names {
		for _, lead := range []string{key, "ai.telemetry." + key, "traceloop.association.properties.", "langfuse.trace." + key} {
			if v := s.attrs.peek(lead + n); v.kind == 's' || v.kind == 'n' {
				return v.text
			}
		}
	}
	for _, from := range []value{s.attrs.peek("metadata").open(), s.about.traceOf().get("metadata").open()} {
		if v := from.get(names...); v.kind == 's' || v.kind == 'n' {
			return v.text
		}
	}
	return ""
}
