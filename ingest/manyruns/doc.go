// Package manyruns makes records of as many runs as a test or a benchmark wants:
// a benchmark of its own in ClawArena's layout with runs of scripted agents, and
// jobs in Harbor's. The agents call no model and their verdicts are drawn from a
// seed, so the records are the same on every machine and say nothing of any
// model. They are for tests alone.
//
// Every file is made when it is opened, so that a tree of a thousand runs takes
// no memory of a test. From the shell the same records come from
//
//	go run ./cmd/example-runs -many 1000 -dir DIR
//
// which writes DIR/data (the dataset) and DIR/agents, one tar for each run;
// -files writes directories instead, -first 1001 -many 1 one run more, -again 1
// a second run of the same system, and -trials 10000 a Harbor job below DIR/jobs.
// A file of DIR/agents begins with the agent's number of four digits.
package manyruns
