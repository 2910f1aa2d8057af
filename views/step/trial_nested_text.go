package step

import (
	"fmt"
	"strings"

	"github.com/clawatlas/clawatlas/results/nested"
)

// nestedText is a conversation, mail or a calendar out of JSON as plain text; empty for
// other results. The record's own text stands below it.
func nestedText(text string) string {
	v := nested.Read(text)
	var b strings.Builder
	for i := range v.Messages {
		m := &v.Messages[i]
		if !m.Ack() {
			fmt.Fprintf(&b, "%s\n%s\n\n", strings.TrimSpace(m.Name+"  "+m.Time), strings.TrimSpace(strings.Join(append([]string{m.Text}, m.Calls...), "\n  called ")))
		}
	}
	for _, m := range v.Mails {
		fmt.Fprintf(&b, "From: %s\nTo: %s\nDate: %s\nSubject: %s\n\n%s\n\n", m.From, m.To, m.Date, m.Subject, m.Body)
	}
	for i := range v.Events {
		e := &v.Events[i]
		fmt.Fprintf(&b, "%s\n", strings.Join(strings.Fields(e.Day+" "+clock(e)+"  "+e.Title+"  "+e.Place), " "))
	}
	return strings.TrimSuffix(b.String(), "\n\n")
}
