package trace

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawatlas/clawatlas/results"
)

// content is the content of a message in any dialect: a string, a list of blocks, one block, or
// nothing.
type content []block

// block is one piece of content. OpenClaw, Anthropic and OpenAI use different field names, so one
// type covers all three.
type block struct {
	Type text `json:"type"`
	Text text `json:"text"`

	Thinking          text `json:"thinking"`
	Signature         mark `json:"signature"`
	ThinkingSignature mark `json:"thinkingSignature"`
	Redacted          flag `json:"redacted"`

	ID        text           `json:"id"`
	Name      text           `json:"name"`
	Arguments jsontext.Value `json:"arguments"`
	Input     jsontext.Value `json:"input"`

	ToolUseID  text    `json:"tool_use_id"`
	ToolCallID text    `json:"toolCallId"`
	IsError    flag    `json:"is_error"`
	IsErrorC   flag    `json:"isError"`
	Content    content `json:"content"`

	Data     text           `json:"data"`
	MimeType text           `json:"mimeType"`
	Source   source         `json:"source"`
	ImageURL jsontext.Value `json:"image_url"`
	Refusal  text           `json:"refusal"`
	ToolName text           `json:"tool_name"`

	// Fields of results from the provider's own tools.
	ErrorCode  text    `json:"error_code"`
	ReturnCode number  `json:"return_code"`
	Stdout     text    `json:"stdout"`
	Stderr     text    `json:"stderr"`
	URL        text    `json:"url"`
	Title      text    `json:"title"`
	References content `json:"tool_references"`

	from, to int64 // byte range of the block in its document, if it is a JSON object
}

type source struct {
	Type      text `json:"type"`
	MediaType text `json:"media_type"`
	Data      text `json:"data"`
	URL       text `json:"url"`
	Path      text `json:"path"`
}

func (c *content) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	*c = nil
	switch dec.PeekKind() {
	case 'n':
		return dec.SkipValue()
	case '[':
		if _, err := dec.ReadToken(); err != nil {
			return err
		}
		for dec.PeekKind() != ']' {
			b, err := readBlock(dec)
			if err != nil {
				return err
			}
			*c = append(*c, b)
		}
		_, err := dec.ReadToken()
		return err
	}
	b, err := readBlock(dec)
	*c = content{b}
	return err
}

func readBlock(dec *jsontext.Decoder) (block, error) {
	if dec.PeekKind() != '{' {
		var t text
		err := json.UnmarshalDecode(dec, &t)
		return block{Type: "text", Text: t}, err
	}
	from := dec.InputOffset()
	var b block
	if err := json.UnmarshalDecode(dec, &b); err != nil {
		return block{}, err
	}
	b.from, b.to = from, dec.InputOffset()
	return b, nil
}

func (b *block) known() bool {
	switch b.Type {
	case "text", "input_text", "output_text", "summary_text", "reasoning_text",
		"thinking", "redacted_thinking", "reasoning",
		"image", "image_url", "input_image", "audio", "refusal", "tool_reference":
		return true
	}
	return b.isCall() || b.isResult() || b.isServed()
}

// isServed reports whether the block is the result of a tool that the model's provider ran, such as
// web_search_result, advisor_result or bash_code_execution_tool_result_error.
func (b *block) isServed() bool {
	return b.Type == "document" && b.Source.Type == "text" || strings.HasSuffix(string(b.Type), "_result") || strings.HasSuffix(string(b.Type), "_result_error")
}

// served copies the fields of a provider's tool result to res.
func (b *block) served(res *results.Result) {
	if strings.HasSuffix(string(b.Type), "_error") {
		res.ErrorText = cmp.Or(string(b.ErrorCode), string(b.Type))
		res.Content = cmp.Or(res.Content, res.ErrorText)
		res.Status = "error"
	}
	b.ReturnCode.exits(res)
}

func (b *block) text() string {
	text := string(b.Text)
	for _, more := range []string{string(b.Title), string(b.URL), string(b.Stdout), string(b.Stderr), string(b.ErrorCode)} {
		text = join(text, more, "\n")
	}
	if b.Type == "document" && b.Source.Type == "text" {
		text = join(text, string(b.Source.Data), "\n")
	}
	for _, inner := range []content{b.Content, b.References} {
		for i := range inner {
			text = join(text, inner[i].text(), "\n")
		}
	}
	if b.Type == "tool_reference" {
		return "[tool " + string(b.ToolName) + "]"
	}
	return text
}

func (b *block) isCall() bool {
	return slices.Contains([]text{"toolCall", "toolUse", "functionCall", "tool_use", "server_tool_use", "mcp_tool_use"}, b.Type)
}

func (b *block) isResult() bool {
	return b.Type == "toolResult" || strings.HasSuffix(string(b.Type), "tool_result")
}

func (b *block) toolCall() results.ToolCall {
	args := b.Arguments
	if args == nil {
		args = b.Input
	}
	return results.ToolCall{ID: string(b.ID), Name: string(b.Name), Arguments: arguments(args)}
}

// arguments returns a call's arguments as compact JSON, or nil if there are none. If they are a
// string that contains valid JSON, as in OpenAI's format, it returns that JSON.
func arguments(v jsontext.Value) []byte {
	if len(v) == 0 {
		return nil
	}
	if !utf8.Valid(v) {
		v = bytes.ToValidUTF8(v, []byte("\ufffd"))
	}
	if v.Kind() == '"' {
		inner := jsontext.Value(strings.TrimSpace(stringOf(v)))
		if k := inner.Kind(); (k == '{' || k == '[') && inner.IsValid(decoding()) {
			return bytes.ToValidUTF8(compact(inner), []byte("\ufffd"))
		}
	}
	return compact(v)
}

type said struct {
	message   string
	reasoning string
	encrypted bool
	parts     []results.Part
	calls     []results.ToolCall
	answers   []*block
}

func (r *reader) say(line int, c content) (said, error) {
	var s said
	var message, reasoning []string
	for i := range c {
		b := &c[i]
		switch {
		case b.isCall():
			s.calls = append(s.calls, b.toolCall())
		case b.isResult():
			s.answers = append(s.answers, b)
		case b.Type == "thinking" || b.Type == "redacted_thinking" || b.Type == "reasoning":
			t := string(b.Thinking + b.Text)
			if t != "" {
				reasoning = append(reasoning, t)
			} else if bool(b.Signature || b.ThinkingSignature) || b.Data != "" || bool(b.Redacted) {
				s.encrypted = true
			}
		case b.hasMedia():
			p, err := r.part(line, b)
			if err != nil {
				return s, err
			}
			s.parts = append(s.parts, p)
		default:
			if t := r.blockText(line, b); t != "" {
				message = append(message, t)
			}
		}
	}
	s.message = strings.Join(message, "\n")
	s.reasoning = strings.Join(reasoning, "\n\n")
	return s, nil
}

func (r *reader) sayIn(line int, v jsontext.Value) (said, error) {
	var c content
	if err := json.Unmarshal(v, &c, decoding()); err != nil {
		return said{}, err
	}
	r.doc = v
	return r.say(line, c)
}

// blockText returns the text of a block. For a block of unknown type, it returns the JSON of the
// block.
func (r *reader) blockText(line int, b *block) string {
	switch {
	case b.to > 0 && !b.known():
		whole := between(r.doc, b.from, b.to)
		if b.Type == "" {
			return r.untyped(line, b, whole)
		}
		r.repeated(line, fmt.Sprintf("content block of unknown type %q is shown as JSON", b.Type))
		return validText(compact(whole))
	case b.Type == "refusal":
		return string(b.Refusal)
	case b.isServed() || b.Type == "tool_reference":
		return b.text()
	}
	return string(b.Text)
}

// untyped returns the text of a block without a type, if the block contains only text. Otherwise it
// returns the JSON of the block.
func (r *reader) untyped(line int, b *block, whole []byte) string {
	var members map[string]mark
	if json.Unmarshal(whole, &members, decoding()) == nil && len(members) == 1 && b.Text != "" {
		return string(b.Text)
	}
	r.repeated(line, "content is an object and not text; it is shown as JSON")
	return validText(compact(whole))
}

func (b *block) hasMedia() bool {
	return b.Type == "image" || b.Type == "image_url" || b.Type == "input_image" || b.Type == "audio"
}

func (r *reader) part(line int, b *block) (results.Part, error) {
	p := results.Part{Type: "image", MediaType: canonicalMedia(string(cmp.Or(b.MimeType, b.Source.MediaType)))}
	if b.Type == "audio" {
		p.Type = "audio"
	}
	data, where := string(b.Data+b.Source.Data), string(b.Source.Path+b.Source.URL)
	if len(b.ImageURL) > 0 && b.ImageURL.Kind() == '{' {
		var u struct {
			URL text `json:"url"`
		}
		if json.Unmarshal(b.ImageURL, &u, decoding()) == nil {
			where = string(u.URL)
		}
	} else if len(b.ImageURL) > 0 {
		where = stringOf(b.ImageURL)
	}
	if data == "" && !strings.HasPrefix(where, "data:") {
		p.Path = where
		if where == "" {
			p.Note = "the record holds no bytes and no path"
		}
		return p, nil
	}
	if data == "" {
		p.MediaType, data, _ = strings.Cut(strings.TrimPrefix(where, "data:"), ",")
		p.MediaType = canonicalMedia(p.MediaType)
	}
	return r.inline(line, p, data)
}

// inline decodes base64 data and passes it to the sink.
func (r *reader) inline(line int, p results.Part, data string) (results.Part, error) {
	b, err := base64.StdEncoding.DecodeString(data)
	if err != nil {
		r.repeated(line, "inline media is not base64; its bytes are only in the raw record")
		p.Bytes, p.Note = int64(len(data)), "not base64"
		return p, nil
	}
	p.Bytes = int64(len(b))
	if r.sink.Media == nil {
		p.Note = "bytes are only in the raw record"
		return p, nil
	}
	r.media++
	name := fmt.Sprintf("media-%d%s", r.media, extension(p.MediaType))
	p.Raw, err = r.sink.Media(name, p.MediaType, b)
	if err != nil {
		return p, fmt.Errorf("keep %s: %w", name, err)
	}
	if p.Raw == "" {
		p.Note = "bytes are only in the raw record"
	}
	return p, nil
}

var mediaNames = map[string]string{
	"image/jpg": "image/jpeg",
	"audio/mp3": "audio/mpeg", "audio/x-mp3": "audio/mpeg", "audio/mpeg3": "audio/mpeg",
	"audio/wave": "audio/wav", "audio/x-wav": "audio/wav", "audio/vnd.wave": "audio/wav",
	"audio/m4a": "audio/mp4", "audio/x-m4a": "audio/mp4",
	"audio/x-flac": "audio/flac", "audio/x-aac": "audio/aac", "audio/x-aiff": "audio/aiff",
}

// canonicalMedia returns the canonical name of a media type. ATIF 1.8 allows several names for the
// same audio format.
func canonicalMedia(mediaType string) string {
	base, _, _ := strings.Cut(mediaType, ";")
	base = strings.ToLower(strings.TrimSpace(base))
	return cmp.Or(mediaNames[base], base)
}

var extensions = map[string]string{
	"image/png": ".png", "image/jpeg": ".jpg", "image/gif": ".gif", "image/webp": ".webp",
	"audio/wav": ".wav", "audio/mpeg": ".mp3", "audio/mp4": ".m4a", "audio/ogg": ".ogg", "audio/webm": ".weba",
	"audio/flac": ".flac", "audio/aac": ".aac", "audio/aiff": ".aiff",
}

func extension(mediaType string) string { return cmp.Or(extensions[mediaType], ".bin") }
