// Package transcripts reads transcripts that agents have left on disk outside any benchmark. They
// have no verdicts, so their runs are never ranked. Each directory becomes one run per agent and
// model. The directory is the scenario, and each file is a task. A file that a transcript refers
// to, such as that of a sub-agent, is read as part of that transcript.
package transcripts
