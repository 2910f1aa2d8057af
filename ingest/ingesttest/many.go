package ingesttest

import (
	"fmt"
	"hash/fnv"
	"path"
	"testing/fstest"
	"time"

	"github.com/clawatlas/clawatlas/results"
)

// Arena is a small benchmark in ClawArena's layout with randomly generated runs.
type Arena struct {
	Scenarios, Rounds int
	First, Runs       int // the runs have the numbers First to First+Runs-1; First 0 means 1
	Again             int // repetition number: the same systems run again an hour later per repetition, with different verdicts
}

// ArenaBenchmark is the benchmark id of Arena's dataset.
const ArenaBenchmark = "many-runs"

// draw returns a pseudo-random number in 0..1 that depends only on its arguments.
func draw(of ...any) float64 {
	h := fnv.New64a()
	fmt.Fprint(h, of...)
	x := (h.Sum64() ^ h.Sum64()>>31) * 0x9e3779b97f4a7c15
	return float64(x>>11) / (1 << 53)
}

// brokenLine is invalid Python, so a round with this check can never be passed.
const brokenLine = `assert d['a'] == 1, f'wrong: {d[chr(39)]a{chr(39)]}'`

func (a Arena) broken(k *results.Task) bool {
	return k.Ordinal == 5 && k.Scenario == fmt.Sprintf("many_s%02d", a.Scenarios)
}

func (a Arena) tasks() *results.Dataset {
	d := &results.Dataset{}
	for s := range a.Scenarios {
		for r := range a.Rounds {
			k := results.Task{Scenario: fmt.Sprintf("many_s%02d", s+1), Slug: fmt.Sprintf("q%d", r+1), Ordinal: r + 1, Kind: results.KindExecCheck}
			k.Facts.Prompt = fmt.Sprintf("Case %d, step %d: read file_%d.md and say what follows from it.", s+1, r+1, r+1)
			for _, l := range "ABCDEF" {
				if r%7 < 2 {
					k.Kind = results.KindMultiChoice
					k.Options = append(k.Options, results.Option{Label: string(l), Gold: l != 'C' && l != 'E'})
				}
			}
			d.Tasks = append(d.Tasks, k)
		}
	}
	return d
}

// Agents returns one run directory per system.
func (a Arena) Agents() fstest.MapFS {
	files, d := fstest.MapFS{}, a.tasks()
	for n := max(a.First, 1); n < max(a.First, 1)+a.Runs; n++ {
		x := agent{model: fmt.Sprintf("agent-%04d", n), framework: "openclaw", at: 1772438400 + int64(600*n+3600*a.Again)}
		if n%3 == 0 { // every third system has the previous system's model in a different framework
			x.model, x.framework = fmt.Sprintf("agent-%04d", n-1), "clawatlas-runner"
		}
		x.label = fmt.Sprintf("agents-%d/%04d/lab_%s_%s", a.Again, n, x.model, x.framework)
		x.rounds(files, d, func(k *results.Task) string {
			switch chance := draw("verdict", n, k.Scenario, k.Slug, a.Again); {
			case a.broken(k):
				return "  File \"<string>\", line 1\n    " + brokenLine + "\n       ^^^\nSyntaxError: invalid syntax"
			case chance < 0.2+0.4*draw("skill", n)+0.4*draw("ease", k.Scenario, k.Slug):
				return ""
			case chance < 0.9:
				return "FAILED: missing field 'totals'"
			default:
				return fmt.Sprintf("FAILED: total expected 42, got %d", int(100*chance))
			}
		})
	}
	return files
}

// Dataset returns the files of the dataset.
func (a Arena) Dataset() fstest.MapFS {
	const root = "data/" + ArenaBenchmark
	files := fstest.MapFS{}
	var tests, rounds []object
	for _, k := range a.tasks().Tasks {
		q := object{"id": k.Slug, "type": k.Kind, "update_ids": []string{}, "question": k.Facts.Prompt}
		command := "python check_" + k.Slug + ".py ${workspace}"
		if a.broken(&k) {
			command = `python -c "import json; d = json.load(open('out.json')); ` + brokenLine + `"`
		}
		q["eval"] = object{"command": command, "expect_exit": 0, "timeout": 30}
		q["feedback"] = object{"correct": "Right.", "incorrect": "Wrong."}
		if len(k.Options) > 0 {
			options := object{}
			for _, o := range k.Options {
				options[o.Label] = "Statement " + o.Label + " about " + k.Scenario
			}
			q["eval"] = object{"options": options, "answer": []string{"A", "B", "D", "F"}}
		}
		if rounds = append(rounds, q); len(rounds) == a.Rounds {
			put(files, path.Join(root, "eval", k.Scenario, "questions.json"), object{"id": k.Scenario, "rounds": rounds})
			tests, rounds = append(tests, object{"id": k.Scenario, "desc": "Scripted", "eval": k.Scenario}), nil
		}
	}
	put(files, root+"/openclaw/manifest.json", object{"updates": object{}})
	put(files, root+"/tests.json", object{"name": "Many-runs-v1", "eval_dir": "eval", "tests": tests,
		"frameworks": object{"openclaw": object{"manifest": "openclaw/manifest.json"}}})
	return files
}

// FS returns the files of the dataset and the runs.
func (a Arena) FS() fstest.MapFS {
	files := a.Agents()
	for name, f := range a.Dataset() {
		files[name] = f
	}
	return files
}

// Job returns the files of a Harbor job of agent `number`.
func Job(number, trials, attempts int) fstest.MapFS {
	files := fstest.MapFS{}
	model, name := fmt.Sprintf("trials-agent-%d", number), fmt.Sprintf("job-%d-%d", trials, number)
	root, actor := "jobs/"+name+"/", object{"name": "scripted-agent", "model_name": "lab/" + model}
	const dataset = "many-trials"
	at := func(s int) string {
		return time.Date(2026, 3, 2, 8, 0, 0, 0, time.UTC).Add(time.Duration(s) * time.Second).Format(time.RFC3339)
	}
	total := 0
	for n := range trials {
		task := fmt.Sprintf("task-%05d", n/attempts)
		trial := fmt.Sprintf("%s__%07d", task, n)
		reward := 0
		if draw("reward", n, number) < 0.2+0.6*draw("ease", task) {
			reward = 1
		}
		total += reward
		config := object{"trial_name": trial, "task": object{"path": task, "source": dataset}, "agent": actor}
		put(files, root+trial+"/config.json", config)
		put(files, root+trial+"/verifier/reward.txt", reward)
		put(files, root+trial+"/result.json", object{
			"id": fmt.Sprintf("00000000-0000-4000-8000-%012d", n), "task_name": task, "trial_name": trial, "task_id": object{"path": task},
			"source": dataset, "config": config, "agent_info": object{"name": "scripted-agent", "version": "1.0",
				"model_info": object{"name": model, "provider": "lab"}},
			"agent_result":    object{"n_input_tokens": 100 + n%50, "n_output_tokens": 20, "cost_usd": 0.001},
			"verifier_result": object{"rewards": object{"reward": float64(reward)}}, "started_at": at(6 * n), "finished_at": at(6*n + 5),
			"agent_execution": object{"started_at": at(6*n + 1), "finished_at": at(6*n + 4)},
		})
		put(files, root+trial+"/agent/trajectory.json", object{
			"schema_version": "ATIF-v1.2", "session_id": fmt.Sprintf("s-%d-%d", number, n),
			"agent": object{"name": "scripted-agent", "version": "1.0", "model_name": model},
			"steps": []object{{"step_id": 1, "source": "user", "message": "Solve " + task + "."}, {"step_id": 2, "source": "agent", "message": "I look.",
				"tool_calls":  []object{{"tool_call_id": "c1", "function_name": "shell", "arguments": object{"command": "cat task.md"}}},
				"observation": object{"results": []object{{"source_call_id": "c1", "content": "The task."}}}}},
		})
	}
	put(files, root+"config.json", object{"job_name": name, "n_attempts": attempts, "environment": object{"type": "docker"},
		"datasets": []object{{"name": dataset, "version": "1"}}, "agents": []object{actor}})
	eval := object{"n_trials": trials, "n_errors": 0, "metrics": []object{{"mean": float64(total) / float64(trials)}}}
	put(files, root+"result.json", object{"id": name, "started_at": at(0), "finished_at": at(6 * trials), "n_total_trials": trials,
		"stats": object{"n_completed_trials": trials, "evals": object{"scripted-agent__" + model + "__" + dataset: eval}}})
	return files
}
