package world

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strings"
)

// sessionLine is a line of a session's file.
type sessionLine struct {
	Type    string          `json:"type"`
	Role    string          `json:"role"` // of a log, whose lines are the messages
	Content json.RawMessage `json:"content"`
	Message struct {
		Content json.RawMessage `json:"content"`
	} `json:"message"`
}

// Messages reads the texts of the messages of a session, or of the log that a layout without
// sessions has in its place: a line of JSON for each, or Markdown. Other lines, and lines
// that are no JSON, are left out: the headers repeat in every update's file.
func Messages(data []byte) []string {
	if bytes.Contains(data, []byte("**")) && logHead.Match(data) {
		return logged(string(data))
	}
	var list []string
	for line := range bytes.Lines(data) {
		var l sessionLine
		switch {
		case json.Unmarshal(line, &l) != nil:
		case l.Type == "message":
			list = append(list, contentText(l.Message.Content))
		case l.Type == "" && l.Role != "":
			list = append(list, contentText(l.Content))
		}
	}
	return list
}

// logHead matches what begins a message of a log in Markdown.
var logHead = regexp.MustCompile(`(?m)^\*\*(?:(?:User|Assistant)\*\* \([^()\n]*\)|Tool Result\*\* \[[^\]\n]*\]):\n`)

// logged reads a log in Markdown. A rule ends each message.
func logged(text string) []string {
	var list []string
	heads := logHead.FindAllStringIndex(text, -1)
	for i, h := range heads {
		end := len(text)
		if i+1 < len(heads) {
			end = heads[i+1][0]
		}
		list = append(list, strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(text[h[1]:end]), "\n---")))
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
