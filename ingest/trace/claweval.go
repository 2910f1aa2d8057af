package trace

import (
	"fmt"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawatlas/clawatlas/ingest/head"
	"github.com/clawatlas/clawatlas/results"
)

var clawEvalDialect = dialect{
	name: DialectClawEval, title: "Claw-Eval trace",
	is: func(b *beginning) bool {
		return anyOf(b.lines, func(e *head.Value) bool { return e.String("type") == "trace_start" && e.HasAll("trace_id", "task_id") })
	},
	lines: readClawEval,
}

// readClawEval reads a trace of Claw-Eval's harness: messages in Anthropic's form, and the requests by
// which the harness executed their calls.
func readClawEval(r *reader) (*thread, func([]byte, int) error) {
	c := &clawEval{r: r, t: newThread(r), called: map[string]bool{}}
	return c.t, c.add
}

type clawEval struct {
	r      *reader
	t      *thread
	called map[string]bool // ids of the calls in messages
}

type clawEvalEvent struct {
	Type      text    `json:"type"`
	TraceID   text    `json:"trace_id"`
	Model     text    `json:"model"`
	Timestamp stamp   `json:"timestamp"`
	Message   message `json:"message"`
	Usage     usage   `json:"usage"`

	CallID  text           `json:"tool_use_id"`
	Tool    text           `json:"tool_name"`
	Request jsontext.Value `json:"request_body"`
	Status  number         `json:"response_status"`
	Answer  jsontext.Value `json:"response_body"`
	Latency number         `json:"latency_ms"`

	Before  number `json:"estimated_tokens_before"`
	After   number `json:"estimated_tokens_after"`
	Score   number `json:"task_score"`
	Service text   `json:"service_name"`
	Path    text   `json:"source_path"`
}

func (c *clawEval) add(line []byte, n int) error {
	var e clawEvalEvent
	if damaged, err := c.r.decode(c.t, line, n, &e); damaged {
		return err
	}
	at := c.r.time(n, e.Timestamp)
	switch e.Type {
	case "trace_start":
		c.r.sum.SessionID, c.r.set = string(e.TraceID), string(e.Model)
		return nil
	case "message":
		e.Message.Usage = e.Usage
		err := c.r.put(c.t, n, &e.Message, at)
		if err == nil && e.Message.Role == "assistant" {
			for i := range c.t.open.ToolCalls {
				c.called[c.t.open.ToolCalls[i].ID] = true
			}
		}
		return err
	case "tool_dispatch":
		return c.dispatched(n, &e, at)
	case "compact":
		return c.t.after(&results.Step{Timestamp: at, Source: results.SourceSystem, Event: "compaction",
			Compaction: &results.Compaction{TokensBefore: e.Before.count(), TokensAfter: e.After.count()}})
	case "audit_snapshot", "media_load":
		return c.t.after(meta(at, string(e.Type)+" "+string(e.Service+e.Path)))
	case "trace_end": // its score is 0 before grading
		return nil
	case "grading_result":
		return c.t.after(meta(at, fmt.Sprintf("grading_result: task_score %v", e.Score.v)))
	}
	return c.r.unknown(c.t, line, n, at, fmt.Sprintf("line of unknown type %q is kept raw", e.Type))
}

// dispatched reads an executed call. If a message contains the call, a later message contains its
// result.
func (c *clawEval) dispatched(n int, e *clawEvalEvent, at *int64) error {
	id := string(e.CallID)
	if c.called[id] {
		return nil
	}
	err := c.t.begin("", &results.Step{Timestamp: at, Source: results.SourceAgent,
		ToolCalls: []results.ToolCall{{ID: id, Name: string(e.Tool), Arguments: arguments(e.Request)}}})
	if err != nil {
		return err
	}
	res := results.Result{CallID: id, Content: stringOf(e.Answer), Timestamp: at}
	if e.Latency.v > 0 {
		res.DurationMS = e.Latency.count()
	}
	judge(&res, e.Status.v >= 400)
	return c.t.answer(n, res)
}
