package redact

import (
	"bytes"
	"regexp"
	"strings"
)

// literals matches the text between a name and the literal assigned to it, including the opening
// quote. It is compiled from the literal and opener rows of rules.txt.
type literals struct {
	rows    [][2]string // condition and pattern
	openers []string
	pattern *regexp.Regexp
}

// element matches the text between a name and the content of its XML element, or of the next one in a property list.
var element = regexp.MustCompile(`^(?:|</key>(?:[\s+-]|\\+[nrt])*<\w+|\\*["'][^<>\n]{0,40}(?:>\s*<value)?)>`)

const glueMax = 100

// compile joins the rows. The index of a row's group, which is the first to match, tells its condition.
func (l *literals) compile() {
	var all []string
	for _, r := range l.rows {
		all = append(all, "("+r[1]+")")
	}
	text := "^(?:" + strings.Join(all, "|") + ")(?:" + strings.Join(l.openers, "|") + `)(?:\\*"\\*")?(\\*)(["'{(\[])`
	l.pattern = regexp.MustCompile(strings.ReplaceAll(text, "Q", `\\*["']`))
}

// block matches the text between a YAML key and a multi-line literal, or a literal with a tag or an
// anchor, between a name and its value in a pair, and between two cells of a table.
var block = regexp.MustCompile("^(?:\\\\*[\"']?(?:[\\s,+-]|\\\\+[nrt]){1,40}\\\\*[\"']?(?i:value)\\\\*[\"']?\\s*[:=]\\s*|(?:\\\\*[\"'])?\\s*:\\s*(?:[|>][+-]?(?:\\s*\\n|\\\\+n)[+-]?|!!\\w+|&\\w+)\\s+|[ `*]*\\|[ `]+)")

// literalValue finds the literal assigned to the name b[start:end] if the operator is not a simple
// = or :.
func literalValue(b []byte, start, end int) (operand, bool) {
	glue := b[end:min(len(b), end+glueMax)]
	l := rows().literals
	m := l.pattern.FindSubmatchIndex(glue)
	if m == nil {
		return blockValue(b, start, end, glue)
	}
	row := 0
	for m[2*row+2] < 0 {
		row++
	}
	o := operand{start: end + m[1], quote: glue[m[1]-1], depth: m[len(m)-3] - m[len(m)-4], loose: true}
	switch l.rows[row][0] {
	case "call":
		call := callAround(b, start)
		o.said = !listed("setter", call)
		if symbol := b[start-1] == ':'; glue[0] == ',' && !symbol || o.said && !listed("getter", call) && !isOption(b, start) && !opens(b, start) {
			return operand{}, false
		}
	case "default":
		o.said = true
	case "defined":
		o.said = !defines(b, start) && !isOption(b, start)
	}
	return o, o.depth == 0 || o.depth%2 == 1 && o.quote == '"'
}

// blockValue finds the value assigned to the name b[start:end] without quotes.
func blockValue(b []byte, start, end int, glue []byte) (operand, bool) {
	n := len(block.Find(glue))
	cell := !bytes.ContainsAny(glue[:n], ":=")
	o := operand{start: end + n, lineStart: !cell, loose: cell}
	return o, n > 0 && !bytes.HasPrefix(glue[n:], []byte("=")) && (!cell || startsCell(b, start, end)) // = after a Rust type
}

// startsCell reports whether a cell of a table begins with a name that is not a type's.
func startsCell(b []byte, start, end int) bool {
	i := start
	for i > 0 && strings.IndexByte(" `*", b[i-1]) >= 0 {
		i--
	}
	return (startsLine(b, start) || b[i-1] == '|') && (isLower(b[start]) || isEnvName(string(b[start:end])))
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
	word := string(b[pastEscape(b, bytes.LastIndexAny(b[from:start-1], " (\n\t\"+:\\")+from+1) : start-1])
	return listed("definer", word) || listed("definer", strings.TrimPrefix(word, "-")) // a deleted line of a diff
}

// opens reports whether a quoted name is the first member of a tuple: {"X-Api-Key", "..."}.
func opens(b []byte, start int) bool {
	i := blanks.back(b, slashes.back(b, max(0, start-1), 0), 0)
	return i > 0 && (b[i-1] == '{' || b[i-1] == '(' && i > 1 && !word[b[i-2]])
}

// callAround returns the name of the call that has the name b[start:] in its first argument, as in
// page.fill("#password", ...
func callAround(b []byte, start int) string {
	from := max(0, start-40)
	paren := bytes.LastIndexByte(b[from:start], '(')
	if paren < 0 {
		return ""
	}
	call := base64URL.back(b, from+paren, max(0, from+paren-30))
	return strings.TrimLeft(strings.ToLower(string(b[pastEscape(b, call):from+paren])), "-")
}
