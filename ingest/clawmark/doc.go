// Package clawmark reads the results directories of ClawMark. A results directory has one directory
// per task with result.json, the session's messages.jsonl and the workspace. These may be grouped
// in directories per model.
//
// result.json is rescored against the full rubric of the stored dataset. The harness divides by the
// weight of the recorded checks, so a run that crashed before its checks would score higher.
//
// The status of a trial is the first that applies:
//   - passed: every check of the full rubric has passed.
//   - infra_error: a FRAMEWORK_ERROR, a stage that raised (verification_score
//     -1: its set-up or a download failed, not the agent), or no stage at all.
//   - timeout: the agent of a stage was stopped ("Timeout after ...").
//   - agent_error: the agent's process of a stage ended with an error.
//   - failed: any other trial with a verdict.
//   - judge_error: result.json is missing or unreadable.
//
// All trials except judge_error have a score. A check that was not evaluated counts as not passed,
// whatever the cause, but only evaluated red lines count as held or crossed.
package clawmark
