package otel

import (
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
)

// message is one message of a conversation, whatever wrote it. The results of
// several calls are several messages.
type message struct {
	role      string // system, user, assistant or tool
	text      string
	reasoning string
	hidden    bool // reasoning is there and cannot be read
	media     []media
	calls     []call
	result    *toolResult  // of role tool
	results   []toolResult // of several calls, until split parts them
	finish    string
	at        int64 // ns; 0: not recorded by itself
	item      bool  // a part of an answer by itself, as the Responses API writes them
	odd       bool  // an object that is no message
	left      []field
}

// call is a tool call of an answer.
type call struct {
	id, name string
	args     value
}

// toolResult is the answer to a call.
type toolResult struct {
	id, name string
	text     string
	media    []media
	failed   bool
}

// media is a picture or a sound.
type media struct {
	part results.Part
	data string // base64, or a data URL; empty if there is only a path
}

// key tells messages apart, however they are spelled: the same answer stands in a
// span's output and in the input of the next one.
func (m *message) key() string {
	switch {
	case m.role == "tool":
		if m.result.id != "" {
			return "t|" + m.result.id
		}
		return "t|" + strings.TrimSpace(m.result.text)
	case m.role == "assistant" && len(m.calls) > 0:
		var b strings.Builder
		b.WriteString("a")
		for _, c := range m.calls {
			if c.id != "" {
				b.WriteString("|" + c.id)
			} else {
				b.WriteString("|" + c.name + string(c.args.json()))
			}
		}
		return b.String()
	}
	key := m.role[:1] + "|" + strings.TrimSpace(m.text)
	for _, x := range m.media {
		key += "|" + x.part.Path + x.data[:min(len(x.data), 64)]
	}
	return key
}

// says reports whether a message holds anything.
func (m *message) says() bool {
	return m.text != "" || m.reasoning != "" || m.hidden || len(m.calls) > 0 || len(m.media) > 0 || m.result != nil
}

// roleOf gives a role its one name; empty if it is none.
func roleOf(s string) string {
	switch strings.ToLower(s) {
	case "system", "developer", "systemmessage", "systemmessagechunk":
		return "system"
	case "user", "human", "humanmessage", "humanmessagechunk":
		return "user"
	case "assistant", "model", "ai", "aimessage", "aimessagechunk":
		return "assistant"
	case "tool", "function", "toolmessage", "functionmessage":
		return "tool"
	}
	return ""
}

// messagesOf reads messages of any shape: a list, an object around one, one message,
// or a text that is one of role.
func messagesOf(v value, role string) []message {
	v = v.open()
	switch v.kind {
	case 'l':
		if isBlocks(v) {
			return split(oneOf(value{kind: 'm', fields: []field{{"content", v}}}, role))
		}
		var out []message
		asked := map[string]bool{} // tools
		for _, e := range v.list {
			if r := e.get("role").text; r != "" && roleOf(r) == "" && asked[r] {
				e.fields = append([]field{{"role", textOf("tool")}, {"name", textOf(r)}}, e.fields...)
			}
			more := messageOf(e, role)
			for i := range more {
				for _, c := range more[i].calls {
					asked[c.name] = true
				}
			}
			out = joinItems(out, more)
		}
		return out
	case 'm':
		return fromObject(v, role)
	case 0:
		return nil
	}
	return []message{{role: role, text: v.text}}
}

func fromObject(v value, role string) []message {
	if isMessage(v) {
		return messageOf(v, role)
	}
	var out []message
	config := v.get("config")
	for _, p := range []value{
		v.get("system", "system_instruction", "systemInstruction", "instructions"), config.get("system_instruction", "systemInstruction"),
	} {
		for _, m := range messagesOf(p, "system") {
			m.role = "system"
			out = append(out, m)
		}
	}
	inner := v.get("messages", "contents", "input", "prompt", "output", "generations", "choices", "message")
	if l := inner; l.kind == 'l' && len(l.list) == 1 && l.list[0].kind == 'l' {
		inner = l.list[0] // LangChain: a batch of one
	}
	if inner.kind == 0 {
		if text := v.get("text"); text.kind == 's' && len(v.fields) <= 3 {
			return []message{{role: role, text: text.text, finish: v.get("finish_reason").text}}
		}
		if c := v.get("content"); c.kind == 'm' { // an answer of Gemini
			return messagesOf(c, role)
		}
		if len(out) > 0 {
			return out
		}
		return []message{{role: role, text: string(v.json()), odd: true}}
	}
	return append(out, messagesOf(inner, role)...)
}

// isMessage reports whether an object is a message by itself.
func isMessage(v value) bool {
	switch {
	case v.get("role").kind == 's', v.has("lc") && v.has("kwargs"), v.has("message") && (v.has("finish_reason") || v.has("index")):
		return true
	case v.has("parts") && v.get("parts").kind == 'l':
		return true
	}
	switch t := v.get("type").text; t {
	case "function_call", "function_call_output", "reasoning":
		return true
	default:
		return v.has("content") && (roleOf(t) != "" || t == "message")
	}
}

// isBlocks reports whether a list holds pieces of one message.
func isBlocks(v value) bool {
	return len(v.list) > 0 && !slices.ContainsFunc(v.list, func(e value) bool { return isMessage(e) || e.kind == 'l' })
}

// messageOf reads one message; a tool message with several results is several.
func messageOf(v value, role string) []message {
	v = v.open()
	switch {
	case v.kind == 's':
		return []message{{role: role, text: v.text}}
	case v.kind != 'm':
		return messagesOf(v, role)
	case v.has("message") && v.get("role").kind == 0: // a choice
		out := messageOf(v.get("message"), "assistant")
		if len(out) > 0 {
			out[0].finish = v.get("finish_reason").text
		}
		return out
	}
	if kw, ok := v.serialised(); ok {
		if l := v.get("id").list; len(l) > 0 {
			if r := roleOf(l[len(l)-1].text); r != "" {
				role = r
			}
		}
		v = kw
	}
	return split(oneOf(v, role))
}

// oneOf reads one message, before its results are split off.
func oneOf(v value, role string) message {
	m := message{role: role}
	if r := roleOf(v.get("role").text); r != "" {
		m.role = r
	} else if r := roleOf(v.get("type").text); r != "" {
		m.role = r
	}
	switch v.get("type").text {
	case "function_call", "reasoning":
		m.role, m.item = "assistant", true
		m.block(v)
		return m
	case "function_call_output":
		m.role = "tool"
		m.block(v)
		return m
	}
	m.item = v.get("type").text == "message" && m.role == "assistant"
	content := v.get("content", "parts", "text")
	if content.kind == 'm' && content.has("parts") { // Gemini
		content = content.get("parts")
	}
	if m.role == "tool" && content.kind != 0 && !holdsResults(content) {
		r := resultOf(content)
		r.id = v.get("tool_call_id", "toolCallId", "tool_use_id", "id").text
		r.name = v.get("name", "tool_name").text
		r.failed = r.failed || v.get("status").text == "error" || v.get("is_error", "isError").text == "true"
		m.results = append(m.results, r)
	} else {
		m.content(content)
	}
	m.calls = append(m.calls, callsOf(v)...)
	if r := v.get("reasoning_content", "reasoning", "thinking"); r.kind == 's' && m.reasoning == "" {
		m.reasoning = r.text
	}
	if r := v.get("refusal"); r.kind == 's' && m.text == "" {
		m.text = r.text
	}
	m.finish = v.get("finish_reason", "stop_reason").text
	for i := range v.fields {
		switch f := v.fields[i]; f.name {
		case "role", "type", "content", "parts", "text", "tool_calls", "toolCalls", "function_call", "name", "id", "index", "status",
			"tool_call_id", "toolCallId", "tool_use_id", "tool_name", "is_error", "isError", "additional_kwargs",
			"reasoning_content", "reasoning", "thinking", "refusal", "finish_reason", "stop_reason":
		default:
			m.left = append(m.left, f)
		}
	}
	return m
}

// serialised is the message inside an object that LangChain has written.
func (v value) serialised() (value, bool) {
	kw := v.get("kwargs")
	return kw, kw.kind == 'm' && v.has("lc") && v.has("id")
}

// split parts the results of a message from what else it says.
func split(m message) []message {
	var out []message
	for i := range m.results {
		out = append(out, message{role: "tool", result: &m.results[i], at: m.at})
	}
	m.results = nil
	switch {
	case m.role == "tool" && len(out) == 0:
		m.result = &toolResult{text: m.text, media: m.media}
		m.text, m.media = "", nil
	case m.role == "tool" && !m.says(), len(out) > 0 && !m.says():
		return out
	case m.role == "tool":
		m.role = "user"
	}
	return append(out, m)
}

// joinItems adds messages to a list. Items of one answer, which the Responses API
// writes one by one, become one message.
func joinItems(list, more []message) []message {
	for _, m := range more {
		if n := len(list); n > 0 && m.item && list[n-1].item && m.role == "assistant" {
			last := &list[n-1]
			last.text = join(last.text, m.text)
			last.reasoning = join(last.reasoning, m.reasoning)
			last.hidden = last.hidden || m.hidden
			last.calls = append(last.calls, m.calls...)
			last.media = append(last.media, m.media...)
			continue
		}
		list = append(list, m)
	}
	return list
}

func join(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "\n" + b
}
