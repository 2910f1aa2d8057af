package trace

import (
	"bytes"
	"strconv"
	"unicode/utf16"
)

// wholePairs replaces the escapes of lone surrogates in valid JSON by U+FFFD, so
// that what is kept as JSON can be read by every reader and kept by every store.
// It may change v itself.
func wholePairs(v []byte) []byte {
	for i := 0; ; {
		j := bytes.IndexByte(v[i:], '\\')
		if j < 0 || i+j+1 >= len(v) {
			return v
		}
		i += j
		first := escaped(v[i:])
		switch {
		case !utf16.IsSurrogate(first):
			i += 2
		case utf16.DecodeRune(first, escaped(v[i+6:])) != '\ufffd':
			i += 12
		default:
			const mark = "\ufffd"
			copy(v[i:], mark)
			v = append(v[:i+len(mark)], v[i+6:]...)
			i += len(mark)
		}
	}
}

// escaped reads the \u escape that v begins with; 0 if it begins with none.
func escaped(v []byte) rune {
	if len(v) < 6 || v[0] != '\\' || v[1] != 'u' {
		return 0
	}
	n, err := strconv.ParseUint(string(v[2:6]), 16, 16)
	if err != nil {
		return 0
	}
	return rune(n)
}
