package redact

import (
	"bytes"
	"regexp"
)

// toLiteral is what may stand between a telling name and a literal that it names: an
// operator with a type or a tag, the rest of a selector and the call that types into it,
// a comma, or a space behind a keyword of Lisp; then the prefix of a string. Escaped
// quotes are not read: the text is looked at again without escapes.
var toLiteral = regexp.MustCompile(`^(?:` +
	`\[\]\s*=\s*` +
	`|\s*:\s*[A-Za-z&][\w&<>\[\]' ?|.]{0,40}=\s*` +
	`|\s+[A-Za-z*\[][\w.\[\]*]{0,20}\s*=\s*` +
	`|["']?\]?\s*(?::|:?=|=>)\s*(?:!\w+\s+|\{\s*"value"\s*:\s*)?` +
	`|["'][\]"')]{0,3}\.(?:fill|type|send_keys|sendKeys|press_sequentially|pressSequentially|setValue|set_value)\(\s*` +
	`|["']?\]?["']\s*,\s*` +
	`|\s+` +
	`)(?:[bBfFrRuUL]{0,2}#?|@|\$)["']`)

// block begins a literal of several lines in YAML.
var block = regexp.MustCompile(`^["']?\s*:\s*[|>][+-]?\s*\n\s+`)

// glueMax is how much may stand between a name and its literal.
const glueMax = 80

// literalValue finds the literal that the name in b[start:end] names, where no plain
// operator stands between.
func literalValue(b []byte, start, end int) (operand, bool) {
	glue := b[end:min(len(b), end+glueMax)]
	if n := len(block.Find(glue)); n > 0 {
		return operand{start: end + n, lineStart: true}, true
	}
	n := len(toLiteral.Find(glue))
	if n == 0 {
		return operand{}, false
	}
	switch last := glue[n-2]; {
	case isBlank(glue[:n-1]) && (start == 0 || b[start-1] != ':'): // prose, not a keyword
		return operand{}, false
	case bytes.IndexByte(glue[:n], ',') >= 0 && last != ']' && !typesInto(b, start):
		return operand{}, false
	}
	return operand{start: end + n, quote: glue[n-1], loose: true}, true
}

func isBlank(b []byte) bool { return len(bytes.TrimSpace(b)) == 0 }

// typesInto reports whether the name is in the first argument of a call that sets a value
// or types one: page.fill("#password".
func typesInto(b []byte, start int) bool {
	paren := bytes.LastIndexByte(b[max(0, start-40):start], '(')
	return paren >= 0 && listed("setter", callBefore(b, max(0, start-40)+paren))
}
