package redact

import (
	"bytes"
	"sort"
	"strings"
)

// view is a text without its escapes, however deeply they are nested, and where
// each of its bytes comes from. Secrets hide behind \u0067hp_, %67hp_, &quot;.
type view struct {
	text  []byte
	marks []mark
}

// mark says that from text on the view runs beside the raw text again.
type mark struct{ text, raw int }

// raw is where the byte at position i of the view begins in the raw text.
func (v *view) raw(i int) int {
	n := sort.Search(len(v.marks), func(k int) bool { return v.marks[k].text > i })
	if n == 0 {
		return i
	}
	m := v.marks[n-1]
	return m.raw + i - m.text
}

func unfold(b []byte) view {
	v := view{text: make([]byte, 0, len(b))}
	for i := 0; i < len(b); {
		if c := b[i]; c != '\\' && c != '%' && c != '&' {
			v.text = append(v.text, c)
			i++
			continue
		}
		c, n := unit(b, i)
		if n > 0 {
			v.text = append(v.text, c)
			i += n
			v.marks = append(v.marks, mark{len(v.text), i})
			continue
		}
		k := max(1, slashes.run(b, i)-i)
		v.text = append(v.text, b[i:i+k]...)
		i += k
	}
	return v
}

// escapeAnchors are the beginnings of escapes that can hide a part of a secret.
// Line ends and quotes do not: rules know them as they are.
func escapeAnchors() []anchor {
	list := []anchor{{text: `\u00`}, {text: `\x`}, {text: `\/`}, {text: "&#"}, {text: "&quot"}, {text: "&amp"}, {text: `\0`}, {text: `\1`}}
	for _, c := range "234567" {
		list = append(list, anchor{text: "%" + string(c)})
	}
	return list
}

// unit returns the ASCII byte that the escape at b[i] stands for and the
// escape's length, with all backslashes that nesting has put before it; 0 if
// there is no escape, or one of another character.
func unit(b []byte, i int) (byte, int) {
	switch b[i] {
	case '\\':
		return backslashUnit(b, i)
	case '%':
		c, ok := hexByte(b, i+1, 2)
		if ok && c == '%' {
			if inner, ok := hexByte(b, i+3, 2); ok && inner >= ' ' {
				return inner, 5
			}
		}
		if ok && c >= ' ' && c < 0x7f {
			return c, 3
		}
	case '&':
		return entityUnit(b, i)
	}
	return 0, 0
}

func backslashUnit(b []byte, i int) (byte, int) {
	k := slashes.run(b, i) - i
	j := i + k
	if j >= len(b) {
		return 0, 0
	}
	switch c := b[j]; c {
	case 'n', 'r':
		return '\n', k + 1
	case 't':
		return '\t', k + 1
	case '"', '\'', '/':
		return c, k + 1
	case 'u':
		if c, ok := hexByte(b, j+1, 4); ok {
			return c, k + 5
		}
	case 'x':
		if c, ok := hexByte(b, j+1, 2); ok {
			return c, k + 3
		}
	case '0', '1':
		if j+3 <= len(b) && b[j+1] >= '0' && b[j+1] <= '7' && b[j+2] >= '0' && b[j+2] <= '7' {
			return (c-'0')<<6 | (b[j+1]-'0')<<3 | (b[j+2] - '0'), k + 3
		}
	}
	return 0, 0
}

// hexByte reads n hexadecimal digits that stand for an ASCII byte.
func hexByte(b []byte, i, n int) (byte, bool) {
	if i+n > len(b) || !allHex(b[i:i+n]) {
		return 0, false
	}
	v := 0
	for _, c := range b[i : i+n] {
		v = v<<4 | strings.IndexByte("0123456789abcdef", lower(c))
	}
	return byte(v), v < 0x80
}

func entityUnit(b []byte, i int) (byte, int) {
	end := i + 1
	for end < len(b) && end < i+8 && (alnum[b[end]] || b[end] == '#') {
		end++
	}
	if end >= len(b) || b[end] != ';' {
		return 0, 0
	}
	name, n := strings.ToLower(string(b[i+1:end])), end+1-i
	switch name {
	case "quot":
		return '"', n
	case "amp":
		return '&', n
	case "lt":
		return '<', n
	case "gt":
		return '>', n
	case "apos":
		return '\'', n
	}
	digits, numeric := strings.CutPrefix(name, "#")
	hex := strings.HasPrefix(digits, "x")
	v := 0
	for _, c := range strings.TrimPrefix(digits, "x") {
		d := strings.IndexRune("0123456789abcdef", c)
		if d < 0 || d > 9 && !hex {
			return 0, 0
		}
		if v = v*10 + d; hex {
			v = (v-d)/10<<4 | d
		}
	}
	if !numeric || v < ' ' || v >= 0x7f {
		return 0, 0
	}
	return byte(v), n
}

// goesOn reports whether an escape of a letter, a digit or a sign stands at b[i],
// so that what ends there is only a part of the value.
func goesOn(b []byte, i int) bool {
	if i >= len(b) || b[i] != '\\' {
		return false
	}
	c, n := unit(b, i)
	return n > 0 && (hexes[b[i+n-1]] && n >= 4) && c > ' ' && c != '"' && c != '\'' && c < 0x7f && bytes.IndexByte([]byte("<>&;,"), c) < 0
}
