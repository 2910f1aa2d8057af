package main

import (
	"encoding/json"
	"testing"

	"github.com/clawatlas/clawatlas/results/must"
)

// another makes a ClawArena answer that of another run, as an honest one would differ:
// its agent writes other words, at other times.
func another(t *testing.T, data []byte) []byte {
	return edited(t, data, func(doc map[string]any) {
		if timing, ok := doc["timing"].(map[string]any); ok {
			for _, k := range []string{"started_at", "finished_at"} {
				if n, ok := timing[k].(json.Number); ok {
					at := must.Get(n.Float64())(t)
					timing[k] = at + 3601
				}
			}
		}
		log, _ := doc["llm_log"].(map[string]any)
		messages, _ := log["messages"].([]any)
		for _, m := range messages {
			if m := m.(map[string]any); m["role"] == "assistant" {
				rewritten(m["content"])
			}
		}
	})
}

// rewritten puts words before all that is long below a value.
func rewritten(v any) {
	change := func(x any, put func(string)) {
		if s, ok := x.(string); ok && len(s) >= 100 {
			put("In other words: " + s)
			return
		}
		rewritten(x)
	}
	switch v := v.(type) {
	case map[string]any:
		for k := range v {
			change(v[k], func(s string) { v[k] = s })
		}
	case []any:
		for i := range v {
			change(v[i], func(s string) { v[i] = s })
		}
	}
}
