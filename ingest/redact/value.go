package redact

import (
	"bytes"
	"strings"
)

const (
	randomMin  = 16
	shortMin   = 3
	quotedMax  = 4096
	stopsValue = "([{$`" // characters after an unquoted value that mean that it is a call, an index or a template
)

type operand struct {
	start     int
	quote     byte // opening quote; 0 for an unquoted value, < for the content of an XML element
	depth     int  // number of backslashes before the opening quote
	keyed     bool
	loose     bool // set if there are spaces around =, or if the operator is a colon, as in prose
	query     bool // set if the name follows ?, & or ;
	option    bool // set if the name is a command-line option followed by a space
	lineStart bool
	said      bool // set if a quoted value follows its name in prose
}

// quoted decides whether a quoted value is secret. A closing quote with fewer backslashes than the
// opening one means that the text was truncated.
func (o operand) quoted(b []byte, p promise, name string) (span, bool) {
	form := "quoted"
	end, ok := o.closing(b)
	if !ok { // truncated
		form, end = "bare", bareEnd(b, o.start, false)
		quote, _, _ := quoteAt(b, end)
		ok = quote != 0 || wholeLine(b, end)
	} else if o.said {
		form = "said"
	}
	if !ok || end == o.start {
		return span{}, false
	}
	v := newValue(b, o, end, p, name)
	return span{start: o.start, end: end}, v.isSecret(form)
}

// isBetween reports whether value is punctuation between JSON strings. The quote before it then
// closed a string.
func isBetween(value []byte) bool { return strings.IndexByte(",:]} \t", value[0]) >= 0 }

func (o operand) bare(b []byte, p promise, name string) (span, bool) {
	end := bareEnd(b, o.start, o.query)
	if end == o.start || end < len(b) && strings.IndexByte(stopsValue, b[end]) >= 0 {
		return span{}, false
	}
	v := newValue(b, o, end, p, name)
	at := span{start: o.start, end: end}
	switch {
	case o.keyed: // number, true, false or null in JSON
		at.wrap = o.depth + 1
	case p.digits:
		v.end = digits.run(b, o.start)
		v.text, at.end = b[o.start:v.end], v.end
	}
	return at, v.isSecret("bare")
}

// isName reports whether value consists of words with digits only at their ends, or is a number
// with a unit.
func isName(value []byte) bool {
	changes := 0
	for i := 1; i < len(value); i++ {
		if isDigit(value[i]) != isDigit(value[i-1]) {
			changes++
		}
	}
	return changes < 2 && bytes.ContainsAny(value, "-_.") || bytes.IndexByte(value, '.') >= 0
}

// isPackageType reports whether value is a qualified Go type: ed25519.PrivateKey.
func isPackageType(value []byte) bool {
	dot := bytes.LastIndexByte(value, '.')
	return dot > 0 && dot+1 < len(value) && isUpper(value[dot+1]) && !bytes.ContainsAny(value[dot+1:], "0123456789")
}

// closing finds the end of a quoted value. In a text nested d times, n = 2^d - 1 backslashes
// precede its quotes. A quote with k backslashes closes it if k - n is a multiple of 2(n + 1).
func (o operand) closing(b []byte) (int, bool) {
	limit := min(len(b), o.start+quotedMax)
	if o.quote == '<' {
		end := o.start
		for end < limit && b[end] != '<' && b[end] >= ' ' && b[end] != '"' && b[end] != '\\' {
			end++
		}
		return end, end+1 < limit && b[end] == '<' && (b[end+1] == '/' || b[end+1] == '\\')
	}
	if at := strings.IndexByte("{([", o.quote); at >= 0 { // quotes such as q{...}, %q(...) and [[...]]
		end := o.start + bytes.IndexAny(append(b[o.start:limit:limit], '\n'), "})]\n\"\\")
		return end, end < limit && b[end] == "})]"[at]
	}
	for i := o.start; i < limit; {
		k := slashes.run(b, i) - i
		if i+k >= limit || b[i+k] < ' ' {
			return 0, false
		}
		switch c := b[i+k]; {
		case c == o.quote && (c == '\'' || k >= o.depth && (k-o.depth)%(2*o.depth+2) == 0):
			if c == '\'' && k%2 == 1 {
				break
			}
			return i + k - o.depth, true
		case c == '"' && (k%2 == 0 || k < o.depth), c == 'n' && o.quote == '"' && o.depth > 0 && k == (o.depth+1)/2: // end of the line
			return 0, false
		}
		i += k + 1
	}
	return 0, false
}

func wholeLine(b []byte, i int) bool { return i >= len(b) || b[i] == '"' || lineEndAt(b, i) }

func isCall(value []byte) bool {
	if bytes.ContainsAny(value, "()") {
		return true
	}
	dot := bytes.IndexByte(value, '.')
	return dot > 0 && dot+1 < len(value) && (isLower(value[dot-1]) || value[dot-1] == '_') && isLower(value[dot+1])
}

// isTypeName reports whether value is a word that describes a password instead of being one.
func isTypeName(value []byte) bool {
	return listed("type", strings.ToLower(strings.TrimRight(string(value), "!?,;")))
}

var bareBytes = set("0-9A-Za-z_.~+/=!@#%^*:?&-")

// bareEnd returns the end of an unquoted value, as accepted by a shell. It treats JSON's \/ as a
// slash. Any other escape ends the value.
func bareEnd(b []byte, start int, query bool) int {
	i := start
	for i < len(b) {
		switch c := b[i]; {
		case c == '&' && (query || i+1 < len(b) && (b[i+1] == '&' || b[i+1] == ' ')):
			return trimDots(b, start, i)
		case bareBytes[c]:
			i++
		case c == '|' && i-start >= 15 && digits.all(b[start:i]): // app number before its secret, separated by |
			i++
		case c == '\\' && i+1 < len(b) && b[i+1] == '/' && b[i-1] != '\\':
			i += 2
		default:
			return trimDots(b, start, i)
		}
	}
	return trimDots(b, start, i)
}
