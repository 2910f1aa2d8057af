package manyruns

import (
	"cmp"
	"fmt"
	"io/fs"
	"math"
	"time"
)

// Arena is a benchmark in ClawArena's layout and runs of it.
type Arena struct {
	Scenarios, Rounds int // zero: 12 scenarios of 28 rounds each
	First, Runs       int // agents First to First+Runs-1, counted from 1 (zero: 1)
	// Again is the pass: the agents of pass 1 are the systems of pass 0, an
	// hour later and with other verdicts.
	Again int
}

// Benchmark is the id of the benchmark that Arena's dataset is stored under.
const Benchmark = "many-runs"

// epoch is when the first agent began, and the time of all files.
var epoch = time.Date(2026, 3, 2, 8, 0, 0, 0, time.UTC)

func (a Arena) scenarios() int { return cmp.Or(a.Scenarios, 12) }
func (a Arena) rounds() int    { return cmp.Or(a.Rounds, 28) }

// Dataset holds the questions below data.
func (a Arena) Dataset() fs.FS { return files(a.dataset) }

// Agents holds one run directory for each agent below agents. It lies in a
// folder that is named by the agent's number, because a number is easier to
// choose than a system.
func (a Arena) Agents() fs.FS { return files(a.agents) }

// FS holds both.
func (a Arena) FS() fs.FS {
	return files(func(file add) {
		a.agents(file)
		a.dataset(file)
	})
}

func (a Arena) agents(file add) {
	root := "agents"
	if a.Again > 0 {
		root = fmt.Sprintf("agents-%d", a.Again)
	}
	for n := max(a.First, 1); n < max(a.First, 1)+a.Runs; n++ {
		run := fmt.Sprintf("%s/%04d/lab_%s_%s", root, n, Model(n), Framework(n))
		for s := range a.scenarios() {
			for r := range a.rounds() {
				at, round := a.attempt(n, s, r), "/"+scenarioID(s)+"/"+roundID(r)
				file(run+"/infer"+round+"/infer_result.json", infer(at))
				file(run+"/scoring"+round+"/scoring.json", scoring(at))
			}
		}
	}
}

// Model is the model of an agent. Every eighth agent is the model of the one
// before it in another framework.
func Model(agent int) string {
	if agent%8 == 0 {
		agent--
	}
	return fmt.Sprintf("agent-%04d", agent)
}

// Framework is the framework of an agent.
func Framework(agent int) string {
	if agent%8 == 0 {
		return "clawatlas-runner"
	}
	return "openclaw"
}

func scenarioID(s int) string { return fmt.Sprintf("many_s%02d", s+1) }
func roundID(r int) string    { return fmt.Sprintf("q%d", r+1) }

// uniform draws from 0..1 by the SplitMix64 of its arguments (Steele, Lea,
// Flood: Fast splittable pseudorandom number generators, 2014).
func uniform(keys ...int) float64 {
	x := uint64(0x5eed)
	for _, k := range keys {
		x += uint64(k)*0x9e3779b97f4a7c15 + 0x9e3779b97f4a7c15
		x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
		x = (x ^ x>>27) * 0x94d049bb133111eb
		x ^= x >> 31
	}
	return float64(x>>11) / (1 << 53)
}

// spread draws from about -1.5..1.5, most of it near 0.
func spread(keys ...int) float64 {
	return uniform(append(keys, 1)...) + uniform(append(keys, 2)...) + uniform(append(keys, 3)...) - 1.5
}

// Streams of draws.
const (
	ofSkill = iota + 1
	ofDifficulty
	ofVerdict
	ofFault
	ofTimeout
	ofLoop
	ofPreference
)

// succeeds draws a verdict: the logistic of the agent's skill less the round's
// difficulty (a one-parameter item response model).
func (a Arena) succeeds(agent, s, r int) bool {
	skill := 1 + 2*spread(ofSkill, agent)
	return uniform(ofVerdict, agent, s, r, a.Again) < 1/(1+math.Exp(2.5*spread(ofDifficulty, s, r)-skill))
}
