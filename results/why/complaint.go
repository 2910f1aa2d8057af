package why

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/clawatlas/clawatlas/results"
)

// textMost bounds what is read of a checker's output, in bytes.
const textMost = 64 << 10

// complaints lists what stands against a trial: of its checks those that failed, or
// else the lines of its checker's output that say so.
func complaints(t *results.StoredTrial) []results.Complaint {
	var list []results.Complaint
	for i := range t.Checks {
		c := &t.Checks[i]
		if c.Passed != nil && !*c.Passed {
			for _, x := range said(c.Detail) {
				x.Check = c.ID
				list = append(list, x)
			}
		}
	}
	if v := t.Details.Verdict; v != nil && (len(t.Checks) < 2 || len(list) == 0) {
		if printed := said(v.Stdout + "\n" + v.Stderr); len(printed) > 0 {
			return printed
		}
	}
	return list
}

// kinds of lines that say what failed, the surest first; those of the first kind
// that a text has are its complaints.
var kinds = []*regexp.Regexp{
	regexp.MustCompile(`^(?:\S+: )?(?:FAILED|FAIL|FAILURE)[:!]\s+\S|^\s*[-*] .*(?:[Ee]xpected|[Mm]issing|[Ww]rong|must|does not|not found|has \d)`),
	regexp.MustCompile(`^\s*(?:✗|✘|❌|✖|\[(?:FAIL(?:ED)?|✗|✘|❌)\])\s*\S`),
	regexp.MustCompile(`^E\s{3}\S`), // pytest
	raised,
	regexp.MustCompile(`\bERROR\b`),
}

// raised matches the last line of a Traceback, and codeLine a line of a program above it.
var (
	raised   = regexp.MustCompile(`^\w*(?:Error|Exception)\b`)
	codeLine = regexp.MustCompile(`^    \s*\w[^^~]*$`)
)

// ownReport is a line in which a checker says where it put its own report: that file is
// no work of the agent's.
var ownReport = regexp.MustCompile(`(?i)\b(?:written|saved|wrote|exported|stored)\b[^.]*\b(?:to|in|at)\b[ :]+\S*[/.]\w`)

// heading matches a line that only names a file, which the lines below it are about.
var heading = regexp.MustCompile(`^\s*(?:[Ff]ile:\s*)?(\S*[\pL\pN_]\.[A-Za-z][A-Za-z0-9]{0,7}):?\s*$`)

// said takes the complaints out of a checker's output.
func said(output string) []results.Complaint {
	output = output[:min(len(output), textMost)]
	lines := slices.DeleteFunc(strings.Split(output, "\n"), func(line string) bool {
		return ownReport.MatchString(line) && !kinds[0].MatchString(line)
	})
	for _, kind := range kinds {
		var list []results.Complaint
		file, code := "", ""
		for _, line := range lines {
			if m := heading.FindStringSubmatch(line); m != nil {
				file = m[1]
			}
			if m := codeLine.FindString(line); m != "" {
				code = strings.TrimSpace(m)
			}
			text := strings.TrimSpace(line)
			if kind == raised && !strings.Contains(text, ": ") && code != "" {
				text += ": " + code
			}
			if kind.MatchString(line) && !slices.ContainsFunc(list, func(c results.Complaint) bool { return c.Text == text }) {
				list = append(list, read(text, file))
			}
		}
		if len(list) > 0 {
			return list
		}
	}
	for i := len(lines) - 1; i >= 0; i-- {
		if text := strings.TrimSpace(lines[i]); strings.ContainsFunc(text, unicode.IsLetter) {
			return []results.Complaint{read(text, "")}
		}
	}
	return nil
}

var (
	fileName = regexp.MustCompile(`[\pL\pN_~./\[\]-]*[\pL\pN_]\.[A-Za-z][A-Za-z0-9]{0,7}\b`)
	quoted   = `(?:'([^']{1,200})'|"([^"]{1,200})"|` + "`([^`]{1,200})`" + `|“([^”]{1,200})”)`
	bare     = `(-?[\pL\pN_/-]*[\d.][\pL\pN_.:/%+-]*|(?:None|null|True|true|False|false)\b)`
	expected = []*regexp.Regexp{
		regexp.MustCompile(`(?i)\b(?:does not|must|should)\s+(?:reference|mention|cite)\s+` + bare),
		regexp.MustCompile(`(?i)\bexpected:?\s+~?(?:` + quoted + `|` + bare + `)`),
		regexp.MustCompile(`~?(\d+(?:[.,]\d+)*%?)\s+not found`),
		regexp.MustCompile(`(?i)\b(?:must|should)\s+(?:contain|include|be|equal|reference|mention|cite|name)\s+` + quoted),
		regexp.MustCompile(`(?i)\b(?:does not|doesn't)\s+(?:contain|include|cite|mention|reference|name)\s+` + quoted),
		regexp.MustCompile(`(?i)` + quoted + `[^'"]{0,60}\bnot found`),
		regexp.MustCompile(`(?i)\bexact string ` + quoted),
	}
	got = []*regexp.Regexp{
		regexp.MustCompile(`(?i)\bgot:?\s+(?:` + quoted + `|` + bare + `)`),
		regexp.MustCompile(`(?i)\bis (?:` + quoted + `|` + bare + `), expected`),
		regexp.MustCompile(`:\s+(?:` + quoted + `|` + bare + `)\s+\(expected`),
	}
	fields = []*regexp.Regexp{
		regexp.MustCompile(`(?i)\b(?:field|key)s?:?\s+\[?` + quoted),
		regexp.MustCompile(`(?i)` + quoted + `\s+(?:\([^)]*\)\s+)?(?:field|key)\b`),
		regexp.MustCompile(`\bKeyError: ` + quoted),
		regexp.MustCompile(`\bassert ` + quoted + ` in\b`),
		regexp.MustCompile(`\b([A-Za-z][\w-]*(?:[._\[][\w.\]\[-]*)+)\s*:?\s+(?:expected|must|should|is missing|has|=)`),
		regexp.MustCompile(`^(?:✗|✘|❌|✖)\s*([\w.]+):`),
	}
)

// read takes one complaint apart; file is the one that a line above names.
func read(text, file string) results.Complaint {
	c := results.Complaint{Text: cut(text), Expected: firstOf(expected, text), Got: firstOf(got, text), Field: firstOf(fields, text), File: file}
	if hasExtension(c.Field) {
		c.Field = ""
	}
	for _, name := range fileName.FindAllString(text, -1) {
		if !strings.Contains(c.Expected, name) && !strings.Contains(c.Got, name) && name != c.Field && hasExtension(name) {
			c.File = name
			break
		}
	}
	return c
}

// extensions of files that agents write; a dotted word with another one is a field.
func hasExtension(name string) bool {
	ext := name[strings.LastIndexByte(name, '.')+1:]
	return slices.Contains([]string{
		"md", "json", "jsonl", "csv", "tsv", "txt", "py", "sh", "js", "ts", "html", "htm", "xml", "yaml", "yml", "toml", "ini", "cfg", "log", "sql", "db", "xlsx", "docx", "pptx",
		"pdf", "png", "jpg", "jpeg", "svg", "ics", "eml", "go", "rs", "c", "h", "cpp", "java", "rb", "tex", "ipynb", "diff", "patch", "conf", "css",
	}, strings.ToLower(ext))
}

// firstOf is the first group with text of the first pattern that matches.
func firstOf(list []*regexp.Regexp, text string) string {
	for _, re := range list {
		m := re.FindStringSubmatch(text)
		for _, group := range m[min(len(m), 1):] {
			if group != "" {
				return strings.TrimRight(group, ".,;:")
			}
		}
	}
	return ""
}

// namedFiles lists the files that a text names, each once.
func namedFiles(text string) []string {
	var list []string
	for _, name := range fileName.FindAllString(text[:min(len(text), textMost)], -1) {
		if hasExtension(name) && !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	return list
}

// kindOf is the extension of files that a complaint is about by its words; empty if
// they do not say.
func kindOf(text string) string {
	switch {
	case prose.MatchString(text):
		return ".md"
	case data.MatchString(text):
		return ".json"
	}
	return ""
}

var (
	prose = regexp.MustCompile(`(?i)##|\bMD\b|\bmarkdown\b|\bheadings?\b|\bsections?\b|\bsentence\b|\bparagraph\b|\bTL;DR\b`)
	data  = regexp.MustCompile(`(?i)\bJSON\b|\bfields?\b|\bkeys?\b|object has no attribute|JSONDecodeError|KeyError`)
)

// follows reports whether a value can be told from chance in a text: a word of four
// letters, two signs of Chinese, Japanese or Korean, or a number of three digits.
func follows(value string) bool {
	letters, digits, wide := 0, 0, 0
	for _, r := range value {
		switch {
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul):
			wide++
		case unicode.IsLetter(r):
			letters++
		case unicode.IsDigit(r):
			digits++
		}
	}
	switch strings.ToLower(value) {
	case "none", "null", "true", "false", "list", "dict", "empty", "string":
		return false
	}
	return letters >= 4 || wide >= 2 || digits >= 3 || letters+digits >= 3 && letters > 0 && digits > 0
}

const quoteMost = 240 // runes

// lineWith is the line of a text that has a value, cut around it; empty if none has.
func lineWith(text, value string) string {
	at := index(text, value)
	if at < 0 {
		return ""
	}
	return lineAt(text, at)
}

// lineAt is the line of a text at a place, cut around it. A text in JSON has lines
// that end with a backslash and an n.
func lineAt(text string, at int) string {
	from := strings.LastIndexByte(text[:at], '\n') + 1
	if n := strings.LastIndex(text[from:at], `\n`); n >= 0 {
		from += n + 2
	}
	to := len(text)
	if n := strings.IndexByte(text[at:], '\n'); n >= 0 {
		to = at + n
	}
	if n := strings.Index(text[at:to], `\n`); n > 0 {
		to = at + n
	}
	line := text[from:to]
	if utf8.RuneCountInString(line) > quoteMost {
		back := max(0, at-from-quoteMost/2)
		line = line[back:]
	}
	return cut(strings.TrimSpace(strings.ToValidUTF8(line, "")))
}

// index finds a value in a text where it is no part of a longer number or word.
func index(text, value string) int {
	for from := 0; value != ""; {
		i := strings.Index(text[from:], value)
		if i < 0 {
			return -1
		}
		at := from + i
		if !inside(text, at, at+len(value)) {
			return at
		}
		from = at + len(value)
	}
	return -1
}

// inside reports whether a stretch of a text is part of a longer number or word. The
// n of a line's end in JSON is of no word, nor is what joins a date to a time or a name, nor
// a unit behind a number; K and M make it another number.
func inside(text string, from, to int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:from])
	first, _ := utf8.DecodeRuneInString(text[from:])
	last, _ := utf8.DecodeLastRuneInString(text[:to])
	after, _ := utf8.DecodeRuneInString(text[to:])
	if strings.HasSuffix(text[:from], `\n`) || strings.HasSuffix(text[:from], `\t`) {
		before = '\n'
	}
	if (after == 'T' || after == '_') && day.MatchString(text[from:to]) {
		after = ' '
	}
	if isDigit(last) && unit.MatchString(text[to:min(to+8, len(text))]) {
		after = ' '
	}
	if joins(before, first) || joins(last, after) {
		return true
	}
	return isDigit(last) && decimals.MatchString(text[to:min(to+2, len(text))]) || isDigit(first) && fraction.MatchString(text[max(0, from-2):from])
}

var (
	day      = regexp.MustCompile(`^\d{4}-\d\d-\d\d$`)
	unit     = regexp.MustCompile(`^(?:x|h|s|ms|min|kg|km|mm|cm|m|px|kB|KB|KiB|MB|MiB|GB|GiB)(?:[^\pL\pN_]|$)`)
	decimals = regexp.MustCompile(`^[.]\d`)
	fraction = regexp.MustCompile(`\d[.]$`)
)

func isDigit(r rune) bool { return '0' <= r && r <= '9' }

// joins reports whether two runes belong to one number or one word.
func joins(a, b rune) bool {
	word := func(r rune) bool { return r < 0x2000 && (unicode.IsLetter(r) || unicode.IsDigit(r)) || r == '_' }
	return word(a) && word(b)
}

func cut(s string) string {
	n := 0
	for i := range s {
		if n == quoteMost {
			return s[:i] + "…"
		}
		n++
	}
	return s
}
