package trace

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"strconv"
	"unicode/utf16"

	"github.com/clawatlas/clawatlas/results"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// The types below accept any JSON value, see lenient.

// text is a string. For any other JSON value it is the JSON text, and for null it is empty.
type text string

func (t *text) from(v jsontext.Value) { *t = text(stringOf(v)) }

// stringOf returns the text of a JSON string, "" for null, and the JSON text of any other value.
func stringOf(v jsontext.Value) string {
	switch v.Kind() {
	case '"':
		if bytes.IndexByte(v, '\\') < 0 {
			return validText(v[1 : len(v)-1])
		}
		out, err := jsontext.AppendUnquote(nil, v)
		if err != nil {
			return validText(out)
		}
		return string(out)
	case 'n':
		return ""
	}
	return validText(compact(v))
}

type number struct {
	v   float64
	ok  bool
	odd string // recorded value if it is not a JSON number
}

func (n *number) from(v jsontext.Value) { *n = numberOf(v) }

func numberOf(v jsontext.Value) number {
	s, odd := string(v), ""
	switch v.Kind() {
	case '0':
	case 'n':
		return number{}
	default:
		odd = validText(v[:min(len(v), maxQuoted)])
		if v.Kind() != '"' {
			return number{odd: odd}
		}
		s = stringOf(v)
	}
	f, err := strconv.ParseFloat(s, 64)
	if err != nil || f != f || f > 1e18 || f < -1e18 {
		return number{odd: validText(v[:min(len(v), maxQuoted)])}
	}
	return number{v: f, ok: true, odd: odd}
}

func (n number) exits(res *results.Result) {
	if n.ok {
		res.ExitCode = new(int(n.v))
	}
}

const maxQuoted = 40

// maxCount is the maximum plausible number of tokens or milliseconds. Sums of such numbers cannot
// overflow.
const maxCount = 1e12

// count returns the number as an integer, or nil if it is missing, negative or implausibly large.
func (n number) count() *int64 {
	if !n.ok || n.v < 0 || n.v > maxCount {
		return nil
	}
	return new(int64(n.v))
}

// fault returns the reason why the number cannot be a token count. It returns "" for a valid or
// missing number.
func (n number) fault() string {
	if n.odd == "" && n.v > 0 && n.v != math.Trunc(n.v) {
		return fmt.Sprintf("%v, not a whole number", n.v)
	}
	return n.unreal()
}

func (n number) unreal() string {
	switch {
	case n.odd != "":
		return n.odd + ", not a number"
	case n.ok && n.v < 0:
		return fmt.Sprintf("%v, below 0", n.v)
	case n.ok && n.v > maxCount:
		return fmt.Sprintf("%v, above %v", n.v, maxCount)
	}
	return ""
}

func (n number) tokens() *int64 {
	if n.fault() != "" {
		return nil
	}
	return n.count()
}

type flag bool

func (f *flag) from(v jsontext.Value) {
	s := stringOf(v)
	*f = s == "true" || s == "1"
}

// mark records whether a value is present without keeping it. It is used for signatures and
// encrypted reasoning.
type mark bool

func (m *mark) from(v jsontext.Value) { *m = mark(string(v) != `""` && string(v) != "null") }

// failure is an error message. In JSON it is a string, or an object with "message", "data.message"
// or at least "name".
type failure string

func (f *failure) from(v jsontext.Value) {
	if v.Kind() != '{' {
		*f = failure(stringOf(v))
		return
	}
	var o struct {
		Name    text    `json:"name"`
		Message text    `json:"message"`
		Data    failure `json:"data"`
	}
	_ = json.Unmarshal(v.Clone(), &o, decoding()) // errors can be ignored: v is valid JSON, and the fields accept any value
	*f = cmp.Or(failure(o.Message), o.Data, failure(o.Name), failure(validText(compact(v))))
}

// compact removes white space between the tokens of valid JSON and replaces lone surrogates. The
// result never shares memory with v.
func compact(v []byte) []byte {
	out := make([]byte, 0, len(v))
	for i := 0; i < len(v); {
		switch c := v[i]; c {
		case ' ', '\t', '\r', '\n':
			i++
		case '"':
			end := i + stringEnd(v[i:])
			out = append(out, v[i:end]...)
			i = end
		default:
			out = append(out, c)
			i++
		}
	}
	return wholePairs(out)
}

func stringEnd(v []byte) int {
	for i := 1; i < len(v); i++ {
		j := bytes.IndexByte(v[i:], '"')
		if j < 0 {
			return len(v)
		}
		i += j
		slashes := 0
		for v[i-1-slashes] == '\\' {
			slashes++
		}
		if slashes%2 == 0 {
			return i + 1
		}
	}
	return len(v)
}

// wholePairs replaces escaped lone surrogates in valid JSON by U+FFFD, because other parsers and
// the database may reject them. It may modify v.
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

// escaped decodes the \u escape at the start of v. It returns 0 if there is none.
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
