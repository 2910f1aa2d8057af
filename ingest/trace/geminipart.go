package trace

import (
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawatlas/clawatlas/results"
)

// geminiParts are the parts of a Gemini API message. A string becomes one text part.
type geminiParts []geminiPart

type geminiPart struct {
	Text     text           `json:"text"`
	Thought  flag           `json:"thought"`
	Call     geminiFunction `json:"functionCall"`
	Response geminiFunction `json:"functionResponse"`
	Inline   geminiFile     `json:"inlineData"`
	File     geminiFile     `json:"fileData"`
	kept     `json:"-"`
}

type geminiFunction struct {
	ID       text           `json:"id"`
	Name     text           `json:"name"`
	Args     jsontext.Value `json:"args"`
	Response jsontext.Value `json:"response"`
}

type geminiFile struct {
	MediaType text `json:"mimeType"`
	Data      text `json:"data"`
	URI       text `json:"fileUri"`
}

func (p *geminiParts) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	v, err := dec.ReadValue()
	if err != nil {
		return err
	}
	*p = nil
	if v.Kind() != '[' {
		var one geminiPart
		err := json.Unmarshal(v, &one, decoding())
		if says(v) {
			*p = geminiParts{one}
		}
		return err
	}
	return json.Unmarshal(v, (*[]geminiPart)(p), decoding())
}

func (p *geminiPart) bare() any { return &p.Text }

type geminiSaid struct {
	message string
	thought string
	parts   []results.Part
	calls   []results.ToolCall
	answers []geminiFunction
}

func (r *reader) geminiSay(line int, list geminiParts) (geminiSaid, error) {
	var s geminiSaid
	for i := range list {
		p := &list[i]
		switch {
		case p.Response.Name != "" || len(p.Response.Response) > 0:
			s.answers = append(s.answers, p.Response)
		case p.Call.Name != "":
			s.calls = append(s.calls, results.ToolCall{ID: string(p.Call.ID), Name: string(p.Call.Name), Arguments: arguments(p.Call.Args)})
		case p.Inline.Data != "" || p.File.URI != "":
			part, err := r.geminiMedia(line, p)
			if err != nil {
				return s, err
			}
			s.parts = append(s.parts, part)
		case bool(p.Thought):
			s.thought = join(s.thought, string(p.Text), "\n\n")
		case p.Text != "" || p.whole == nil:
			s.message = join(s.message, string(p.Text), "\n")
		case says(p.whole):
			r.repeated(line, "part of a message of an unknown kind is shown as JSON")
			s.message = join(s.message, validText(compact(p.whole)), "\n")
		}
	}
	return s, nil
}

func (r *reader) geminiMedia(line int, p *geminiPart) (results.Part, error) {
	part := results.Part{Type: "file", MediaType: canonicalMedia(string(p.Inline.MediaType + p.File.MediaType))}
	if kind, _, _ := strings.Cut(part.MediaType, "/"); kind == "image" || kind == "audio" {
		part.Type = kind
	}
	if p.Inline.Data == "" {
		part.Path = string(p.File.URI)
		return part, nil
	}
	return r.inline(line, part, string(p.Inline.Data))
}

func (f *geminiFunction) result() results.Result {
	res := results.Result{CallID: string(f.ID)}
	known := 0
	for name, value := range Members(f.Response) {
		switch name {
		case "output":
			res.Content = stringOf(value)
			known++
		case "error":
			res.ErrorText = stringOf(value)
			known++
		default:
			known = -1 << 20
		}
	}
	switch {
	case known < 1 && says(f.Response):
		res.Content = validText(compact(f.Response))
		if f.Response.Kind() == '"' {
			res.Content = stringOf(f.Response)
		}
	case res.Content == "":
		res.Content = res.ErrorText
	}
	judge(&res, res.ErrorText != "")
	return res
}

type geminiThoughts []struct {
	Subject     text `json:"subject"`
	Description text `json:"description"`
}

func (t geminiThoughts) text() string {
	all := ""
	for _, thought := range t {
		all = join(all, join(string(thought.Subject), string(thought.Description), "\n"), "\n\n")
	}
	return all
}

// geminiTokens is the token usage of a message. input includes cached tokens. output excludes
// thoughts. tool is the number of prompt tokens for tools run by the provider.
type geminiTokens struct {
	Input    number `json:"input"`
	Output   number `json:"output"`
	Cached   number `json:"cached"`
	Thoughts number `json:"thoughts"`
	Tool     number `json:"tool"`
}

func (r *reader) geminiMetrics(line int, t *geminiTokens) *results.Metrics {
	for _, part := range []struct {
		name string
		n    number
	}{{"input", t.Input}, {"output", t.Output}, {"cached", t.Cached}, {"thoughts", t.Thoughts}, {"tool", t.Tool}} {
		if why := part.n.fault(); why != "" {
			r.repeated(line, part.name+" is "+why+notRecorded)
			r.unsure.tokens = true
		}
	}
	m := &results.Metrics{PromptTokens: whole(t.Input, t.Tool), CompletionTokens: whole(t.Output, t.Thoughts), CachedTokens: t.Cached.tokens()}
	if value(m.PromptTokens) == 0 && value(m.CompletionTokens) == 0 {
		return nil
	}
	return m
}

type geminiCalls []geminiCall

type geminiCall struct {
	ID        text           `json:"id"`
	Name      text           `json:"name"`
	Args      jsontext.Value `json:"args"`
	Result    geminiParts    `json:"result"`
	Status    text           `json:"status"`
	Timestamp stamp          `json:"timestamp"`
	Display   jsontext.Value `json:"resultDisplay"`
}

// geminiDisplay is the form of a result that was displayed to the user: a text or a file diff.
type geminiDisplay struct {
	text text
	Diff text `json:"fileDiff"`
}

func (c *geminiCall) shown() geminiDisplay {
	var d geminiDisplay
	if c.Display.Kind() == '"' {
		d.text = text(stringOf(c.Display))
	} else if len(c.Display) > 0 {
		_ = json.Unmarshal(c.Display, &d, decoding()) // on an error, the display stays empty
	}
	return d
}
