// Package transcripts reads the transcripts that agents leave on disk without a benchmark
// around them. They have no verdicts, so their runs are never ranked. Each directory gives
// one run for each agent and model in it; the directory is the scenario, a file a task.
// A file that another transcript names as a part is read with that one.
package transcripts
