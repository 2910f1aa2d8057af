package trace_test

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/ingest/trace"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// made yields lines that are written on demand, so that a long transcript
// needs no file.
type made struct {
	n, end int
	line   func(n int) string
	fail   error // instead of the end
}

func (m *made) Next() ([]byte, int, error) {
	if m.n >= m.end {
		if m.fail != nil {
			return nil, m.n, m.fail
		}
		return nil, m.n, io.EOF
	}
	m.n++
	return []byte(m.line(m.n)), m.n, nil
}

// turn is line n of an OpenClaw session of alternating answers and results.
func turn(pad string) func(int) string {
	return func(n int) string {
		head := fmt.Sprintf(`{"type":"message","id":"%08x","parentId":"%08x","timestamp":"2026-03-19T16:09:24.690Z","message":`, n, n-1)
		if n%2 == 1 {
			return head + fmt.Sprintf(`{"role":"assistant","content":[{"type":"text","text":"%s"},{"type":"toolCall","id":"functions.exec:0","name":"exec","arguments":{"command":"step %d"}}],"model":"m","usage":{"input":1,"output":1,"cost":{"total":0}},"stopReason":"toolUse"}}`, pad, n)
		}
		return head + fmt.Sprintf(`{"role":"toolResult","toolCallId":"functions.exec:0","toolName":"exec","content":[{"type":"text","text":"result %d %s"}],"isError":false}}`, n, pad)
	}
}

// TestLongSessionStaysOutOfMemory reads 40,000 lines of 4 KB. What the reader
// holds at any moment must stay far below the 160 MB that have passed.
func TestLongSessionStaysOutOfMemory(t *testing.T) {
	const lines, limit = 40_000, 32 << 20
	line := turn(strings.Repeat("x", 4000))
	runtime.GC()
	var before, now runtime.MemStats
	runtime.ReadMemStats(&before)
	var peak uint64
	s := trace.Sink{Step: func(s *results.Step) error {
		if s.StepID%5000 == 0 {
			runtime.GC()
			runtime.ReadMemStats(&now)
			peak = max(peak, now.HeapAlloc)
		}
		want := fmt.Sprintf("result %d ", 2*s.StepID)
		if s.Observation == nil || !strings.HasPrefix(s.Observation.Results[0].Content, want) {
			t.Fatalf("step %d is paired with the wrong result", s.StepID)
		}
		return nil
	}}
	open := func() (trace.LineReader, error) { return &made{end: lines, line: line}, nil }
	sum := must.Get(trace.OpenClawSession(open, s))(t)
	if sum.Steps != lines/2 || sum.ToolCalls != lines/2 || *sum.Usage.Input != lines/2 {
		t.Errorf("steps %d, calls %d, input %d, want %d each", sum.Steps, sum.ToolCalls, *sum.Usage.Input, lines/2)
	}
	if held := int64(peak) - int64(before.HeapAlloc); held > limit {
		t.Errorf("%d MB held, want at most %d", held>>20, limit>>20)
	}
}

// TestSubAgentLargerThanMemory hands the steps of a sub-agent on before its
// parent's answer is complete.
func TestSubAgentLargerThanMemory(t *testing.T) {
	pad := strings.Repeat("x", 100_000)
	line := func(n int) string {
		switch n {
		case 1:
			return `{"type":"assistant","message":{"id":"m","role":"assistant","content":[{"type":"tool_use","id":"t","name":"Task","input":{}}]}}`
		case 500:
			return `{"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":"end"}]}}`
		}
		return fmt.Sprintf(`{"type":"assistant","parent_tool_use_id":"t","message":{"id":"s%d","role":"assistant","content":[{"type":"text","text":"%s"}]}}`, n, pad)
	}
	var c collector
	s := c.sink()
	read, first := &made{end: 500, line: line}, 0
	keep := s.Step
	s.Step = func(step *results.Step) error {
		if first == 0 {
			first = read.n
		}
		return keep(step)
	}
	sum := must.Get(trace.Read(trace.DialectClaudeCode, trace.Source{Open: func() (trace.LineReader, error) { return read, nil }}, s))(t)
	if first > 250 {
		t.Errorf("the first step came after line %d", first)
	}
	if sum.Steps != 500 || c.Steps[0].Depth != 0 || c.Steps[1].Agent != "task" {
		t.Errorf("%d steps, the second from %q", sum.Steps, c.Steps[1].Agent)
	}
	last := c.Steps[499]
	if last.Observation == nil || last.Observation.Results[0].Content != "end" {
		t.Errorf("the late result is not a step of its own: %+v", last)
	}
}

func TestErrorsOfReaderAndSink(t *testing.T) {
	broken := errors.New("disk on fire")
	line := turn("x")
	open := func() (trace.LineReader, error) { return &made{end: 3, line: line, fail: broken}, nil }
	for _, d := range []trace.Dialect{
		trace.DialectOpenClaw, trace.DialectClaudeCode, trace.DialectOpenAISessions,
		trace.DialectCodex, trace.DialectOpenCode, trace.DialectText,
	} {
		if _, err := trace.Read(d, trace.Source{Open: open}, trace.Sink{}); !errors.Is(err, broken) {
			t.Errorf("%s: error %v, want the reader's", d, err)
		}
	}
	full := errors.New("disk full")
	for name, d := range goldens {
		data := readFixture(t, name)
		s := trace.Sink{Step: func(*results.Step) error { return full }}
		if _, err := trace.Read(d, trace.Source{Data: data}, s); !errors.Is(err, full) {
			t.Errorf("%s: error %v, want the sink's", name, err)
		}
	}
	if _, err := trace.Read("morse", trace.Source{}, trace.Sink{}); err == nil {
		t.Error("an unknown dialect is no error")
	}
}

// Totals may include the sub-agents or be the main agent's alone; only what is
// neither is told, in one sentence.
func TestATIFTotals(t *testing.T) {
	const doc = `{"schema_version": "ATIF-v1.7", "agent": {"name": "a", "version": "1"}, "final_metrics": {"total_prompt_tokens": %d, "total_completion_tokens": %d},
		"steps": [{"step_id": 1, "source": "agent", "message": "x", "metrics": {"prompt_tokens": 100, "completion_tokens": 10},
			"observation": {"results": [{"subagent_trajectory_ref": [{"%s": "%s"}]}]}}],
		"subagent_trajectories": [{"trajectory_id": "sub", "agent": {"name": "b", "version": "1"},
			"steps": [{"step_id": 1, "source": "agent", "message": "y", "metrics": {"prompt_tokens": 40, "completion_tokens": 5}}]}]}`
	for _, test := range []struct {
		name               string
		prompt, completion int
		key, id            string
		total              int64
		want               string
	}{
		{"with the sub-agent", 140, 15, "trajectory_id", "sub", 155, ""},
		{"the main agent alone", 100, 10, "trajectory_id", "sub", 155, ""},
		{"less than both", 90, 10, "trajectory_id", "sub", 155, "final_metrics states 90 prompt and 10 completion tokens, but the steps add up to 140 and 15"},
		{"more than both", 200, 20, "trajectory_id", "sub", 220, "final_metrics states 200 prompt and 20 completion tokens, but the steps add up to 140 and 15"},
		{"of what is missing", 200, 20, "trajectory_path", "gone.json", 220, "final_metrics states 200 prompt and 20 completion tokens, but the steps add up to 140 and 15; the others can be of the trajectories that are not in the record"},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := ""
			sum, err := trace.ATIF(fmt.Appendf(nil, doc, test.prompt, test.completion, test.key, test.id), trace.Sink{Warn: func(_ int, message string) {
				if strings.HasPrefix(message, "final_metrics") {
					got += message
				}
			}})
			if err != nil || got != test.want {
				t.Errorf("warning %q, %v; want %q", got, err, test.want)
			}
			if sum.Usage.Total == nil || *sum.Usage.Total != test.total {
				t.Errorf("usage %+v, want %d tokens in all", sum.Usage, test.total)
			}
		})
	}
}

func TestATIFErrors(t *testing.T) {
	for name, data := range map[string]string{
		"empty": "", "array": "[]", "text": "hello", "no steps": `{"schema_version":"ATIF-v1.6"}`,
		"steps is an object": `{"steps":{}}`, "cut": `{"schema_version":"ATIF-v1.6","steps":[{"step_id":1,`,
	} {
		if _, err := trace.ATIF([]byte(data), trace.Sink{}); err == nil {
			t.Errorf("%s: read without an error", name)
		}
	}
}

func TestHugeLine(t *testing.T) {
	pad := strings.Repeat("é\\n", 4<<20)
	data := `{"type":"message","message":{"role":"user","content":"` + pad + `"}}`
	var c collector
	must.Get(trace.Read(trace.DialectOpenClaw, trace.Source{Data: []byte(data)}, c.sink()))(t)
	if len(c.Steps) != 1 || len(c.Steps[0].Message) != 3*(4<<20) {
		t.Fatalf("%d steps, want one of 12 MB", len(c.Steps))
	}
}

func TestHostileWarningsAreBounded(t *testing.T) {
	line := func(n int) string {
		return fmt.Sprintf(`{"type":"kind %d %s","id":"%d"}`, n, strings.Repeat("y", 2000), n)
	}
	var c collector
	open := func() (trace.LineReader, error) { return &made{end: 5000, line: line}, nil }
	sum := must.Get(trace.OpenClawSession(open, c.sink()))(t)
	if sum.Steps != 5000 {
		t.Errorf("%d steps, want all 5000 lines kept raw", sum.Steps)
	}
	if n := len(c.Warnings); n > 210 || n < 100 {
		t.Errorf("%d warnings", n)
	}
	for _, w := range c.Warnings {
		if len(w) > 500 {
			t.Fatalf("warning of %d bytes", len(w))
		}
	}
}
