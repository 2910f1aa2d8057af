package redact

import (
	"bytes"
	"strings"
)

const nameMax = 80

// assignmentAnchors finds the words in the names of variables that hold
// secrets. What follows decides: OPENAI_API_KEY=..., "api_key": "...",
// --token ..., password: ..., <password>...
func assignmentAnchors() []anchor {
	var list []anchor
	for _, text := range []string{"key", "token", "secret", "pass", "pwd", "credential", "pin", "cvv", "otp", "auth", "jwt", "mnemonic", "phrase", "pat", "pw"} {
		list = append(list, anchor{text: text, fold: true, find: findAssignment})
	}
	return list
}

func findAssignment(b []byte, at, floor int) (span, bool) {
	end := class(isBase64URL).run(b, at)
	if end >= len(b) {
		return span{}, false
	}
	start := nameStart(b, at, floor)
	if end-start > nameMax || start >= at+1 {
		return span{}, false
	}
	name := string(b[start:end])
	p := promiseOf(name)
	if start > floor && (b[start-1] == '?' || b[start-1] == '&') && isPass(name) {
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
		return inProse(b, start, end, floor, p)
	}
	if value.quote != 0 {
		return value.quoted(b, p, name)
	}
	return value.bare(b, p, name)
}

// valueOf finds the value of the name in b[start:end].
func valueOf(b []byte, start, end int, p promise) (operand, bool) {
	o, ok := afterOperator(b, end)
	if ok {
		o.query = start > 0 && (b[start-1] == '?' || b[start-1] == '&' || b[start-1] == ';')
		o.lineStart = startsLine(b, start)
		o.option = !o.loose && b[start] == '-'
		return o, true
	}
	switch {
	case b[end] == '>' && start > 0 && b[start-1] == '<': // <password>...</password>
		return operand{start: end + 1, quote: '<'}, true
	case b[end] == ' ' && start > 0 && end-start > 2 && b[start] == '-': // --token ..., -storepass ...
		o = operand{option: true}
		o.quote, o.depth, o.start = quoteAt(b, spaces(b, end))
		return o, o.depth == 0 || o.depth%2 == 1
	}
	return pairValue(b, end)
}

// pairValue reads a name that is itself a value: {"name": "DB_PASSWORD",
// "value": "..."}, <add key="Password" value="..."/>.
func pairValue(b []byte, end int) (operand, bool) {
	quote, depth, i := quoteAt(b, end)
	skip := func() {
		for i < len(b) && (b[i] <= ' ' || b[i] == ',' || b[i] == '\\' && i+1 < len(b) && b[i+1] == 'n') {
			if b[i] == '\\' {
				i++
			}
			i++
		}
	}
	from := i
	skip()
	if i == from || i-from > 40 || quote == 0 && !lineEndAt(b, from) {
		return operand{}, false
	}
	_, _, i = quoteAt(b, i)
	if i+5 > len(b) || !strings.EqualFold(string(b[i:i+5]), "value") {
		return operand{}, false
	}
	_, _, i = quoteAt(b, i+5)
	skip()
	if i >= len(b) || b[i] != ':' && b[i] != '=' {
		return operand{}, false
	}
	i++
	skip()
	o := operand{keyed: quote != 0, lineStart: true, loose: true}
	o.quote, o.depth, o.start = quoteAt(b, i)
	if quote == 0 { // YAML
		return o, o.depth == 0 || o.depth%2 == 1 && o.quote == '"'
	}
	return o, o.quote == quote && o.depth == depth
}

func lineEndAt(b []byte, i int) bool {
	return b[i] == '\n' || b[i] == '\r' || b[i] == '\\' && i+1 < len(b) && (b[i+1] == 'n' || b[i+1] == 'r')
}

// inProse reads what follows a name in a sentence, a file of the form "login a
// password b", or an assignment without an operator: the token is `...`.
func inProse(b []byte, start, end, floor int, p promise) (span, bool) {
	i, linked := afterFillers(b, end)
	if i == end {
		return span{}, false
	}
	stop := class(func(c byte) bool { return isDotted(c) || bytes.IndexByte([]byte("~+/=!@#$%^&*:"), c) >= 0 }).run(b, i)
	for stop > i && bytes.IndexByte([]byte(".:!*,"), b[stop-1]) >= 0 {
		stop--
	}
	value := b[i:stop]
	if len(value) < 3 || !p.words && (len(value) < 4 || isPlaceholder(value) || isReference(value)) {
		return span{}, false
	}
	letters, numbers := count(value)
	if dot := bytes.LastIndexByte(value, '.'); dot > 0 && dot+1 < len(value) && isUpper(value[dot+1]) && class(func(c byte) bool { return !isDigit(c) }).run(value, dot+1) == len(value) {
		return span{}, false // a type of a package
	}
	switch {
	case p.words:
		stop = phraseEnd(b, i)
		return span{start: i, end: stop}, linked && stop > i
	case inNetrc(b, start, floor):
		return span{start: i, end: stop}, p.short
	case p.short && !p.weak && linked && b[i-1] == '`' && stop < len(b) && b[stop] == '`':
		return span{start: i, end: stop}, len(value) >= valueMin && !isTypeName(value) && !isSameWord(value, "password") && (numbers > 0 || len(value) >= proseMin)
	case looksRandom(value, randomMin):
		return span{start: i, end: stop}, linked || p.level == trustEnv || p.compound
	case p.strong && linked && isAlnumText(value):
		return span{start: i, end: stop}, letters > 0 && numbers > 0 && len(value) >= proseMin
	case p.short && linked && !p.digits && !p.weak:
		return span{start: i, end: stop}, letters > 0 && numbers > 0 && len(value) >= valueMin && bytes.IndexByte(value, '=') < 0
	case p.digits:
		return span{start: i, end: stop}, linked && letters == 0 && numbers >= 4 && numbers == len(value) && numbers <= 8
	}
	return span{}, false
}

func isPass(name string) bool {
	switch strings.ToLower(name) {
	case "pass", "pw", "pwd", "passwort":
		return true
	}
	return false
}

// after reads a name of two words, as sentences have it: API key, seed phrase.
func (p promise) after(b []byte, i, floor int, name string) promise {
	start := class(isAlnum).back(b, i, max(floor, i-20))
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

// phraseEnd is the end of at least twelve words of lower case; i if there are fewer.
func phraseEnd(b []byte, i int) int {
	end, words := i, 0
	for words < 24 {
		k := class(isLower).run(b, end)
		if k-end < 3 || k-end > 8 {
			break
		}
		words++
		if k >= len(b) || b[k] != ' ' {
			end = k
			break
		}
		end = k + 1
	}
	if words < 12 {
		return i
	}
	for b[end-1] == ' ' {
		end--
	}
	return end
}

// afterFillers reads the few words that stand between a name and its value, and
// says whether one of them links the two.
func afterFillers(b []byte, end int) (next int, linked bool) {
	i := end
	for i < len(b) && (b[i] == '`' || b[i] == '*' || b[i] == '"' && false) {
		i++
	}
	for words := 0; words < 5; words++ {
		j := i
		for j < len(b) && (b[j] == ' ' || b[j] == ':' || b[j] == '=' || b[j] == '>' || b[j] == '`' || b[j] == '*' || b[j] == '\'' || b[j] == '(' || b[j] == '-' && j+1 < len(b) && b[j+1] == '>') {
			linked = linked || b[j] == '`' || b[j] == ':' || b[j] == '=' || b[j] == '>' || b[j] == '\''
			j++
		}
		if j == i {
			break
		}
		i = j
		k := class(isLower).run(b, i)
		if k >= len(b) || b[k] != ' ' && b[k] != ':' || !isFiller(string(b[i:k])) {
			break
		}
		linked = true
		i = k
	}
	return i, linked
}

func isFiller(word string) bool {
	switch word {
	case "is", "was", "be", "to", "as", "of", "the", "this", "following", "value", "set", "now", "will", "are", "here":
		return true
	}
	return false
}

// inNetrc reports whether a machine and a login stand before.
func inNetrc(b []byte, start, floor int) bool {
	before := b[max(floor, start-200):start]
	return bytes.Contains(before, []byte("login ")) && (bytes.Contains(before, []byte("machine ")) || bytes.Contains(before, []byte("default ")))
}

// startsLine reports whether nothing but a mark of a list stands before b[i].
func startsLine(b []byte, i int) bool {
	for i > 0 && (b[i-1] == ' ' || b[i-1] == '-' || b[i-1] == '\t') {
		i--
	}
	return i == 0 || b[i-1] == '\n' || i > 1 && b[i-1] == 'n' && b[i-2] == '\\' || b[i-1] == '"' && (i < 2 || b[i-2] != '\\')
}

// nameStart walks left over a name. The n of a preceding \n is not part of it,
// nor are the digits of \u003d; an env name ends where lower case begins.
func nameStart(b []byte, at, floor int) int {
	start := class(isBase64URL).back(b, at, max(floor, at-nameMax))
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

// operand is where the value of an assignment begins.
type operand struct {
	start     int
	quote     byte // 0 for a bare value, < for the content of an element
	depth     int  // backslashes before the opening quote
	keyed     bool // the name is in quotes too, as in JSON
	loose     bool // spaces around = or any colon: prose has this form
	query     bool // the name follows ?, & or ;
	option    bool // the name is an option, a space follows it
	lineStart bool // the name begins its line
}

// afterOperator reads what stands between a name that ends at i and its value:
// the closing quote of the name, spaces, the operator, the opening quote.
func afterOperator(b []byte, i int) (operand, bool) {
	var o operand
	nameQuote, nameDepth, i := quoteAt(b, i)
	o.keyed = nameQuote != 0
	bracket := o.keyed && i < len(b) && b[i] == ']' // os.environ["KEY"] = ...
	if bracket {
		i++
	}
	before := i
	i = class(isBlank).run(b, i)
	if i >= len(b) || i-before > 16 || b[i] != '=' && (b[i] != ':' || bracket) {
		return o, false
	}
	colon := b[i] == ':'
	i++
	if i < len(b) && (colon && b[i] == '=' || !colon && b[i] == '>') { // := of Go, => of PHP
		i++
	} else if i < len(b) && (b[i] == '=' || b[i] == ':') { // a comparison, C++ names
		return o, false
	}
	after := i
	i = class(isBlank).run(b, i)
	o.loose = colon || i > after || after-1 > before
	if o.quote, o.depth, o.start = quoteAt(b, i); o.keyed && o.quote == 0 && nameQuote == '"' && !bracket {
		o.depth = nameDepth // of the quotes that a number needs
		return o, true
	}
	if o.keyed && o.quote != 0 && (o.quote != nameQuote || o.depth != nameDepth) {
		return o, false
	}
	// An even number of backslashes is complete by itself in JSON: the quote
	// after it would end the string that all this stands in.
	return o, o.depth == 0 || o.depth%2 == 1 && o.quote == '"'
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' }

// quoteAt reads backslashes and a quote at b[i] and returns the quote, their
// number, and where the text behind it starts. Without a quote nothing is read.
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
