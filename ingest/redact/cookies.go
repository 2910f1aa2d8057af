package redact

import (
	"bytes"
	"strings"
)

// findCookie finds the entire value of a Cookie header. For Set-Cookie, it finds only the value of
// the cookie.
func findCookie(b []byte, at, floor int) (span, bool) {
	end := at + len("cookie")
	before := strings.ToLower(string(b[max(floor, at-4):at]))
	from, ok := afterOperator(b, end)
	if !ok && strings.HasSuffix(before, "--") && end < len(b) && b[end] == ' ' { // curl --cookie
		_, depth, start := quoteAt(b, end+1)
		from, ok = operand{start: start, depth: depth}, true
	}
	if !ok || from.start >= len(b) {
		return span{}, false
	}
	if before == "set-" || before == "set_" {
		return cookiePair(b, from.start)
	}
	stop := from.start
	for stop < len(b) && cookieBytes[b[stop]] && (b[stop] != ' ' || b[stop-1] == ';') {
		stop++
	}
	for stop > from.start && bytes.IndexByte([]byte(" ;)}"), b[stop-1]) >= 0 {
		stop--
	}
	value := b[from.start:stop]
	named := dotted.run(value, 0)
	return span{start: from.start, end: stop}, named > 0 && named < len(value) && value[named] == '=' &&
		len(value) >= 8 && !isPlaceholder(value[named+1:])
}

func cookiePair(b []byte, i int) (span, bool) {
	name := dotted.run(b, i)
	if name == i || name >= len(b) || b[name] != '=' {
		return span{}, false
	}
	start := name + 1
	end := cookieValue.run(b, start)
	value := b[start:end]
	return span{start: start, end: end}, len(value) >= shortMin && !isPlaceholder(value)
}

var (
	cookieValue = set("!#-&(-:=?-Z]-_a-~")
	cookieBytes = set(" !#-&(-;=?-Z]-_a-~")
)
