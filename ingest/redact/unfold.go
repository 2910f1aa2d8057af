package redact

import (
	"bytes"
	"fmt"
	"html"
	"sort"
	"strconv"
	"strings"
)

// view is a text with decoded escapes (\u0067hp_, %67hp_, &quot;). marks contains the positions of
// its bytes in the raw text.
type view struct {
	text  []byte
	marks []mark
}

// mark maps a position in the decoded text to one in the raw text. Up to the next mark, both
// advance byte by byte.
type mark struct{ text, raw int }

// raw returns the position in the raw text of byte i of the decoded text.
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
		if c := b[i]; c < 0x80 && c != '\\' && c != '%' && c != '&' && c != '=' && c != 0x1b {
			v.text = append(v.text, c)
			i++
			continue
		}
		if n := unseen(b, i); n > 0 {
			i += n
			v.marks = append(v.marks, mark{len(v.text), i})
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

// escapeAnchors returns anchors for the beginnings of escapes that can hide part of a secret.
// Escaped line ends and quotes are not among them, because the rules handle these themselves.
func escapeAnchors() []anchor {
	list := []anchor{{text: `\u00`}, {text: `\x`}, {text: `\/`}, {text: "&#"}, {text: "&quot"}, {text: "&amp"}, {text: `\0`}, {text: `\1`}}
	for _, c := range "234567" {
		list = append(list, anchor{text: "%" + string(c)})
	}
	for _, text := range append(zeroWidth(), "\x1b[", "=3D", "=\n", "=\r\n", `=\n`, `=\r`) {
		list = append(list, anchor{text: text[max(0, len(text)-6):], always: true})
	}
	return list
}

func zeroWidth() []string {
	var list []string
	for _, c := range "\u200b\u200c\u200d\u2060\ufeff\u00ad" {
		list = append(list, string(c), asEscapes(string(c)))
	}
	return list
}

// unseen returns the length of a zero-width character, terminal colour sequence or soft line break
// at b[i], or 0 if there is none.
func unseen(b []byte, i int) int {
	from := i
	if b[i] == '=' {
		if n := lineEndLen(b, i+1); n > 0 {
			return n + 1
		}
		return 0
	}
	if b[i] >= 0x80 || b[i] == '\\' {
		k := max(slashes.run(b, i)-1, i)
		for _, text := range unseenTexts {
			if k+1 < len(b) && text[0] == b[k] && text[1] == b[k+1] && bytes.HasPrefix(b[k:], text) {
				return k - i + len(text)
			}
		}
	}
	if b[i] != 0x1b {
		c, n := unit(b, i)
		if c != 0x1b || n == 0 {
			return 0
		}
		i += n - 1
	}
	if i+1 >= len(b) || b[i+1] != '[' {
		return 0
	}
	for i += 2; i < len(b) && (isDigit(b[i]) || b[i] == ';'); i++ {
	}
	if i < len(b) && (b[i] == 'm' || b[i] == 'K') {
		return i + 1 - from
	}
	return 0
}

var unseenTexts = func() (list [][]byte) {
	for _, text := range zeroWidth() {
		list = append(list, []byte(text))
	}
	return list
}()

// unit decodes an escape at b[i] that represents an ASCII byte. It returns the byte and the length
// of the escape, or 0, 0.
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
	case '=': // quoted-printable
		if i+2 < len(b) && b[i+1] == '3' && b[i+2] == 'D' {
			return '=', 3
		}
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
		if c, ok := number(b, j, 3, 8); ok {
			return c, k + 3
		}
	}
	return 0, 0
}

func hexByte(b []byte, i, n int) (byte, bool) { return number(b, i, n, 16) }

func number(b []byte, i, n, base int) (byte, bool) {
	if i+n > len(b) || !allHex(b[i:i+n]) {
		return 0, false
	}
	v, err := strconv.ParseUint(string(b[i:i+n]), base, 16)
	return byte(v), err == nil && v < 0x80
}

func entityUnit(b []byte, i int) (byte, int) {
	n := bytes.IndexByte(b[i:min(len(b), i+9)], ';') + 1
	if n == 0 {
		return 0, 0
	}
	text := html.UnescapeString(strings.ToLower(string(b[i : i+n])))
	if len(text) != 1 || !printable[text[0]] {
		return 0, 0
	}
	return text[0], n
}

// goesOn reports whether a value continues at b[i] with an escaped letter, digit or symbol.
func goesOn(b []byte, i int) bool {
	if i >= len(b) || b[i] != '\\' {
		return false
	}
	c, n := unit(b, i)
	return n > 0 && (hexes[b[i+n-1]] && n >= 4) && c > ' ' && c != '"' && c != '\'' && c < 0x7f && bytes.IndexByte([]byte("<>&;,"), c) < 0
}

// asEscapes writes non-ASCII characters of a word as \u escapes, as in ASCII-only JSON.
func asEscapes(word string) string {
	var b strings.Builder
	for _, c := range word {
		if c < 0x80 {
			b.WriteRune(c)
			continue
		}
		fmt.Fprintf(&b, `\u%04x`, c)
	}
	return b.String()
}
