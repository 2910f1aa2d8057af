package otel

import (
	"cmp"
	"slices"
	"strings"
)

// read takes out of a span's attributes what the dialects say, each in its own words.
// A span can speak several: where one is silent the next is asked.
func (s *span) read() {
	a := &s.attrs
	s.tokens = a.peek(inputTokens...).count()
	if s.kind == kindOther {
		return
	}
	s.label = strings.ToLower(a.text("openinference.span.kind"))
	a.taken = map[string]bool{}
	for _, name := range a.names { // of a template that says nothing
		if a.values[name].kind == 's' && a.values[name].text == "" {
			a.taken[name] = true
		}
	}
	s.agent = a.take("gen_ai.agent.name", "agent.name", "ai.telemetry.functionId").str()
	if s.agent == "" && s.kind == kindAgent {
		s.agent = agentName(s)
	}
	s.source = provider(a)
	asksFor := []string{"gen_ai.request.model", "ai.model.id", "llm.request.model"}
	answers := []string{"gen_ai.response.model", "ai.response.model", "llm.response.model", "llm.model_name"}
	s.model = a.take(append(answers, asksFor...)...).str()
	if asked := a.text(asksFor...); asked != s.model {
		s.asked = asked
	}
	a.takeAll("openinference.span.kind", "gen_ai.operation.name", "ai.operationId", "operation.name")
	switch s.kind {
	case kindTool:
		s.readTool()
	case kindModel, kindWrapper, kindAgent:
		s.readMessages()
		s.spent, s.odd = usageOf(a)
	}
}

// agentName is what an agent's span calls it, if no attribute does.
func agentName(s *span) string {
	a := &s.attrs
	if name := a.take("traceloop.entity.name").str(); name != "" {
		return name
	}
	switch {
	case a.text("ai.operationId") != "": // the name of a function of the SDK
		return ""
	case strings.HasPrefix(s.name, "invoke_agent"):
		return strings.TrimSpace(strings.TrimPrefix(s.name, "invoke_agent"))
	}
	return s.name
}

// provider is who provides the model. The AI SDK puts its own interface behind it.
func provider(a *attrs) string {
	name := a.take("gen_ai.provider.name", "llm.provider", "llm.system", "gen_ai.system", "ai.model.provider").str()
	if a.text("ai.model.provider") != "" {
		name, _, _ = strings.Cut(name, ".")
	}
	return name
}

func (s *span) readTool() {
	a := &s.attrs
	s.tool = a.take("gen_ai.tool.name", "tool.name", "ai.toolCall.name", "traceloop.entity.name").str()
	if s.tool == "" {
		s.tool = s.name
		for _, lead := range []string{"execute_tool ", "running tool: "} {
			s.tool = strings.TrimPrefix(s.tool, lead)
		}
	}
	s.callID = a.take("gen_ai.tool.call.id", "tool_call.id", "tool.id", "ai.toolCall.id").str()
	s.args = a.take("gen_ai.tool.call.arguments", "ai.toolCall.args", "gcp.vertex.agent.tool_call_args", "tool_arguments",
		"input.value", "tool.parameters", "traceloop.entity.input").open()
	if s.args.kind == 0 {
		s.args = a.take("input").open()
	}
	if in := s.args.get("input"); len(s.args.fields) == 1 && in.kind == 'm' {
		s.args = in
	}
	out := a.take("gen_ai.tool.call.result", "ai.toolCall.result", "gcp.vertex.agent.tool_response", "tool_response",
		"output.value", "traceloop.entity.output")
	if out.kind == 0 {
		out = a.take("output")
	}
	if out.kind != 0 {
		s.result = new(resultOf(out))
	}
	a.takeAll("input.mime_type", "output.mime_type", "gcp.vertex.agent.llm_re", "error.type")
	if k := a.text("gen_ai.tool.type"); k == "function" {
		a.take("gen_ai.tool.type")
	}
}

// readMessages takes the conversation of a model's or an agent's span.
func (s *span) readMessages() {
	a := &s.attrs
	for _, read := range []func(*attrs) ([]message, *message){openInference, genAI, events, traceloop, aiSDK, googleADK} {
		in, out := read(a)
		if len(s.in) == 0 {
			s.in = in
		}
		s.out = richer(s.out, out)
	}
	given := []string{"input.value", "input", "traceloop.entity.input"}
	in, out := a.peek(given...), a.take("output.value", "output", "traceloop.entity.output")
	a.takeAll("input.mime_type", "output.mime_type")
	if len(s.in) > 0 {
		a.take(given...)
	} else if list := messagesOf(in, "user"); s.kind == kindAgent || !slices.ContainsFunc(list, func(m message) bool { return m.odd }) {
		a.take(given...) // else it is no conversation, and is shown as it is
		s.in = list
	}
	ofSystem := func(m message) bool { return m.role == "system" }
	if given := out.open().get("instructions"); given.kind == 's' && !slices.ContainsFunc(s.in, ofSystem) {
		s.in = append([]message{{role: "system", text: given.text}}, s.in...)
	}
	if out.kind != 0 && (s.out == nil || s.out.text == "" && a.text("output.mime_type") == "text/plain") {
		s.out = richer(s.out, answer(messagesOf(out, "assistant")))
	}
	if s.out != nil && s.out.finish == "" {
		s.out.finish = finish(a)
	}
}

// richer fills what one reading of an answer lacks from another one.
func richer(m, more *message) *message {
	switch {
	case m == nil:
		return more
	case more == nil:
		return m
	}
	m.text = cmp.Or(m.text, more.text)
	m.reasoning = cmp.Or(m.reasoning, more.reasoning)
	if len(m.calls) == 0 {
		m.calls = more.calls
	}
	if len(m.media) == 0 {
		m.media = more.media
	}
	m.finish = cmp.Or(m.finish, more.finish)
	return m
}

// answer is the messages of an output as one; several candidates of one request are
// the first one, with the others beside it.
func answer(list []message) *message {
	var out *message
	for i := range list {
		m := &list[i]
		if m.role != "assistant" || !m.says() && m.finish == "" {
			continue
		}
		if out == nil {
			m.at = 0
			out = m
			continue
		}
		if m.item && out.item {
			continue // joined before
		}
		out.left = append(out.left, field{"further candidate", textOf(m.text)})
	}
	return out
}

func finish(a *attrs) string {
	v := a.take("llm.finish_reason", "ai.response.finishReason", "gen_ai.response.finish_reasons", "gen_ai.completion.0.finish_reason").open()
	if v.kind == 'l' && len(v.list) == 1 {
		v = v.list[0]
	}
	return v.str()
}

// genAI reads the conventions of OpenTelemetry, those of 2024 too.
func genAI(a *attrs) ([]message, *message) {
	var in []message
	for _, m := range messagesOf(a.take("gen_ai.system_instructions"), "system") {
		m.role = "system"
		in = append(in, m)
	}
	said := func(name, older, role string) []message {
		if v := a.take(name); v.kind != 0 {
			return messagesOf(v, role)
		}
		return messagesOf(a.take(older), role)
	}
	in = append(in, said("gen_ai.input.messages", "gen_ai.prompt", "user")...)
	return in, answer(said("gen_ai.output.messages", "gen_ai.completion", "assistant"))
}

// openInference reads messages that were written as attributes, each with its number.
func openInference(a *attrs) ([]message, *message) {
	read := func(prefix string) []message {
		var out []message
		for _, m := range a.indexed(prefix) {
			out = append(out, openInferenceMessage(&m)...)
		}
		a.takeAll(prefix + ".")
		return out
	}
	in, out := read("llm.input_messages"), read("llm.output_messages")
	return in, answer(out)
}

func openInferenceMessage(a *attrs) []message {
	m := message{role: roleOf(a.text("message.role"))}
	m.role = cmp.Or(m.role, "user")
	if m.role == "tool" {
		r := resultOf(a.peek("message.content"))
		r.id, r.name = a.text("message.tool_call_id"), a.text("message.name")
		m.results = append(m.results, r)
		return split(m)
	}
	m.text = a.text("message.content")
	for _, c := range a.indexed("message.contents") {
		switch t := c.text("message_content.type"); {
		case c.text("message_content.text") != "" && (t == "reasoning" || t == "thinking"):
			m.reasoning = join(m.reasoning, c.text("message_content.text"))
		case c.text("message_content.text") != "":
			m.text = join(m.text, c.text("message_content.text"))
		case c.text("message_content.image.image.url") != "":
			m.media = append(m.media, mediaOf(value{kind: 'm', fields: []field{{"url", c.peek("message_content.image.image.url")}}}))
		}
	}
	for _, c := range a.indexed("message.tool_calls") {
		name := c.text("tool_call.function.name")
		if name == "" && c.text("tool_call.id") == "" {
			continue // an empty place
		}
		m.calls = append(m.calls, call{id: c.text("tool_call.id"), name: name, args: c.peek("tool_call.function.arguments").open()})
	}
	if name := a.text("message.function_call_name"); name != "" {
		m.calls = append(m.calls, call{name: name, args: a.peek("message.function_call_arguments_json").open()})
	}
	return split(m)
}

// traceloop reads the older names of Traceloop.
func traceloop(a *attrs) ([]message, *message) {
	read := func(prefix, role string) []message {
		var out []message
		for _, x := range a.indexed(prefix) {
			m := message{role: roleOf(x.text("role")), finish: x.text("finish_reason")}
			m.role = cmp.Or(m.role, role)
			content := x.peek("content")
			if inner := content.open(); inner.kind == 'l' && isBlocks(inner) {
				content = inner
			}
			if m.role == "tool" {
				r := resultOf(content)
				r.id = x.text("tool_call_id")
				m.results = append(m.results, r)
			} else {
				m.content(content)
			}
			m.reasoning = join(m.reasoning, x.text("reasoning"))
			for _, c := range x.indexed("tool_calls") {
				m.calls = append(m.calls, call{id: c.text("id"), name: c.text("name"), args: c.peek("arguments").open()})
			}
			if name := x.text("function_call.name"); name != "" {
				m.calls = append(m.calls, call{name: name, args: x.peek("function_call.arguments").open()})
			}
			out = append(out, split(m)...)
		}
		a.takeAll(prefix + ".")
		return out
	}
	in, out := read("gen_ai.prompt", "user"), read("gen_ai.completion", "assistant")
	return in, answer(out)
}

func aiSDK(a *attrs) ([]message, *message) {
	in := messagesOf(a.take("ai.prompt.messages", "ai.prompt"), "user")
	out := message{role: "assistant", text: a.take("ai.response.text").str(), reasoning: a.take("ai.response.reasoning").str()}
	if v := a.take("ai.response.object"); out.text == "" {
		out.text = v.str()
	}
	for _, e := range a.take("ai.response.toolCalls").open().list {
		out.calls = append(out.calls, callOf(e))
	}
	if !out.says() {
		return in, nil
	}
	return in, &out
}

// googleADK reads what Google's ADK adds to its own spans.
func googleADK(a *attrs) ([]message, *message) {
	in := messagesOf(a.take("gcp.vertex.agent.llm_request"), "user")
	if len(in) == 1 && in[0].text == "{}" {
		in = nil
	}
	out := answer(messagesOf(a.take("gcp.vertex.agent.llm_response"), "assistant"))
	if out != nil && out.text == "{}" {
		out = nil
	}
	return in, out
}

// events reads messages that an attribute lists as events, as older versions of
// Pydantic AI write them.
func events(a *attrs) ([]message, *message) {
	list := a.peek("events", "all_messages_events", "pydantic_ai.all_messages")
	v := list.open()
	if v.kind != 'l' || len(v.list) > 0 && !v.list[0].has("event.name") {
		return nil, nil
	}
	var s span
	for _, e := range v.list {
		x := attrsOf(e)
		s.said(e.get("event.name").text, &x, e, 0)
	}
	a.take("events", "all_messages_events")
	return s.in, s.out
}
