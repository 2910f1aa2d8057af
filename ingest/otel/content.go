package otel

import (
	"cmp"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
)

// content reads what a message says: a text, a list of blocks, or one block.
func (m *message) content(v value) {
	switch v.kind {
	case 'l':
		for _, e := range v.list {
			m.block(e)
		}
	case 'm':
		m.block(v)
	case 0:
	default:
		m.text = join(m.text, v.text)
	}
}

// block reads one piece of a message. One of an unknown type is shown as the JSON
// that it is.
func (m *message) block(v value) {
	if v.kind != 'm' {
		m.text = join(m.text, v.str())
		return
	}
	text := v.get("text", "content", "value")
	switch t := v.get("type").text; t {
	case "text", "input_text", "output_text", "summary_text":
		m.text = join(m.text, text.str())
	case "reasoning", "thinking", "redacted_thinking", "reasoning_text":
		s := v.get("thinking", "text", "content", "reasoning")
		if s.kind != 's' {
			var inner message
			inner.content(v.get("summary", "content"))
			s = textOf(inner.text)
		}
		m.reasoning = join(m.reasoning, s.text)
		m.hidden = m.hidden || s.text == ""
	case "refusal":
		m.text = join(m.text, v.get("refusal", "content", "text").str())
	case "tool_call", "tool-call", "tool_use", "function_call", "toolCall", "server_tool_call":
		m.calls = append(m.calls, callOf(v))
	case "tool_call_response", "tool-result", "tool_result", "function_call_output", "toolResult", "server_tool_call_response":
		m.results = append(m.results, blockResult(v))
	case "image", "image_url", "input_image", "audio", "input_audio", "blob", "uri", "file", "media":
		m.media = append(m.media, mediaOf(v))
	case "":
		m.untyped(v)
	default:
		m.text = join(m.text, string(v.json()))
	}
}

// untyped reads a part of Gemini, whose member says what it is.
func (m *message) untyped(v value) {
	switch {
	case v.has("function_call"), v.has("functionCall"):
		m.calls = append(m.calls, callOf(v.get("function_call", "functionCall")))
	case v.has("function_response"), v.has("functionResponse"):
		m.results = append(m.results, blockResult(v.get("function_response", "functionResponse")))
	case v.get("text").kind == 's' && v.get("thought").text == "true":
		m.reasoning = join(m.reasoning, v.get("text").text)
	case v.get("text").kind == 's':
		m.text = join(m.text, v.get("text").text)
	case v.has("inline_data"), v.has("inlineData"):
		m.media = append(m.media, mediaOf(v.get("inline_data", "inlineData")))
	case v.has("toolCallId") && v.has("toolName"):
		m.calls = append(m.calls, callOf(v))
	default:
		m.text = join(m.text, string(v.json()))
	}
}

// callsOf reads the calls that a message lists beside its content.
func callsOf(v value) []call {
	var out []call
	list := v.get("tool_calls", "toolCalls").open()
	if list.kind == 0 {
		list = v.get("additional_kwargs").get("tool_calls")
	}
	for _, e := range list.list {
		if e = e.open(); e.kind == 'm' {
			out = append(out, callOf(e))
		}
	}
	if f := v.get("function_call"); f.kind == 'm' {
		out = append(out, callOf(f))
	}
	return out
}

func callOf(v value) call {
	c := call{id: v.get("call_id", "toolCallId", "tool_call_id", "id").text}
	if f := v.get("function"); f.kind == 'm' {
		v = f
	}
	c.name = v.get("name", "toolName", "tool_name").text
	c.args = v.get("arguments", "args", "input").open()
	return c
}

// holdsResults reports whether the content of a tool message names calls itself.
func holdsResults(v value) bool {
	return v.kind == 'l' && slices.ContainsFunc(v.list, func(e value) bool {
		switch e.get("type").text {
		case "tool-result", "tool_result", "tool_call_response", "function_call_output":
			return true
		}
		return e.has("function_response") || e.has("functionResponse")
	})
}

func blockResult(v value) toolResult {
	r := resultOf(v.get("response", "result", "output", "content"))
	r.id = v.get("call_id", "toolCallId", "tool_use_id", "tool_call_id", "id").text
	r.name = v.get("name", "toolName").text
	r.failed = r.failed || v.get("is_error", "isError").text == "true"
	return r
}

// resultOf reads what a tool has answered. Some exporters wrap it: as a JSON text, as
// the output of the AI SDK with its type, or as the content of MCP.
func resultOf(v value) toolResult {
	if inner, ok := parsed(v.text); v.kind == 's' && ok {
		if inner.kind == 's' || wrapsOutput(inner) || wrapsContent(inner) || inner.has("lc") {
			return resultOf(inner)
		}
	}
	kw, ok := v.serialised()
	switch {
	case ok:
		r := resultOf(kw.get("content"))
		r.failed = kw.get("status").text == "error"
		return r
	case wrapsOutput(v):
		r := resultOf(v.get("value"))
		r.failed = strings.HasPrefix(v.get("type").text, "error-")
		return r
	case wrapsContent(v):
		r := resultOf(v.get("content"))
		r.failed = v.get("isError", "is_error").text == "true"
		return r
	case v.kind == 'l' && len(v.list) > 0 && !slices.ContainsFunc(v.list, func(e value) bool { return e.get("type").kind != 's' }):
		var m message
		m.content(v)
		if len(m.calls) == 0 && len(m.results) == 0 {
			return toolResult{text: m.text, media: m.media}
		}
	}
	return toolResult{text: v.str()}
}

// wrapsOutput reports whether v is a tool's output as the AI SDK keeps it.
func wrapsOutput(v value) bool {
	switch v.get("type").text {
	case "text", "json", "error-text", "error-json", "content":
		return len(v.fields) == 2 && v.has("value")
	}
	return false
}

// wrapsContent reports whether v is a result of MCP.
func wrapsContent(v value) bool {
	if v.get("content").kind != 'l' {
		return false
	}
	for i := range v.fields {
		switch v.fields[i].name {
		case "content", "isError", "is_error", "structuredContent", "_meta", "meta":
		default:
			return false
		}
	}
	return true
}

// mediaOf reads a picture or a sound.
func mediaOf(v value) media {
	m := media{part: results.Part{Type: "image", MediaType: v.get("mimeType", "mime_type", "mediaType", "media_type").text}}
	if strings.Contains(v.get("type").text, "audio") || strings.HasPrefix(m.part.MediaType, "audio/") || v.get("modality").text == "audio" {
		m.part.Type = "audio"
	}
	src := v.get("image_url", "image", "source", "url", "uri", "data", "content", "file", "input_audio")
	if src.kind == 'm' {
		m.part.MediaType = cmp.Or(m.part.MediaType, src.get("media_type", "mediaType").text)
		src = src.get("url", "data", "uri", "file_data")
	}
	switch {
	case strings.HasPrefix(src.text, "data:"):
		m.data = src.text
	case strings.Contains(src.text, "://"), len(src.text) < 100 && strings.Contains(src.text, "."):
		m.part.Path = src.text
	default:
		m.data = src.text
	}
	if src.text == "" {
		m.part.Note = "the record holds no bytes and no path"
	}
	return m
}
