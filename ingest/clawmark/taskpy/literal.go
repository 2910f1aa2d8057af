package taskpy

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// literal evaluates a text in quotes, with or without parts to be filled in.
func (s *scope) literal(n *node) Value {
	raw, format, ok := prefixes(n)
	if !ok {
		return s.unknown(n)
	}
	var parts []string
	gaps := 0
	for _, k := range n.kids[1:] {
		switch k.kind {
		case "string_content":
			parts = append(parts, content(k.text, raw, format))
		case "interpolation":
			part, g := s.filled(k)
			parts, gaps = append(parts, part), gaps+g
		}
	}
	return joined(parts, gaps)
}

// prefixes are what the letters before the quotes ask for; bytes are no text.
func prefixes(n *node) (raw, format, ok bool) {
	if len(n.kids) == 0 {
		return false, false, false
	}
	p := strings.ToLower(strings.TrimRight(n.kids[0].text, `'"`))
	return strings.Contains(p, "r"), strings.Contains(p, "f"), !strings.Contains(p, "b")
}

// content is the text of what stands between quotes or parts to be filled in.
func content(t string, raw, format bool) string {
	if format {
		t = strings.NewReplacer("{{", "{", "}}", "}").Replace(t)
	}
	if raw {
		return t
	}
	return unescape(t)
}

// plain is a text in quotes that has nothing to be filled in.
func plain(n *node) (string, bool) {
	raw, format, ok := prefixes(n)
	if !ok {
		return "", false
	}
	var b strings.Builder
	for _, k := range n.kids[1:] {
		switch k.kind {
		case "string_content":
			b.WriteString(content(k.text, raw, format))
		case "interpolation":
			return "", false
		}
	}
	return b.String(), true
}

// joined makes one text of parts.
func joined(parts []string, gaps int) Value {
	size := 0
	for _, p := range parts {
		size += len(p)
	}
	if size > largest {
		return Value{Kind: Unknown, Text: gap, size: 1}
	}
	v := text(strings.Join(parts, ""))
	v.gaps = gaps
	return v
}

// concatenated evaluates texts that stand one after the other.
func (s *scope) concatenated(n *node) Value {
	var parts []string
	gaps := 0
	for _, k := range n.kids {
		v := s.eval(k)
		part, g := v.written()
		parts, gaps = append(parts, part), gaps+g
	}
	return joined(parts, gaps)
}

// filled is the text of one {part} of a text.
func (s *scope) filled(n *node) (string, int) {
	e := n.child("expression")
	if e == nil {
		return gap, 1
	}
	v := s.eval(e)
	if c := n.child("type_conversion"); c != nil {
		if c.text != "!r" || !v.known() {
			return gap, 1
		}
		return v.repr(), v.gaps
	}
	if f := n.child("format_specifier"); f != nil {
		return formatted(&v, strings.TrimPrefix(f.text, ":"))
	}
	if strings.HasSuffix(strings.TrimSpace(strings.TrimSuffix(n.text, "}")), "=") {
		return gap, 1 // {x=} writes the expression too
	}
	return v.written()
}

// formatted applies the format specifications that whole numbers and money are
// written with: digits to fill up, thousands and places.
func formatted(v *Value, spec string) (string, int) {
	if v.Kind == Text && spec == "" {
		return v.written()
	}
	f, err := strconv.ParseFloat(v.Text, 64)
	if v.Kind != Number || err != nil {
		return gap, 1
	}
	rest, thousands := spec, false
	width := 0
	if strings.HasPrefix(rest, "0") && len(rest) > 1 && rest[1] >= '1' && rest[1] <= '9' {
		width, rest = int(rest[1]-'0'), rest[2:]
	}
	if cut, ok := strings.CutPrefix(rest, ","); ok {
		rest, thousands = cut, true
	}
	out := v.Text
	switch {
	case rest == "" || rest == "d" && isInt(v.Text):
	case len(rest) == 3 && rest[0] == '.' && rest[1] >= '0' && rest[1] <= '9' && rest[2] == 'f':
		out = strconv.FormatFloat(f, 'f', int(rest[1]-'0'), 64)
	default:
		return gap, 1
	}
	sign := ""
	if cut, ok := strings.CutPrefix(out, "-"); ok {
		out, sign = cut, "-"
	}
	if thousands {
		out = grouped(out)
	}
	for len(sign)+len(out) < width {
		out = "0" + out
	}
	return sign + out, 0
}

// grouped puts commas between the thousands.
func grouped(s string) string {
	whole, rest := s, ""
	if i := strings.IndexByte(s, '.'); i >= 0 {
		whole, rest = s[:i], s[i:]
	}
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	return whole + rest
}

func isInt(s string) bool {
	_, err := strconv.ParseInt(s, 10, 64)
	return err == nil
}

// simple are the escapes of one letter.
var simple = map[byte]string{'\n': "", '\\': `\`, '\'': "'", '"': `"`, 'a': "\a", 'b': "\b", 'f': "\f", 'n': "\n", 'r': "\r", 't': "\t",
	'v': "\v"}

// unescape resolves the escapes of a text. One that Python does not know stays as
// it is, and so does \N{name}.
func unescape(s string) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	var b strings.Builder
	for len(s) > 0 {
		i := strings.IndexByte(s, '\\')
		if i < 0 || i+1 == len(s) {
			break
		}
		b.WriteString(s[:i])
		c := s[i+1]
		s = s[i:]
		if out, ok := simple[c]; ok {
			b.WriteString(out)
			s = s[2:]
			continue
		}
		n := escaped(s, &b)
		if n == 0 {
			b.WriteString(s[:2])
			n = 2
		}
		s = s[n:]
	}
	b.WriteString(s)
	return b.String()
}

// escaped writes the character of a numeric escape and gives its length; 0 if it
// is none.
func escaped(s string, b *strings.Builder) int {
	from, n, base := 2, 0, 16
	switch c := s[1]; {
	case c == 'x':
		n = 2
	case c == 'u':
		n = 4
	case c == 'U':
		n = 8
	case c >= '0' && c <= '7':
		from, base = 1, 8
		for n < 3 && 1+n < len(s) && s[1+n] >= '0' && s[1+n] <= '7' {
			n++
		}
	default:
		return 0
	}
	if len(s) < from+n {
		return 0
	}
	code, err := strconv.ParseUint(s[from:from+n], base, 32)
	if err != nil || !utf8.ValidRune(rune(code)) {
		return 0
	}
	b.WriteRune(rune(code))
	return from + n
}

// numeral evaluates a number to the form in which Python writes it.
func (s *scope) numeral(n *node) Value {
	t := strings.ReplaceAll(n.text, "_", "")
	if n.kind == "integer" {
		if i, err := strconv.ParseInt(t, 0, 64); err == nil {
			return integer(i)
		}
		return s.unknown(n)
	}
	f, err := strconv.ParseFloat(t, 64)
	if err != nil {
		return s.unknown(n)
	}
	return float(f)
}

// float is a number with a point, as Python writes it.
func float(f float64) Value {
	t := strconv.FormatFloat(f, 'f', -1, 64)
	if !strings.Contains(t, ".") {
		t += ".0"
	}
	if len(t) > 24 {
		t = strconv.FormatFloat(f, 'e', -1, 64)
	}
	return number(t)
}
