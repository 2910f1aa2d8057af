package otel

import "strings"

// record is a log record that belongs to a span.
type record struct {
	ids
	name     string
	attrs    attrs
	body     value
	at       int64
	resource attrs
	about    *frame
	place    place
}

// recordOf reads a log record; its name is an attribute in older exports.
func recordOf(v value, f *frame) *record {
	id, _ := spanIDs(v)
	r := &record{ids: id, attrs: attrsOf(v.get("attributes")), body: v.get("body"), about: f}
	if r.body.kind == 'm' {
		if inner := r.body.otlp(); inner.kind != 0 {
			r.body = inner
		}
	}
	if r.name = v.get("eventName", "event_name").text; r.name == "" {
		r.name = r.attrs.text("event.name")
	}
	if r.at = nanos(v.get("timeUnixNano")); r.at == 0 {
		r.at = nanos(v.get("observedTimeUnixNano"))
	}
	return r
}

// ofModel reports whether a log record holds a message of a conversation.
func (r *record) ofModel() bool { return strings.HasPrefix(r.name, "gen_ai.") }

// said adds a message that an event or a log record holds.
func (s *span) said(name string, a *attrs, body value, at int64) {
	get := func(names ...string) value {
		if v := body.get(names...); v.kind != 0 {
			return v
		}
		return a.peek(names...)
	}
	add := func(role string) {
		fields := []field{{"role", textOf(role)}}
		for _, n := range []string{"content", "tool_calls", "id", "name"} {
			if v := get(n); v.kind != 0 {
				fields = append(fields, field{n, v})
			}
		}
		for _, m := range messageOf(value{kind: 'm', fields: fields}, role) {
			m.at = at
			s.in = append(s.in, m)
		}
	}
	switch name {
	case "gen_ai.system.message":
		add("system")
	case "gen_ai.user.message":
		add("user")
	case "gen_ai.assistant.message":
		add("assistant")
	case "gen_ai.tool.message":
		add("tool")
	case "gen_ai.choice":
		m := get("message")
		if m.kind == 0 {
			m = value{kind: 'm', fields: []field{{"content", get("content")}, {"tool_calls", get("tool_calls")}}}
		}
		out := answer(messageOf(m, "assistant"))
		if out == nil {
			out = &message{role: "assistant"}
		}
		out.finish = get("finish_reason").str()
		s.out = richer(s.out, out)
	case "gen_ai.content.prompt":
		s.in = append(s.in, messagesOf(get("gen_ai.prompt"), "user")...)
	case "gen_ai.content.completion":
		s.out = richer(s.out, answer(messagesOf(get("gen_ai.completion"), "assistant")))
	case "gen_ai.client.inference.operation.details":
		for _, n := range a.names {
			if strings.HasPrefix(n, "gen_ai.") && s.attrs.values[n].kind == 0 {
				s.attrs.set(n, a.values[n])
			}
		}
		in, out := genAI(&s.attrs)
		if len(s.in) == 0 {
			s.in = in
		}
		s.out = richer(s.out, out)
	case "gen_ai.evaluation.result":
		s.scores = append(s.scores, score{get("gen_ai.evaluation.name").str(), get("gen_ai.evaluation.score.value").number()})
	}
}
