package world

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strings"
)

// Message is one message of a chat.
type Message struct {
	Role    string
	Speaker string // from the text; empty where it does not say
	Time    string // of the story, as the text has it
	Text    string // whole
}

// sessionLine is a line of a session's file.
type sessionLine struct {
	Type    string          `json:"type"`
	Role    string          `json:"role"` // of a log, whose lines are the messages
	Content json.RawMessage `json:"content"`
	Message struct {
		Role    string          `json:"role"`
		Content json.RawMessage `json:"content"`
	} `json:"message"`
}

// Messages reads the messages of a session, or of the log that a layout without
// sessions has in its place: a line of JSON for each, or Markdown. Other lines, and
// lines that are no JSON, are left out: the headers repeat in every update's file.
func Messages(data []byte) []Message {
	if bytes.Contains(data, []byte("**")) && logHead.Match(data) {
		return logged(string(data))
	}
	var list []Message
	for line := range bytes.Lines(data) {
		var l sessionLine
		if json.Unmarshal(line, &l) != nil {
			continue
		}
		m := Message{Role: l.Message.Role, Text: contentText(l.Message.Content)}
		if l.Type == "" && l.Role != "" {
			m = Message{Role: l.Role, Text: contentText(l.Content)}
		} else if l.Type != "message" {
			continue
		}
		m.Speaker, m.Time = head(m.Text)
		list = append(list, m)
	}
	return list
}

// logHead matches what begins a message of a log in Markdown.
var logHead = regexp.MustCompile(`(?m)^\*\*(?:(User|Assistant)\*\* \([^()\n]*\)|(Tool) Result\*\* \[[^\]\n]*\]):\n`)

// logged reads a log in Markdown. A rule ends each message.
func logged(text string) []Message {
	var list []Message
	heads := logHead.FindAllStringSubmatchIndex(text, -1)
	for i, h := range heads {
		end := len(text)
		if i+1 < len(heads) {
			end = heads[i+1][0]
		}
		body := strings.TrimSpace(text[h[1]:end])
		role := max(h[2], h[4]) // one of the two groups is there
		m := Message{Role: strings.ToLower(text[role:max(h[3], h[5])]), Text: strings.TrimSpace(strings.TrimSuffix(body, "\n---"))}
		m.Speaker, m.Time = head(m.Text)
		list = append(list, m)
	}
	return list
}

// contentText is the text of a content: a string, or parts of which some have a
// text.
func contentText(raw json.RawMessage) string {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return text
	}
	var parts []struct {
		Text string `json:"text"`
	}
	if json.Unmarshal(raw, &parts) != nil {
		return ""
	}
	var all []string
	for _, p := range parts {
		if p.Text != "" {
			all = append(all, p.Text)
		}
	}
	return strings.Join(all, "\n")
}

// messageHead is how a message of a channel begins: channel, speaker and the
// story's time in brackets. The time is a day of the story, a date in digits or one
// in words, with the day of the week or without.
var messageHead = regexp.MustCompile(`^\[(\S+) ([^\]]*?) ((?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) )?(?:(?:W\d+)?D\d+|\d{4}-\d\d-\d\d|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d+ \d)[^\]]*)\]`)

func head(text string) (speaker, time string) {
	speaker, time, _ = MessageHead(text)
	return speaker, time
}

// MessageHead takes the head off a message of a channel: who speaks, when in the
// story, and the text after it. Without a head the rest is the whole text.
func MessageHead(text string) (speaker, time, rest string) {
	if m := messageHead.FindStringSubmatch(text); m != nil {
		return m[2], m[3], strings.TrimSpace(text[len(m[0]):])
	}
	return "", "", text
}
