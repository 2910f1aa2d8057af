package trace

import (
	"bytes"
	"cmp"
	"fmt"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawatlas/clawatlas/results"
)

var openAIMessagesDialect = dialect{
	name: DialectOpenAIMessages, title: "chat messages",
	list: true, signs: []string{`"role":"`}, data: OpenAIMessages,
}

var openAISessionsDialect = dialect{
	name: DialectOpenAISessions, title: "chat messages in lines",
	lines: OpenAISessions,
}

// OpenAIMessages reads chat messages in OpenAI's format, with calls in "tool_calls" and results in
// messages with the role "tool". The data is a JSON array, or an object with an array in
// "messages". NanoBot and PicoClaw write this format.
func OpenAIMessages(data []byte, s Sink) (Summary, error) {
	if first := bytes.TrimLeft(data, " \t\r\n"); len(first) == 0 || first[0] != '{' {
		return messages(DialectOpenAIMessages, data, s)
	}
	r := newReader(DialectOpenAIMessages, "", s)
	c := &chats{r: r, t: newThread(r)}
	return c.done(c.add(data, r.sink.FirstLine))
}

// OpenAISessions reads JSON lines. Each line is a chat message, or a session with chat messages as
// stored by Hermes.
func OpenAISessions(lines LineReader, s Sink) (Summary, error) {
	r := newReader(DialectOpenAISessions, "", s)
	c := &chats{r: r, t: newThread(r)}
	return c.done(r.eachLine(lines, c.add))
}

type chats struct {
	r        *reader
	t        *thread
	spent    results.Metrics // totals stated by the sessions
	sessions int
}

func (c *chats) done(err error) (Summary, error) {
	if err == nil {
		c.r.sum.Recorded = c.spent.Usage()
	}
	return c.r.finish(c.t, err)
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
		c.r.repeated(n, "entry is not valid JSON and is kept raw")
		return c.t.after(c.r.raw(data))
	}
	if s.Messages.Kind() != '[' {
		return c.message(data, n)
	}
	c.sessions++
	c.account(n, &s)
	if err := c.open(&s); err != nil {
		return err
	}
	// warnings inside a session refer to the line of the session
	inner := c.r.sink.FirstLine
	c.r.sink.FirstLine = n
	err := c.r.elements(s.Messages, c.t, func(line int, dec *jsontext.Decoder) error {
		return c.r.putNext(c.t, line, dec)
	})
	c.r.sink.FirstLine = inner
	return err
}

func (c *chats) message(data []byte, n int) error {
	c.r.doc = data
	return c.r.elements(data, c.t, func(_ int, dec *jsontext.Decoder) error {
		return c.r.putNext(c.t, n, dec)
	})
}

func (c *chats) open(s *chatSession) error {
	id := string(s.ID)
	id = cmp.Or(id, string(s.Session))
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
		step := meta(nil, fmt.Sprintf("session %s", id))
		if err := c.t.after(step); err != nil {
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
