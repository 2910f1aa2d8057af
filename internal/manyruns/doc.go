// Package manyruns makes records of as many runs as a test or a benchmark wants:
// a benchmark of its own in ClawArena's layout with runs of scripted agents, and
// jobs in Harbor's. The agents call no model and their verdicts are drawn from a
// seed, so the records are the same on every machine and say nothing of any
// model. They are for tests alone.
//
// They are file systems in memory; os.CopyFS writes one to disk.
package manyruns
