package taskpy

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// fileName and idName are what a wake-up text names a change by: a file, or an id
// of several parts with a digit that begins with a capital.
var (
	fileName = regexp.MustCompile(`[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*\.[A-Za-z][A-Za-z0-9]{1,4}`)
	idName   = regexp.MustCompile(`[A-Z][A-Za-z0-9]*(?:[-_][A-Za-z0-9]+)+`)
)

// serviceWords are how wake-up texts speak of a service.
var serviceWords = map[string]*regexp.Regexp{
	"email":         regexp.MustCompile(`(?i)e-?mail|\bmail|inbox|邮件|邮箱`),
	"notion":        regexp.MustCompile(`(?i)notion|\bCRM\b`),
	"google_sheets": regexp.MustCompile(`(?i)sheets?\b|表格`),
	"calendar":      regexp.MustCompile(`(?i)calendar|日历|日程`),
	"fs":            regexp.MustCompile(`(?i)\bfiles?\b|attach|upload|input/|文件|附件`),
}

// told finds how a wake-up text speaks of a change. fresh tells the names that no
// stage before had.
func told(c *Change, note string, fresh func(string) bool) Told {
	for _, name := range namesIn(c) {
		if fresh(name) && hasName(note, name) {
			return ToldNamed
		}
	}
	if re := serviceWords[c.Service]; re != nil && re.MatchString(note) {
		return ToldService
	}
	return ToldNo
}

// hasName finds a name that is not part of a longer one. Chinese text has no blank
// before a name, so that only what names are made of counts.
func hasName(note, name string) bool {
	part := func(c byte) bool {
		return c == '_' || c == '-' || digit(c) || c|0x20 >= 'a' && c|0x20 <= 'z'
	}
	for at := 0; ; {
		i := strings.Index(note[at:], name)
		if i < 0 {
			return false
		}
		i += at
		if end := i + len(name); (i == 0 || !part(note[i-1])) && (end == len(note) || !part(note[end])) {
			return true
		}
		at = i + 1
	}
}

// namesIn lists the files and ids in what a change writes.
func namesIn(c *Change) []string {
	var names []string
	for i := range c.Args {
		c.Args[i].Value.leaves(func(t string) {
			names = append(names, whole(fileName, t, wordAround("@.-"), wordAround("@"))...)
			for _, id := range whole(idName, t, wordAround("-"), wordAround("-")) {
				if strings.ContainsAny(id, "0123456789") {
					names = append(names, id)
				}
			}
		})
	}
	return names
}

// wordAround reports whether a character next to a name makes it part of a longer
// one.
func wordAround(more string) func(rune) bool {
	return func(r rune) bool {
		return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune(more, r)
	}
}

// whole lists the matches that are not part of something longer.
func whole(re *regexp.Regexp, t string, before, after func(rune) bool) []string {
	var out []string
	for _, at := range re.FindAllStringIndex(t, -1) {
		prev, n := utf8.DecodeLastRuneInString(t[:at[0]])
		next, k := utf8.DecodeRuneInString(t[at[1]:])
		if n > 0 && before(prev) || k > 0 && after(next) {
			continue
		}
		out = append(out, t[at[0]:at[1]])
	}
	return out
}
