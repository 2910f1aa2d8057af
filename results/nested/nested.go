// Package nested recognises texts of a record that hold something which people read
// in a form of its own: a conversation, the head of an e-mail, a table. It asks for what only that
// form has; a text that lacks it stays a text.
package nested

import "strings"

// Kind is what a text holds.
type Kind string

// The kinds. A text without one is shown as it is.
const (
	None         Kind = ""
	Conversation Kind = "conversation"
	Mail         Kind = "mail"
	Table        Kind = "table"
)

// Most is the size in bytes of the longest text that is looked at.
const Most = 512 << 10

// Value is what was recognised. One of the lists is filled: Lines where the text is
// read line by line, and else the one of the kind.
type Value struct {
	Kind     Kind
	Messages []Message
	Grid     *Grid
	Lines    []Block // all lines of the text, in order
	Beside   []Field // single values of the JSON around the list, in its order
}

// Field is a name with its value.
type Field struct{ Name, Value string }

// Read recognises a text.
func Read(text string) Value {
	if text == "" || len(text) > Most || strings.ContainsAny(text, "\x00\x1b") {
		return Value{}
	}
	switch trimmed := strings.TrimSpace(text); {
	case trimmed == "":
		return Value{}
	case trimmed[0] == '{' || trimmed[0] == '[':
		return readJSON(trimmed)
	}
	return readLines(text)
}
