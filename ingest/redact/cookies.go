package redact

import (
	"bytes"
	"strings"
)

// findCookie takes all of a Cookie header, and of Set-Cookie the value, whose
// attributes stay. Both need the form name=value.
func findCookie(b []byte, at, floor int) (span, bool) {
	end := at + len("cookie")
	before := strings.ToLower(string(b[max(floor, at-4):at]))
	from, ok := afterOperator(b, end)
	if !ok && strings.HasSuffix(before, "--") && end < len(b) && b[end] == ' ' { // curl --cookie
		_, depth, start := quoteAt(b, end+1)
		from, ok = operand{start: start, depth: depth}, true
	}
	if !ok && end < len(b) && b[end] == 's' {
		if from, ok = afterOperator(b, end+1); ok && (from.start >= len(b) || b[from.start] != '{') {
			return span{}, false
		}
	}
	if !ok || from.start >= len(b) {
		return cookieCall(b, end)
	}
	if b[from.start] == '{' && from.depth == 0 {
		return cookieMap(b, from.start+1)
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

// cookieCall reads setcookie('sid', '...'), cookies.set('sid', '...') and
// add_cookie({"name": "sid", "value": "..."}).
func cookieCall(b []byte, i int) (span, bool) {
	i = dotted.run(b, i)
	if i+1 >= len(b) || b[i] != '(' {
		return span{}, false
	}
	if b[i+1] == '{' {
		return cookieObject(b, i+1)
	}
	name, end, ok := quotedText(b, i+1)
	if !ok {
		return span{}, false
	}
	i = end + name.depth + 1
	if i >= len(b) || b[i] != ',' {
		return span{}, false
	}
	value, stop, ok := quotedText(b, blanks.run(b, i+1))
	return cookieValueAt(b, name.start, end, value.start, stop, ok)
}

// cookieMap reads the pairs of {'session': '...', 'theme': 'dark'} up to the first
// that opens something.
func cookieMap(b []byte, i int) (span, bool) {
	for range 20 {
		name, end, ok := quotedText(b, pastBetween(b, i))
		if !ok {
			break
		}
		colon := end + name.depth + 1
		if colon >= len(b) || b[colon] != ':' {
			break
		}
		value, stop, ok := quotedText(b, pastBetween(b, colon+1))
		if !ok {
			break
		}
		if got, ok := cookieValueAt(b, name.start, end, value.start, stop, true); ok {
			return got, true
		}
		i = stop + value.depth + 1
	}
	return span{}, false
}

// cookieValueAt takes the value of a cookie: a random one, or any of a session.
func cookieValueAt(b []byte, name, nameEnd, start, end int, ok bool) (span, bool) {
	if !ok || end-start < 8 {
		return span{}, false
	}
	value := b[start:end]
	session := hasPart("session", strings.ToLower(string(b[name:nameEnd])))
	return span{start: start, end: end}, !isPlaceholder(value) && printable.all(value) && (session || looksRandom(value, randomMin)) &&
		!isVisitor(b[name:nameEnd])
}

// isVisitor reports cookies that count visitors and open nothing.
func isVisitor(name []byte) bool { return listed("visitor", strings.ToLower(string(name))) }

const cookieObjectMax = 600

// findCookieObject takes the value of an object with a domain, as browsers and their
// drivers keep cookies.
func findCookieObject(b []byte, at, floor int) (span, bool) {
	if at == 0 {
		return span{}, false
	}
	from := max(floor, at-cookieObjectMax)
	open := bytes.LastIndexByte(b[from:at], '{')
	if open < 0 || bytes.IndexByte(b[from+open:at], '}') >= 0 {
		return span{}, false
	}
	return cookieObject(b, from+open)
}

// cookieObject finds the name and the value of the object at b[i].
func cookieObject(b []byte, i int) (span, bool) {
	body := b[i:min(len(b), i+2*cookieObjectMax)]
	if end := bytes.IndexByte(body, '}'); end >= 0 {
		body = body[:end]
	}
	name, nameEnd, ok := member(b, i, body, "name")
	if !ok {
		return span{}, false
	}
	value, end, ok := member(b, i, body, "value")
	return cookieValueAt(b, name, nameEnd, value, end, ok)
}

// member is where the string of a member of an object stands.
func member(b []byte, from int, body []byte, name string) (start, end int, ok bool) {
	for i := 0; ; {
		k := bytes.Index(body[i:], []byte(name))
		if k < 0 {
			return 0, 0, false
		}
		i += k + len(name)
		if at := from + i - len(name); at == 0 || b[at-1] != '"' && b[at-1] != '\'' {
			continue
		}
		o, ok := afterOperator(b, from+i)
		if !ok || o.quote == 0 {
			continue
		}
		end, ok = o.closing(b)
		return o.start, end, ok && end > o.start
	}
}

// findCookieJar takes the last field of a line of Netscape's cookie files, whose second
// is at b[at]: domain, TRUE, path, FALSE, time, name, value.
func findCookieJar(b []byte, at, _ int) (span, bool) {
	i, fields := at, [5][2]int{}
	if b[at] == 't' { // of an escape
		i = at - backslashes(b, at)
	}
	for k := range fields {
		n := tabAt(b, i)
		if n == 0 {
			return span{}, false
		}
		i += n
		end := jarBytes.run(b, i)
		fields[k], i = [2]int{i, end}, end
	}
	path, expires, name := fields[1], fields[3], fields[4]
	n := tabAt(b, i)
	if n == 0 || b[path[0]] != '/' || expires[1] == expires[0] || !digits.all(b[expires[0]:expires[1]]) {
		return span{}, false
	}
	end := jarBytes.run(b, i+n)
	return cookieValueAt(b, name[0], name[1], i+n, end, true)
}

var jarBytes = set("!#-Z]-~[")

// tabAt is the length of the tab at b[i], in any spelling; 0 if there is none.
func tabAt(b []byte, i int) int {
	if i < len(b) && b[i] == '\t' {
		return 1
	}
	if k := slashes.run(b, min(i, len(b))); k > i && k < len(b) && b[k] == 't' {
		return k + 1 - i
	}
	return 0
}
