package sqlstore

import (
	"bytes"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"io"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/blob"
	"github.com/clawatlas/clawatlas/results/search"
)

// frameSize is the number of bytes of encoded steps that are compressed together in a frame. The
// steps that one page shows are in one or two frames.
const frameSize = 1 << 20

type trialWriter struct {
	run       *RunTx
	n         int64 // index of the trial within the run
	firstStep int64 // number of the trial's first step within the run, from 1
	row       results.Trial

	frame  int
	buf    bytes.Buffer
	steps  int
	calls  int
	failed int
	loops  map[uint64]int // number of failures of each distinct call, by hash of its name and arguments
	loop   int            // largest number in loops
	sums   traceSums
	agents agentSums
}

// loopsMost is the maximum number of distinct failing calls counted per trial.
const loopsMost = 4096

// step writes the row of a step and appends the content of the step to the current frame.
func (w *trialWriter) step(s *results.Step) error {
	offset := w.buf.Len()
	enc := json.NewEncoder(&w.buf)
	enc.SetEscapeHTML(false)
	w.steps++
	s.StepID = w.steps
	if err := enc.Encode(s); err != nil {
		return fmt.Errorf("encode step %d: %w", s.StepID, err)
	}
	length := w.buf.Len() - offset - 1 // without the newline that the encoder appends
	failed := s.FailedCalls()
	if !s.Copied {
		w.calls += len(s.ToolCalls)
		w.failed += failed
		w.countTools(s)
	}
	if failed == 0 && s.Failed() {
		failed = 1
	}
	var in, out *int64
	if s.Metrics != nil {
		in, out = s.Metrics.PromptTokens, s.Metrics.CompletionTokens
	}
	w.run.steps++
	n := w.run.steps
	if err := w.run.add(stepRows, n, w.n, s.Source, s.Event, s.Agent, s.Day, s.Timestamp, toolNames(s),
		len(s.ToolCalls), failed, in, out, w.frame, offset, length); err != nil {
		return fmt.Errorf("save step %d: %w", s.StepID, err)
	}
	if err := w.sums.add(s, failed > 0, w.saveGroup); err != nil {
		return fmt.Errorf("sum up step %d: %w", s.StepID, err)
	}
	w.agents.add(s)
	if text := search.StepText(s); text != "" {
		if err := w.run.add(textRows, n, w.n, text, stepTags(s, failed > 0)); err != nil {
			return fmt.Errorf("index step %d: %w", s.StepID, err)
		}
	}
	if w.buf.Len() >= frameSize {
		return w.cut()
	}
	return nil
}

func toolNames(s *results.Step) string {
	if len(s.ToolCalls) == 1 {
		return s.ToolCalls[0].Name
	}
	names := make([]string, len(s.ToolCalls))
	for i, c := range s.ToolCalls {
		names[i] = c.Name
	}
	return strings.Join(names, " ")
}

func (w *trialWriter) countTools(s *results.Step) {
	for _, c := range s.ToolCalls {
		failure := ""
		if r := s.FailedResult(c.ID); r != nil {
			failure = r.Failure
		}
		if failure != "" {
			w.countLoop(c)
		}
		w.run.tools[toolKey{c.Name, failure}]++
	}
}

func (w *trialWriter) countLoop(c results.ToolCall) {
	if w.loops == nil {
		w.loops = map[uint64]int{}
	}
	h := fnv.New64a()
	io.WriteString(h, c.Name+"\x00")
	h.Write(c.Arguments)
	k := h.Sum64()
	if _, known := w.loops[k]; known || len(w.loops) < loopsMost {
		w.loops[k]++
		w.loop = max(w.loop, w.loops[k])
	}
}

func (w *trialWriter) cut() error {
	if w.buf.Len() == 0 {
		return nil
	}
	if err := w.run.addPiece(blob.Key{Kind: blob.Trace, Of: w.n, N: w.frame}, w.buf.Bytes()); err != nil {
		return fmt.Errorf("save trace: %w", err)
	}
	w.frame++
	w.buf.Reset()
	return nil
}

// end writes the row of the trial with the totals of its trace.
func (w *trialWriter) end() error {
	if err := w.cut(); err != nil {
		return err
	}
	if err := w.sums.end(w.saveGroup); err != nil {
		return fmt.Errorf("sum up trace: %w", err)
	}
	if err := w.saveAgents(); err != nil {
		return err
	}
	r := &w.row
	for i, c := range r.Checks {
		if err := w.run.add(checkRows, w.n, i+1, c.ID, c.Day, c.Weight, c.RedLine, c.Passed, c.Detail); err != nil {
			return fmt.Errorf("save check %s: %w", c.ID, err)
		}
	}
	detailsJSON, err := json.Marshal(r.Details)
	if err != nil {
		return fmt.Errorf("encode details of %s/%s: %w", r.Scenario, r.Task, err)
	}
	selected, err := optionalList(r.Selected)
	if err != nil {
		return err
	}
	gold, err := optionalList(r.Gold)
	if err != nil {
		return err
	}
	u := r.Usage
	attempt := max(r.Attempt, 1)
	err = w.run.add(trialRows, w.n, nil, w.run.trials[w.n], attempt, max(r.Attempts, 1), r.Status, r.Score, r.Points, r.Kind,
		selected, gold, r.PrefPassed, r.Details.Told != nil && r.Details.Told.Opposite,
		r.StartedAt, r.FinishedAt, r.DurationMS, r.AgentMS,
		u.Input, u.Output, u.CacheRead, u.CacheWrite, u.Total, u.CostUSD,
		w.steps, w.calls, w.failed, w.loop, w.firstStep)
	if err == nil {
		err = w.run.addDetails(w.n, detailsJSON)
	}
	if err != nil {
		return fmt.Errorf("save trial %s/%s attempt %d: %w", r.Scenario, r.Task, attempt, err)
	}
	return nil
}

// trialsInserted lists the columns of the row that end writes. firstStepArg is the index of
// first_step among them.
const (
	trialsInserted = `id, run_id, task_id, attempt, attempts, status, score, points, kind, selected, gold, pref_passed, told_contrary,
  started_at, finished_at, duration_ms, agent_ms,
  tokens_input, tokens_output, tokens_cache_read, tokens_cache_write, tokens_total, cost_usd,
  steps_total, tool_calls, failed_calls, loop_calls, first_step`
	firstStepArg = 27
)

// optionalList encodes a list as JSON. A nil list, which means not recorded, becomes NULL, and an
// empty list becomes [].
func optionalList(list []string) (any, error) {
	if list == nil {
		return nil, nil
	}
	return toJSON(list)
}
