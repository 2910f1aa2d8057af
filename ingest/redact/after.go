package redact

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// after finds a secret that follows a fixed text such as "Bearer " or "signature=" and a gap. A gap
// of several arguments of a call ends with the quote of the next one.
type after struct {
	text string
	gap  gap
	body *class
	need []condition // alternatives; at least one must hold
}

// gap describes the text before a value, up to the opening quote, which is the only group of the
// pattern.
type gap struct {
	pattern  *regexp.Regexp
	operator bool // set if an operator such as = must follow
}

const gapMax = 1000

// value returns the range of a value behind a gap that starts at b[i]. A quoted value that does
// not end, as in a truncated text, ends with its alphabet.
func (g gap) value(b []byte, i int, body *class) (o operand, end int, ok bool) {
	o.start = i
	if g.pattern != nil {
		m := g.pattern.FindSubmatchIndex(b[i:min(len(b), i+gapMax)])
		if m == nil {
			return o, 0, false
		}
		if o.start = i + m[1]; len(m) > 2 && m[2] >= 0 {
			o.quote, o.depth, o.start = quoteAt(b, i+m[2])
		}
	}
	if g.operator {
		if o, ok = afterOperator(b, o.start); !ok {
			return o, 0, false
		}
	}
	if o.quote != 0 {
		if end, ok = o.closing(b); ok {
			return o, end, end > o.start && !isBetween(b[o.start:end]) && (o.depth == 0 || o.depth%2 == 1)
		}
	}
	return o, trimDots(b, o.start, body.run(b, o.start)), true
}

func (a after) find(b []byte, at, floor int) (span, bool) {
	o, end, ok := a.gap.value(b, at+len(a.text), a.body)
	if !ok || end <= o.start {
		return span{}, false
	}
	if name := base64URL.back(b, at, max(floor, at-nameMax)); name > floor {
		o.query = bytes.IndexByte([]byte("?&;"), b[name-1]) >= 0
	}
	o.lineStart = startsLine(b, at)
	v := newValue(b, o, end, promise{}, string(b[at:o.start]))
	v.inWord = at > floor && word[b[at-1]]
	return span{start: o.start, end: end}, slices.ContainsFunc(a.need, func(c condition) bool { return c.holds(v) })
}

func (t *table) after(rule string, list []string, gap, alphabet, need string, fold bool) error {
	conditions, err := t.conditions(need)
	between, known := t.gaps[gap]
	body := t.alphabets[alphabet]
	if err != nil || !known || body == nil {
		return fmt.Errorf("gap %q, alphabet %q: %w", gap, alphabet, err)
	}
	for _, text := range list {
		a := after{text, between, body, conditions}
		t.add(rule, anchor{text: text, fold: fold, find: a.find})
		if a.text = asEscapes(text); a.text != text {
			t.add(rule, anchor{text: a.text, fold: fold, find: a.find})
		}
	}
	return nil
}

// gap adds a gap. A pattern that ends in "operator" requires one.
func (t *table) gap(name, pattern string) (err error) {
	var g gap
	if pattern, g.operator = strings.CutSuffix(pattern, "operator"); pattern != "" {
		g.pattern, err = regexp.Compile("^(?:" + strings.ReplaceAll(pattern, "Q", `\\*["']`) + ")")
	}
	t.gaps[name] = g
	return err
}
