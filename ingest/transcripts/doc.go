// Package transcripts reads transcripts that agents leave on disk outside any benchmark. They have
// no verdicts, so their runs are never ranked. Each directory becomes one run per agent and model.
// The directory is the scenario, a file is a task. A file that a transcript names as a part is read
// with that transcript.
package transcripts
