package redact

import (
	"bytes"
	"regexp"
	"strings"
)

// toLiteral is what may stand between a telling name and a literal: an operator with a type, a selector and the call that
// types into it, a comma, or a space behind a keyword of Lisp; then the prefix of a string and its quote.
var toLiteral = regexp.MustCompile(strings.ReplaceAll(`^(?:`+
	`\[\]\s*=\s*`+
	`|\s*:\s*[A-Za-z&][\w&<>\[\]' ?|.]{0,40}=\s*`+
	`|\s+[A-Za-z*\[][\w.\[\]*]{0,20}\s*=\s*`+
	`|\s*<<<\s*`+
	`|Q?\]?\s*(?::|:?=|=>)\s*(?:!\w+\s+|\{\s*QvalueQ\s*:\s*)?`+
	`|Q\]?Q?\){1,2}\.(?:fill|type|send_keys|sendKeys|press_sequentially|pressSequentially|setValue|set_value)\(\s*`+
	`|Q?\]?Q\s*,\s*`+
	`|\s+`+
	`)(?:[bBfFrRuUL]{0,2}#?|@|\$)(\\*)["']`, "Q", `\\*["']`))

// block begins a literal of several lines in YAML.
var block = regexp.MustCompile(`^(?:\\*["'])?\s*:\s*[|>][+-]?(?:\s*\n|\\+n)\s+`)

const glueMax = 80

// literalValue finds the literal that the name in b[start:end] names, where no plain
// operator stands between.
func literalValue(b []byte, start, end int) (operand, bool) {
	glue := b[end:min(len(b), end+glueMax)]
	if n := len(block.Find(glue)); n > 0 {
		return operand{start: end + n, lineStart: true}, true
	}
	m := toLiteral.FindSubmatchIndex(glue)
	if m == nil {
		return operand{}, false
	}
	n, depth := m[1], m[3]-m[2]
	switch before := bytes.TrimSpace(glue[:m[2]]); {
	case len(before) == 0 && (start == 0 || b[start-1] != ':'): // prose, not a keyword
		return operand{}, false
	case bytes.HasSuffix(before, []byte(",")) && !typesInto(b, start):
		return operand{}, false
	}
	return operand{start: end + n, quote: glue[n-1], depth: depth, loose: true}, depth == 0 || depth%2 == 1 && glue[n-1] == '"'
}

// typesInto reports whether the name is in the first argument of a call that sets a value
// or types one: page.fill("#password".
func typesInto(b []byte, start int) bool {
	paren := bytes.LastIndexByte(b[max(0, start-40):start], '(')
	return paren >= 0 && listed("setter", callBefore(b, max(0, start-40)+paren))
}
