package otel

// observationKind is what an observation of Langfuse is of; empty if the type is none.
// Old tracers wrote spans for everything: what else is known of one decides then.
func observationKind(t string) kind {
	switch t {
	case "GENERATION":
		return kindModel
	case "TOOL":
		return kindTool
	case "AGENT":
		return kindAgent
	case "RETRIEVER", "EVALUATOR", "GUARDRAIL":
		return kindAside
	case "SPAN", "EVENT", "CHAIN", "EMBEDDING":
		return kindOther
	}
	return ""
}

// isObservation reports whether an object is an observation of Langfuse.
func isObservation(v value) bool {
	return v.has("id") && v.has("startTime") && observationKind(v.get("type").text) != "" && !v.has("attributes") && !v.has("spanId")
}

// observationOf reads an observation of Langfuse.
func observationOf(v value, f *frame) *span {
	s := &span{name: v.get("name").text}
	s.id(v)
	about := v.get("metadata").open()
	s.attrs = attrsOf(about.get("attributes"))
	s.resource = attrsOf(about.get("resourceAttributes"))
	s.start, s.end = nanos(v.get("startTime")), nanos(v.get("endTime"))
	s.failed = v.get("level").text == "ERROR"
	s.why = v.get("statusMessage").text
	if s.kind = observationKind(v.get("type").text); s.kind == kindOther && v.get("type").text == "SPAN" {
		if k := kindOf(s.name, "", &s.attrs); k == kindTool || k == kindAgent {
			s.kind = k
		}
	}
	s.mayBeTool = s.kind == kindOther && v.get("type").text == "SPAN" && v.get("level").text != "DEBUG"
	a := attrs{}
	for _, n := range []string{
		"gen_ai.operation.name", "gen_ai.agent.name", "agent.name", "ai.telemetry.functionId", "ai.operationId",
		"gen_ai.tool.call.id", "ai.toolCall.id", "tool_call.id", "tool.id", "error.type",
		"gen_ai.system", "gen_ai.provider.name", "llm.system", "llm.provider", "ai.model.provider", "gen_ai.request.model", "ai.model.id",
	} {
		if x := s.attrs.peek(n); x.kind != 0 {
			a.set(n, x)
		}
	}
	for i := range v.fields {
		switch x := &v.fields[i]; x.name {
		case "input":
			a.set("input.value", x.v)
		case "output":
			a.set("output.value", x.v)
		case "model":
			a.set("gen_ai.response.model", x.v)
		case "modelParameters", "usageDetails", "costDetails", "promptName", "promptVersion", "environment", "version",
			"timeToFirstToken", "level", "toolDefinitions":
			if says(x.v) {
				a.set(x.name, x.v.open())
			}
		}
	}
	s.attrs = a
	if s.mayBeTool {
		s.kind = kindTool
		s.read()
		s.kind = kindOther
	} else {
		s.read()
	}
	s.spent, s.tokens = langfuseUsage(v), v.get("usageDetails").open().get("input").count()
	s.about, s.label, s.level = f, v.get("type").text, v.get("level").text
	for _, x := range v.get("usageDetails").open().fields {
		if n := x.v.count(); n != nil && *n > 0 {
			if s.counted == nil {
				s.counted = map[string]int64{}
			}
			s.counted[x.name] += *n
		}
	}
	return s
}

func says(v value) bool {
	switch v.kind {
	case 0:
		return false
	case 's':
		return v.text != "" && v.text != "{}" && v.text != "DEFAULT"
	case 'l':
		return len(v.list) > 0
	case 'm':
		return len(v.fields) > 0
	}
	return true
}

// id takes the ids of an observation.
func (s *span) id(v value) {
	s.ids = ids{cleanID(v.get("traceId").text, 16), cleanID(v.get("id").text, 8), cleanID(v.get("parentObservationId").text, 8)}
}

// langfuseUsage reads the tokens of a generation. Langfuse takes tokens of reasoning
// and of the cache out of output and input where the total counts them beside.
func langfuseUsage(v value) *usage {
	d := v.get("usageDetails").open()
	get := func(names ...string) *int64 { return d.get(names...).count() }
	u := &usage{
		in: get("input"), out: get("output"),
		cached:  get("input_cached_tokens", "input_cache_read", "cache_read_input_tokens", "prompt_details.cache_read"),
		written: get("input_cache_creation", "cache_creation_input_tokens", "prompt_details.cache_write"),
		cost:    v.get("totalCost").number(),
	}
	thought, total := get("output_reasoning", "output_reasoning_tokens", "completion_details.reasoning"), get("total")
	if u.in != nil && u.out != nil && total != nil {
		rest := *total - *u.in - *u.out
		cache := n(u.cached) + n(u.written)
		if rest > 0 && (rest == cache || rest == cache+n(thought)) && cache > 0 {
			u.in, rest = new(*u.in+cache), rest-cache
		}
		if rest > 0 && rest == n(thought) {
			u.out = new(*u.out + rest)
		}
	}
	if zero(u.in) && zero(u.out) {
		return nil
	}
	if u.cost != nil && *u.cost <= 0 {
		u.cost = nil
	}
	return u
}

func n(x *int64) int64 {
	if x == nil {
		return 0
	}
	return *x
}
