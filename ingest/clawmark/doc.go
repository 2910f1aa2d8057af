// Package clawmark reads the results directories of ClawMark: one directory per
// task with result.json, the session's messages.jsonl and the workspace, with
// or without a directory per model above them.
//
// result.json is scored anew against the full rubric of the stored dataset.
// The harness divides by the weight of the checks that it has recorded, so a
// run that crashed before its checks would gain by the crash.
//
// How a trial ended, by the first line that applies:
//   - passed: every check of the full rubric has passed.
//   - infra_error: a FRAMEWORK_ERROR, a stage that raised (verification_score
//     -1: its set-up or a download failed, not the agent), or no stage at all.
//   - timeout: the agent of a stage was stopped ("Timeout after ...").
//   - agent_error: the agent's process of a stage ended with an error.
//   - failed: all else that has a verdict.
//   - judge_error: result.json is missing or unreadable.
//
// All but judge_error have a score: a check that was not evaluated has not
// passed, whatever prevented it, but only evaluated red-lines count as held or
// crossed.
package clawmark
