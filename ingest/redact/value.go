package redact

import "bytes"

const (
	valueMin   = 6  // shortest value of an env variable that is worth hiding
	proseMin   = 8  // the same where prose has the same form
	randomMin  = 16 // shortest value that can look random
	passMin    = 10 // shortest password of a name in lower case
	quotedMax  = 4096
	stopsValue = "([{$<`" // after a bare value: a call, an index, a template
)

// quoted judges a value in quotes. It ends at the quote of its own depth; a
// quote of a lesser depth means that the text was cut, and nothing is taken.
func (o operand) quoted(b []byte, level trust, name string) (span, bool) {
	end, ok := o.closing(b)
	if !ok || end == o.start {
		return span{}, false
	}
	// A structural byte can follow the quote only if the quote ended a string.
	value := b[o.start:end]
	if bytes.IndexByte([]byte(",:]} \t"), value[0]) >= 0 || bytes.IndexByte(value, ' ') >= 0 || isPlaceholder(value) {
		return span{}, false
	}
	return span{o.start, end}, o.secret(value, level, name)
}

func (o operand) secret(value []byte, level trust, name string) bool {
	switch {
	case level == trustEnv:
		return len(value) >= valueMin
	case isReference(value):
		return false
	case looksRandom(value, randomMin):
		return true
	}
	return level == trustLower && bytes.Contains(bytes.ToLower([]byte(name)), []byte("passw")) && looksChosen(value)
}

// closing finds the end of a value in quotes. With n = 2^d - 1 backslashes
// before the quotes of a text nested d times, k of them before a quote close it
// when k - n is a multiple of 2(n + 1): pairs that the value itself escapes.
func (o operand) closing(b []byte) (int, bool) {
	limit := min(len(b), o.start+quotedMax)
	for i := o.start; i < limit; {
		k := class(func(c byte) bool { return c == '\\' }).run(b, i) - i
		if i+k >= limit || b[i+k] < ' ' {
			return 0, false
		}
		switch c := b[i+k]; {
		case c == o.quote && (c == '\'' || k >= o.depth && (k-o.depth)%(2*o.depth+2) == 0):
			if c == '\'' && k%2 == 1 {
				break
			}
			return i + k - o.depth, true
		case c == '"' && (k%2 == 0 || k < o.depth):
			return 0, false
		}
		i += k + 1
	}
	return 0, false
}

// bare judges a value without quotes.
func (o operand) bare(b []byte, level trust) (span, bool) {
	end := bareEnd(b, o.start)
	value := b[o.start:end]
	if end < len(b) && bytes.IndexByte([]byte(stopsValue), b[end]) >= 0 {
		return span{}, false
	}
	if isPlaceholder(value) || isReference(value) {
		return span{}, false
	}
	letters, numbers := count(value)
	switch {
	case level != trustEnv:
		return span{o.start, end}, looksRandom(value, randomMin)
	case o.loose:
		return span{o.start, end}, len(value) >= proseMin && letters > 0 && numbers > 0
	}
	return span{o.start, end}, len(value) >= valueMin && letters > 0 && (numbers > 0 || len(value) >= proseMin)
}

// bareEnd runs over what shells and env files allow without quotes. JSON's \/
// is a slash; every other escape ends the value.
func bareEnd(b []byte, start int) int {
	i := start
	for i < len(b) {
		c := b[i]
		switch {
		case isDotted(c) || bytes.IndexByte([]byte("~+/=!@#%^*:"), c) >= 0:
			i++
		case c == '\\' && i+1 < len(b) && b[i+1] == '/' && b[i-1] != '\\':
			i += 2
		default:
			return trimDots(b, start, i)
		}
	}
	return trimDots(b, start, i)
}

func count(value []byte) (letters, numbers int) {
	for _, c := range value {
		if isDigit(c) {
			numbers++
		} else if isLower(c) || isUpper(c) {
			letters++
		}
	}
	return letters, numbers
}
