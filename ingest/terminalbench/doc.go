// Package terminalbench reads runs of Terminal-Bench 1, whose harness is the command tb.
// Terminal-Bench 2 runs on Harbor and is read by package harbor.
//
// A run consists of results.json, which contains one row per trial. Trial folders contain records
// of the agent: commands typed by the harness, terminal screens and recordings. The row in the
// run's results.json determines the trial's verdict. If the harness crashed before it wrote that
// file, the trial's own results do.
//
// The failure mode of a trial is independent of its tests. For example, a trial that timed out can
// be resolved. A trial without a verdict scores 0, as in the harness's own accuracy, but has a
// different status. A token count of 0 means that tokens were not counted.
package terminalbench
