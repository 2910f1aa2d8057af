package trace

import (
	"cmp"
	"fmt"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawatlas/clawatlas/ingest/head"
	"github.com/clawatlas/clawatlas/results"
)

var openClawTrajectoryDialect = dialect{
	name: DialectOpenClawTrajectory, title: "OpenClaw trajectory",
	is: func(b *beginning) bool {
		return anyOf(b.lines, func(e *head.Value) bool {
			return e.String("traceSchema") == "openclaw-trajectory" && e.HasAll("type", "seq", "sessionId")
		})
	},
	lines: readTrajectory,
}

// readTrajectory reads the events that OpenClaw writes next to a session as
// <session>.trajectory.jsonl. At the end of each model run, they repeat all messages of the session
// so far. Every message is read once.
func readTrajectory(r *reader) (*thread, func([]byte, int) error) {
	o := &runEvents{r: r, t: newThread(r), read: map[string]bool{}}
	r.sum.Agent, r.end = "openclaw", o.asked
	return o.t, o.add
}

type runEvents struct {
	r      *reader
	t      *thread
	read   map[string]bool // messages read, by role and time
	prompt *results.Step   // prompt that no message has repeated yet
	fresh  bool            // set if messages have been read since the prompt
}

type runEvent struct {
	Type      text  `json:"type"`
	Time      stamp `json:"ts"`
	SessionID text  `json:"sessionId"`
	Workspace text  `json:"workspaceDir"`
	Provider  text  `json:"provider"`
	ModelID   text  `json:"modelId"`
	Data      struct {
		Prompt    text           `json:"prompt"`
		Error     text           `json:"promptError"`
		Texts     jsontext.Value `json:"assistantTexts"`
		Messages  jsontext.Value `json:"messagesSnapshot"`
		Message   jsontext.Value `json:"message"`
		Usage     usage          `json:"usage"`
		Truncated flag           `json:"truncated"`
	} `json:"data"`
}

func (o *runEvents) add(line []byte, n int) error {
	var e runEvent
	if damaged, err := o.r.decode(o.t, line, n, &e); damaged {
		return err
	}
	sum, at := &o.r.sum, o.r.time(n, e.Time)
	sum.SessionID = cmp.Or(sum.SessionID, string(e.SessionID))
	sum.Workspace = cmp.Or(sum.Workspace, string(e.Workspace))
	sum.Provider = cmp.Or(sum.Provider, string(e.Provider))
	o.r.set = cmp.Or(o.r.set, string(e.ModelID))
	if e.Data.Truncated {
		o.r.repeated(n, "event is cut, because it was too large for OpenClaw")
	}
	switch e.Type {
	case "prompt.submitted":
		err := o.asked()
		o.prompt = &results.Step{Timestamp: at, Source: results.SourceUser, Message: string(e.Data.Prompt)}
		o.fresh = false
		return err
	case "model.completed":
		return o.completed(n, &e, at)
	}
	return o.message(n, e.Data.Message, at) // only events of an export hold one
}

// completed reads the messages of a model run. Without them, only its texts and its total usage are
// known.
func (o *runEvents) completed(n int, e *runEvent, at *int64) error {
	for m := range elementsOf(e.Data.Messages) {
		if err := o.message(n, m, at); err != nil {
			return err
		}
	}
	if o.fresh {
		return nil
	}
	err := o.asked()
	step := &results.Step{Timestamp: at, Source: results.SourceAgent, ModelName: string(e.ModelID), Error: string(e.Data.Error),
		Metrics: o.r.metrics(n, &e.Data.Usage)}
	for t := range elementsOf(e.Data.Texts) {
		step.Message = join(step.Message, stringOf(t), "\n\n")
	}
	if err != nil || step.Message+step.Error == "" && step.Metrics == nil {
		return err
	}
	return o.t.begin("", step)
}

func (o *runEvents) message(n int, v jsontext.Value, at *int64) error {
	var m message
	if len(v) == 0 || json.Unmarshal(v, &m, decoding()) != nil || m.Role == "" {
		return nil
	}
	key := string(v)
	if m.Timestamp.ms != nil {
		key = fmt.Sprint(m.Role, " ", m.ToolCallID, " ", *m.Timestamp.ms)
	}
	if o.read[key] {
		return nil
	}
	o.read[key], o.fresh = true, true
	if m.Role == "user" {
		o.prompt = nil
	} else if err := o.asked(); err != nil {
		return err
	}
	o.r.doc = v
	return o.r.put(o.t, n, &m, at)
}

// asked adds the last prompt, unless a message has repeated it.
func (o *runEvents) asked() error {
	step := o.prompt
	if o.prompt = nil; step == nil {
		return nil
	}
	return o.t.after(step)
}
