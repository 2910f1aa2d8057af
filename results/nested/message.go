package nested

import (
	"strconv"
	"strings"
	"time"

	"github.com/clawatlas/clawatlas/results/world"
)

// Message is one message of a conversation.
type Message struct {
	Name  string // who wrote it: as the text has it, else the record's role
	Time  string // as the text has it, else the record's
	Text  string // without the name and the time at its head
	Whole string // as it stands in the record
	Calls []string
	Other []string // types of parts without a text
}

// ack is the whole text of a message that only confirms another one.
const ack = "[Ack]"

// Ack reports whether the message only says that another one was received.
func (m *Message) Ack() bool { return strings.TrimSpace(m.Whole) == ack && len(m.Calls) == 0 }

// messagesOf reads a list in which each entry is a message: a role with a content. A
// title belongs to other things than messages.
func messagesOf(l *list) Value {
	if len(l.items) == 1 && l.name == "" {
		return Value{}
	}
	v := Value{Kind: Conversation}
	for i := range l.items {
		m, ok := l.items[i].message()
		if !ok {
			return Value{}
		}
		v.Messages = append(v.Messages, m)
	}
	return v
}

func (o *object) message() (Message, bool) {
	m := Message{}
	role, hasRole := o.text("role")
	if !hasRole || o.has("title", "subject") || !o.content(&m) {
		return m, false
	}
	m.Name, m.Time = role, o.when()
	if who, at, rest := world.MessageHead(m.Whole); who != "" {
		m.Name, m.Time, m.Text = who, at, rest
	}
	return m, true
}

// content fills the texts of a message: a string, or parts of which some have a text.
func (o *object) content(m *Message) bool {
	raw := o.values["content"]
	switch {
	case len(raw) == 0:
		return false
	case raw[0] == '"':
		m.Whole = plain(raw)
	case string(raw) != "[]" && !m.parts(raw):
		return false
	}
	m.Text = m.Whole
	return true
}

// parts reads a content of several parts: each names its type.
func (m *Message) parts(raw []byte) bool {
	items, ok := objectsOf(raw)
	if !ok {
		return false
	}
	var texts []string
	for i := range items {
		kind, typed := items[i].text("type")
		text, has := items[i].text("text")
		name, called := items[i].text("name")
		switch {
		case !typed:
			return false
		case has:
			texts = append(texts, text)
		case called:
			m.Calls = append(m.Calls, name)
		default:
			m.Other = append(m.Other, kind)
		}
	}
	m.Whole = strings.Join(texts, "\n")
	return true
}

// when is the time of a message: a number is milliseconds since 1970, a text stays as
// it is.
func (o *object) when() string {
	raw := o.values["timestamp"]
	if !single(raw) || string(raw) == "null" {
		return ""
	}
	text := plain(raw)
	if ms, err := strconv.ParseInt(text, 10, 64); err == nil {
		return time.UnixMilli(ms).UTC().Format("2006-01-02 15:04")
	}
	return text
}
