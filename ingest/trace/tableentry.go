package trace

import (
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// tableEntry is a line or a part of one.
type tableEntry struct {
	line   []byte
	n      int
	at     *int64
	kind   string
	levels map[string]map[string]jsontext.Value // by path, as far as they were looked at
}

func newTableEntry(line []byte, n int, v jsontext.Value) (*tableEntry, error) {
	var top map[string]jsontext.Value
	if err := json.Unmarshal(v, &top, decoding()); err != nil {
		return nil, err
	}
	return &tableEntry{line: line, n: n, levels: map[string]map[string]jsontext.Value{"": top}}, nil
}

// get is the value of the first path whose value says anything, else of the first that is
// there.
func (e *tableEntry) get(paths string) jsontext.Value {
	var first jsontext.Value
	for path := range strings.FieldsSeq(paths) {
		in, name := "", path
		if dot := strings.LastIndexByte(path, '.'); dot >= 0 {
			in, name = path[:dot], path[dot+1:]
		}
		v := e.level(in)[name]
		if says(v) {
			return v
		}
		if first == nil {
			first = v
		}
	}
	return first
}

func (e *tableEntry) level(path string) map[string]jsontext.Value {
	level, known := e.levels[path]
	if !known {
		if v := e.get(path); v.Kind() == '{' {
			_ = json.Unmarshal(v, &level, decoding()) // the line is sound, and so is what it holds
		}
		e.levels[path] = level
	}
	return level
}

// text is a member as text.
func (e *tableEntry) text(paths string) string { return stringOrEmpty(e.get(paths)) }

// number is a member as a number.
func (e *tableEntry) number(path string) number {
	v := e.get(path)
	if len(v) == 0 {
		return number{}
	}
	return numberOf(v)
}

// kindOf joins what the members say that tell kinds apart.
func (e *tableEntry) kindOf(paths string) string {
	kind := ""
	for path := range strings.FieldsSeq(paths) {
		kind = join(kind, e.text(path), "/")
	}
	return kind
}
