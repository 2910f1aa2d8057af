package redact

import (
	"bytes"
	"strings"
)

const nameMax = 80

// findAssignment finds the value in an assignment: OPENAI_API_KEY=..., "api_key": "...", --token
// ..., password: ..., <password>...
func findAssignment(b []byte, at, floor int) (span, bool) {
	end := base64URL.run(b, at)
	if end >= len(b) {
		return span{}, false
	}
	start := nameStart(b, at, floor)
	if end-start > nameMax || start >= at+1 {
		return span{}, false
	}
	name := string(b[start:end])
	p := promiseOf(name)
	if start > floor && (b[start-1] == '?' || b[start-1] == '&') && listed("pass", strings.ToLower(name)) {
		p = promise{level: trustLower, short: true}
	}
	if !p.compound && start > floor+1 && b[start-1] == ' ' && (p.level == trustNone || p.level == trustLower) {
		p = p.after(b, start-1, floor, name)
	}
	if p.level == trustNone {
		return span{}, false
	}
	value, ok := valueOf(b, start, end, p)
	if !ok {
		return inProse(b, start, end, floor, p, name)
	}
	if value.quote != 0 {
		return value.quoted(b, p, name)
	}
	return value.bare(b, p, name)
}

func valueOf(b []byte, start, end int, p promise) (operand, bool) {
	o, ok := afterOperator(b, end)
	if next := slashes.run(b, o.start); !ok || o.quote == 0 || next < len(b) && (b[next] == o.quote || b[next] == ')' || lineEndAt(b, o.start)) { // or three quotes, or the end of one
		if l, found := literalValue(b, start, end); found {
			return l, true
		}
	}
	if ok {
		o.query = start > 0 && (b[start-1] == '?' || b[start-1] == '&' || b[start-1] == ';')
		o.lineStart = startsLine(b, start)
		o.option = !o.loose && isOption(b, start)
		return o, true
	}
	switch {
	case b[end] == ' ' && start > 0 && end-start > 2 && (isOption(b, start) || // command-line option such as "--token VALUE" or "-storepass VALUE"
		(p.strong || p.level == trustEnv) && defines(b, start)): // shell assignment such as "setenv API_KEY VALUE"
		o = operand{option: true}
		o.quote, o.depth, o.start = quoteAt(b, oneSpace.run(b, end))
		return o, o.depth == 0 || o.depth%2 == 1
	}
	if o, ok := callValue(b, start, end); ok {
		return o, true
	}
	if n := len(element.Find(b[end:min(len(b), end+glueMax)])); n > 0 {
		return operand{start: end + n, quote: '<'}, true
	}
	return columnValue(b, start, end)
}

// isOption reports whether a name is a command-line option and not a deleted line of a diff.
func isOption(b []byte, start int) bool {
	return b[start] == '-' && (b[start+1] == '-' || !startsLine(b, start))
}

// callValue finds the argument of a call whose name is b[start:end]: setPassword("...").
func callValue(b []byte, start, end int) (operand, bool) {
	var o operand
	if b[end] != '(' || !setsByName(b, start, end) {
		return o, false
	}
	o.quote, o.depth, o.start = quoteAt(b, end+1)
	return o, o.depth == 0 || o.depth%2 == 1 && o.quote == '"'
}

// setsByName reports whether a name is that of a setter: .password(, .api_key(, setPassword(, withApiKey(.
func setsByName(b []byte, start, end int) bool {
	name := string(b[start:end])
	words := splitName(name)
	return start > 0 && b[start-1] == '.' && (len(words) == 1 || len(words) == 2 && listed("key-of", words[0])) || hasStart("setter-start", name)
}

func lineEndAt(b []byte, i int) bool {
	if b[i] == '\n' || b[i] == '\r' {
		return true
	}
	k := slashes.run(b, i)
	return k > i && k < len(b) && (b[k] == 'n' || b[k] == 'r')
}

var proseBytes = set("0-9A-Za-z_.~+/=!@#$%^&*:-")

// inProse finds the value in "login a password b" and "the token is `...`".
func inProse(b []byte, start, end, floor int, p promise, name string) (span, bool) {
	i, linked := afterFillers(b, end)
	if i == end {
		return span{}, false
	}
	stop := proseBytes.run(b, i)
	for stop > i && strings.IndexByte(".:!*,", b[stop-1]) >= 0 {
		stop--
	}
	if stop == i {
		return span{}, false
	}
	v := newValue(b, operand{start: i}, stop, p, name)
	v.lineStart = startsLine(b, start)
	v.linked, v.netrc = linked, inNetrc(b, start, floor)
	v.ticked = b[i-1] == '`' && stop < len(b) && b[stop] == '`'
	return span{start: i, end: stop}, v.isSecret("prose")
}

// after returns the promise of a name of two words, as in prose: API key, seed phrase. If the
// preceding word adds nothing, it returns p.
func (p promise) after(b []byte, i, floor int, name string) promise {
	start := alnum.back(b, i, max(floor, i-20))
	if start == i || len(name) > 10 {
		return p
	}
	both := promiseOf(strings.ToLower(string(b[start:i]) + "_" + name))
	if both.level == trustNone || both.level == trustMaybe || both.digits {
		return p
	}
	both.level = trustLower
	return both
}

// afterFillers skips the words between a name and its value, and reports whether one of them links
// the two.
func afterFillers(b []byte, end int) (next int, linked bool) {
	i := end
	for i < len(b) && (b[i] == '`' || b[i] == '*') {
		i++
	}
	for range 5 {
		j := i
		for j < len(b) && (strings.IndexByte(" :=>`*'(", b[j]) >= 0 || b[j] == '-' && j+1 < len(b) && b[j+1] == '>') {
			linked = linked || strings.IndexByte(":=>`'", b[j]) >= 0
			j++
		}
		if j == i {
			break
		}
		i = j
		k := lowers.run(b, i)
		if k >= len(b) || b[k] != ' ' && b[k] != ':' || !listed("filler", string(b[i:k])) {
			break
		}
		linked = true
		i = k
	}
	return i, linked
}

// inNetrc reports whether b[start] follows a machine and a login, as in a .netrc file, or a command
// that takes a password.
func inNetrc(b []byte, start, floor int) bool {
	before := b[max(floor, start-200):start]
	machine := bytes.Contains(before, []byte("machine ")) || bytes.Contains(before, []byte("default "))
	return machine && bytes.Contains(before, []byte("login ")) ||
		bytes.Contains(before, []byte("wifi connect "))
}

// startsLine reports whether only spaces and list markers precede b[i] on its line.
func startsLine(b []byte, i int) bool {
	for i > 0 && (b[i-1] == ' ' || b[i-1] == '-' || b[i-1] == '+' || b[i-1] == '\t') {
		i--
	}
	return i == 0 || b[i-1] == '\n' || i > 1 && b[i-1] == 'n' && b[i-2] == '\\' || b[i-1] == '"' && (i < 2 || b[i-2] != '\\')
}

// nameStart returns the start of the name that ends before b[at]. It excludes the n of a preceding
// escaped newline and the digits of a preceding \u003d.
func nameStart(b []byte, at, floor int) int {
	start := base64URL.back(b, at, max(floor, at-nameMax))
	if start > floor && b[start-1] == '\\' && start < at {
		switch {
		case b[start] == 'u' && start+5 <= at && allHex(b[start+1:start+5]):
			return start + 5
		case b[start] == 'n' || b[start] == 'r' || b[start] == 't':
			return start + 1
		}
	}
	return start
}

// afterOperator parses the text between a name that ends at i and its value: the closing quote of
// the name, spaces, the operator and the opening quote of the value.
func afterOperator(b []byte, i int) (operand, bool) {
	var o operand
	nameQuote, nameDepth, i := quoteAt(b, i)
	o.keyed = nameQuote != 0
	bracket := o.keyed && i < len(b) && b[i] == ']' // subscript assignment such as os.environ["KEY"] = "VALUE"
	if bracket {
		i++
	}
	before := i
	i = blanks.run(b, i)
	if i >= len(b) || i-before > 16 || b[i] != '=' && (b[i] != ':' || bracket) {
		return o, false
	}
	colon := b[i] == ':'
	i++
	if i < len(b) && (colon && b[i] == '=' || !colon && b[i] == '>') { // := in Go, => in PHP
		i++
	} else if i < len(b) && (b[i] == '=' || b[i] == ':') { // comparison or C++ scope operator
		return o, false
	}
	after := i
	if i+2 < len(b) && colon && (string(b[i:i+2]) == "**" || string(b[i:i+2]) == "__") { // **Password:** ...
		i += 2
	}
	i = blanks.run(b, i)
	o.loose = colon || i > after || after-1 > before
	if i < len(b) && b[i] == '`' {
		o.quote, o.start = '`', i+1
		return o, !o.keyed
	}
	if o.quote, o.depth, o.start = quoteAt(b, i); o.keyed && o.quote == 0 && nameQuote == '"' && !bracket {
		o.depth = nameDepth // number of backslashes before the quotes that must be added around a redacted number
		return o, true
	}
	if o.keyed && o.quote != 0 && (o.quote != nameQuote || o.depth != nameDepth) {
		return o, false
	}
	// after an even number of backslashes, the quote ends the enclosing JSON string
	return o, o.depth == 0 || o.depth%2 == 1 && o.quote == '"'
}

// quoteAt parses optional backslashes and a quote at b[i]. It returns the quote, the number of
// backslashes and the index of the following text.
func quoteAt(b []byte, i int) (quote byte, depth, next int) {
	j := i
	for j < len(b) && b[j] == '\\' {
		j++
	}
	if j < len(b) && (b[j] == '"' || b[j] == '\'') {
		return b[j], j - i, j + 1
	}
	return 0, 0, i
}
