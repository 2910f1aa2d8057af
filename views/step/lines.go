package step

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"github.com/clawatlas/clawatlas/results/search"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views/richtext"
)

const (
	lineMost  = 4000 // maximum weight of one line, in bytes of HTML
	hitsMost  = 24   // maximum number of lines that stay visible because they match the search
	lineFrame = 90   // weight of the markup around a line, in bytes of HTML
	foldLeast = 3    // minimum number of lines for a fold
)

// FoldMost is the maximum number of folded lines of a text. A line after them may not be on the
// page.
const FoldMost = 200

// Lines is a text with numbered lines that can be linked to. The first and last lines and the lines
// with evidence are visible. The other lines are folded.
type Lines struct {
	Name       string // label of the fold if the entire text is folded
	ID         string // prefix of the line anchors; empty for no anchors
	Text       []string
	From       int // line number of the first line in Text
	Total      int // number of lines of the whole text
	Head, Tail int // number of visible lines at the beginning and the end
	Class      string
	Hits       map[int]bool // set of indexes in Text of the lines with evidence or search matches
	Terms      []search.Term
	At         func(line int) string // URL of a line in the full text
	Fold       int                   // maximum number of folded lines on the page; the remaining lines are only linked
	Most       int                   // maximum weight of one line, in bytes of HTML; 0 for the default
}

// SplitLines splits a text into lines. If the text is JSON on one long line, it is indented first.
func SplitLines(text string) []string {
	text = strings.TrimSuffix(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	if t := strings.TrimSpace(text); len(t) > 120 && len(t) < 4<<20 && (t[0] == '{' || t[0] == '[') && !strings.Contains(t, "\n") {
		var b bytes.Buffer
		if json.Indent(&b, []byte(t), "", "  ") == nil && b.Len() < 3*len(t) {
			text = b.String()
		}
	}
	return strings.Split(text, "\n")
}

// find sets Hits to the lines that contain a quote or a search match.
func (l *Lines) find(quotes []string) {
	l.Hits = map[int]bool{}
	for _, q := range quotes {
		if i := lineOf(l.Text, q); i >= 0 {
			l.Hits[i] = true
		}
	}
	for i := 0; len(l.Terms) > 0 && i < len(l.Text) && len(l.Hits) < hitsMost; i++ {
		if len(search.Places(l.Text[i], l.Terms)) > 0 {
			l.Hits[i] = true
		}
	}
}

// lineOf returns the index of the first line that contains the quote, or -1. It ignores an ellipsis
// at the end of the quote.
func lineOf(lines []string, quote string) int {
	if quote = strings.TrimSpace(strings.TrimSuffix(quote, "…")); quote == "" {
		return -1
	}
	for i, line := range lines {
		if strings.Contains(line, quote) {
			return i
		}
	}
	return -1
}

func (l *Lines) Size() string {
	bytes := 0
	for _, t := range l.Text {
		bytes += len(t) + 1
	}
	s := words.Plural(l.Total, "line", "lines")
	if bytes >= 1000 && l.Total == len(l.Text) {
		s += ", " + words.Bytes(bytes)
	}
	return s
}

// settle decides how many lines are on the page and subtracts their weight from room. If room is
// used up, it leaves only the first line, shortened.
func (l *Lines) settle(room *int) {
	if l.Most == 0 {
		l.Most = lineMost
	}
	if *room <= 0 {
		l.Head, l.Tail, l.Most = min(l.Head, 1), 0, 160
	}
	left := *room
	for i, t := range l.Text {
		weight := richtext.Weigh(t, l.Most) + lineFrame
		switch {
		case l.inView(i):
			*room -= weight
		case l.Fold < FoldMost:
			if left -= weight; left > 0 {
				l.Fold++
				*room -= weight
			}
		}
	}
	if l.Fold < min(foldLeast, len(l.Text)) {
		l.Fold = 0
	}
}

func (l *Lines) inView(i int) bool { return i < l.Head || i >= len(l.Text)-l.Tail || l.Hits[i] }

func (l *Lines) Render(ctx context.Context, w io.Writer) error {
	fold, from := l.Fold, 0
	tag := "div"
	if l.folded() {
		tag = "details"
	}
	out := &pieces{w: w}
	out.raw("<" + tag + ` class="lns ` + l.Class + `" dir="auto">`)
	if tag == "details" {
		out.raw("<summary>" + templ.EscapeString(strings.TrimSpace(l.Name+" "+l.Size())) + ` <span class="pv">`)
		out.part(ctx, richtext.Lines([]richtext.Line{{Text: l.preview()}}))
		out.raw("</span></summary>")
	}
	for from < len(l.Text) {
		to := from + 1
		for to < len(l.Text) && l.inView(to) == l.inView(from) {
			to++
		}
		switch n := to - from; {
		case l.inView(from):
			out.part(ctx, l.stretch(from, to))
		case tag == "details" || n < foldLeast && fold >= n:
			n = min(n, fold)
			out.part(ctx, l.stretch(from, from+n))
			fold -= n
			out.away(l, from+n, to)
		case fold >= foldLeast:
			n = min(n, fold)
			out.raw("<details><summary>" + l.span(from, from+n) + "</summary>")
			out.part(ctx, l.stretch(from, from+n))
			out.raw("</details>")
			fold -= n
			out.away(l, from+n, to)
		default:
			out.away(l, from, to)
		}
		from = to
	}
	if last := l.From + len(l.Text); last <= l.Total {
		out.away(l, len(l.Text), l.Total-l.From+1)
	}
	out.raw("</" + tag + ">")
	return out.err
}

// pieces writes HTML and remembers the first error.
type pieces struct {
	w   io.Writer
	err error
}

func (p *pieces) raw(s string) {
	if p.err == nil {
		_, p.err = io.WriteString(p.w, s)
	}
}

func (p *pieces) part(ctx context.Context, c templ.Component) {
	if p.err == nil {
		p.err = c.Render(ctx, p.w)
	}
}

// away writes a link to lines that are not on the page.
func (p *pieces) away(l *Lines, from, to int) {
	if from < to && l.At != nil {
		p.raw(`<a class="away" href="` + templ.EscapeString(l.At(l.From+from)) + `">` + l.span(from, to) + "</a>")
	}
}

func (l *Lines) span(from, to int) string {
	if to == from+1 {
		return "line " + words.Count(l.From+from)
	}
	return "lines " + words.Count(l.From+from) + " to " + words.Count(l.From+to-1)
}

// folded reports whether the entire text is one fold, which is labelled with the text's size.
func (l *Lines) folded() bool { return l.Head == 0 && l.Tail == 0 && len(l.Hits) == 0 && l.Fold > 0 }

// preview returns the beginning of the first line that contains more than digits and punctuation.
func (l *Lines) preview() string {
	for _, t := range l.Text {
		if t = strings.TrimSpace(t); strings.ContainsFunc(t, func(r rune) bool { return r > '@' }) {
			return cutWeight(t, 300)
		}
	}
	return ""
}

func (l *Lines) stretch(from, to int) templ.Component {
	list := make([]richtext.Line, 0, to-from)
	for i := from; i < to; i++ {
		number := strconv.Itoa(l.From + i)
		x := richtext.Line{Text: cutWeight(l.Text[i], l.Most)}
		if cut := len(l.Text[i]) - len(x.Text); cut > 0 {
			x.After = words.Bytes(cut) + " more"
		}
		if l.Total > 1 {
			x.Number = strings.Repeat(" ", max(0, 4-len(number))) + number
		}
		if l.ID != "" {
			x.ID = l.ID + number
		}
		if l.Hits[i] {
			x.Class = "k"
		}
		if l.Class == "d" && x.Text != "" {
			x.Class = strings.TrimSpace(x.Class + " " + map[byte]string{'+': "add", '-': "del"}[x.Text[0]])
		}
		if l.Hits[i] && len(l.Terms) > 0 {
			x.Marks = search.Places(x.Text, l.Terms)
		}
		list = append(list, x)
	}
	return richtext.Lines(list)
}

func cutWeight(text string, most int) string {
	if richtext.Weigh(text, most+1) <= most {
		return text
	}
	for n := min(len(text), most); ; {
		part := strings.ToValidUTF8(text[:n], "")
		if len(part) > n {
			part = text[:n]
		}
		weight := richtext.Weigh(part, 1<<30)
		if weight <= most || n < 8 {
			return part
		}
		n = n * most / weight
	}
}

func marked(text string, terms []search.Term) templ.Component {
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		out, at := &pieces{w: w}, 0
		for _, p := range search.Places(text, terms) {
			out.raw(templ.EscapeString(text[at:p[0]]) + "<mark>" + templ.EscapeString(text[p[0]:p[1]]) + "</mark>")
			at = p[1]
		}
		out.raw(templ.EscapeString(text[at:]))
		return out.err
	})
}
