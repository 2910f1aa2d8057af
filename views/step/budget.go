package step

import (
	"context"
	"slices"
	"strings"

	"github.com/a-h/templ"

	"github.com/clawatlas/clawatlas/views/richtext"
)

// Budgets in bytes of HTML. A page of a trace stays under 300 KB. What texts
// weigh is estimated, and Markdown and colours may double it: what is laid out
// for a window of more than surelyFits is measured and, if it is too long, laid
// out again with less room. Code is highlighted at 0.4 to 3 MB/s, so that
// WindowHighlight is at most 20 ms of a page.
const (
	WindowBudget    = 400 << 10
	surelyFits      = 40 << 10
	traceHTML       = 240 << 10 // the most that the section of the trace may be; the rest is what stands above it
	StepBudget      = 320 << 10
	VerdictBudget   = 40 << 10
	shortText       = 4 << 10   // bytes of a text that is never cut while the short ones fit
	longText        = 6 << 10   // what a longer one has at least, for its beginning and its end
	TextMost        = 240 << 10 // one text on a page of several steps
	StepTextMost    = 160 << 10
	WindowHighlight = 8 << 10
	StepHighlight   = 64 << 10
)

// Budget shares the room of a page among its texts: short ones are whole, then
// as many of the long ones as fit, the shorter first, and those that do not fit
// get equal parts of what is left.
type Budget struct {
	Room      int
	Spent     int // what the texts were allowed to weigh
	Most      int // for one text
	Highlight int // bytes that may still be highlighted
	Pending   []PendingText
}

// PendingText is a text that waits for its share.
type PendingText struct {
	Weighs int // bytes
	Weight int
	Give   func(allow int)
}

// least is what a text has before any other gets more.
func (p PendingText) least() int {
	if p.Weighs < shortText {
		return p.Weight
	}
	return min(p.Weight, longText)
}

// ask registers a text.
func (b *Budget) ask(text string, give func(allow int)) {
	w := min(richtext.Weigh(text, b.Most)+1, b.Most)
	b.Pending = append(b.Pending, PendingText{len(text), w, give})
}

// Settle gives each text its share, in the order of the page, so that the
// first ones are highlighted.
func (b *Budget) Settle() {
	allow, order, left := make([]int, len(b.Pending)), make([]int, len(b.Pending)), b.Room
	for i, w := range b.Pending {
		allow[i], order[i] = w.least(), i
		left -= allow[i]
	}
	if left < 0 { // not even the short ones fit
		share := FairShare(slices.Clone(allow), b.Room)
		for i := range allow {
			allow[i] = min(allow[i], share)
		}
	}
	b.fill(allow, order, max(left, 0))
	for i, w := range b.Pending {
		b.Spent += allow[i]
		w.Give(allow[i])
	}
	b.Pending = nil
}

// fill gives what is left of the room to the texts that ask for more.
func (b *Budget) fill(allow, order []int, left int) {
	more := func(i int) int { return b.Pending[i].Weight - allow[i] }
	slices.SortStableFunc(order, func(a, c int) int { return more(a) - more(c) })
	for k, i := range order {
		if m := more(i); m > left {
			each := left / (len(order) - k)
			for _, i := range order[k:] {
				allow[i] += each
			}
			return
		}
		left -= more(i)
		allow[i] = b.Pending[i].Weight
	}
}

// FairShare is the largest share under which the weights fit into the room.
func FairShare(weights []int, room int) int {
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
func (b *Budget) paint(text, language, file string) bool {
	if len(text) > b.Highlight || !richtext.Highlights(text, language, file) {
		return false
	}
	b.Highlight -= len(text)
	return true
}

// Text registers a text; nil for an empty one.
func (b *Budget) Text(body string, mode TextMode, t RecordText) *RecordText {
	if body == "" {
		return nil
	}
	t.Mode = mode
	if mode == TextTree {
		if tree, ok := richtext.ParseJSON(body); ok {
			b.Pending = append(b.Pending, PendingText{len(body), min(tree.Weight(), b.Most), func(allow int) {
				if allow < tree.Weight() {
					tree.Trim(allow)
				}
				t.Tree, t.Fold = tree, richtext.Fold{Lines: richtext.CountLines(body), Bytes: len(body)}
			}})
			return &t
		}
		t.Mode = TextLines
	}
	b.ask(body, func(allow int) { b.fold(&t, body, allow) })
	return &t
}

// fold cuts a text to its share in the way in which its mode needs it.
func (b *Budget) fold(t *RecordText, body string, allow int) {
	switch t.Mode {
	case TextMarkdown:
		if !richtext.Parses(body) {
			t.Mode = TextSource
			break
		}
		t.Fold = richtext.CutMarkdown(body, allow)
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
func (b *Budget) change(lines []richtext.DiffLine, whole string) *Change {
	if len(lines) == 0 {
		return nil
	}
	c := &Change{Whole: whole}
	c.Added, c.Removed = richtext.Changed(lines)
	weight := 0
	for _, l := range lines {
		c.Bytes += len(l.Text) + 1
		if weight < b.Most {
			weight = min(weight+richtext.Weigh(l.Text, b.Most), b.Most)
		}
	}
	b.Pending = append(b.Pending, PendingText{c.Bytes, weight, func(allow int) { c.Lines, c.Left = richtext.Within(lines, allow) }})
	return c
}

// Fitted lays a part of a page out in a room, and again in less of it while what is
// drawn is too long. spare is what the part has for frames that it lacks. It is nil
// where the texts are so short that nothing was measured.
func Fitted(room, spare int, lay func(room int) (spent int), part templ.Component) templ.Component {
	for try := 1; ; try++ {
		spent := lay(room + spare)
		if spent <= surelyFits {
			return nil
		}
		var drawn strings.Builder
		if part.Render(context.Background(), &drawn) != nil {
			return nil
		}
		if drawn.Len() <= traceHTML || room == surelyFits {
			return templ.Raw(drawn.String())
		}
		less := spent - spare - overdrawn(drawn.Len(), spent)
		if try > 1 { // what stands around the texts is most of it
			less = min(less, room/2)
		}
		room = max(less, surelyFits)
	}
}

// overdrawn is how much less texts that took spent of their room may have where they
// made too long a page. What stands around them does not shrink with them, so that it
// is nearly twice what they would share in the excess: a second layout, which costs as
// much as the first, then nearly always fits.
func overdrawn(drawn, spent int) int {
	const aim = traceHTML / 100 * 97
	return int(1.75 * float64(drawn-aim) * float64(spent) / float64(drawn))
}
