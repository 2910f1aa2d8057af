// Package transcripts reads the transcripts that agents leave on disk without
// a benchmark around them: ATIF documents, sessions of OpenClaw, Claude Code,
// Codex and OpenCode, and chat messages as OpenAI shapes them.
//
// A transcript has no verdict, so its trial has no score and its run is never
// complete and never ranked: it can be read, searched and compared, not
// counted. Each directory gives one run for each agent and model in it; the
// directory is the scenario and each file a task. Files are claimed only on a
// positive sign of one of the dialects, and logs (.log, .txt) never.
//
// A file that another transcript names as its sub-agent or continuation is read
// with that one and is no task of its own, if it lies beside that transcript or
// below it.
package transcripts
