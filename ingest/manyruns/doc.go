// Package manyruns makes records of as many runs as a test or a benchmark wants:
// a benchmark of its own in ClawArena's layout with runs of scripted agents, and
// jobs in Harbor's. The agents call no model and their verdicts are drawn from a
// seed, so the records are the same on every machine and say nothing of any
// model. They are for tests alone.
//
// Every file is made when it is opened, so that a tree of a thousand runs takes
// no memory of a test. WriteFiles and WriteTars write one to disk; a file or
// folder of agents begins with the agent's number of four digits.
package manyruns
