package manyruns

import (
	"fmt"
	"strconv"
	"time"
)

func (t *attempt) meta() object {
	return object{"framework": Framework(t.agent), "test_id": scenarioID(t.s), "round_id": roundID(t.r),
		"question_type": t.kind.questionType()}
}

func (t *attempt) session() string {
	return fmt.Sprintf("main_00000000-0000-4000-8000-%08d%04d_%08x", t.agent, t.s, t.a.Again)
}

func infer(t attempt) []byte {
	meta := t.meta()
	meta["agent_id"], meta["session_id"] = scenarioID(t.s), t.session()
	meta["eval_question_path"] = "data/" + Benchmark + "/eval/" + scenarioID(t.s) + "/questions.json"
	answer := object{"status": "success", "text": t.answer(), "error": nil}
	if t.timeout {
		answer["status"], answer["error"] = "timeout", "Timeout after 300.0s"
	}
	return encode(object{
		"meta": meta, "question": t.question(), "answer": answer,
		"timing": object{
			"started_at": float64(t.started.UnixMilli()) / 1000, "finished_at": float64(t.finished.UnixMilli()) / 1000,
			"duration_ms": t.finished.Sub(t.started).Milliseconds(), "retry_count": 2,
		},
		"inline_score": t.inline(), "llm_log": t.log(),
	})
}

func (t *attempt) inline() object {
	o := object{"passed": t.passed}
	if t.kind.multiChoice() {
		o["type"], o["format_valid"], o["selected"] = "multi_choice", !t.timeout, nonNil(t.selected)
	} else {
		o["exit_code"], o["stdout"], o["stderr"] = t.exitCode(), t.stdout, t.stderr
	}
	if t.preferred != nil {
		o["pref_passed"] = *t.preferred
	}
	return o
}

func (t *attempt) log() object {
	log := object{
		"stage": "agent_end", "timestamp": t.finished.UTC().Format("2006-01-02T15:04:05.000Z"), "agentId": scenarioID(t.s),
		"sessionId": t.session(), "sessionKey": "agent:" + scenarioID(t.s) + ":" + t.session(),
		"workspaceDir": "/workspace/" + scenarioID(t.s),
		"success":      !t.timeout, "durationMs": t.finished.Sub(t.started).Milliseconds() - 50, "messageCount": 4 * (t.r + 1),
		"messages": t.messages(),
	}
	if t.timeout {
		log["error"] = "request timed out | request timed out"
	}
	return log
}

// messages are the prompt, calls with their results, and the answer.
func (t *attempt) messages() []object {
	at := t.started.UnixMilli() + 20
	text := func(s string) []object { return []object{{"type": "text", "text": s}} }
	list := []object{{"role": "user", "timestamp": at,
		"content": text("[" + t.started.UTC().Format("Mon 2006-01-02 15:04 MST") + "] " + t.question())}}
	say := func(stop string, content []object) {
		at += 10
		list = append(list, object{
			"role": "assistant", "content": content, "api": "scripted", "provider": "lab", "model": Model(t.agent), "stopReason": stop,
			"timestamp":  at,
			"responseId": fmt.Sprintf("resp-%s-%s-%s-%d", t.who(), scenarioID(t.s), roundID(t.r), len(list)), "usage": t.usage(),
		})
	}
	for n, c := range t.called() {
		id := fmt.Sprintf("call-%s-%s-%s-%d", t.who(), scenarioID(t.s), roundID(t.r), n)
		say("toolUse", []object{{"type": "toolCall", "id": id, "name": c.tool, "arguments": c.arguments}})
		at += 10
		result := object{"role": "toolResult", "toolCallId": id, "toolName": c.tool, "content": text(c.result), "isError": false,
			"timestamp": at}
		if c.tool == "exec" {
			result["details"] = object{"status": "completed", "exitCode": c.exit, "durationMs": 5, "aggregated": c.result,
				"cwd": "/workspace/" + scenarioID(t.s)}
		}
		list = append(list, result)
	}
	if !t.timeout {
		say("stop", text(t.answer()))
	}
	return list
}

// usage is as the framework writes it; the cost is 0 there for every model.
func (t *attempt) usage() object {
	in, out := 900+7*t.agent%500+30*t.r, 40+t.agent%60
	return object{
		"input": in, "output": out, "cacheRead": 200, "cacheWrite": 0, "totalTokens": in + out + 200,
		"cost": object{"input": 0, "output": 0, "cacheRead": 0, "cacheWrite": 0, "total": 0},
	}
}

func scoring(t attempt) []byte {
	score := 0.0
	if t.passed {
		score = 1
	}
	o := object{"meta": t.meta(), "extracted_answer": nil, "correct_answer": nil, "score": score, "metrics": object{"passed": t.passed}}
	if t.kind.multiChoice() {
		o["correct_answer"], o["metrics"] = gold, object{}
		if t.selected != nil {
			o["extracted_answer"], o["metrics"] = t.selected, object{"exact_match": score}
		}
	}
	return encode(o)
}

func nonNil(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}

// stamp is a moment after the epoch as Harbor writes it.
func stamp(after time.Duration) string { return epoch.Add(after).Format(time.RFC3339) }

// who names the agent in ids, which are others in each pass.
func (t *attempt) who() string {
	if t.a.Again == 0 {
		return strconv.Itoa(t.agent)
	}
	return fmt.Sprintf("%d.%d", t.agent, t.a.Again)
}
