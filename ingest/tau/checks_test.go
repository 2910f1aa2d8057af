package tau_test

import (
	"encoding/json"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// with gives the fixture with members of its first simulation set, by their JSON.
func with(t testing.TB, members map[string]string) []byte {
	t.Helper()
	var doc map[string]json.RawMessage
	var list []map[string]json.RawMessage
	must.Do(t, json.Unmarshal(read(t, "results.json"), &doc))
	must.Do(t, json.Unmarshal(doc["simulations"], &list))
	for name, value := range members {
		list[0][name] = json.RawMessage(value)
	}
	var err error
	doc["simulations"], err = json.Marshal(list)
	must.Do(t, err)
	return must.Get(json.Marshal(doc))(t)
}

func first(t *testing.T, data []byte) (*results.Trial, []results.Step) {
	t.Helper()
	_, list := load(t, fstest.MapFS{"results.json": {Data: data}})
	return &list[0].Trial.Trial, list[0].Steps
}

// TestChecks holds what becomes of the single checks of an evaluation: each says what
// was expected and what was found, and only the parts of the reward have a weight.
func TestChecks(t *testing.T) {
	tr, _ := first(t, with(t, map[string]string{"reward_info": `{
		"reward": 0.0, "reward_basis": ["DB", "ENV_ASSERTION"], "reward_breakdown": {"DB": 0.0, "ENV_ASSERTION": 1.0},
		"db_check": {"db_match": false, "db_reward": 0.0},
		"action_checks": [
			{"action": {"action_id": "a1", "requestor": "assistant", "name": "find", "arguments": {"what": "cap"},
			"compare_args": ["what"]}, "action_match": false, "action_reward": 0.0, "tool_type": "read"},
			{"action": {"action_id": "a1", "requestor": "user", "name": "check_phone", "arguments": {}}, "action_match": true, "action_reward": 1.0},
			{"action": {"action_id": "a3", "name": "sell", "arguments": {}}, "action_match": false, "action_reward": 0.0},
			7],
		"env_assertions": [{"env_assertion": {"env_type": "user", "func_name": "assert_hat", "arguments": {"n": 1},
		"assert_value": false, "message": "no hat"}, "met": true, "reward": 1.0}],
		"nl_assertions": [{"nl_assertion": "Agent is kind.", "met": false, "justification": "It was not."}],
		"communicate_checks": [{"info": "42", "met": true, "justification": "said", "by": "x"}]}`}))
	type check struct {
		ID     string
		Weight float64
		Passed string
		Detail string
	}
	var got []check
	for _, c := range tr.Checks {
		got = append(got, check{c.ID, c.Weight, map[bool]string{true: "?"}[c.Passed == nil], c.Detail})
		if c.Passed != nil {
			got[len(got)-1].Passed = map[bool]string{true: "yes", false: "no"}[*c.Passed]
		}
	}
	want := []check{
		{"DB", 1, "no", "part of the reward; expected the database as the reference actions leave it, found another"},
		{"ENV_ASSERTION", 1, "yes", "part of the reward"},
		{"ACTION a1", 0, "no", `not part of the reward; expected find {"what":"cap"} (read), compared by what; found with other ` +
			`arguments: {"what":"hat"}`},
		{"ACTION a1 (2)", 0, "yes", "not part of the reward; expected the user to call check_phone(); found"},
		{"ACTION a3", 0, "no", "not part of the reward; expected sell(); found no call of sell"},
		{"ACTION 4", 0, "?", "not understood: 7"},
		{"COMMUNICATE 1", 0, "yes", "not part of the reward; expected the agent to say “42”; found. said\nAlso recorded: {\"by\":\"x\"}"},
		{"ENV_ASSERTION 1", 0, "yes", `counts through ENV_ASSERTION; expected assert_hat {"n":1} to be false in the environment ` +
			`of the user (no hat); found`},
		{"NL_ASSERTION 1", 0, "no", "not part of the reward; expected: Agent is kind.; not found. It was not."},
	}
	must.Same(t, want, got, "checks")
}

// TestLyingReward holds that a reward that its own parts contradict is told.
func TestLyingReward(t *testing.T) {
	data := with(t, map[string]string{"reward_info": `{"reward": 1.0, "reward_basis": ["DB"], "reward_breakdown": {"DB": 0.0}}`})
	db := ingesttest.Open(t)
	rep := ingesttest.Load(t, db, fstest.MapFS{"results.json": {Data: data}}, ingest.Identity{})
	for _, w := range rep.Runs[0].Warnings {
		if strings.Contains(w.Message, "product of its parts 0") {
			return
		}
	}
	t.Errorf("warnings %+v", rep.Runs[0].Warnings)
}

// TestRowChecks holds what tau-bench 1 says of its verdict.
func TestRowChecks(t *testing.T) {
	rows := `[{"task_id": 3, "reward": 0.0, "trial": 0, "traj": [], "info": {"task": {"instruction": "x"}, "reward_info": {"reward": 0.0,
		"info": {"r_outputs": 0.0, "outputs": {"12": true, "13": false}}, "actions": []}, "user_cost": 0.1}}]`
	var got []string
	_, list := load(t, fstest.MapFS{"rows.json": {Data: []byte(rows)}})
	for _, c := range list[0].Trial.Checks {
		got = append(got, c.ID+": "+c.Detail)
	}
	want := []string{"r_outputs: part of the reward", "r_outputs 1: counts through r_outputs; expected the agent to say “12”, " +
		"found", "r_outputs 2: counts through r_outputs; expected the agent to say “13”, not found"}
	must.Same(t, want, got, "checks")
}

// TestLeft holds that what is recorded beside messages, results and simulations stays
// visible, and that tokens from the provider's cache are counted apart.
func TestLeft(t *testing.T) {
	tr, steps := first(t, with(t, map[string]string{
		"review": `{"summary": "fine"}`, "policy": `"Sell hats."`,
		"messages": `[
			{"role": "assistant", "content": "Hi", "turn_idx": 0, "is_audio": false, "odd": 7, "usage": {"prompt_tokens": 100,
			"completion_tokens": 5},
			 "raw_data": {"choices": [{"finish_reason": "stop", "message": {"content": "Hi", "reasoning_content": "Greet."}}],
			"usage": {"prompt_tokens_details": {"cached_tokens": 60}}}},
			{"role": "tool", "id": "x", "content": "late", "error": false, "queue": "q"}]`,
	}))
	var got []string
	for _, s := range steps {
		line := s.Source + " " + s.Event + " " + s.Message + " " + s.Reasoning + " " + s.StopReason + " " + string(s.Also)
		if s.Observation != nil {
			line += string(s.Observation.Results[0].Also)
		}
		got = append(got, line)
	}
	want := []string{
		"system  Sell hats.   ",
		`agent  Hi Greet. stop {"odd":7}`,
		`system     {"queue":"q"}`,
	}
	must.Same(t, want, got[:min(3, len(got))], "steps")
	if last := steps[len(steps)-1]; last.Event != "meta" || !strings.Contains(string(last.Also), `"review":{"summary":"fine"}`) {
		t.Errorf("last step %+v", last)
	}
	if u := tr.Usage; *u.Input != 40 || *u.CacheRead != 60 || *u.Total != 105 {
		t.Errorf("usage %+v", u)
	}
}

// TestTicks holds what a conversation by voice becomes: a turn of one who goes on
// speaking is one step, calls and their later results are another.
func TestTicks(t *testing.T) {
	_, steps := first(t, with(t, map[string]string{
		"messages": `null`, "policy": `null`, "seed": `null`, "mode": `null`,
		"ticks": `[
			{"tick_id": 0, "timestamp": "2026-01-01T10:00:00", "tick_duration_seconds": 0.2, "agent_chunk": {"contains_speech": true,
			"content": "Good", "utterance_ids": ["a"]}},
			{"tick_id": 1, "agent_chunk": {"contains_speech": true, "content": " day", "utterance_ids": ["a"]},
			"user_chunk": {"contains_speech": true, "content": null}},
			{"tick_id": 2, "agent_chunk": {"contains_speech": true, "content": "Sir", "utterance_ids": ["b"]},
			"user_chunk": {"contains_speech": false}, "agent_tool_calls": [{"id": "c1", "name": "find", "arguments": {"what": "hat"}}]},
			{"tick_id": 3, "agent_chunk": null, "user_chunk": {"contains_speech": true, "content": "A hat"}, "user_transcript": "A cat"},
			{"tick_id": 4, "agent_tool_results": [{"role": "tool", "id": "c1", "content": "one", "error": false}]}]`,
	}))
	var got []string
	for _, s := range steps {
		line := s.Source + " " + s.Event + ": " + s.Message
		for _, c := range s.ToolCalls {
			line += c.Name + string(c.Arguments)
		}
		if s.Observation != nil {
			line += " = " + s.Observation.Results[0].Content
		}
		got = append(got, line)
	}
	want := []string{
		"agent : Good day Sir (ticks 0 to 2, 0.6 s from 0.0 s on). Both speak at once.",
		"user log: The user speaks; the words are not recorded (tick 1, 0.2 s from 0.2 s on). Both speak at once.",
		`agent : find{"what":"hat"} = one`,
		"user : A hat (tick 3, 0.2 s from 0.6 s on)\n\nThe agent heard: A cat",
	}
	must.Same(t, want, got, "steps")
}

// TestStream holds that the limit of a record is one of its parts: a file may be larger,
// a single simulation may not, and one that is not as it should be costs itself alone.
func TestStream(t *testing.T) {
	data := read(t, "results.json")
	l := ingesttest.Loader(ingesttest.Open(t))
	l.Limits.Record = int64(len(data) / 3)
	rep := must.Get(l.Load(t.Context(), []ingest.Source{{FS: fstest.MapFS{"results.json": {Data: data}}, Name: "test"}}))(t)
	if len(rep.Runs) != 1 || rep.Runs[0].Counts.Passed != 2 {
		t.Errorf("runs %+v, warnings %+v", rep.Runs, rep.Warnings)
	}
	l = ingesttest.Loader(ingesttest.Open(t))
	l.Limits.Record = 1000
	rep = must.Get(l.Load(t.Context(), []ingest.Source{{FS: fstest.MapFS{"results.json": {Data: data}}, Name: "test"}}))(t)
	if len(rep.Runs) != 0 || len(rep.Warnings) == 0 {
		t.Errorf("runs %+v, warnings %+v", rep.Runs, rep.Warnings)
	}
	_, list := load(t, fstest.MapFS{"results.json": {Data: with(t, map[string]string{"messages": `"none"`})}})
	if run := list[0].Run; run.Counts.Passed != 1 || run.Complete {
		t.Errorf("counts %+v", list[0].Run.Counts)
	}
}

// TestIndex holds that a simulation that the index of a folder lists and that is not
// there is told.
func TestIndex(t *testing.T) {
	text := strings.Replace(string(read(t, "folder/results.json")), `"tasks": []`, `"tasks": [], "simulation_index": [{"id": `+
		`"gone", "task_id": 9, "trial": 0}]`, 1)
	db := ingesttest.Open(t)
	rep := ingesttest.Load(t, db, fstest.MapFS{"results.json": {Data: []byte(text)}, "simulations/a.json": {Data: read(t,
		"folder/simulations/a.json")}}, ingest.Identity{})
	if len(rep.Runs) != 1 || len(rep.Runs[0].Warnings) == 0 || !strings.Contains(rep.Runs[0].Warnings[0].Message,
		"lists the simulation gone of task 9") {
		t.Errorf("%+v", rep)
	}
}

// TestOfTheAgent holds that the cost is what the record states for the agent, that a
// greeting is of no model, and that a simulation that the infrastructure ended has no score.
func TestOfTheAgent(t *testing.T) {
	tr, steps := first(t, with(t, map[string]string{"agent_cost": "0.5", "termination_reason": `"infrastructure_error"`}))
	if *tr.Usage.CostUSD != 0.5 || tr.Status != results.InfraError || tr.Score != nil {
		t.Errorf("%s with the score %v for %v USD", tr.Status, tr.Score, *tr.Usage.CostUSD)
	}
	if steps[0].ModelName != "" || steps[2].ModelName != "acme/tiny-1" {
		t.Errorf("the greeting is of %q, the answer of %q", steps[0].ModelName, steps[2].ModelName)
	}
}
