package views

import (
	"slices"

	"github.com/clawatlas/clawatlas/views/richtext"
)

// Budgets in bytes of HTML. A window of a trace stays under 300 KB: 100 KB of
// it is text, which Markdown and colours may double, the rest is frame.
const (
	windowBudget    = 100 << 10
	stepBudget      = 320 << 10
	verdictBudget   = 24 << 10
	textMost        = 48 << 10 // one text on a page of several steps
	stepTextMost    = 160 << 10
	windowHighlight = 16 << 10
	stepHighlight   = 64 << 10
)

// budget shares the room of a page among its texts: short ones are whole, and
// the long ones get equal parts of what is left.
type budget struct {
	room      int
	most      int // for one text
	highlight int // bytes that may still be highlighted
	pending   []pendingText
}

// pendingText is a text that waits for its share.
type pendingText struct {
	weight int
	give   func(allow int)
}

// ask registers a text, and what it costs beyond its characters and lines.
func (b *budget) ask(text string, extra int, give func(allow int)) {
	w := min(richtext.Weigh(text, b.most)+1+extra, b.most)
	b.pending = append(b.pending, pendingText{w, give})
}

// settle gives each text its share, in the order of the page, so that the
// first ones are highlighted.
func (b *budget) settle() {
	sorted := make([]int, len(b.pending))
	for i, w := range b.pending {
		sorted[i] = w.weight
	}
	share := fairShare(sorted, b.room)
	for _, w := range b.pending {
		w.give(min(w.weight, share))
	}
	b.pending = nil
}

// fairShare is the largest share under which the weights fit into the room.
func fairShare(weights []int, room int) int {
	slices.Sort(weights)
	for i, w := range weights {
		left := len(weights) - i
		if w*left >= room {
			return max(room/left, 0)
		}
		room -= w
	}
	return 1 << 30
}

// paint reports whether a text may be highlighted and takes it off the budget.
func (b *budget) paint(text, language, file string) bool {
	if len(text) > b.highlight || !richtext.Highlights(text, language, file) {
		return false
	}
	b.highlight -= len(text)
	return true
}

// text registers a text; nil for an empty one.
func (b *budget) text(body string, mode TextMode, t RecordText) *RecordText {
	if body == "" {
		return nil
	}
	t.Mode = mode
	if mode == TextTree {
		if tree, ok := richtext.ParseJSON(body); ok {
			b.pending = append(b.pending, pendingText{min(tree.Weight(), b.most), func(allow int) {
				tree.Trim(allow)
				t.Tree, t.Fold = tree, richtext.Fold{Lines: richtext.CountLines(body), Bytes: len(body)}
			}})
			return &t
		}
		t.Mode = TextLines
	}
	extra := 0
	if mode == TextBlocks {
		extra = b.blocksWeight(t.Blocks)
	}
	b.ask(body, extra, func(allow int) { b.fold(&t, body, allow) })
	return &t
}

// fold cuts a text to its share in the way in which its mode needs it.
func (b *budget) fold(t *RecordText, body string, allow int) {
	switch t.Mode {
	case TextMarkdown:
		if !richtext.Parses(body) {
			t.Mode = TextSource
			break
		}
		t.Fold = richtext.CutMarkdown(body, allow)
		return
	case TextBlocks:
		t.Fold = richtext.Cut(body, allow-min(b.blocksWeight(t.Blocks), allow/2))
		if t.Fold.MiddleCut || t.Fold.TailCut {
			t.Mode = TextLines // a part that begins inside a line is no row
		}
		return
	case TextCode:
		t.Fold = richtext.Cut(body, allow)
		shown := t.Fold.Head + t.Fold.Tail
		if !t.Fold.Away {
			shown += t.Fold.Middle
		}
		if !b.paint(shown, t.Language, t.File) {
			t.Mode = TextSource
		}
		return
	}
	t.Fold = richtext.Cut(body, allow)
}

// change registers a change of a file.
func (b *budget) change(lines []richtext.DiffLine, whole string) *Change {
	if len(lines) == 0 {
		return nil
	}
	c := &Change{Whole: whole}
	c.Added, c.Removed = richtext.Changed(lines)
	weight := 0
	for _, l := range lines {
		if weight += richtext.Weigh(l.Text, b.most); weight > b.most {
			weight = b.most
			break
		}
	}
	b.pending = append(b.pending, pendingText{weight, func(allow int) { c.Lines, c.Left = richtext.Within(lines, allow) }})
	return c
}
