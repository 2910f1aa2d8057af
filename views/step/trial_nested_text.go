package step

import (
	"fmt"
	"strings"

	"github.com/clawatlas/clawatlas/results/nested"
)

// nestedText is a conversation out of JSON as plain text; empty for other results. The record's own text stands below it.
func nestedText(text string) string {
	v := nested.Read(text)
	var b strings.Builder
	for i := range v.Messages {
		m := &v.Messages[i]
		if !m.Ack() {
			fmt.Fprintf(&b, "%s\n%s\n\n", strings.TrimSpace(m.Name+"  "+m.Time),
				strings.TrimSpace(strings.Join(append([]string{m.Text}, m.Calls...), "\n  called ")))
		}
	}
	return strings.TrimSuffix(b.String(), "\n\n")
}
