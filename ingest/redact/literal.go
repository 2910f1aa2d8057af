package redact

import (
	"bytes"
	"regexp"
	"strings"
)

// toLiteral matches the text between a name and the string literal assigned to it, including the
// opening quote. Examples are an operator with a type, a selector and the call that types into it,
// a comma, and a space after a Lisp keyword.
var toLiteral = regexp.MustCompile(strings.ReplaceAll(`^(?:`+
	`\[\]\s*=\s*`+
	`|\s*:\s*[A-Za-z&][\w&<>\[\]' ?|.]{0,40}=\s*`+
	`|(?:\s+[A-Za-z*\[<][\w.\[\]*<>]{0,20}){1,2}\s*=\s*`+
	`|\s*<-\s*`+
	`|\s*<<<\s*`+
	`|Q?\]?\s*(?::|:?=|=>)\s*(?:!!?\w+\s+|&\w+\s+|\{\s*QvalueQ\s*:\s*)?`+
	`|Q?\]?Q?\){1,2}\.(?:fill|type|send_keys|sendKeys|press_sequentially|pressSequentially|setValue|set_value)\(\s*`+
	`|(?:\s\w+)?Q\]?Q?,\s*Q?(?:text|value)Q?\s*[:=]\s*`+
	`|Q\s*\{\s*default\s*=\s*`+
	`|Q?\]?Q\s*,\s*`+
	`|Q?\*?\s+`+
	`)(?:[bBfFrRuULN]{0,2}#?|@|\$|%?(?i:q){1,2}|\[)(?:\\*"\\*")?(\\*)(["'{(\[])`, "Q", `\\*["']`))

// block matches the text between a YAML key and a multi-line literal, or a literal with a tag or an
// anchor.
var block = regexp.MustCompile(`^(?:\\*["'])?\s*:\s*(?:[|>][+-]?(?:\s*\n|\\+n)|!!\w+|&\w+)\s+`)

const glueMax = 80

// literalValue finds the literal assigned to the name b[start:end] if the operator is not a simple
// = or :.
func literalValue(b []byte, start, end int) (operand, bool) {
	glue := b[end:min(len(b), end+glueMax)]
	if n := len(block.Find(glue)); n > 0 && !bytes.HasPrefix(glue[n:], []byte("=")) { // not a Rust type
		return operand{start: end + n, lineStart: true}, true
	}
	m := toLiteral.FindSubmatchIndex(glue)
	if m == nil {
		return operand{}, false
	}
	n, depth := m[1], m[3]-m[2]
	switch before := bytes.TrimSpace(glue[:m[2]]); {
	case len(bytes.Trim(before, `*"'\`)) == 0 && !defines(b, start): // prose
		return operand{}, false
	case bytes.HasSuffix(before, []byte(",")) && !typesInto(b, start):
		return operand{}, false
	}
	return operand{start: end + n, quote: glue[n-1], depth: depth, loose: true}, depth == 0 || depth%2 == 1 && glue[n-1] == '"'
}

// defines reports whether a name is a Lisp keyword or an attribute, or follows a word such as "set"
// that assigns it.
func defines(b []byte, start int) bool {
	for start > 0 && strings.IndexByte("\"'\\*", b[start-1]) >= 0 {
		start--
	}
	if start == 0 || b[start-1] != ' ' {
		return start > 0 && (b[start-1] == ':' || b[start-1] == '@')
	}
	from := max(0, start-16)
	return listed("definer", string(b[bytes.LastIndexAny(b[from:start-1], " (\n\t\"+:")+from+1:start-1]))
}

// typesInto reports whether the name is in the first argument of a call that sets or types a value,
// as in page.fill("#password", ...
func typesInto(b []byte, start int) bool {
	paren := bytes.LastIndexByte(b[max(0, start-40):start], '(')
	return paren >= 0 && listed("setter", callBefore(b, max(0, start-40)+paren))
}
