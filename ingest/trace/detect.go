package trace

import (
	"bytes"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/ingest/head"
)

type beginning struct {
	head.Head
	first *head.Value   // the object, or the first of its lines
	lines []*head.Value // objects, one or a line each; nil for a list
	items []*head.Value // of a list
}

func beginningOf(h head.Head) *beginning {
	if !h.IsObject() && !h.IsArray() {
		return &beginning{Head: h}
	}
	b := &beginning{Head: h, first: h.Value()}
	if h.IsArray() {
		b.items = b.first.Items
	} else if b.lines = h.Lines(); len(b.lines) == 0 {
		b.lines = []*head.Value{b.first}
	}
	return b
}

// program tells the dialects that one program alone writes, by the members of its
// objects; Unknown where nothing proves one.
func program(h head.Head) Dialect {
	b := beginningOf(h)
	for _, d := range dialects {
		if d.is != nil && d.is(b) {
			return d.name
		}
	}
	return Unknown
}

func anyOf(list []*head.Value, is func(*head.Value) bool) bool {
	return slices.ContainsFunc(list, is)
}

// Detect tells the dialect from the first bytes of a record; 8 KB are enough
// for all that is known, the whole record is fine. What has no known shape is
// text. The name only decides between one document and lines.
func Detect(name string, data []byte) Dialect {
	data = bytes.TrimSpace(head.WithoutMark(data))
	if d := program(head.Of(name, data)); d != Unknown {
		return d
	}
	return bySigns(name, data)
}

// bySigns is Detect for what program does not know.
func bySigns(name string, data []byte) Dialect {
	data = bytes.TrimSpace(data)
	if len(data) == 0 || data[0] != '[' && data[0] != '{' {
		return DialectText
	}
	list, tight := data[0] == '[', withoutSpace(data)
	if list && len(tight) > 1 && tight[1] != '{' {
		return DialectText // a log line that begins with [name]
	}
	for _, d := range dialects {
		if d.list == list && d.signed(tight) {
			return d.name
		}
	}
	if list {
		return DialectText
	}
	lines := head.Of(name, data).Lines()
	for _, d := range dialects {
		if d.alone && anyOf(lines, d.entry) {
			return d.name
		}
	}
	switch {
	case strings.HasSuffix(name, ".jsonl"):
		return DialectOpenAISessions // lines that turn out to be no messages are kept raw one by one
	case bytes.Contains(tight, []byte(`"messages":[`)):
		return DialectOpenAIMessages
	}
	return DialectText
}

func (d *dialect) signed(tight []byte) bool {
	for _, sign := range d.signs {
		all := true
		for part := range strings.FieldsSeq(sign) {
			all = all && bytes.Contains(tight, []byte(part))
		}
		if all {
			return true
		}
	}
	return false
}

// withoutSpace drops white space outside of strings, so that compact and
// indented JSON look the same. The end of head may cut a string.
func withoutSpace(head []byte) []byte {
	out := make([]byte, 0, len(head))
	quoted := false
	for i := 0; i < len(head); i++ {
		c := head[i]
		switch {
		case quoted && c == '\\':
			out = append(out, c)
			if i++; i < len(head) {
				out = append(out, head[i])
			}
			continue
		case c == '"':
			quoted = !quoted
		case !quoted && (c == ' ' || c == '\t' || c == '\r' || c == '\n'):
			continue
		}
		out = append(out, c)
	}
	return out
}
