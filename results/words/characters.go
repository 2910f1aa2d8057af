package words

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/runenames"

	"github.com/clawatlas/clawatlas/results/visible"
)

// Plain makes untrusted text safe where it is shown as plain text, such as in titles and SVG. It
// replaces each invisible character that affects the display with a visible abbreviation, such as
// [RLO], and each line break with a space.
func Plain(text string) string {
	return oneLine.Replace(Marked(text))
}

var oneLine = strings.NewReplacer("\n", " ", "\t", " ")

// Marked is like Plain, but keeps line breaks.
func Marked(text string) string {
	return visible.Replace(text, func(r rune, b byte) string {
		if r == utf8.RuneError {
			return fmt.Sprintf(`[\x%02X]`, b)
		}
		mark, _ := Character(r)
		return "[" + mark + "]"
	})
}

// Character returns an abbreviation and the name of an invisible character.
func Character(r rune) (mark, title string) {
	code := fmt.Sprintf("U+%04X", r)
	switch {
	case r < 0x20:
		return strings.Fields(controlMarks)[r], code + " " + strings.Split(controlNames, ",")[r]
	case r >= 0xe0020 && r <= 0xe007e:
		// The character is a tag character: an invisible copy of an ASCII character.
		c := string(r - 0xe0000)
		return "TAG " + c, code + " TAG of " + c
	case visible.IsSelector(r):
		return "VS", code + " VARIATION SELECTOR"
	case unicode.Is(unicode.Co, r):
		return code, code + " private use"
	}
	mark, name := marks[r], otherControls[r]
	if mark == "" {
		mark = code
	}
	if name == "" {
		name = runenames.Name(r)
	}
	if name == "" || name[0] == '<' { // control character, or code point without a name
		name = "invisible character"
	}
	return mark, code + " " + name
}

// Abbreviations and aliases of the control characters, which have no names in Unicode.
const (
	controlMarks = "NUL SOH STX ETX EOT ENQ ACK BEL BS HT LF VT FF CR SO SI DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC FS GS RS US"
	controlNames = "NULL,START OF HEADING,START OF TEXT,END OF TEXT,END OF TRANSMISSION,ENQUIRY,ACKNOWLEDGE,BELL,BACKSPACE,CHARACTER TABULATION,LINE FEED,LINE TABULATION,FORM FEED,CARRIAGE RETURN,SHIFT OUT,SHIFT IN,DATA LINK ESCAPE,DEVICE CONTROL ONE,DEVICE CONTROL TWO,DEVICE CONTROL THREE,DEVICE CONTROL FOUR,NEGATIVE ACKNOWLEDGE,SYNCHRONOUS IDLE,END OF TRANSMISSION BLOCK,CANCEL,END OF MEDIUM,SUBSTITUTE,ESCAPE,INFORMATION SEPARATOR FOUR,INFORMATION SEPARATOR THREE,INFORMATION SEPARATOR TWO,INFORMATION SEPARATOR ONE"
)

var otherControls = map[rune]string{0x7f: "DELETE", 0x85: "NEXT LINE", 0x9b: "CONTROL SEQUENCE INTRODUCER"}

var marks = map[rune]string{
	0x7f: "DEL", 0x85: "NEL", 0x9b: "CSI", 0xad: "SHY", 0x34f: "CGJ", 0x61c: "ALM", 0x180e: "MVS",
	0x200b: "ZWSP", 0x200c: "ZWNJ", 0x200d: "ZWJ", 0x200e: "LRM", 0x200f: "RLM", 0x2028: "LS", 0x2029: "PS",
	0x202a: "LRE", 0x202b: "RLE", 0x202c: "PDF", 0x202d: "LRO", 0x202e: "RLO", 0x2060: "WJ",
	0x2066: "LRI", 0x2067: "RLI", 0x2068: "FSI", 0x2069: "PDI", 0x3164: "HF", 0xfeff: "BOM",
}
