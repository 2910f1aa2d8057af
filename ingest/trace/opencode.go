package trace

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawatlas/clawatlas/ingest/head"
	"github.com/clawatlas/clawatlas/results"
)

var openCodeDialect = dialect{
	name: DialectOpenCode, title: "OpenCode events",
	signs: []string{`"type":"step_start"`, `"type":"step-start"`, `"sessionID":"ses_`},
	entry: isOpenCode, looks: "events of OpenCode", lacks: "no entry has a sessionID that begins with ses_ with a part",
	lines: readOpenCode,
}

var openCodeEventsDialect = dialect{
	name: DialectOpenCodeEvents, title: "OpenCode events in a list",
	list: true, signs: []string{`"type":"step_start"`, `"type":"step_finish"`, `"sessionID":`},
	entry: isOpenCode, looks: openCodeDialect.looks, lacks: openCodeDialect.lacks,
	values: readOpenCode,
}

func isOpenCode(e *head.Value) bool {
	return strings.HasPrefix(e.String("sessionID"), "ses_") && e.String("part", "type") != ""
}

// readOpenCode reads the events of "opencode run --format json": step_start, text, reasoning, tool_use
// (call and result), step_finish (with token usage), error.
func readOpenCode(r *reader) (*thread, func([]byte, int) error) {
	r.sum.Agent = "opencode"
	o := &openCode{r: r, t: newThread(r)}
	return o.t, o.add
}

type openCode struct {
	r      *reader
	t      *thread
	closed bool
}

type openCodeEvent struct {
	Type      text         `json:"type"`
	Timestamp stamp        `json:"timestamp"`
	SessionID text         `json:"sessionID"`
	Part      openCodePart `json:"part"`
	Error     failure      `json:"error"`
	Message   text         `json:"message"`
}

type openCodePart struct {
	MessageID text          `json:"messageID"`
	Text      text          `json:"text"`
	Tool      text          `json:"tool"`
	CallID    text          `json:"callID"`
	State     openCodeState `json:"state"`
	Reason    text          `json:"reason"`
	ModelID   text          `json:"modelID"`
	Provider  text          `json:"providerID"`
	Tokens    usage         `json:"tokens"`
	Cost      number        `json:"cost"`
}

type openCodeState struct {
	Status   text           `json:"status"`
	Input    jsontext.Value `json:"input"`
	Output   text           `json:"output"`
	Error    failure        `json:"error"`
	Metadata openCodeMeta   `json:"metadata"`
	Time     openCodeTime   `json:"time"`
}

type openCodeMeta struct {
	Exit      number `json:"exit"`
	Diff      text   `json:"diff"`
	Truncated flag   `json:"truncated"`
	SessionID text   `json:"sessionId"`
}

type openCodeTime struct {
	Start stamp `json:"start"`
	End   stamp `json:"end"`
}

func (o *openCode) add(line []byte, n int) error {
	var e openCodeEvent
	if damaged, err := o.r.decode(o.t, line, n, &e); damaged {
		return err
	}
	o.r.sum.SessionID = cmp.Or(o.r.sum.SessionID, string(e.SessionID))
	at := o.r.time(n, e.Timestamp)
	switch e.Type {
	case "step_start":
		o.closed = true
		return nil
	case "text":
		step, err := o.answer(&e, at)
		if err == nil {
			step.Message = join(step.Message, string(e.Part.Text), "\n\n")
		}
		return err
	case "reasoning":
		step, err := o.answer(&e, at)
		if err == nil {
			step.Reasoning = join(step.Reasoning, string(e.Part.Text), "\n\n")
		}
		return err
	case "tool_use":
		return o.tool(n, &e, at)
	case "step_finish":
		return o.finish(n, &e, at)
	case "error":
		step := meta(at, "error")
		step.Error = string(e.Error) + string(e.Message)
		o.r.sum.Error = step.Error
		return o.t.after(step)
	}
	return o.r.unknown(o.t, line, n, at, fmt.Sprintf("event of unknown type %q is kept raw", e.Type))
}

func (o *openCode) answer(e *openCodeEvent, at *int64) (*results.Step, error) {
	id := string(e.Part.MessageID)
	same := id == "" || o.t.key == "" || id == o.t.key
	if o.t.open != nil && !o.closed && same {
		return o.t.open, nil
	}
	o.closed = false
	step := &results.Step{Timestamp: at, Source: results.SourceAgent}
	return step, o.t.begin(id, step)
}

func (o *openCode) tool(n int, e *openCodeEvent, at *int64) error {
	p := &e.Part
	if o.t.call(string(p.CallID)) < 0 || p.CallID == "" {
		step, err := o.answer(e, at)
		if err != nil {
			return err
		}
		step.ToolCalls = append(step.ToolCalls, results.ToolCall{
			ID: string(p.CallID), Name: string(p.Tool), Arguments: arguments(p.State.Input),
		})
	}
	st := &p.State
	if st.Status == "pending" || st.Status == "running" {
		return nil
	}
	res := results.Result{
		CallID: string(p.CallID), Content: string(st.Output), Status: string(st.Status),
		ErrorText: string(st.Error), Diff: string(st.Metadata.Diff), Timestamp: o.r.time(n, st.Time.End),
	}
	res.Content = cmp.Or(res.Content, res.ErrorText)
	if st.Time.Start.ms != nil && st.Time.End.ms != nil {
		res.DurationMS = new(*st.Time.End.ms - *st.Time.Start.ms)
	}
	st.Metadata.Exit.exits(&res)
	if id := string(st.Metadata.SessionID); p.Tool == "task" && id != o.r.sum.SessionID {
		refersTo(&res, id)
	}
	if st.Metadata.Truncated {
		res.Truncation = "output cut"
	}
	judge(&res, res.ErrorText != "")
	return o.t.answer(n, res)
}

// finish adds the usage of the reply to its step. If there is no step, it adds one that contains
// only the usage.
func (o *openCode) finish(n int, e *openCodeEvent, at *int64) error {
	u := e.Part.Tokens
	u.Cost.Total = e.Part.Cost
	step, err := o.answer(e, at)
	if err != nil {
		return err
	}
	step.Metrics = o.r.metrics(n, &u)
	step.StopReason = string(e.Part.Reason)
	step.ModelName = string(e.Part.ModelID)
	o.r.sum.Provider = cmp.Or(o.r.sum.Provider, string(e.Part.Provider))
	o.closed = true
	return nil
}
