package clawarena

import (
	"cmp"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawatlas/clawatlas/results"
)

// topRecord holds the metadata fields at the top level of records by MetaClaw's own harness
// (aiming-lab/MetaClaw, benchmark/). In ClawArena's records they are below meta.
type topRecord struct {
	TestID       string `json:"test_id"`
	RoundID      string `json:"round_id"`
	QuestionType string `json:"question_type"`
}

func (x topRecord) metaClaw() bool { return x.QuestionType != "" }

// into copies the top-level fields to m. MetaClaw's harness always runs OpenClaw.
func (x topRecord) into(m *recordMeta) *recordMeta {
	m.TestID, m.RoundID, m.QuestionType = cmp.Or(m.TestID, x.TestID), cmp.Or(m.RoundID, x.RoundID), cmp.Or(m.QuestionType, x.QuestionType)
	if x.metaClaw() {
		m.Framework = cmp.Or(m.Framework, "openclaw")
	}
	return m
}

// settled returns the metadata of a record, converting records of MetaClaw's own harness.
func (i *inferRecord) settled() *recordMeta {
	if i.metaClaw() {
		i.Answer.Status, i.Timing = cmp.Or(i.Answer.Status, i.Status), i.Run
		if i.Log != nil {
			i.Meta.SessionID = cmp.Or(i.Meta.SessionID, i.Log.Session)
		}
	}
	return i.into(&i.Meta)
}

// answerRecord is the answer in a record: a JSON object, or plain text in records of MetaClaw's own
// harness.
type answerRecord struct {
	Status string  `json:"status"`
	Text   string  `json:"text"`
	Error  *string `json:"error"`
}

func (a *answerRecord) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	if dec.PeekKind() == '"' {
		return json.UnmarshalDecode(dec, &a.Text)
	}
	type object answerRecord
	return json.UnmarshalDecode(dec, (*object)(a))
}

// partialScore scores a choice like MetaClaw's harness: 1 minus the share of wrong or missed
// options, 0 without an answer (benchmark/src/scoring_cmd.py).
func partialScore(task *results.Task, selected, gold []string) float64 {
	if len(task.Options) == 0 || selected == nil {
		return 0
	}
	wrong := 0
	for _, o := range task.Options {
		if slices.Contains(selected, o.Label) != slices.Contains(gold, o.Label) {
			wrong++
		}
	}
	return 1 - float64(wrong)/float64(len(task.Options))
}

// expectedMetaClaw returns the report that MetaClaw's own harness would write. It writes 0 for
// unrecorded tokens, which are not compared.
func (c *reportCheck) expectedMetaClaw() map[string]any {
	tests, all := map[string]any{}, []harnessRound{}
	for id, list := range c.rounds {
		all = append(all, list...)
		detail := map[string]any{}
		for _, h := range list {
			detail[h.id] = map[string]any{"score": exact(h.points()), "metrics": nil, "tokens": nil}
		}
		tests[id] = map[string]any{"accuracy": elsewhere{}, "metrics": meanMetrics(list), "tokens": nil, "questions": listed{"round_id", detail}}
	}
	sum := 0.0
	for _, h := range all {
		sum += h.points()
	}
	summary := map[string]any{"total_questions": exact(len(all)), "correct": exact(sum), "accuracy": elsewhere{}, "tokens": nil,
		"metrics": meanMetrics(all)}
	return map[string]any{"summary": summary, "by_task": tests}
}

// meanMetrics returns the mean of each metric. Like MetaClaw's harness, it divides by the number of
// all rounds, including rounds without the metric.
func meanMetrics(list []harnessRound) map[string]any {
	sums, means := map[string]float64{}, map[string]any{}
	for _, h := range list {
		for key, x := range h.metrics {
			sums[key] += x
		}
	}
	for key, sum := range sums {
		means[key] = exact(sum / float64(len(list)))
	}
	return means
}
