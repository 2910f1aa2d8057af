// Package trace reads transcripts of agents. Each dialect has its own file and
// its own function; all of them hand results.Step values to a Sink, one after
// the other, so that a transcript of any length stays out of memory.
//
// An agent step is one answer of the model with its tool calls; the results of
// those calls are in its observation. A call is paired with the nearest result
// that follows it, because ids can repeat within a session. What a reader does
// not understand becomes a step with Event "raw" that carries the record's own
// text. Left out are only entries of known types that repeat others or announce
// them (deltas of a streamed answer, progress of thinking, queued prompts,
// events of Codex beside its response items). The raw record keeps them, and all
// that the step model has no field for.
package trace
