package inspect_test

import (
	"fmt"
	"testing"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/results/must"
)

// TestWhoseTokens holds whose the tokens of a sample are: a call counts as a grader's by
// its role, or because it was made inside of a scorer, and as the model's in any other.
func TestWhoseTokens(t *testing.T) {
	const (
		answer = `{"event":"model","model":"acme/m","output":{"choices":[{"message":{"id":"a","role":"assistant","content":"4"}}],` +
			`"usage":{"input_tokens":100,"output_tokens":10,"total_tokens":165,"input_tokens_cache_read":50,` +
			`"input_tokens_cache_write":5,"reasoning_tokens":3,"total_cost":1.5}}}`
		call = `{"event":"model","span_id":"s","model":%q,%s"output":{"choices":[{"message":{"id":"g","role":"assistant","content":"C"}}],` +
			`"usage":{"input_tokens":20,"output_tokens":2,"total_tokens":29,"input_tokens_cache_read":4,"input_tokens_cache_write":3,` +
			`"total_cost":0.5}}}`
		stated = `{"input_tokens":120,"output_tokens":12,"total_tokens":194,"input_tokens_cache_read":54,` +
			`"input_tokens_cache_write":8,"total_cost":2}`
		own, both = "100 10 50 5 165 1.5, graders 29", "120 12 54 8 194 2, graders 0"
	)
	for name, c := range map[string]struct {
		kind, model, role string // of the span around the second call, and of the call
		stated            string // usage of the sample; empty: it states none
		want              string // input, output, cache read, written, total and cost of the model; tokens of graders
	}{
		"a grader's role":            {"solver", "acme/m", `"role":"grader",`, "", own},
		"a scorer's span":            {"scorer", "acme/m", "", "", own},
		"all scorers' span":          {"scorers", "acme/m", "", "", own},
		"another role":               {"solver", "acme/m", `"role":"critic",`, "", both},
		"no role":                    {"solver", "acme/m", "", "", both},
		"another model":              {"solver", "acme/judge", `"role":"grader",`, "", own},
		"a grader in what is stated": {"solver", "acme/m", `"role":"grader",`, stated, own},
		"no grader in it":            {"solver", "acme/m", "", stated, both},
		"the cache in the input": {"scorer", "acme/judge", "", `{"input_tokens":155,"output_tokens":10,"total_tokens":165,` +
			`"input_tokens_cache_read":50,"input_tokens_cache_write":5,"total_cost":1.5}`, "100 10 50 5 165 1.5, graders 0"},
		"less stated than graded": {"solver", "acme/m", `"role":"grader",`, `{"input_tokens":10,"output_tokens":1,"total_tokens":11}`, own},
	} {
		usage := ""
		if c.stated != "" {
			usage = `,"model_usage":{"acme/m":` + c.stated + `}`
		}
		sample := `"input":"2+2?","target":"4","messages":[{"role":"user","content":"2+2?"},{"id":"a","role":"assistant","content":"4"}],` +
			`"scores":{"match":{"value":"C"}},"events":[` + answer + fmt.Sprintf(`,{"event":"span_begin","id":"s","type":%q,"name":"x"},`, c.kind) +
			fmt.Sprintf(call, c.model, c.role) + `]` + usage
		db := ingesttest.Open(t)
		rep := ingesttest.Load(t, db, oneSample("x", "match", sample), ingest.Identity{})
		tr := ingesttest.Trials(t, db, rep.Runs[0].Run)[0].Trial
		u := tr.Usage
		got := fmt.Sprintf("%d %d %d %d %d %v, graders %v", *u.Input, *u.Output, *u.CacheRead, *u.CacheWrite, *u.Total,
			*u.CostUSD, tr.Details.Metrics["grader_tokens"])
		must.Equal(t, c.want, got, "%s", name)
	}
}

// TestBeside holds that a scorer's question is told without what the conversation shows
// already, and that a sample without times has those of its events.
func TestBeside(t *testing.T) {
	db := ingesttest.Open(t)
	rep := ingesttest.Load(t, db, oneSample("x", "match", `"input":"2+2?","target":"4","scores":{},`+
		`"messages":[{"id":"u","role":"user","content":"2+2?"},{"id":"a","role":"assistant","content":"4"}],"events":[`+
		`{"event":"model","timestamp":"2026-01-01T00:00:05Z","completed":"2026-01-01T00:00:07Z",`+
		`"output":{"choices":[{"message":{"id":"a","role":"assistant","content":"4"}}]}},`+
		`{"event":"span_begin","timestamp":"2026-01-01T00:00:02Z","id":"s","type":"scorer","name":"x"},`+
		`{"event":"model","span_id":"s","timestamp":"2026-01-01T00:00:08Z","completed":"2026-01-01T00:00:09Z",`+
		`"input":[{"id":"u","role":"user","content":"2+2?"},{"id":"v","role":"user","content":"Right?"}],`+
		`"output":{"choices":[{"message":{"id":"g","role":"assistant","content":"C"}}]}}]`), ingest.Identity{})
	tr := ingesttest.Trials(t, db, rep.Runs[0].Run)[0]
	got := ""
	for _, s := range tr.Steps {
		got += fmt.Sprintf("%s|%s|%s\n", s.Agent, s.Source, s.Message)
	}
	if want := "|user|2+2?\n|agent|4\nscorer x|user|Right?\nscorer x|agent|C\n"; got != want {
		t.Errorf("steps\n%swant\n%s", got, want)
	}
	const start = 1767225600000
	if from, to := tr.Trial.StartedAt, tr.Trial.FinishedAt; *from != start+2000 || *to != start+9000 {
		t.Errorf("from %d to %d", *from-start, *to-start)
	}
}
