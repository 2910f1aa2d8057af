package step

import (
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/nested"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views/richtext"
)

// Limits of what results hold that is shown in a form of its own.
const (
	nestedMost    = 120      // messages or rows of one result
	WindowNested  = 48 << 10 // bytes of HTML of their frames on a page
	nestedHead    = 16       // shown before the fold of a long conversation
	nestedTail    = 8        // after it
	nestedWeight  = 160      // bytes of HTML around one
	nestedRaw     = 8 << 10  // of the JSON, which says the same, on a page of several steps
	messageCalls  = 6        // calls of a message that are named
	cellWeight    = 24       // around the cell of a table
	besideMost    = 8        // single values around a list that stand in its label
	besideValue   = 80       // bytes of one of them
	SessionSuffix = ".jsonl"
)

// Nested is a result in the form in which people read what it holds. One of its lists
// is filled; Raw has the record's own text.
type Nested struct {
	Kind     nested.Kind
	Label    []string
	Messages []NestedMessage
	Acks     []NestedMessage
	Grid     *nested.Grid
	More     int // entries that are on the page of the whole text only
	Noun     string
	Raw      *RecordText

	short bool // the text is one that is never cut
}

// NestedMessage is one message of a conversation.
type NestedMessage struct {
	*nested.Message
	Text *RecordText // nil where it has none
	New  bool        // came with the update right before the task
}

// Arrivals are the messages that an update brought, by the name of their session.
type Arrivals map[string][]results.WorldPart

// Content is the text of a result, in the form of what it holds.
func (b *StepBuilder) Content(text string, origin RecordText) *RecordText {
	if b.Source {
		return b.Text(text, b.data(text), origin)
	}
	v := nested.Read(text)
	switch {
	case v.Kind == nested.None:
		return b.Text(text, b.data(text), origin)
	case v.Lines != nil:
		origin.Blocks = v.Lines
		return b.Text(text, TextBlocks, origin)
	}
	origin.Mode, origin.Fold = TextNested, richtext.Fold{Lines: richtext.CountLines(text), Bytes: len(text)}
	origin.Lines = ""
	n := &Nested{Kind: v.Kind, short: len(text) < shortText}
	origin.Nested = n
	raw := RecordText{Whole: origin.Whole, Plain: origin.Plain}
	switch v.Kind {
	case nested.Conversation:
		b.conversation(n, &v, raw)
	case nested.Table:
		b.grid(n, v.Grid)
	}
	n.Label = append(n.Label, beside(&v)...)
	n.Raw = b.again(text, raw)
	return &origin
}

// again is the record's own text of what is shown otherwise: little of it where a page
// shows several steps.
func (b *StepBuilder) again(text string, raw RecordText) *RecordText {
	most := b.Most
	b.Most = min(most, max(nestedRaw, most/6))
	t := b.Text(text, b.data(text), raw)
	b.Most = most
	return t
}

// take is how many messages the page has room for: at least one, and all of a text that
// is never cut. Names and times stand in the line of a message; its text has a share of
// its own.
func (b *StepBuilder) take(n *Nested, all []nested.Message) int {
	shown, sum := 0, 0
	for shown < len(all) && (n.short || shown < nestedMost) {
		m := &all[shown]
		w := nestedWeight
		for _, f := range append([]string{m.Name, m.Time}, m.Calls[:min(len(m.Calls), messageCalls)]...) {
			w += richtext.Weigh(f[:min(len(f), briefMost)], b.Most)
		}
		if shown > 0 && w > b.Nested && !n.short {
			break
		}
		b.Nested -= w
		sum += w
		shown++
	}
	n.More, n.Noun = len(all)-shown, "messages"
	b.Pending = append(b.Pending, PendingText{sum, sum, func(int) {}})
	return shown
}

func (b *StepBuilder) conversation(n *Nested, v *nested.Value, raw RecordText) {
	shown := b.take(n, v.Messages)
	news, session := 0, SessionOf(v)
	for i := range v.Messages[:shown] {
		m := NestedMessage{Message: &v.Messages[i]}
		m.cut()
		if m.Ack() {
			n.Acks = append(n.Acks, m)
			continue
		}
		if m.New = b.Arrived.Holds(session, m.Message); m.New {
			news++
		}
		m.Text = b.Text(m.Message.Text, TextSource, raw)
		n.Messages = append(n.Messages, m)
	}
	n.Label = append(n.Label, words.Plural(len(v.Messages), "message", "messages"))
	if news > 0 {
		n.Label = append(n.Label, words.Count(news)+" new since the update, with a rule at the left")
	}
}

// grid registers a table, whose rows are cut to its share.
func (b *StepBuilder) grid(n *Nested, g *nested.Grid) {
	n.Grid, n.Noun = g, "rows"
	n.Label = append(n.Label, words.Plural(len(g.Rows), "row", "rows"))
	if g.More > 0 {
		n.Label = append(n.Label, words.Plural(g.More, "more field", "more fields")+" in the JSON")
	}
	weights := make([]int, len(g.Rows))
	sum := rowWeight(g.Head, b.Most)
	for i, row := range g.Rows {
		weights[i] = rowWeight(row, b.Most)
		sum += weights[i]
	}
	if n.short {
		b.Pending = append(b.Pending, PendingText{0, min(sum, b.Most), func(int) {}})
		return
	}
	b.Pending = append(b.Pending, PendingText{sum, min(sum, b.Most), func(allow int) {
		for i, w := range weights {
			if allow -= w; allow < 0 && i > 0 || i == nestedMost {
				n.More, g.Rows = len(g.Rows)-i, g.Rows[:i]
				return
			}
		}
	}})
}

func rowWeight(row []string, most int) int {
	sum := cellWeight
	for _, c := range row {
		sum += cellWeight + richtext.Weigh(c, most)
	}
	return sum
}

// beside lists the single values around a list that are short.
func beside(v *nested.Value) []string {
	var list []string
	for _, f := range v.Beside {
		if len(list) == besideMost {
			break
		}
		if len(f.Value) <= besideValue && f.Value != "" && f.Value != "null" && f.Value != "false" {
			list = append(list, strings.TrimSpace(Brief(f.Name)+" "+Brief(f.Value)))
		}
	}
	return list
}

// SessionOf is the name of the session whose messages a result holds; empty where it
// does not say.
func SessionOf(v *nested.Value) string {
	for _, f := range v.Beside {
		if f.Name == "sessionKey" {
			return f.Value[strings.LastIndexByte(f.Value, ':')+1:]
		}
	}
	return ""
}

// Holds reports whether a message of a session is among them. A text that goes on is
// known by its beginning.
func (a Arrivals) Holds(session string, m *nested.Message) bool {
	for _, p := range a[session] {
		if p.Text == m.Whole || p.Cut && p.Text != "" && strings.HasPrefix(m.Whole, p.Text) {
			return true
		}
	}
	return false
}

// cut leaves out the names of further calls and parts, which the record's text has.
func (m *NestedMessage) cut() {
	m.Calls, m.Other = m.Calls[:min(len(m.Calls), messageCalls)], m.Other[:min(len(m.Other), messageCalls)]
}

// parted are the messages before, in and after the fold of a long conversation.
func (n *Nested) parted() (head, middle, tail []NestedMessage) {
	if len(n.Messages) <= nestedHead+nestedTail {
		return n.Messages, nil, nil
	}
	last := len(n.Messages) - nestedTail
	return n.Messages[:nestedHead], n.Messages[nestedHead:last], n.Messages[last:]
}

// newIn counts the messages that came with the update.
func newIn(list []NestedMessage) int {
	n := 0
	for i := range list {
		if list[i].New {
			n++
		}
	}
	return n
}

// ackText says what is left out of a conversation.
func ackText(n int) string {
	return words.Plural(n, "message says", "messages say") + " only [Ack]"
}

// moreMessages says what the fold of a conversation opens.
func moreMessages(list []NestedMessage) string {
	s := words.Plural(len(list), "more message", "more messages")
	if n := newIn(list); n > 0 {
		s += ", " + words.Count(n) + " of them new"
	}
	return s
}

// rawText says what the fold of the record's own text opens.
func rawText(t *RecordText, bytes int) string {
	if t.Mode == TextTree {
		return "the JSON, " + words.Bytes(bytes)
	}
	return "the record’s own text, " + words.Bytes(bytes)
}
