package redact

import (
	"bytes"
	"fmt"
)

// after finds a secret that follows a fixed text such as "Bearer " or "signature=".
type after struct {
	gap  func(b []byte, at int) (start int, ok bool)
	body *class
	need condition
}

// gaps contains, by name, functions that skip the characters between a fixed text and its value.
// The fixed text extends from b[at] to b[end].
var gaps = map[string]func(b []byte, at, end int) (start int, ok bool){
	"spaces":   func(b []byte, _, end int) (int, bool) { return oneSpace.run(b, end), true },
	"none":     func(_ []byte, _, end int) (int, bool) { return end, true },
	"operator": func(b []byte, _, end int) (int, bool) { o, ok := afterOperator(b, end); return o.start, ok },
	// "quoted" accepts an opening quote; "ftp" requires an earlier USER command
	"quoted": func(b []byte, _, end int) (int, bool) {
		_, depth, start := quoteAt(b, oneSpace.run(b, end))
		return start, depth == 0 || depth%2 == 1
	},
	"ftp": func(b []byte, at, end int) (int, bool) {
		return end, startsLine(b, at) && bytes.Contains(b[max(0, at-160):at], []byte("USER "))
	},
	// "account" is a name followed by a colon; "line" is one or more line ends
	"account": func(b []byte, _, end int) (int, bool) {
		name := bytes.Index(b[end:min(len(b), end+nameMax)], []byte(": "))
		return end + name + 2, name > 0 && !bytes.ContainsAny(b[end:end+name], " \n")
	},
	"line": func(b []byte, _, end int) (int, bool) {
		i := end
		for i+1 < len(b) && (b[i] == '\n' || b[i] == '\\' && b[i+1] == 'n') {
			i += 1 + bytes.Count(b[i:i+1], []byte{'\\'})
		}
		return i, i > end
	},
	"name=": func(b []byte, at, _ int) (int, bool) {
		name := dotted.run(b, at)
		return name + 1, name < len(b) && b[name] == '='
	},
}

func (a after) find(b []byte, at, floor int) (span, bool) {
	start, ok := a.gap(b, at)
	if !ok {
		return span{}, false
	}
	end := trimDots(b, start, a.body.run(b, start))
	o := operand{start: start}
	if name := base64URL.back(b, at, max(floor, at-nameMax)); name > floor {
		o.query = bytes.IndexByte([]byte("?&;"), b[name-1]) >= 0
	}
	v := newValue(b, o, end, promise{}, "")
	v.inWord = at > floor && word[b[at-1]]
	return span{start: start, end: end}, a.need.holds(v)
}

func (t *table) after(rule string, list []string, gap, alphabet, need string, fold bool) error {
	c, err := t.condition(need)
	between, body := gaps[gap], t.alphabets[alphabet]
	if err != nil || between == nil || body == nil {
		return fmt.Errorf("gap %q, alphabet %q: %w", gap, alphabet, err)
	}
	for _, text := range list {
		a := after{func(b []byte, at int) (int, bool) { return between(b, at, at+len(text)) }, body, c}
		t.add(rule, anchor{text: text, fold: fold, find: a.find})
	}
	return nil
}
