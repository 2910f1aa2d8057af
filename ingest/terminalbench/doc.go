// Package terminalbench reads the runs of Terminal-Bench 1, whose harness is the command tb.
// Terminal-Bench 2 runs on Harbor and is read by package harbor.
//
// A run consists of its results.json with one row per trial. Trial folders add observations of the
// agent: the commands typed by the harness, terminal screens and recordings. A trial counts once,
// by the run's row. If the harness died before it wrote that file, the trial's own results count.
//
// The failure mode of a trial is independent of its tests: a trial that timed out can be resolved.
// A trial without a verdict counts 0, as in the harness's own accuracy, and keeps a separate
// status. Zero tokens mean that they were not counted.
package terminalbench
