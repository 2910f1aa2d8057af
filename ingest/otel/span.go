package otel

import (
	"cmp"
	"strings"
)

// kind says what a span is of.
type kind string

const (
	kindOther   kind = "other" // plumbing: requests, queues, chains
	kindModel   kind = "llm"
	kindWrapper kind = "llm-wrapper" // of Google's ADK, around the model call that it repeats
	kindTool    kind = "tool"
	kindAgent   kind = "agent"
	kindAside   kind = "aside" // a retriever, a guardrail: shown, but neither call nor tool
)

// span is one span, as far as a trace of an agent needs it.
type span struct {
	ids
	name       string
	kind       kind
	start, end int64 // ns since 1970; 0: not recorded
	failed     bool
	why        string // the status's own words, or the exception's message
	errorType  string
	exception  bool // it has an exception of its own
	service    string
	version    string
	attrs      attrs
	resource   attrs
	n          int // place in the order of reading
	at         place

	in      []message // what the model was given, or the agent
	out     *message  // what it answered
	result  *toolResult
	args    value // of a tool
	callID  string
	tool    string // its name
	model   string
	asked   string // the model that was asked for, where another one answered
	source  string // who provides the model
	spent   *usage
	agent   string           // the agent's name
	about   *frame           // what is around it in its document
	content string           // digest of a span without an id, by which it is known
	process string           // of Jaeger: who wrote it
	tokens  *int64           // input that the span itself states
	odd     []string         // attributes that are no counts
	level   string           // of Langfuse
	counted map[string]int64 // of Langfuse: the usage as recorded, by its own names
	label   string           // the record's own word for its kind
	scores  []score
	logs    []int // files with log records of it

	parent    *span
	mayBeTool bool  // of Langfuse: a span that is a tool's if a call of its name is not answered otherwise
	known     bool  // above is
	above     *span // the nearest span that is more than plumbing
	top       *span // the root; nil: not known
	leaf      bool  // a model call that no other model call is below
}

// score is an evaluation that came with the spans.
type score struct {
	name string
	num  *float64
}

// isModel reports whether the span is of a model call, or of what wraps one.
func (s *span) isModel() bool { return s.kind == kindModel || s.kind == kindWrapper }

// significant reports whether the span is more than plumbing.
func (s *span) significant() bool {
	return s.isModel() || s.kind == kindTool || s.kind == kindAgent
}

// kindOf finds out what a span is of, by its attributes.
func kindOf(name string, outside string, a *attrs) kind {
	if k := openInferenceKind(a.text("openinference.span.kind")); k != "" {
		return k
	}
	if k := openInferenceKind(outside); k != "" { // Phoenix keeps it beside the attributes
		return k
	}
	if op := a.text("ai.operationId"); op != "" {
		switch {
		case op == "ai.toolCall":
			return kindTool
		case strings.HasPrefix(op, "ai.embed"), strings.HasPrefix(op, "ai.rerank"):
			return kindOther
		case strings.HasSuffix(op, ".doGenerate"), strings.HasSuffix(op, ".doStream"):
			return kindModel
		case strings.HasPrefix(op, "ai."):
			return kindAgent
		}
	}
	switch a.text("gen_ai.operation.name") {
	case "chat", "generate_content", "text_completion", "completion", "responses":
		return kindModel
	case "execute_tool":
		return kindTool
	case "invoke_agent", "create_agent":
		return kindAgent
	case "":
	default:
		return kindOther
	}
	switch a.text("traceloop.span.kind") {
	case "tool":
		return kindTool
	case "agent":
		return kindAgent
	}
	if a.text("gen_ai.system", "gen_ai.provider.name") != "" {
		used := a.peek("gen_ai.usage.input_tokens", "gen_ai.usage.prompt_tokens",
			"gen_ai.usage.output_tokens", "gen_ai.usage.completion_tokens").kind != 0
		switch {
		case strings.HasPrefix(name, "call_llm") && (used || a.text("gcp.vertex.agent.llm_request") != ""):
			return kindWrapper
		case used, a.text("llm.request.type") == "chat", a.text("llm.request.type") == "completion":
			return kindModel
		}
	}
	return kindOther
}

func openInferenceKind(s string) kind {
	switch strings.ToUpper(s) {
	case "LLM":
		return kindModel
	case "TOOL":
		return kindTool
	case "AGENT":
		return kindAgent
	case "RETRIEVER", "RERANKER", "GUARDRAIL", "EVALUATOR":
		return kindAside
	case "CHAIN", "EMBEDDING", "PROMPT":
		return kindOther
	}
	return ""
}

// spanOf reads a span of any exporter but Langfuse's.
func spanOf(v value, f *frame) *span {
	id, _ := spanIDs(v)
	s := &span{ids: id, name: v.get("name", "operationName").text, attrs: attrsOf(v.get("attributes", "tags"))}
	if !v.has("attributes") && !v.has("tags") && id.span == "" && !v.has("spanId") {
		s.attrs = attrsOf(v) // nothing but attributes
	}
	s.about, s.process = f, v.get("processID").text
	s.start = nanos(v.get("startTimeUnixNano", "start_time_unix_nano", "startTime", "start_time"))
	s.end = nanos(v.get("endTimeUnixNano", "end_time_unix_nano", "endTime", "end_time"))
	if d := v.get("duration").number(); d != nil && s.end == 0 && s.start > 0 && *d >= 0 && *d < 1e15 && v.has("operationName") {
		s.end = s.start + int64(*d)*1e3 // Jaeger: µs
	}
	s.status(v)
	s.events(v)
	s.kind = kindOf(s.name, v.get("span_kind").text, &s.attrs)
	s.read()
	return s
}

// status takes whether a span failed. Unset is neither an error nor a success.
func (s *span) status(v value) {
	st := v.get("status")
	switch strings.TrimPrefix(strings.ToUpper(st.get("code", "status_code", "statusCode").text+v.get("status_code").text), "STATUS_CODE_") {
	case "2", "ERROR":
		s.failed = true
	}
	s.why = st.get("message", "description").text
	s.why = cmp.Or(s.why, v.get("status_message").text)
	if a := &s.attrs; v.has("operationName") && (a.text("error") == "true" || a.text("otel.status_code") == "ERROR") {
		s.failed, s.why = true, a.text("otel.status_description")
	}
	s.errorType = s.attrs.text("error.type")
}

// events takes exceptions, evaluations and messages that are written as events.
func (s *span) events(v value) {
	for _, e := range append(v.get("events").list, v.get("logs").list...) {
		name, a := e.get("name").text, attrsOf(e.get("attributes", "fields"))
		name = cmp.Or(name, a.text("event"))
		switch {
		case name == "exception":
			s.exception = true
			s.errorType = a.text("exception.type")
			if m := a.text("exception.message"); m != "" && (s.why == "" || s.why == s.errorType) {
				s.why = m
			}
		default:
			s.said(name, &a, value{}, 0)
		}
	}
}
