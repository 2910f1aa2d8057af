package search

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strings"

	"github.com/clawatlas/clawatlas/results"
)

// StepText is what is found of a step, see IndexText. Copied context is left out, because its original is indexed.
func StepText(s *results.Step) string {
	if s.Copied {
		return ""
	}
	return PlainText(s)
}

// PlainText is everything that the page of a step shows, one part a line. The index and the snippets are made of the same text.
func PlainText(s *results.Step) string {
	parts := make([]string, 0, 8)
	add := func(list ...string) {
		for _, t := range list {
			if t != "" {
				parts = append(parts, t)
			}
		}
	}
	attached := func(list []results.Part) {
		for _, p := range list {
			add(p.Path, p.Note)
		}
	}
	add(s.Message)
	attached(s.Parts)
	add(s.Reasoning, s.Error, s.Raw)
	for _, c := range s.ToolCalls {
		add(c.Name)
		if string(c.Arguments) != "null" { // a stored step has this for none
			add(argumentText(c.Arguments))
		}
	}
	if s.Observation != nil {
		for i := range s.Observation.Results {
			r := &s.Observation.Results[i]
			add(r.Content, r.ErrorText, r.Summary, r.Diff)
			attached(r.Parts)
		}
	}
	return strings.Join(parts, "\n")
}

// coded is a character written as a number, or as two, behind the backslash.
var coded = regexp.MustCompile(`^u[0-9a-fA-F]{4}(\\u[0-9a-fA-F]{4})?`)

// argumentText makes arguments searchable: compact and without escapes, of which \n would join words.
func argumentText(raw []byte) string {
	var compact, b bytes.Buffer
	if json.Compact(&compact, raw) == nil {
		raw = compact.Bytes()
	}
	for {
		i := bytes.IndexByte(raw, '\\')
		if i < 0 || i+1 == len(raw) {
			b.Write(raw)
			return b.String()
		}
		b.Write(raw[:i])
		raw = raw[i+1:]
		c, size := raw[:1], 1
		switch raw[0] {
		case 'n', 'r':
			c = []byte("\n")
		case 't', 'b', 'f':
			c = []byte("\t")
		case 'u':
			var text string
			if size = len(coded.Find(raw)); json.Unmarshal([]byte(`"\`+string(raw[:size])+`"`), &text) != nil {
				text = `\`
			}
			c = []byte(text)
		}
		b.Write(c)
		raw = raw[size:]
	}
}
