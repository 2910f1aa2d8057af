package nested

import (
	"regexp"
	"strings"
)

// headLine is a line of an e-mail's head, plain or with its name in bold: a name, a
// colon and a value.
var headLine = regexp.MustCompile(`^(?:\*\*)?([\p{L}][\p{L}-]{0,19})\s*(?:\*\*)?\s*[:：](?:\*\*)?\s+(\S.*?)\s*$`)

// heads reads the head of an e-mail that begins in a line: lines of which one names the
// sender, one the subject, and one the receiver or the date.
func heads(lines []string, at int) (Block, bool) {
	b := Block{From: at, To: at}
	has := map[string]bool{}
	for ; b.To < len(lines) && b.To < at+20; b.To++ {
		m := headLine.FindStringSubmatch(lines[b.To])
		if m == nil {
			break
		}
		part := letterPart(m[1])
		if b.To == at && part == "" {
			return Block{}, false
		}
		has[part] = true
		b.Head = append(b.Head, Field{m[1], m[2]})
	}
	return b, has["from"] && has["subject"] && (has["to"] || has["date"])
}

// letterPart says which part of an e-mail a header names, in the languages of the
// benchmarks' documents.
func letterPart(name string) string {
	switch strings.ToLower(name) {
	case "from", "发件人":
		return "from"
	case "to", "收件人":
		return "to"
	case "cc", "bcc", "抄送":
		return "cc"
	case "date", "sent", "日期", "时间", "发送时间":
		return "date"
	case "subject", "主题":
		return "subject"
	}
	return ""
}
