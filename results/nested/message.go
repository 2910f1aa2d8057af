package nested

import (
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"github.com/clawatlas/clawatlas/results/world"
)

// Message is one message of a conversation.
type Message struct {
	Name  string // who wrote it: as the text has it, else the record's role or sender
	Role  string // as the record has it; empty without one
	Time  string // as the text or the record has it, else made of At
	At    *int64 // Unix milliseconds; nil where it is not recorded
	Text  string // without the name and the time at its head
	Whole string // as it stands in the record
	Calls []string
	Other []string // types of parts without a text
}

// ack is the whole text of a message that only confirms another one.
const ack = "[Ack]"

// Ack reports whether the message only says that another one was received.
func (m *Message) Ack() bool { return strings.TrimSpace(m.Whole) == ack && len(m.Calls) == 0 }

func writers() []string {
	return []string{"sender", "from", "author", "speaker", "user", "username", "sender_name", "from_name"}
}

func stamps() []string {
	return []string{"timestamp", "ts", "time", "date", "created_at", "createdAt", "sent_at", "sentAt", "datetime"}
}

// messagesOf reads a list in which each entry is a message: a role with a content, or
// a sender with a text and a time. A title belongs to other things than messages.
func messagesOf(l *list) Value {
	if len(l.items) == 1 && l.name == "" {
		return Value{}
	}
	v := Value{Kind: Conversation}
	for i := range l.items {
		o := &l.items[i]
		if inner, is := o.inside(); is {
			if inner == nil {
				v.Left++ // a line that is no message, as a session's file has at its head
				continue
			}
			o = inner
		}
		m, ok := o.message(l.name == "messages")
		if !ok {
			return Value{}
		}
		v.Messages = append(v.Messages, m)
	}
	if len(v.Messages) == 0 {
		return Value{}
	}
	return v
}

// inside is the message of a line of a session's file. It is nil in other lines of one;
// is says whether the entry is such a line at all.
func (o *object) inside() (inner *object, is bool) {
	kind, typed := o.text("type")
	if !typed || o.has("role", "content", "text", "body") {
		return nil, false
	}
	if kind == "message" {
		if m, err := readObject(o.values["message"]); err == nil {
			for _, n := range stamps() {
				if !m.has(stamps()...) && o.has(n) {
					m.values[n] = o.values[n]
				}
			}
			return &m, true
		}
		return nil, false
	}
	return nil, !o.has("message") && o.has("id", "timestamp")
}

// message reads one entry. named says that the list is called messages, so that an
// entry needs no time to be one.
func (o *object) message(named bool) (Message, bool) {
	m := Message{}
	role, hasRole := o.text("role")
	writer, hasWriter := o.writer()
	if o.has("title", "subject") || !hasRole && !hasWriter {
		return m, false
	}
	m.Role, m.Name = role, writer
	if m.Name == "" {
		m.Name = role
	}
	read := o.content(&m)
	if !read || !hasRole && !named && !o.has(stamps()...) {
		return m, false
	}
	o.when(&m)
	if who, at, rest := world.MessageHead(m.Whole); who != "" {
		m.Name, m.Time, m.Text = who, at, rest
	}
	return m, true
}

func (o *object) writer() (string, bool) {
	if s, ok := o.text(writers()...); ok {
		return s, s != ""
	}
	for _, n := range writers() {
		if p, err := readObject(o.values[n]); err == nil {
			if s, ok := p.text("name", "display_name", "displayName", "username", "first_name"); ok {
				return s, true
			}
		}
	}
	return "", false
}

// content fills the texts of a message: a string, or parts of which some have a text.
func (o *object) content(m *Message) bool {
	for _, n := range []string{"content", "text", "message", "body"} {
		raw, ok := o.values[n]
		if !ok {
			continue
		}
		switch {
		case len(raw) > 0 && raw[0] == '"':
			m.Whole = plain(raw)
		case string(raw) == "null" && o.has("tool_calls"):
		case string(raw) == "[]":
		default:
			if !m.parts(raw) {
				return false
			}
		}
		m.Text = m.Whole
		m.toolCalls(o.values["tool_calls"])
		return true
	}
	return false
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

// toolCalls reads the calls that stand beside a message's content.
func (m *Message) toolCalls(raw []byte) {
	var list []struct {
		Function struct {
			Name string `json:"name"`
		} `json:"function"`
	}
	if len(raw) == 0 || json.Unmarshal(raw, &list) != nil {
		return
	}
	for _, c := range list {
		if c.Function.Name != "" {
			m.Calls = append(m.Calls, c.Function.Name)
		}
	}
}

// when fills the time: a text as it is, a number as seconds or milliseconds since 1970.
func (o *object) when(m *Message) {
	for _, n := range stamps() {
		raw, ok := o.values[n]
		if !ok || !single(raw) || string(raw) == "null" {
			continue
		}
		text := plain(raw)
		if f, err := strconv.ParseFloat(text, 64); err == nil && f > 1e9 && f < 1e14 {
			if f < 1e11 {
				f *= 1000
			}
			at := int64(f)
			m.At, m.Time = &at, time.UnixMilli(at).UTC().Format("2006-01-02 15:04")
			return
		}
		if at, err := time.Parse(time.RFC3339Nano, text); err == nil {
			ms := at.UnixMilli()
			m.At = &ms
		}
		m.Time = text
		return
	}
}
