package trace

import (
	"bytes"
	"cmp"
	"fmt"
	"github.com/clawatlas/clawatlas/results"
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"slices"
	"strings"
)

// event reads one event of a stream.
func (c *responses) event(line []byte, n int) error {
	line = bytes.TrimSpace(bytes.TrimPrefix(line, []byte("data:")))
	if s := string(line[:min(len(line), len("event:"))]); strings.HasPrefix(s, "event:") || strings.HasPrefix(s, "id:") ||
		strings.HasPrefix(s, ":") || s == "[DONE]" && len(line) == len(s) {
		return nil
	}
	var e struct {
		Type     text           `json:"type"`
		Response jsontext.Value `json:"response"`
		Item     jsontext.Value `json:"item"`
		Message  text           `json:"message"`
		Error    failure        `json:"error"`
	}
	if err := json.Unmarshal(line, &e, decoding()); err != nil {
		c.r.repeated(n, "line is not valid JSON and is kept raw")
		return c.t.after(c.r.raw(line))
	}
	switch e.Type {
	case "response.created":
		if err := c.cutOff(); err != nil {
			return err
		}
		c.begun, c.items, c.line = e.Response.Clone(), nil, n
	case "response.output_item.done":
		c.items = append(c.items, e.Item.Clone())
	case "response.completed", "response.incomplete", "response.failed":
		c.begun, c.items = nil, nil
		return c.object(e.Response.Clone(), n)
	case "error":
		said := cmp.Or(string(e.Message), string(e.Error))
		return c.t.after(&results.Step{Source: results.SourceSystem, Event: "meta", Message: said, Error: said, Raw: validText(line)})
	default:
		if !strings.HasPrefix(string(e.Type), "response.") {
			c.r.repeated(n, fmt.Sprintf("event of unknown type %q is kept raw", e.Type))
			return c.t.after(c.r.raw(line))
		}
	}
	return nil
}

// cutOff adds a response whose end is missing.
func (c *responses) cutOff() error {
	if c.begun == nil {
		return nil
	}
	c.r.repeated(c.line, "the stream ends before its response does; the items that were done stand for it")
	begun := c.begun
	c.begun = nil
	var p response
	if json.Unmarshal(begun, &p, decoding()) != nil {
		return c.t.after(c.r.raw(begun))
	}
	p.Usage = responseUsage{}
	p.Output = slices.Concat([]byte("["), bytes.Join(rawItems(c.items), []byte(",")), []byte("]"))
	return c.response(c.line, begun, &p)
}

func rawItems(items []jsontext.Value) [][]byte {
	list := make([][]byte, len(items))
	for i, v := range items {
		list[i] = v
	}
	return list
}
