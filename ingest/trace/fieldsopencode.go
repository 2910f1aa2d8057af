package trace

// openCodeFields says what becomes of the members of an event of OpenCode. Ids say of
// which session and message a part is, and pair calls with their results.
func openCodeFields() *fields {
	state := use("status input output").and("error", failureFields()).
		and("metadata", use("exit diff truncated")).and("time", use("start end"))
	tokens := use("input output").and("cache", use("read write"))
	tokens.usage = true
	part := use("").leave("type id messageID sessionID").of("type").
		when("text reasoning", use("text")).
		when("tool", use("tool").leave("callID").and("state", state)).
		when("step-finish", use("reason modelID providerID cost").and("tokens", tokens))
	return use("timestamp message").leave("type sessionID").and("part", part).and("error", failureFields())
}
