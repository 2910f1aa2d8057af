package visible

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results/must"
)

func TestLine(t *testing.T) {
	tests := []struct{ in, want string }{
		{"", ""},
		{"plain, with 文本 and é and ❤\ufe0f", "plain, with 文本 and é and ❤\ufe0f"},
		{"a\nb\tc\rd", `a\nb\tc\rd`},
		{"\x1b[31mred\x1b[0m\x00\x7f\u0085\u009b", `\x1b[31mred\x1b[0m\x00\x7f\x85\x9b`},
		{"\u202etxt\u2066x\u200b\u200d\ufeff\u00ad\u061c", `\u202etxt\u2066x\u200b\u200d\ufeff\xad\u061c`},
		{"\u2028\u2029", `\u2028\u2029`},
		{"\xff\xfe\xed\xa0\x80", `\xff\xfe\xed\xa0\x80`},
		{"\U000e0041\ue000\u3164", `\U000e0041\ue000\u3164`},
		{"x\ufe0f\ufe0f", "x\ufe0f" + `\ufe0f`},
		{"x\ufe00", `x\ufe00`}, // only the two selectors of emoji are in normal use
		{"\ufffd stays", "\ufffd stays"},
	}
	for _, tt := range tests {
		must.Equal(t, tt.want, Line(tt.in), "Line(%q)", tt.in)
	}
	must.Equal(t, "a\n\tb\\r\n", Lines("a\n\tb\r\n"), "Lines")
}

func TestJSON(t *testing.T) {
	in := "a\u202eb\u200b\U000e0041文\u2028"
	doc := must.Get(json.Marshal(map[string]string{in: in}))(t)
	text := JSON(string(doc))
	var got map[string]string
	if err := json.Unmarshal([]byte(text), &got); err != nil || got[in] != in {
		t.Errorf("%s means %q, %v", text, got, err)
	}
	if Lines(text) != text {
		t.Errorf("%q has characters that act", text)
	}
}

// FuzzLine holds that nothing acts in what is shown, and that it is one line.
func FuzzLine(f *testing.F) {
	f.Add("a\u202eb\xff\n\x1b[2J\ufe0f")
	f.Fuzz(func(t *testing.T, in string) {
		got := Line(in)
		selector := true
		for _, r := range got {
			if r == '\n' || r == '\t' || Acts(r, selector) {
				t.Errorf("Line(%q) = %q has %U", in, got, r)
			}
			selector = IsSelector(r)
		}
		if Line(got) != got {
			t.Errorf("Line(%q) = %q is not stable", in, got)
		}
	})
}

// TestReplaceAnywhere: a character that acts is found wherever it stands in a text,
// and nothing else is.
func TestReplaceAnywhere(t *testing.T) {
	for _, bad := range []string{"\x00", "\x1f", "\x7f", "\r", "\u0080", "\u202e", "\xff"} {
		for at := range 40 {
			text := strings.Repeat(" ~\n\tz", 8)
			text = text[:at] + bad + text[at:]
			want := text[:at] + "!" + text[at+len(bad):]
			must.Equal(t, want, Replace(text, func(rune, byte) string { return "!" }), "%q", text)
		}
	}
	for r := range rune(0x100) {
		text := "seven.." + string(r) + "seven.."
		if changed := Replace(text, func(rune, byte) string { return "!" }) != text; changed != Acts(r, false) {
			t.Errorf("%q: replaced: %v", text, changed)
		}
	}
}
