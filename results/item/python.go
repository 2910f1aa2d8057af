package item

import (
	"fmt"
	"strings"
)

type pythonError struct {
	what string
	at   int
}

// brackets is the stack of open brackets with their offsets.
type brackets []struct {
	c  byte
	at int
}

func (b *brackets) open(c byte, at int) {
	*b = append(*b, struct {
		c  byte
		at int
	}{c, at})
}

// close pops the innermost bracket. It returns an error if c is not the matching closing bracket.
func (b *brackets) close(c byte, at int) *pythonError {
	n := len(*b)
	if n == 0 {
		return &pythonError{fmt.Sprintf("unmatched '%c'", c), at}
	}
	if top := (*b)[n-1].c; top != partner(c) {
		return &pythonError{fmt.Sprintf("closing parenthesis '%c' does not match opening parenthesis '%c'", c, top), at}
	}
	*b = (*b)[:n-1]
	return nil
}

func partner(c byte) byte { return map[byte]byte{')': '(', ']': '[', '}': '{'}[c] }

// syntaxError returns the first unmatched bracket or unterminated string in a Python program. It
// returns nil if there is none, or if not all versions of Python treat it as an error.
func syntaxError(code string) *pythonError {
	var open brackets
	for i := 0; i < len(code); i++ {
		switch c := code[i]; c {
		case '#':
			for i < len(code) && code[i] != '\n' {
				i++
			}
		case '\\':
			i++
		case '(', '[', '{':
			open.open(c, i)
		case ')', ']', '}':
			if err := open.close(c, i); err != nil {
				return err
			}
		case '"', '\'':
			end, err, sure := pythonString(code, i)
			if err != nil || !sure {
				return err
			}
			i = end - 1
		}
	}
	if n := len(open); n > 0 {
		return &pythonError{fmt.Sprintf("'%c' was never closed", open[n-1].c), open[n-1].at}
	}
	return nil
}

// pythonString returns the end of the string whose opening quote is at offset from. sure is false
// if versions of Python differ: since Python 3.12 the replacement fields of an f-string may contain
// the quote character.
func pythonString(code string, from int) (end int, err *pythonError, sure bool) {
	quote := code[from : from+1]
	if triple := strings.Repeat(quote, 3); strings.HasPrefix(code[from:], triple) {
		quote = triple
	}
	body := from + len(quote)
	end = stringEnd(code, body, quote)
	formatted := false
	switch strings.ToLower(prefixOf(code, from)) {
	case "f", "fr", "rf":
		formatted = true
	case "t", "tr", "rt": // template strings exist since Python 3.14
		return 0, nil, false
	}
	switch {
	case end < 0 && formatted:
		return 0, nil, false
	case end < 0:
		return 0, &pythonError{"unterminated string literal", from}, true
	case !formatted:
		return end + len(quote), nil, true
	}
	err, sure = fields(code, body, end)
	return end + len(quote), err, sure
}

// prefixOf returns the string prefix (such as f or rb) directly before a quote.
func prefixOf(code string, at int) string {
	from := at
	for from > 0 && isName(code[from-1]) {
		from--
	}
	return code[from:at]
}

func isName(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

// stringEnd returns the offset of a string's closing quote; -1 if it is unterminated.
func stringEnd(code string, from int, quote string) int {
	for i := from; i < len(code); i++ {
		switch {
		case strings.HasPrefix(code[i:], quote):
			return i
		case code[i] == '\\':
			i++
		case code[i] == '\n' && len(quote) == 1:
			return -1
		}
	}
	return -1
}

// fields checks the replacement fields of an f-string between two offsets. sure is false if a field
// is not closed before the end of the string.
func fields(code string, from, to int) (err *pythonError, sure bool) {
	for i := from; i < to; i++ {
		doubled := i+1 < to && code[i+1] == code[i]
		switch code[i] {
		case '{':
			if doubled {
				i++
				continue
			}
			end, err, sure := field(code, i, to)
			if err != nil || !sure {
				return err, sure
			}
			i = end
		case '}':
			if !doubled {
				return &pythonError{"f-string: single '}' is not allowed", i}, true
			}
			i++
		case '\\':
			if strings.HasPrefix(code[i:to], `\N{`) {
				return nil, false // \N{...} in a normal string, or a replacement field in a raw string
			}
			if doubled {
				i++
			}
		}
	}
	return nil, true
}

// field checks the replacement field whose opening brace is at offset from and returns the offset
// of its closing brace.
func field(code string, from, to int) (end int, err *pythonError, sure bool) {
	var open brackets
	open.open('{', from)
	for i := from + 1; i < to; i++ {
		switch c := code[i]; c {
		case '(', '[', '{':
			open.open(c, i)
		case ')', ']', '}':
			if err := open.close(c, i); err != nil {
				err.what = "f-string: " + err.what
				return 0, err, true
			}
			if len(open) == 0 {
				return i, nil, true
			}
		case '"', '\'':
			n := strings.IndexByte(code[i+1:to], c)
			if n < 0 || strings.HasPrefix(code[i:], strings.Repeat(code[i:i+1], 3)) || strings.ContainsAny(code[i+1:i+1+n], "\\\n") {
				return 0, nil, false
			}
			i += 1 + n
		case '\\', '#':
			return 0, nil, false
		case ':':
			if len(open) == 1 {
				return formatEnd(code, i, to)
			}
		}
	}
	return 0, nil, false
}

// formatEnd returns the offset of the brace that closes a field whose format specification starts
// at offset at. The specification may itself contain fields.
func formatEnd(code string, from, to int) (end int, err *pythonError, sure bool) {
	depth := 1
	for i := from; i < to; i++ {
		switch code[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i, nil, true
			}
		case '"', '\'', '\\':
			return 0, nil, false
		}
	}
	return 0, nil, false
}
