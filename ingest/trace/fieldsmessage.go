package trace

// blockFields says what becomes of the members of a block of content, in any
// dialect. Signatures only prove reasoning to its provider; what a step keeps of
// them is that there was reasoning.
func blockFields() *fields {
	sound := use("data mimeType").and("source", use("data media_type url path").leave("type"))
	return use("").leave("type").of("type").
		when("text input_text output_text summary_text reasoning_text", use("text")).
		when("thinking redacted_thinking reasoning", use("thinking text redacted").leave("signature thinkingSignature data")).
		when("toolCall tool_use server_tool_use mcp_tool_use", use("id name arguments input")).
		when("toolResult tool_result mcp_tool_result", use("content is_error isError").leave("type tool_use_id toolCallId")).
		when("image audio", sound).
		when("image_url input_image", use("").and("image_url", use("url").orPlain())).
		when("refusal", use("refusal")).
		when("tool_reference", use("tool_name"))
}

// messageFields says what becomes of the members of a message of OpenClaw, Anthropic
// or OpenAI. Ids of messages and calls pair lines, and by that of a response its
// provider knows it.
func messageFields() *fields {
	call := use("id call_id").leave("type").and("function", use("name arguments"))
	return use("role content timestamp").of("role").
		when("assistant", use("model provider stopReason stop_reason finish_reason errorMessage refusal reasoning_content reasoning").
			leave("id responseId").and("usage", usageFields()).and("tool_calls", call).and("function_call", use("name arguments"))).
		when("toolResult tool function", use("isError is_error").leave("toolCallId tool_call_id").and("details", detailFields())).
		when("user human", use("").leave("id")).
		when("bashExecution", use("command output exitCode")).
		when("compactionSummary branchSummary", use("summary"))
}

// detailFields are the members of OpenClaw's details that results have fields for.
func detailFields() *fields {
	cut := use("truncated truncatedBy totalLines totalBytes outputLines outputBytes")
	return use("status exitCode durationMs cwd diff error summary truncated contentTruncated contentRedacted droppedMessages").and("truncation", cut)
}

// usageFields are the counts of a usage block that metrics have. Reasoning is not
// among them: metrics have it only as a part of what was written.
func usageFields() *fields {
	f := use("input output cacheRead cacheWrite input_tokens output_tokens cache_read_input_tokens cache_creation_input_tokens cached_input_tokens prompt_tokens completion_tokens").
		and("cache", use("read write")).and("cost", use("total").orPlain()).and("prompt_tokens_details", use("cached_tokens"))
	f.usage = true
	return f
}

// failureFields are the members of a failure that is an object: what is shown is its
// message.
func failureFields() *fields {
	return use("message").orPlain().and("data", use("message").orPlain())
}
