package step

import (
	"strings"

	"github.com/a-h/templ"
)

// What follows lays out the texts of two traces side by side.

// TextMode is how a text of a record is shown.
type TextMode string

// The modes of a text.
const (
	TextSource TextMode = "source"
	TextMost            = 24 << 10
)

// RecordText is a text of a record, whose whole stands at an address.
type RecordText struct {
	Lines *Lines
	Whole string
}

// Budget is the room of a page for texts.
type Budget struct {
	Room, Most, Spent int
}

// Text lays out a text in what is left of the room; nil for an empty one.
func (b *Budget) Text(body string, _ TextMode, t RecordText) *RecordText {
	if strings.TrimSpace(body) == "" {
		return nil
	}
	before := b.Room
	l := &Lines{Text: SplitLines(body), From: 1, Head: 8, At: func(int) string { return t.Whole }}
	l.Total = len(l.Text)
	l.settle(&b.Room)
	b.Spent += before - b.Room
	t.Lines = l
	return &t
}

// Settle is there for callers that lay out all texts before they draw them.
func (b *Budget) Settle() {}

// Fitted lays a part of a page out in a room.
func Fitted(room, spare int, lay func(room int) (spent int), _ templ.Component) templ.Component {
	lay(room + spare)
	return nil
}

// TextBlock shows a text.
func TextBlock(t *RecordText) templ.Component { return t.Lines }

// RecordLines lays out a text of a record outside of a trace; at is where the record stands.
func RecordLines(name, id, text, class, at string, room *int) *Lines {
	l := &Lines{Name: name, ID: id, Text: SplitLines(text), From: 1, Class: class, At: func(int) string { return at }}
	l.Total = len(l.Text)
	l.settle(room)
	return l
}

// FileLines lays out a file from the stretch of a line on, most lines in view.
func FileLines(id, text string, line, most int, quotes []string, room *int, at func(line int) string) *Lines {
	l := &Lines{ID: id, Text: SplitLines(text), Head: most, At: at, Most: lineMost}
	l.Total = len(l.Text)
	from := min(max(line, 1)-1, l.Total-1) / most * most
	l.From, l.Text = from+1, l.Text[from:min(l.Total, from+max(most, StepLines))]
	l.find(quotes)
	l.settle(room)
	return l
}

// List names some of many on one line.
func List(names []string, most int) string {
	s := Brief(strings.Join(names[:min(len(names), 1)], ""))
	for _, n := range names[min(len(names), 1):min(len(names), most)] {
		s += ", " + Brief(n)
	}
	if len(names) > most {
		s += " and more"
	}
	return s
}
