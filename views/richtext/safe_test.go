package richtext

import (
	"context"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/net/html"

	"github.com/clawatlas/clawatlas/views/ui"
)

// assertSafe checks that a piece of HTML holds only the tags and attributes
// that this package writes, that they are balanced, and that no character in
// its text acts without being seen. It gives the text without marks.
func assertSafe(t *testing.T, made string) string {
	t.Helper()
	var text strings.Builder
	var open []string
	skip := 0 // depth of an element whose text is not the record's
	z := html.NewTokenizer(strings.NewReader(made))
	for {
		switch z.Next() {
		case html.ErrorToken:
			if len(open) > 0 {
				t.Fatalf("not closed: %v in %q", open, made)
			}
			return text.String()
		case html.TextToken:
			s := html.UnescapeString(string(z.Raw()))
			assertVisible(t, s)
			if skip == 0 {
				text.WriteString(s)
			}
		case html.StartTagToken:
			tok := z.Token()
			assertTag(t, tok)
			if tok.Data == "br" || tok.Data == "hr" {
				continue
			}
			open = append(open, tok.Data)
			if skip > 0 || ours(tok) {
				skip++
			}
		case html.EndTagToken:
			tok := z.Token()
			if len(open) == 0 || open[len(open)-1] != tok.Data {
				t.Fatalf("</%s> closes %v in %q", tok.Data, open, made)
			}
			open = open[:len(open)-1]
			if skip > 0 {
				skip--
			}
		case html.SelfClosingTagToken:
			assertTag(t, z.Token())
		default:
			t.Fatalf("a comment or doctype in %q", made)
		}
	}
}

// ours reports whether an element's text is written by us.
func ours(tok html.Token) bool {
	for _, a := range tok.Attr {
		if a.Key == "class" && a.Val == "ctl" || a.Key == "href" && strings.HasPrefix(a.Val, "#") {
			return true
		}
	}
	return tok.Data == "summary"
}

func assertVisible(t *testing.T, s string) {
	t.Helper()
	for _, r := range s {
		if r != '\n' && r != '\t' && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == 0x200b) {
			t.Fatalf("%U is not visible in %q", r, s)
		}
	}
}

func assertTag(t *testing.T, tok html.Token) {
	t.Helper()
	const tags = " div span p a ins del details summary em strong code blockquote ul ol li table thead tbody tr th td br hr "
	if !strings.Contains(tags, " "+tok.Data+" ") {
		t.Fatalf("tag %q", tok.String())
	}
	for _, a := range tok.Attr {
		switch {
		case a.Key == "class" && strings.Trim(a.Val, "abcdefghijklmnopqrstuvwxyz0123456789 ") == "":
		case a.Key == "title" && tok.Data == "span", a.Key == "id" && strings.HasPrefix(a.Val, "step-"), a.Key == "open":
		case a.Key == "start" && strings.Trim(a.Val, "0123456789") == "":
		case a.Key == "rel" && a.Val == "nofollow noreferrer":
		case a.Key == "href" && (strings.HasPrefix(a.Val, "#step-") || strings.HasPrefix(a.Val, "http://") || strings.HasPrefix(a.Val, "https://")):
		default:
			t.Fatalf("attribute %s=%q of %s", a.Key, a.Val, tok.Data)
		}
	}
}

// seen is what a reader sees of a text beside the marks.
func seen(text string) string {
	var b strings.Builder
	for _, part := range strings.Split(text, "\n") {
		made := &strings.Builder{}
		if err := ui.Visible(part).Render(context.Background(), made); err != nil {
			return ""
		}
		s := made.String()
		for {
			at := strings.Index(s, `<span class="ctl"`)
			if at < 0 {
				break
			}
			end := strings.Index(s[at:], "</span>")
			s = s[:at] + s[at+end+len("</span>"):]
		}
		b.WriteString(html.UnescapeString(s))
	}
	return b.String()
}

// joined is text without line ends, which parts of the page show as elements.
func joined(s string) string { return strings.ReplaceAll(s, "\n", "") }

func seeds(f *testing.F) {
	for _, s := range []string{
		"", "plain", "<script>alert(1)</script>", "a\x1b[31mred\x1b[0m\n\x1b[?2004hx", "\x1b]8;;http://x\x07y\x1b]8;;\x07", "\x1b[38;5;200mx\x1b[48;2;1;2;3my",
		"\x9b31m", "\u202eabc\u2066", "a\u200bb\ufeff", "\xff\xfe", "- a\n+ b\n@@ -1 +1 @@\n c", `{"a":[1,"<b>",{"c":"x\ny"}],"a":null}`,
		"def f():\n\treturn '<' # \x00", "| a | b |\n|---|---|\n| <b> | `c` |", "# h\n\n> q\n\n1. a\n   - b\n\n```js\nlet x = `${y}`\n```",
		"[a](javascript:x) ![b](http://c \"d\") <http://e> [f]: data:x", "\x1b[", "\x1b[999999999999999999999m", "&#x202e;&amp;", "<!-- --><!DOCTYPE x>", "<a href=\"x\" onclick='y'>",
		"<details open><summary>", "*a **b `c", "\x1b[31m<\x1b[1;4;9m>", "```<x>\n</div>\n```", "    indented <b>\n\ttab",
	} {
		f.Add(s)
	}
}

func FuzzANSI(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, s string) {
		assertSafe(t, render(t, colours(s)))
		got := joined(assertSafe(t, render(t, Lines([]Line{{Text: s, ID: "step-1-r1-L1"}}))))
		if want := joined(seen(withoutSequences(s))); got != want {
			t.Fatalf("of %q a reader sees %q, want %q", s, got, want)
		}
	})
}

// withoutSequences removes what ansi obeys or shows as one mark.
func withoutSequences(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		if s[i] == 0x1b && i+1 < len(s) && s[i+1] == '[' {
			if _, _, size := csi(s[i+2:]); size > 0 {
				i += 2 + size
				continue
			}
		}
		b.WriteByte(s[i])
		i++
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func FuzzMarkdown(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, s string) {
		made := render(t, Markdown(s))
		assertSafe(t, made)
		if limit := 3*Weigh(s, 1<<30) + 4<<10; len(made) > limit {
			t.Fatalf("%d bytes became %d, want at most %d", len(s), len(made), limit)
		}
	})
}
