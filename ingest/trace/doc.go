// Package trace reads transcripts of agents. Each dialect has its own file and function. All of
// them pass results.Step values to a Sink one by one, so that a transcript of any length needs
// little memory.
//
// An agent step is one model reply with its tool calls. Its observation contains the results of
// those calls. A call is paired with the next matching result, because ids can repeat within a
// session. Unknown content becomes a step with Event "raw" and the original text. Only entries of
// known types that repeat or announce others are skipped: deltas of a streamed reply, thinking
// progress, queued prompts, Codex events that duplicate response items. The raw record keeps them,
// together with all data that the step model has no field for.
package trace
