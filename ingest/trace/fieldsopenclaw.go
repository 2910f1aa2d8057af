package trace

// entryFields says what becomes of the members of an entry of an OpenClaw session.
// Ids make the tree of a session; a message has a time of its own beside that of the
// line that it is written in.
func entryFields(messages *fields) *fields {
	return use("").leave("type id parentId timestamp").of("type").
		when("session", use("version cwd")).
		when("message", use("").and("message", messages)).
		when("model_change", use("provider modelId")).
		when("thinking_level_change", use("thinkingLevel")).
		when("compaction", use("summary tokensBefore")).
		when("branch_summary", use("summary")).
		when("custom", use("customType data")).
		when("custom_message", use("content")).
		when("label", use("label name")).
		when("session_info", use("label name"))
}
