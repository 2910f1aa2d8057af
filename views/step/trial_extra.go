package step

import (
	"bytes"
	"encoding/json"
	"strconv"

	"github.com/clawatlas/clawatlas/results"
)

// alsoRecorded is what the record of a step says beside what its page shows: one
// JSON object, with what is said of a call, a result or the model call under its
// name; empty if there is nothing.
func alsoRecorded(s *results.Step) string {
	var b bytes.Buffer
	add := func(name string, v json.RawMessage) {
		if len(v) == 0 {
			return
		}
		if b.Len() > 0 {
			b.WriteByte(',')
		}
		b.WriteString(strconv.Quote(name) + ":")
		b.Write(v)
	}
	if m := s.Metrics; m != nil {
		add("metrics", m.Also)
	}
	for i := range s.ToolCalls {
		add("call "+strconv.Itoa(i+1), s.ToolCalls[i].Also)
	}
	if s.Observation != nil {
		for i := range s.Observation.Results {
			r := &s.Observation.Results[i]
			add("result "+strconv.Itoa(i+1), r.Also)
			for j := range r.Refs {
				add("sub-agent "+strconv.Itoa(j+1)+" of result "+strconv.Itoa(i+1), r.Refs[j].Also)
			}
		}
	}
	switch own := bytes.TrimSpace(s.Also); {
	case len(own) < 2 && b.Len() == 0:
		return ""
	case len(own) < 2:
		return "{" + b.String() + "}"
	case b.Len() == 0:
		return string(own)
	default:
		return string(own[:len(own)-1]) + "," + b.String() + "}"
	}
}

// alsoNames lists the first names of what is said beside, as a hint of what the fold
// opens.
func alsoNames(text string) string {
	dec := json.NewDecoder(bytes.NewReader([]byte(text)))
	if _, err := dec.Token(); err != nil {
		return ""
	}
	var list string
	for n := 0; dec.More(); n++ {
		name, err := dec.Token()
		if err != nil {
			break
		}
		if n == alsoNamesMost {
			return list + " …"
		}
		if n > 0 {
			list += ", "
		}
		list += Brief(name.(string))
		var v json.RawMessage
		if dec.Decode(&v) != nil {
			break
		}
	}
	return list
}

// alsoNamesMost is how many names the fold says before it is opened.
const alsoNamesMost = 6

// indented writes a JSON text with a line for each member.
func indented(text string) string {
	var b bytes.Buffer
	if json.Indent(&b, []byte(text), "", "  ") != nil {
		return text
	}
	return b.String()
}
