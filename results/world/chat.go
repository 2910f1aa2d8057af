package world

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strings"
)

type sessionLine struct {
	Type    string          `json:"type"`
	Role    string          `json:"role"` // used in logs in which each line is a message
	Content json.RawMessage `json:"content"`
	Message struct {
		Content json.RawMessage `json:"content"`
	} `json:"message"`
}

// Messages returns the texts of the messages in a session file, or in the log that some layouts use
// instead. The format is either one JSON object per line or Markdown. It skips other lines and
// invalid JSON, such as the headers that every update's file repeats.
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

// logHead matches the beginning of a message in a Markdown log.
var logHead = regexp.MustCompile(`(?m)^\*\*(?:(?:User|Assistant)\*\* \([^()\n]*\)|Tool Result\*\* \[[^\]\n]*\]):\n`)

// logged parses a Markdown log, in which each message ends with a horizontal rule.
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

// contentText returns the text in a message's content field, which is either a string or a list of
// parts, some of which contain text.
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
