package harbor

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/clawatlas/clawatlas/ingest"
)

// TestUnrealValues gives usage and times of a result that cannot be: each is
// absent, with a warning at its line, and the trial's reward stands.
func TestUnrealValues(t *testing.T) {
	for _, c := range []struct{ member, raw, warning, want string }{
		{"n_input_tokens", "100", "", "in=90 out=7 cached=10 cost=0.5 started=1767225600000 duration=60000 agent=30000"},
		{"n_input_tokens", "-1", "is -1, below 0", "in=- out=7 cached=10 cost=0.5 started=1767225600000 duration=60000 agent=30000"},
		{"n_input_tokens", "1.5", "is 1.5, not a whole number",
			"in=- out=7 cached=10 cost=0.5 started=1767225600000 duration=60000 agent=30000"},
		{"n_input_tokens", "9007199254740994", "more than any run has",
			"in=- out=7 cached=10 cost=0.5 started=1767225600000 duration=60000 agent=30000"},
		{"n_input_tokens", `"100"`, `is "100", not a number`,
			"in=- out=7 cached=10 cost=0.5 started=1767225600000 duration=60000 agent=30000"},
		{"n_output_tokens", "1e400", "is 1e400, not a number",
			"in=90 out=- cached=10 cost=0.5 started=1767225600000 duration=60000 agent=30000"},
		{"cost_usd", "-2", "is -2, below 0", "in=90 out=7 cached=10 cost=- started=1767225600000 duration=60000 agent=30000"},
		{"cost_usd", "0", "", "in=90 out=7 cached=10 cost=- started=1767225600000 duration=60000 agent=30000"},
		{"started_at", `"0001-01-01T00:00:00Z"`, "not a possible time of a run",
			"in=90 out=7 cached=10 cost=0.5 started=- duration=- agent=30000"},
		{"started_at", `"9999-01-01T00:00:00Z"`, "not a possible time of a run",
			"in=90 out=7 cached=10 cost=0.5 started=- duration=- agent=30000"},
		{"started_at", `1767225600`, "not a time", "in=90 out=7 cached=10 cost=0.5 started=- duration=- agent=30000"},
		{"started_at", `"yesterday"`, "not a time", "in=90 out=7 cached=10 cost=0.5 started=- duration=- agent=30000"},
		{"finished_at", `"2025-12-31T23:59:59Z"`, "before its started_at",
			"in=90 out=7 cached=10 cost=0.5 started=1767225600000 duration=- agent=30000"},
		{"agent_end", `"2025-12-31T23:59:59Z"`, "agent_execution.finished_at is",
			"in=90 out=7 cached=10 cost=0.5 started=1767225600000 duration=60000 agent=-"},
	} {
		t.Run(c.member+" "+c.raw, func(t *testing.T) {
			v := map[string]string{
				"n_input_tokens": "100", "n_output_tokens": "7", "cost_usd": "0.5", "agent_end": `"2026-01-01T00:00:30Z"`,
				"started_at": `"2026-01-01T00:00:00Z"`, "finished_at": `"2026-01-01T00:01:00Z"`,
			}
			v[c.member] = c.raw
			data := fmt.Sprintf(`{"task_name": "one", "trial_name": "one__1aaaaaa", "task_id": {"path": "set/one"}, "source": "set", `+
				`"config": {"agent": {"name": "a", "model_name": "p/m"}},
"agent_info": {"name": "a", "model_info": {"name": "m", "provider": "p"}}, "verifier_result": {"rewards": {"reward": 1}},
"agent_result": {"n_input_tokens": %s, "n_cache_tokens": 10, "n_output_tokens": %s, "cost_usd": %s},
"agent_execution": {"started_at": "2026-01-01T00:00:00Z", "finished_at": %s},
"started_at": %s, "finished_at": %s}`, v["n_input_tokens"], v["n_output_tokens"], v["cost_usd"], v["agent_end"], v["started_at"],
				v["finished_at"])
			m := newMemory()
			read(t, fstest.MapFS{"one__1aaaaaa/result.json": {Data: []byte(data)}}, m, ingest.Identity{})
			tr := m.runs[0].trials[0]
			got := fmt.Sprintf("in=%s out=%s cached=%s cost=%s started=%s duration=%s agent=%s", whole64(tr.Usage.Input),
				whole64(tr.Usage.Output),
				whole64(tr.Usage.CacheRead), number(tr.Usage.CostUSD), whole64(tr.StartedAt), whole64(tr.DurationMS), whole64(tr.AgentMS))
			if got != c.want || number(tr.Score) != "1" {
				t.Errorf("got  %s, score %s\nwant %s", got, number(tr.Score), c.want)
			}
			line := map[string]int{"agent_end": 4, "started_at": 5, "finished_at": 5}[c.member]
			if line == 0 {
				line = 3
			}
			n := 0
			for _, w := range m.runs[0].warnings {
				if strings.HasSuffix(w.Message, ": left out") {
					n++
					if c.warning == "" || !strings.Contains(w.Message, c.warning) || w.Line != line ||
						w.File != "one__1aaaaaa/result.json" {
						t.Errorf("warning %+v, want %q at line %d", w, c.warning, line)
					}
				}
			}
			if (n == 1) != (c.warning != "") {
				t.Errorf("%d warnings, want %q", n, c.warning)
			}
		})
	}
}
