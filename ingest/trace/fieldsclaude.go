package trace

// claudeFields says what becomes of the members of a line of Claude Code. Uuids make
// the chain of lines, the ids of sessions, agents and calls say whose a line is, and
// sidechains are shown as sub-agents. By the id of a request its provider knows it.
func claudeFields(messages *fields) *fields {
	message := use("").leave("type id").and("usage", usageFields()).of("role")
	message.kinds, message.in["role"] = messages.kinds, &fields{whole: true}
	message.and("content model stop_reason", &fields{whole: true})
	// The text of a file that was read is the result's without numbers of lines, an
	// image is one of its parts, and of a file that was changed there is the diff.
	used := use("interrupted durationMs totalDurationMs agentId structuredPatch").leave("originalFile").
		and("file", use("").leave("content base64"))
	said := use("isApiErrorMessage isCompactSummary").and("message", message).and("toolUseResult tool_use_result", used)
	return use("timestamp cwd version claude_code_version").
		leave("type subtype uuid parentUuid logicalParentUuid sessionId session_id isSidechain agentId parent_tool_use_id sourceToolAssistantUUID leafUuid requestId request_id").
		of("type").
		when("assistant user", said).
		when("system", use("content").and("compactMetadata", use("preTokens postTokens"))).
		when("summary", use("summary")).
		when("attachment", use("attachment")).
		when("result", use("is_error result"))
}
