package trace

import (
	"bytes"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/ingest/head"
)

type beginning struct {
	head.Head
	first *head.Value   // the document, or the object on the first line
	lines []*head.Value // the document as the only element, or the objects of all lines; nil for a list
	items []*head.Value
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

// program returns the dialect if the keys of its objects identify a single program, else Unknown.
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

// Detect returns the dialect of a record from its first bytes. 8 KB are enough for all known
// dialects. It returns DialectText for records of unknown form. It uses the name only to
// distinguish documents from JSON lines.
func Detect(name string, data []byte) Dialect {
	data = bytes.TrimSpace(head.WithoutMark(data))
	if d := program(head.Of(name, data)); d != Unknown {
		return d
	}
	return bySigns(name, data)
}

// bySigns recognises dialects by fixed texts. Detect calls it if program recognises nothing.
func bySigns(name string, data []byte) Dialect {
	data = bytes.TrimSpace(data)
	if len(data) == 0 || data[0] != '[' && data[0] != '{' {
		return DialectText
	}
	list, tight := data[0] == '[', withoutSpace(data)
	if list && len(tight) > 1 && tight[1] != '{' {
		return DialectText // log line that begins with [name], not JSON
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
		return DialectOpenAISessions // if this is wrong, each line that is not a message is kept as raw text
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

// withoutSpace removes white space outside strings, so that compact and indented JSON become equal.
// head may end inside a string.
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
