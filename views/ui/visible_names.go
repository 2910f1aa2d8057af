package ui

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/clawatlas/clawatlas/results/visible"
)

// describe gives a character a short mark and a name.
func describe(r rune) (mark, title string) {
	code := fmt.Sprintf("U+%04X", r)
	if n, ok := named(r); ok {
		return n.mark, code + " " + n.name
	}
	switch {
	case r >= 0xe0020 && r <= 0xe007e:
		// A tag character is the invisible twin of an ASCII character.
		c := string(r - 0xe0000)
		return "TAG " + c, code + " TAG of " + c
	case visible.IsSelector(r):
		return "VS", code + " VARIATION SELECTOR"
	case unicode.Is(unicode.Co, r):
		return code, code + " private use"
	}
	return code, code + " invisible character"
}

type name struct{ mark, name string }

// named knows the characters that turn up in traces by their Unicode names.
func named(r rune) (name, bool) {
	const c0 = "NUL SOH STX ETX EOT ENQ ACK BEL BS HT LF VT FF CR SO SI DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC FS GS RS US"
	const names = "NULL,START OF HEADING,START OF TEXT,END OF TEXT,END OF TRANSMISSION,ENQUIRY,ACKNOWLEDGE,BELL,BACKSPACE,CHARACTER TABULATION,LINE FEED,LINE TABULATION,FORM FEED,CARRIAGE RETURN,SHIFT OUT,SHIFT IN,DATA LINK ESCAPE,DEVICE CONTROL ONE,DEVICE CONTROL TWO,DEVICE CONTROL THREE,DEVICE CONTROL FOUR,NEGATIVE ACKNOWLEDGE,SYNCHRONOUS IDLE,END OF TRANSMISSION BLOCK,CANCEL,END OF MEDIUM,SUBSTITUTE,ESCAPE,INFORMATION SEPARATOR FOUR,INFORMATION SEPARATOR THREE,INFORMATION SEPARATOR TWO,INFORMATION SEPARATOR ONE"
	if r >= 0 && r < 0x20 {
		return name{strings.Fields(c0)[r], strings.Split(names, ",")[r]}, true
	}
	switch r {
	case 0x7f:
		return name{"DEL", "DELETE"}, true
	case 0x85:
		return name{"NEL", "NEXT LINE"}, true
	case 0x9b:
		return name{"CSI", "CONTROL SEQUENCE INTRODUCER"}, true
	case 0xad:
		return name{"SHY", "SOFT HYPHEN"}, true
	case 0x34f:
		return name{"CGJ", "COMBINING GRAPHEME JOINER"}, true
	case 0x61c:
		return name{"ALM", "ARABIC LETTER MARK"}, true
	case 0x180e:
		return name{"MVS", "MONGOLIAN VOWEL SEPARATOR"}, true
	case 0x3164:
		return name{"HF", "HANGUL FILLER"}, true
	case 0xfeff:
		return name{"BOM", "ZERO WIDTH NO-BREAK SPACE"}, true
	}
	return namedFormat(r)
}

// namedFormat knows the format characters of the General Punctuation block.
func namedFormat(r rune) (name, bool) {
	switch r {
	case 0x200b:
		return name{"ZWSP", "ZERO WIDTH SPACE"}, true
	case 0x200c:
		return name{"ZWNJ", "ZERO WIDTH NON-JOINER"}, true
	case 0x200d:
		return name{"ZWJ", "ZERO WIDTH JOINER"}, true
	case 0x200e:
		return name{"LRM", "LEFT-TO-RIGHT MARK"}, true
	case 0x200f:
		return name{"RLM", "RIGHT-TO-LEFT MARK"}, true
	case 0x2028:
		return name{"LS", "LINE SEPARATOR"}, true
	case 0x2029:
		return name{"PS", "PARAGRAPH SEPARATOR"}, true
	case 0x202a:
		return name{"LRE", "LEFT-TO-RIGHT EMBEDDING"}, true
	case 0x202b:
		return name{"RLE", "RIGHT-TO-LEFT EMBEDDING"}, true
	case 0x202c:
		return name{"PDF", "POP DIRECTIONAL FORMATTING"}, true
	case 0x202d:
		return name{"LRO", "LEFT-TO-RIGHT OVERRIDE"}, true
	case 0x202e:
		return name{"RLO", "RIGHT-TO-LEFT OVERRIDE"}, true
	case 0x2060:
		return name{"WJ", "WORD JOINER"}, true
	case 0x2066:
		return name{"LRI", "LEFT-TO-RIGHT ISOLATE"}, true
	case 0x2067:
		return name{"RLI", "RIGHT-TO-LEFT ISOLATE"}, true
	case 0x2068:
		return name{"FSI", "FIRST STRONG ISOLATE"}, true
	case 0x2069:
		return name{"PDI", "POP DIRECTIONAL ISOLATE"}, true
	}
	return name{}, false
}
