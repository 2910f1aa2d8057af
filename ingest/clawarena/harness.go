package clawarena

import (
	"cmp"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
)

// harnessRound holds the values of a round as the harness computes them for its report (ClawArena,
// src/clawarena/core/report.py), even if they are invalid. They are used only to check the report.
type harnessRound struct {
	id, kind string
	score    jsontext.Value
	metrics  map[string]float64
	tokens   float64 // number of input, output and cached tokens of the assistant's messages
	duration float64
}

// measure computes the number of tokens and the duration of the round. Like the harness, it sets
// both to 0 if the usage of any message is invalid.
func (h *harnessRound) measure(i *inferRecord, data []byte) {
	if i.Log != nil {
		tokens, ok := harnessTokens(i.Log.Messages.of(data))
		if !ok {
			return
		}
		h.tokens = tokens
	}
	h.duration, _ = i.Timing.DurationMS.Number()
}

func harnessTokens(messages jsontext.Value) (sum float64, ok bool) {
	if messages == nil {
		return 0, true
	}
	var list []struct {
		Role  ingest.Scalar  `json:"role"`
		Usage jsontext.Value `json:"usage"`
	}
	lenient := json.JoinOptions(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	if json.Unmarshal(messages, &list, lenient) != nil {
		return 0, false
	}
	for _, m := range list {
		if m.Role.Text() != "assistant" || len(m.Usage) == 0 {
			continue
		}
		var u struct {
			Input     ingest.Scalar `json:"input"`
			Output    ingest.Scalar `json:"output"`
			CacheRead ingest.Scalar `json:"cacheRead"`
		}
		if m.Usage.Kind() != '{' || json.Unmarshal(m.Usage, &u, lenient) != nil {
			return 0, false
		}
		for _, v := range []ingest.Scalar{u.Input, u.Output, u.CacheRead} {
			x, number := v.Number()
			if v.Raw != nil && !number {
				return 0, false
			}
			sum += x
		}
	}
	return sum, true
}

func (r *run) harnessed(d *roundData) {
	if d.scoring == nil || r.report == nil {
		return
	}
	h := d.harness
	h.id, h.kind, h.score = d.files.round, cmp.Or(d.scoring.Meta.QuestionType, results.KindMultiChoice), d.scoring.Score
	h.metrics = d.scoring.Metrics
	if r.report.rounds == nil {
		r.report.rounds = map[string][]harnessRound{}
	}
	r.report.rounds[d.files.test] = append(r.report.rounds[d.files.test], h)
}

func (h *harnessRound) points() float64 {
	x, _ := ingest.Scalar{Raw: h.score}.Number()
	return x
}

// Kinds of expected values: exact is compared without rounding, rounded after rounding to 4
// decimals, and elsewhere is not compared here because the loader compares it.
type (
	exact     float64
	rounded   float64
	elsewhere struct{}
	// listed is a list of JSON objects. The string under key identifies an object.
	listed struct {
		key   string
		items map[string]any
	}
)

// expected returns the report that the harness would write for these records.
func (c *reportCheck) expected() map[string]any {
	tests := map[string]any{}
	kinds := map[string]any{}
	scores := map[string][]float64{}
	var rounds int
	var tokens, duration float64
	for id, list := range c.rounds {
		t := expectedTest(list)
		tests[id] = t
		rounds += len(list)
		tokens += float64(t["tokens"].(exact))
		duration += float64(t["duration_ms"].(exact))
		for _, h := range list {
			scores[h.kind] = append(scores[h.kind], h.points())
		}
	}
	for kind, list := range scores {
		k := map[string]any{"count": exact(len(list)), "task_completion_rate": rounded(mean(list))}
		if kind == results.KindMultiChoice || kind == results.KindExecCheck {
			k["task_completion_rate"] = elsewhere{}
		}
		kinds[kind] = k
	}
	summary := map[string]any{
		"total_tests": exact(len(tests)), "total_rounds": exact(rounds), "total_tokens": exact(tokens),
		"total_duration_ms": exact(duration),
	}
	for _, k := range scoreKeys()[:5] {
		summary[k[1]] = elsewhere{}
	}
	return map[string]any{"summary": summary, "by_test": listed{"test_id", tests}, "by_type": kinds}
}

func expectedTest(list []harnessRound) map[string]any {
	var scores []float64
	var tokens, duration float64
	detail := map[string]any{}
	for _, h := range list {
		x := h.points()
		scores = append(scores, x)
		tokens += h.tokens
		duration += h.duration
		detail[h.id] = map[string]any{"type": h.kind, "score": exact(x), "tokens": exact(h.tokens), "duration_ms": exact(h.duration)}
	}
	passes, failures := streaks(scores, true), streaks(scores, false)
	t := map[string]any{
		"rounds": exact(len(list)), "tokens": exact(tokens), "duration_ms": exact(duration), "rounds_detail": listed{"round_id", detail},
		"streak_lengths": passes, "num_streaks": exact(len(passes)), "max_streak_length": exact(longest(passes)),
		"failure_streak_lengths": failures, "num_failure_streaks": exact(len(failures)),
		"max_failure_streak_length": exact(longest(failures)),
	}
	for _, k := range scoreKeys() {
		if !strings.HasPrefix(k[1], "avg_") {
			t[k[1]] = elsewhere{}
		}
	}
	return t
}

// streaks returns the lengths of the runs of consecutive passed (or failed) rounds.
func streaks(scores []float64, passed bool) []int {
	var list []int
	for i, x := range scores {
		if (x >= 1) != passed {
			continue
		}
		if i == 0 || (scores[i-1] >= 1) != passed {
			list = append(list, 0)
		}
		list[len(list)-1]++
	}
	return list
}

func mean(list []float64) float64 {
	sum := 0.0
	for _, x := range list {
		sum += x
	}
	return sum / float64(len(list))
}

func longest(list []int) int {
	if len(list) == 0 {
		return 0
	}
	return slices.Max(list)
}
