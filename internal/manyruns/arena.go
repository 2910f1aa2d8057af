package manyruns

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io/fs"
	"math"
	"slices"
	"strings"
	"time"
)

// Arena is a benchmark in ClawArena's layout and runs of it.
type Arena struct {
	Scenarios, Rounds int // zero: 12 scenarios of 28 rounds each
	First, Runs       int // agents First to First+Runs-1, counted from 1 (zero: 1)
	// Again is the pass: the same systems an hour later with other verdicts.
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

// Agents holds one run directory per agent below agents, in a folder named by its number.
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
				t, round := a.attempt(n, s, r), "/"+scenarioID(s)+"/"+roundID(r)
				file(run+"/infer"+round+"/infer_result.json", encode(t.infer()))
				file(run+"/scoring"+round+"/scoring.json", encode(t.scoring()))
			}
		}
	}
}

// Model is the model of an agent; every eighth is the one before it in another framework.
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

// uniform is SplitMix64 of its arguments in 0..1 (Steele, Lea, Flood 2014).
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
	ofLoop
)

// succeeds draws a verdict by a one-parameter item response model.
func (a Arena) succeeds(agent, s, r int) bool {
	skill := 1 + 2*spread(ofSkill, agent)
	return uniform(ofVerdict, agent, s, r, a.Again) < 1/(1+math.Exp(2.5*spread(ofDifficulty, s, r)-skill))
}

type object map[string]any

var gold = []string{"A", "B", "D", "F"}

// brokenLine is no Python: nobody can pass the round whose check has it.
const brokenLine = `assert d['a'] == 1, f'wrong: {d[chr(39)]a{chr(39)]}'`

func (a Arena) broken(s, r int) bool { return r == 4 && s == a.scenarios()-1 }

func choice(r int) bool { return r%7 < 2 }

func kind(r int) string { return map[bool]string{true: "multi_choice", false: "exec_check"}[choice(r)] }

func prompt(s, r int) string {
	return fmt.Sprintf("Case %d, step %d: read file_%d.md and say what follows from it.", s+1, r+1, r+1)
}

func right(s, r int) string { return fmt.Sprintf("Step %d of case %d was right.", r+1, s+1) }

func wrong(s, r int) string { return fmt.Sprintf("Step %d of case %d was wrong.", r+1, s+1) }

func (a Arena) dataset(file add) {
	const root = "data/" + Benchmark
	var tests []object
	for s := range a.scenarios() {
		tests = append(tests, object{"id": scenarioID(s), "desc": fmt.Sprintf("Scenario %d (scripted)", s+1), "eval": scenarioID(s)})
		rounds := make([]object, a.rounds())
		for r := range rounds {
			rounds[r] = a.question(s, r)
		}
		file(root+"/eval/"+scenarioID(s)+"/questions.json", encode(object{"id": scenarioID(s), "rounds": rounds}))
	}
	file(root+"/openclaw/manifest.json", encode(object{"updates": object{}}))
	file(root+"/tests.json", encode(object{"name": "Many-runs-v1", "eval_dir": "eval", "tests": tests,
		"frameworks": object{"openclaw": object{"manifest": "openclaw/manifest.json"}}}))
}

func (a Arena) question(s, r int) object {
	q := object{"id": roundID(r), "type": kind(r), "update_ids": []string{}, "question": prompt(s, r)}
	if choice(r) {
		options, said := object{}, object{}
		for _, l := range []string{"A", "B", "C", "D", "E", "F"} {
			options[l] = fmt.Sprintf("Statement %s about file %d of case %d.", l, r+1, s+1)
			said[l] = map[bool]string{true: "Correct.", false: "Incorrect."}[slices.Contains(gold, l)]
		}
		q["eval"], q["feedback"] = object{"options": options, "answer": gold}, object{"correct": right(s, r), "options": said}
		return q
	}
	command := fmt.Sprintf("python ${eval_dir}/${agent_id}/scripts/check_%s.py ${workspace}", roundID(r))
	if a.broken(s, r) {
		command = `python -c "import json; d = json.load(open('out.json')); ` + brokenLine + `"`
	}
	q["eval"] = object{"command": command, "expect_exit": 0, "timeout": 30}
	q["feedback"] = object{"correct": right(s, r), "incorrect": wrong(s, r)}
	return q
}

// attempt is what one agent did in one round.
type attempt struct {
	a              Arena
	agent, s, r    int
	passed         bool
	selected       []string // multi_choice
	stdout, stderr string   // exec_check
	calls          int      // times that the script was run
}

// attempt draws the verdict and what the agent or the checker said with it.
func (a Arena) attempt(agent, s, r int) attempt {
	t := attempt{a: a, agent: agent, s: s, r: r, passed: !a.broken(s, r) && a.succeeds(agent, s, r), calls: 1}
	fault := uniform(ofFault, agent, s, r, a.Again)
	switch {
	case choice(r) && t.passed:
		t.selected = gold
	case choice(r) && fault < 0.6:
		t.selected = []string{"A", "B", "F"}
	case choice(r):
		t.selected = []string{"A", "C"}
	case t.passed:
		t.stdout = "OK: all checks passed"
	case a.broken(s, r):
		t.stderr = "  File \"<string>\", line 1\n    " + brokenLine + "\n       ^^^\nSyntaxError: invalid syntax"
	case fault < 0.4:
		t.stdout = "FAILED: missing field 'totals'"
	default:
		t.stdout = fmt.Sprintf("FAILED: total expected 42, got %d", int(100*fault))
	}
	if !t.passed && uniform(ofLoop, agent, s, r, a.Again) < 0.01 {
		t.calls = 6 // the agent goes round in a circle
	}
	return t
}

// question is the sent text: feedback on the round before, then the question.
func (t *attempt) question() string {
	if t.r == 0 {
		return prompt(t.s, t.r)
	}
	said := right(t.s, t.r-1)
	if before := t.a.attempt(t.agent, t.s, t.r-1); !before.passed {
		switch {
		case choice(t.r) && choice(t.r-1):
			said = "You missed option D."
		case !choice(t.r) && choice(t.r-1):
			return prompt(t.s, t.r)
		case !choice(t.r):
			said = wrong(t.s, t.r-1)
		}
	}
	return "[Previous Feedback] " + said + "\n\n" + prompt(t.s, t.r)
}

func (t *attempt) answer() string {
	if choice(t.r) {
		return `\bbox{` + strings.Join(t.selected, ",") + "}"
	}
	return "The report is written."
}

func (t *attempt) meta() object {
	return object{"framework": Framework(t.agent), "test_id": scenarioID(t.s), "round_id": roundID(t.r), "question_type": kind(t.r)}
}

func (t *attempt) infer() object {
	started := epoch.Add(time.Duration(t.agent)*10*time.Minute + time.Duration(t.a.Again)*time.Hour +
		time.Duration(t.s*t.a.rounds()+t.r)*time.Second)
	took := int64(400 + 500*uniform(ofLoop, t.agent, t.s, t.r))
	at := float64(started.UnixMilli()) / 1000
	inline := object{"passed": t.passed, "exit_code": map[bool]int{false: 1}[t.passed], "stdout": t.stdout, "stderr": t.stderr}
	if choice(t.r) {
		inline = object{"passed": t.passed, "type": "multi_choice", "selected": t.selected}
	}
	return object{"meta": t.meta(), "question": t.question(), "answer": object{"status": "success", "text": t.answer()},
		"timing":       object{"started_at": at, "finished_at": at + float64(took)/1000, "duration_ms": took},
		"inline_score": inline, "llm_log": object{"success": true, "durationMs": took - 50, "messages": t.messages(started.UnixMilli())}}
}

// messages are the prompt, calls with their results, and the answer. No two runs share an id.
func (t *attempt) messages(at int64) []object {
	text := func(s string) []object { return []object{{"type": "text", "text": s}} }
	list := []object{{"role": "user", "timestamp": at, "content": text(t.question())}}
	id := fmt.Sprintf("%d.%d-%s-%s", t.agent, t.a.Again, scenarioID(t.s), roundID(t.r))
	say := func(content []object) {
		in, out := 900+7*t.agent%500+30*t.r, 40+t.agent%60
		list = append(list, object{"role": "assistant", "content": content, "provider": "lab", "model": Model(t.agent),
			"timestamp": at + int64(len(list)), "responseId": fmt.Sprintf("resp-%s-%d", id, len(list)),
			"usage": object{"input": in, "output": out, "cacheRead": 200, "cacheWrite": 0, "totalTokens": in + out + 200}})
	}
	for n := 0; n < t.calls && !choice(t.r); n++ {
		call := fmt.Sprintf("call-%s-%d", id, n)
		say([]object{{"type": "toolCall", "id": call, "name": "exec", "arguments": object{"command": "python solve.py " + roundID(t.r)}}})
		list = append(list, object{"role": "toolResult", "toolCallId": call, "toolName": "exec", "content": text("wrote report.json"),
			"isError": false, "timestamp": at + int64(len(list)), "details": object{"status": "completed", "exitCode": min(t.calls-1, 1)}})
	}
	say(text(t.answer()))
	return list
}

func (t *attempt) scoring() object {
	score := map[bool]float64{true: 1}[t.passed]
	o := object{"meta": t.meta(), "score": score, "metrics": object{"passed": t.passed}}
	if choice(t.r) {
		o["extracted_answer"], o["correct_answer"], o["metrics"] = t.selected, gold, object{"exact_match": score}
	}
	return o
}

// stamp is a moment after the epoch as Harbor writes it.
func stamp(after time.Duration) string { return epoch.Add(after).Format(time.RFC3339) }

func encode(v any) []byte {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return data
}
