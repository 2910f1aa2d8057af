package trace

// kimiFields says what becomes of the members of a record of Kimi CLI.
func kimiFields() *fields {
	usage := use("inputOther output inputCacheRead inputCacheCreation")
	event := use("name args finishReason").leave("type uuid parentUuid toolCallId turnId step stepUuid messageId").
		and("part", use("type text think")).and("result", use("output isError message")).and("usage", usage)
	return use("time created_at systemPrompt summary tokensBefore tokensAfter").leave("type sessionId").
		and("event", event).and("message", use("role content")).and("usage", usage).
		of("type").when("llm.request", use("model provider"))
}

// kimiWireFields says what becomes of the members of a record of its first versions.
func kimiWireFields() *fields {
	payload := func() *fields {
		return use("user_input text think arguments_part subagent_type").leave("type id n message_id tool_call_id task_tool_call_id parent_tool_call_id agent_id").
			and("function", use("name arguments")).and("return_value", use("output is_error message")).
			and("token_usage", use("input_other output input_cache_read input_cache_creation"))
	}
	told := func(p *fields) *fields { return use("").leave("type").and("payload", p) }
	return use("timestamp").and("message", told(payload().and("event", told(payload()))))
}
