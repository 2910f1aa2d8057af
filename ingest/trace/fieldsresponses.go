package trace

// responseFields says what becomes of the members of a response. Settings of the
// request that it repeats stand beside its step.
func responseFields() *fields {
	usage := use("input_tokens output_tokens total_tokens").and("input_tokens_details", use("cached_tokens")).and("output_tokens_details", use(""))
	return use("created_at status model instructions output").leave("id object").
		and("error", failureFields()).and("incomplete_details", use("reason")).and("usage", usage)
}

// requestFields says what becomes of the members of a request.
func requestFields() *fields { return use("input instructions") }

// responseItemFields says what becomes of an item of a kind. The cipher of reasoning and
// of a compaction says only that there was some.
func responseItemFields(kind text) *fields {
	switch {
	case noteItem(kind):
		return use("").leave("type encrypted_content")
	case kind == "tool_search_output":
		return use("tools status").leave("type id call_id")
	}
	return use("role content summary name arguments input action actions operation code queries output outputs results result revised_prompt error status").
		leave("type id call_id encrypted_content")
}
