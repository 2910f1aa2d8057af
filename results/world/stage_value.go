package world

import (
	"encoding/json"
	"regexp"
	"strings"
)

// withCommas are numbers with commas between them, or one number with commas in it.
var withCommas = regexp.MustCompile(`\d+(?:,\d+)+`)

// byThousands is one number with commas between its thousands.
var byThousands = regexp.MustCompile(`^\d{1,3}(?:,\d{3})+$`)

// ValueText is a text as values are sought in it: in lower case, and numbers without
// the commas between their thousands. Numbers of a table stay apart.
func ValueText(s string) string {
	return withCommas.ReplaceAllStringFunc(strings.ToLower(s), func(n string) string {
		if byThousands.MatchString(n) {
			return strings.ReplaceAll(n, ",", "")
		}
		return n
	})
}

// HasValue finds a value in a ValueText where it is no part of a longer number.
func HasValue(text, v string) bool {
	for at := 0; ; {
		i := strings.Index(text[at:], v)
		if i < 0 {
			return false
		}
		i += at
		end := i + len(v)
		part := i > 0 && digit(text[i-1]) || i > 1 && text[i-1] == '.' && digit(text[i-2]) || end < len(text) && digit(text[end])
		if !part {
			return true
		}
		at = i + 1
	}
}

func digit(c byte) bool { return c >= '0' && c <= '9' }

// payloadTexts are the texts in the arguments of a change.
func payloadTexts(raw json.RawMessage) []string {
	var v any
	if json.Unmarshal(raw, &v) != nil {
		return nil
	}
	return stringsIn(v, nil)
}
