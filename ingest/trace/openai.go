package trace

import (
	"bytes"
	"cmp"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawatlas/clawatlas/results"
)

var openAIMessagesDialect = dialect{
	name: DialectOpenAIMessages, title: "chat messages",
	list: true, signs: []string{`"role":"`}, data: openAIMessages,
}

var openAISessionsDialect = dialect{
	name: DialectOpenAISessions, title: "chat messages in lines",
	lines: readOpenAI,
}

// openAIMessages reads chat messages in OpenAI's format, with calls in "tool_calls" and results in
// messages with the role "tool". The data is a JSON array, or an object with an array in
// "messages". NanoBot and PicoClaw write this format.
func openAIMessages(data []byte, s Sink) (Summary, error) {
	r := newReader(DialectOpenAIMessages, s)
	if first := bytes.TrimLeft(data, " \t\r\n"); len(first) == 0 || first[0] != '{' {
		t, add := readMessages(r)
		return r.finish(t, r.elements(data, t, add))
	}
	t, add := readOpenAI(r)
	return r.finish(t, add(data, r.sink.FirstLine))
}

// readOpenAI reads JSON lines. Each line is a chat message, or a session with chat messages as
// stored by Hermes.
func readOpenAI(r *reader) (*thread, func([]byte, int) error) {
	c := &chats{r: r, t: newThread(r)}
	r.end = func() error {
		r.sum.Recorded = c.spent.Usage()
		return nil
	}
	return c.t, c.add
}

type chats struct {
	r        *reader
	t        *thread
	spent    results.Metrics // totals stated by the sessions
	sessions int
}

type chatSession struct {
	Messages jsontext.Value `json:"messages"`
	ID       text           `json:"id"`
	Session  text           `json:"session_id"`
	Model    text           `json:"model"`
	Provider text           `json:"billing_provider"`
	System   text           `json:"system_prompt"`
	Usage    usage          `json:"usage"`

	// Hermes fields: platform and time of the conversation.
	Platform text  `json:"platform"`
	Started  stamp `json:"session_start"`
	Updated  stamp `json:"last_updated"`

	Input      number `json:"input_tokens"`
	Output     number `json:"output_tokens"`
	CacheRead  number `json:"cache_read_tokens"`
	CacheWrite number `json:"cache_write_tokens"`
	Actual     number `json:"actual_cost_usd"`
	Estimated  number `json:"estimated_cost_usd"`
}

func (c *chats) add(data []byte, n int) error {
	var s chatSession
	if err := json.Unmarshal(data, &s, decoding()); err != nil {
		return c.r.unknown(c.t, data, n, nil, "entry is not valid JSON and is kept raw")
	}
	if s.Messages.Kind() != '[' {
		return c.r.elements(data, c.t, func(v []byte, _ int) error { return c.r.putJSON(c.t, v, n) })
	}
	c.sessions++
	c.account(n, &s)
	if err := c.open(&s); err != nil {
		return err
	}
	// warnings inside a session refer to the line of the session
	inner := c.r.sink.FirstLine
	c.r.sink.FirstLine = n
	err := c.r.elements(s.Messages, c.t, func(v []byte, line int) error { return c.r.putJSON(c.t, v, line) })
	c.r.sink.FirstLine = inner
	return err
}

func (c *chats) open(s *chatSession) error {
	id := string(cmp.Or(s.ID, s.Session))
	if s.Platform != "" && s.Started.ms != nil {
		c.r.sum.Agent = "hermes"
		c.r.when(s.Started.ms)
		c.r.when(s.Updated.ms)
	}
	if c.sessions == 1 {
		c.r.sum.SessionID = id
		c.r.sum.Model, c.r.sum.Provider = string(s.Model), string(s.Provider)
	} else {
		if err := c.t.flush(); err != nil {
			return err
		}
		if err := c.t.after(meta(nil, "session "+id)); err != nil {
			return err
		}
	}
	if s.System == "" {
		return nil
	}
	return c.t.after(&results.Step{Source: results.SourceSystem, Message: string(s.System)})
}

func (c *chats) account(line int, s *chatSession) {
	u := s.Usage
	if s.Input.ok || s.Output.ok {
		u = usage{Input: s.Input, Output: s.Output, CacheRead: s.CacheRead, CacheCreation: s.CacheWrite}
		if u.Cost.Total = s.Actual; !s.Actual.ok {
			u.Cost.Total = s.Estimated
		}
	}
	c.spent.Add(c.r.metrics(line, &u))
}
