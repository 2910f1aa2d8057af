package world

import (
	"encoding/json"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// normal normalises a text in which passages are searched: it collapses white space and removes
// characters that JSON encoders and shells add.
func normal(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	blank := false
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
		case r == ' ' || unicode.IsSpace(r):
			blank = true
		default:
			if blank && b.Len() > 0 {
				b.WriteByte(' ')
			}
			blank = false
			if r < utf8.RuneSelf {
				b.WriteByte(byte(r))
			} else {
				b.WriteRune(r)
			}
		}
	}
	return b.String()
}

// firstCJK is a lower bound of the code points of Chinese, Japanese and Korean characters.
const firstCJK = 0x1100

// long reports whether a normalised line is long enough to be distinctive.
func long(line string) bool {
	const letters, fewer, cjk = 24, 12, 8
	n, wide := 0, 0
	for _, r := range line {
		if n++; n == letters {
			return true
		}
		if r >= firstCJK && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul) {
			wide++
		}
	}
	return n >= fewer && wide >= cjk
}

// shown returns the normalised text of a tool result: the content with decoded escapes, followed by
// the strings in its JSON value. They are separated by line breaks, which no passage contains.
func shown(content string, v any, ok bool) string {
	var list []string
	if ok {
		list = stringsIn(v, nil)
	} else {
		for line := range strings.Lines(content) {
			if v, ok := decoded(line); ok {
				list = stringsIn(v, list)
			}
		}
	}
	all := make([]string, 0, len(list)+1)
	for _, x := range append(list, unescaped(content)) {
		all = append(all, normal(x))
	}
	return strings.Join(all, "\n")
}

func decoded(text string) (v any, ok bool) {
	text = strings.TrimSpace(text)
	if text == "" || text[0] != '{' && text[0] != '[' {
		return nil, false
	}
	return v, json.Unmarshal([]byte(text), &v) == nil
}

// stringsIn collects the strings of a JSON value in any order, without field names.
func stringsIn(v any, list []string) []string {
	switch v := v.(type) {
	case string:
		list = append(list, v)
	case []any:
		for _, x := range v {
			list = stringsIn(x, list)
		}
	case map[string]any:
		for _, x := range v {
			list = stringsIn(x, list)
		}
	}
	return list
}

// unescaped decodes \uXXXX escapes in a text that need not be valid JSON, such as a JSON object
// after a file name.
func unescaped(s string) string {
	if !strings.Contains(s, `\u`) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		r, size := escape(s[i:])
		if utf16.IsSurrogate(r) {
			if low, more := escape(s[i+size:]); utf16.DecodeRune(r, low) != unicode.ReplacementChar {
				r, size = utf16.DecodeRune(r, low), size+more
			}
		}
		if size == 0 {
			b.WriteByte(s[i])
			i++
			continue
		}
		b.WriteRune(r)
		i += size
	}
	return b.String()
}

// escape decodes \uXXXX at the beginning of a text; size is 0 if there is none.
func escape(s string) (r rune, size int) {
	if len(s) < 6 || s[0] != '\\' || s[1] != 'u' {
		return 0, 0
	}
	x, err := strconv.ParseUint(s[2:6], 16, 16)
	if err != nil {
		return 0, 0
	}
	return rune(x), 6
}

// text returns the text of a file, or the texts of a chat's messages.
func (id ObjectID) text(data []byte) string {
	if id.Kind != Chat {
		return strings.ToValidUTF8(string(data), "\uFFFD")
	}
	return strings.Join(Messages(data), "\n")
}

func short(s string) string {
	const characters = 200
	s = strings.TrimSpace(s)
	if utf8.RuneCountInString(s) <= characters {
		return s
	}
	return string([]rune(s)[:characters]) + "…"
}
