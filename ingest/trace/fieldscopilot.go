package trace

// copilotFields says what becomes of the members of an event of Copilot CLI. Ids say
// which answer and which call an event is of.
func copilotFields() *fields {
	request := use("name arguments").leave("toolCallId type")
	data := use("content message reason model outputTokens reasoningText toolName arguments success agentName selectedModel summaryContent preCompactionTokens postCompactionTokens summary newModel chosenModel copilotVersion").
		leave("sessionId messageId toolCallId parentToolCallId reasoningOpaque encryptedContent").
		and("toolRequests", request).and("result", use("content contents").orPlain()).
		and("error", failureFields()).and("context", use("cwd"))
	return use("timestamp").leave("type id parentId").and("data", data)
}
