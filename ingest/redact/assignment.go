package redact

const nameMax = 80

// assignmentAnchors finds the words in the names of variables that hold
// secrets. What follows decides: OPENAI_API_KEY=..., "api_key": "...",
// --token ..., password: ...
func assignmentAnchors() []anchor {
	var list []anchor
	for _, a := range []anchor{
		{text: "KEY", key: 0}, {text: "TOKEN", key: 1}, {text: "SECRET", key: 1}, {text: "PASS", key: 2},
		{text: "CREDENTIAL", key: 0}, {text: "key", key: 1}, {text: "Key", key: 1}, {text: "oken", key: 0},
		{text: "ecret", key: 1}, {text: "assw", key: 2}, {text: "assphrase", key: 3}, {text: "redential", key: 3},
	} {
		a.find = findAssignment
		list = append(list, a)
	}
	return list
}

func findAssignment(b []byte, at, floor int) (span, bool) {
	end := class(isBase64URL).run(b, at)
	value, ok := afterOperator(b, end)
	if !ok && (end >= len(b) || b[end] != ' ') {
		return span{}, false
	}
	start := nameStart(b, at, floor)
	if end-start > nameMax || start >= at+1 {
		return span{}, false
	}
	option := end-start > 2 && b[start] == '-' && b[start+1] == '-'
	if !ok {
		if !option || b[end] != ' ' {
			return span{}, false
		}
		value = operand{loose: true}
		value.quote, value.depth, value.start = quoteAt(b, end+1)
		if value.depth > 0 && value.depth%2 == 0 {
			return span{}, false
		}
	}
	level := trustIn(string(b[start:end]))
	if level == trustNone {
		return span{}, false
	}
	if value.quote != 0 {
		return value.quoted(b, level, string(b[start:end]))
	}
	return value.bare(b, level)
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
	start int
	quote byte // 0 for a bare value
	depth int  // backslashes before the opening quote
	keyed bool // the name is in quotes too, as in JSON
	loose bool // spaces around = or any colon: prose has this form
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
	o.quote, o.depth, o.start = quoteAt(b, i)
	if o.keyed && (o.quote != nameQuote || o.depth != nameDepth) {
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
