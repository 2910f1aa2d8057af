package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/clawatlas/clawatlas/results/must"
)

// account is what the records of a run of three tasks say, whatever format they are in.
type account struct {
	model string
	named [3]string // the model in the messages of a trial, if it is another one
	seed  [3]int    // of what each trial's ids, words and moments are made: equal ones make copies
	score [3]any    // 0, 1, or what stands in the place of a score
	year  int       // 0: nothing is dated
	less  int       // trials that are left out
}

// files are records by path.
type files map[string][]byte

func (f files) put(t *testing.T, name string, doc any) {
	t.Helper()
	data := must.Get(json.MarshalIndent(doc, "", " "))(t)
	f[name] = data
}

type doc = map[string]any

// drawnID is an id as a provider draws it at random.
func drawnID(seed, n int) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "id %d %d", seed, n))
	return "call_" + hex.EncodeToString(sum[:])[:24]
}

// longWords are words of which no two agents write the same.
func longWords(seed, n int) string {
	var b strings.Builder
	for i := 0; b.Len() < 400; i++ {
		sum := sha256.Sum256(fmt.Appendf(nil, "word %d %d %d", seed, n, i))
		b.WriteString("step " + hex.EncodeToString(sum[:4]) + " is done; ")
	}
	return b.String()
}

// moment is a time of a trial, n seconds after it began, as ISO writes it.
func (a *account) moment(trial, n int) any {
	if a.year == 0 {
		return nil
	}
	at := time.Date(a.year, 1, 2, 3, 0, 0, 0, time.UTC).Add(time.Duration(a.seed[trial]*977+n)*time.Second +
		time.Duration(a.seed[trial]%7+1)*111*time.Millisecond)
	return at.Format("2006-01-02T15:04:05.000Z")
}

func (a *account) trials() int { return 3 - a.less }

func (a *account) in(trial int) string {
	if a.named[trial] != "" {
		return a.named[trial]
	}
	return a.model
}

var liesTasks = [3]string{"alpha", "bravo", "charlie"}

func harborSpecimen(t *testing.T, a account) files {
	f, sum := files{}, 0.0
	for i := range a.trials() {
		dir := "job/" + liesTasks[i] + "__" + hex.EncodeToString([]byte(a.model))[:6] + "/"
		f.put(t, dir+"result.json", doc{
			"id": drawnID(a.seed[i], 9), "task_name": liesTasks[i], "trial_name": strings.Trim(strings.TrimPrefix(dir, "job/"), "/"),
			"task_id": doc{"path": "set/" + liesTasks[i]}, "source": "set", "task_checksum": "sum of " + liesTasks[i],
			"config":          doc{"task": doc{"path": "set/" + liesTasks[i]}, "agent": doc{"name": "shell-agent", "model_name": "acme/" + a.model}},
			"agent_info":      doc{"name": "shell-agent", "version": "1", "model_info": doc{"name": a.model, "provider": "acme"}},
			"agent_result":    doc{"n_input_tokens": 900, "n_output_tokens": 300, "n_cache_tokens": 0, "cost_usd": 0.02},
			"agent_execution": doc{"started_at": a.moment(i, 10), "finished_at": a.moment(i, 50)},
			"verifier_result": doc{"rewards": doc{"reward": a.score[i]}}, "started_at": a.moment(i, 0), "finished_at": a.moment(i, 60)})
		if x, ok := a.score[i].(int); ok {
			sum += float64(x)
		}
		f[dir+"verifier/reward.txt"] = fmt.Appendf(nil, "%v\n", a.score[i])
		steps := []any{doc{"step_id": 1, "source": "user", "message": "Do " + liesTasks[i]}}
		for n := range 4 {
			steps = append(steps, doc{"step_id": n + 2, "source": "agent", "message": longWords(a.seed[i], n), "model_name": a.in(i),
				"tool_calls":  []any{doc{"tool_call_id": drawnID(a.seed[i], n), "function_name": "bash", "arguments": doc{"command": "ls"}}},
				"observation": doc{"results": []any{doc{"source_call_id": drawnID(a.seed[i], n), "content": "ok"}}}})
		}
		f.put(t, dir+"agent/trajectory.json", doc{"schema_version": "ATIF-v1.4", "session_id": drawnID(a.seed[i], 8),
			"agent": doc{"name": "shell-agent", "version": "1", "model_name": a.in(i)}, "steps": steps})
	}
	f.put(t, "job/config.json", doc{"job_name": "job", "n_attempts": 1, "agents": []any{doc{"name": "shell-agent", "model_name": "acme/" + a.model}}})
	f.put(t, "job/result.json", doc{"id": "j", "n_total_trials": a.trials(), "stats": doc{"n_trials": a.trials(), "n_errors": 0,
		"evals": doc{"shell-agent__" + a.model + "__set": doc{"n_trials": a.trials(), "n_errors": 0,
			"metrics": []any{doc{"mean": sum / float64(a.trials())}}}}}})
	return f
}

// siteSpecimen is site data of 40 tasks; the three trials of an account set every third
// of them apart.
func siteSpecimen(t *testing.T, a account) files {
	rows := doc{}
	sum := 0.0
	for i := range 40 - a.less {
		name := fmt.Sprintf("case-%02d", i)
		var avg any = float64((a.seed[i%3]*31+i*17)%97+1) / 100
		if i < 3 {
			avg = a.score[i]
		}
		switch x := avg.(type) {
		case float64:
			sum += x
		case int:
			sum += float64(x)
		}
		rows[name] = []any{doc{"model": a.model, "avgScore": avg, "attempts": 3, "allPassed": avg == 1}}
	}
	year := "2026-01-02"
	if a.year != 0 {
		year = fmt.Sprintf("%d-01-02", a.year)
	}
	f := files{}
	f.put(t, "site/task-results.json", rows)
	f.put(t, "site/leaderboard.json", doc{"updatedAt": year, "models": []any{doc{"model": a.model,
		"overall": json.Number(fmt.Sprintf("%.1f", 100*sum/float64(40-a.less))), "bestScore": json.Number("99.0"),
		"difficulty": doc{}, "factors": doc{}, "domains": doc{}}}})
	return f
}
