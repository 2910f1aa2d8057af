package why

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/clawatlas/clawatlas/results"
)

// textMost is the maximum number of bytes examined of a checker's output.
const textMost = 64 << 10

// FailedChecks returns the failed checks of a trial. If the trial has at most one check or none
// failed, it prefers the failures reported in the checker's output.
func FailedChecks(t *results.Trial) []results.FailedCheck {
	var list []results.FailedCheck
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

// kinds are the patterns of lines that report a failure, the most reliable first. Only lines of the
// first kind found in a text are used.
var kinds = []*regexp.Regexp{
	regexp.MustCompile(`^(?:\S+: )?(?:FAILED|FAIL|FAILURE)[:!]\s+\S|^\s*[-*] .*(?:[Ee]xpected|[Mm]issing|[Ww]rong|must|does not|not found|has \d)`),
	regexp.MustCompile(`^\s*(?:✗|✘|❌|✖|\[(?:FAIL(?:ED)?|✗|✘|❌)\])\s*\S`),
	regexp.MustCompile(`^E\s{3}\S`), // pytest
	raised,
	regexp.MustCompile(`\bERROR\b`),
}

// raised matches the last line of a Python traceback, and codeLine a source line above it.
var (
	raised   = regexp.MustCompile(`^\w*(?:Error|Exception)\b`)
	codeLine = regexp.MustCompile(`^    \s*\w[^^~]*$`)
)

// ownReport matches a line in which a checker names the file of its own report, which is not a file
// of the agent.
var ownReport = regexp.MustCompile(`(?i)\b(?:written|saved|wrote|exported|stored)\b[^.]*\b(?:to|in|at)\b[ :]+\S*[/.]\w`)

// heading matches a line that contains only a file name; the lines below it are about that file.
var heading = regexp.MustCompile(`^\s*(?:[Ff]ile:\s*)?(\S*[\pL\pN_]\.[A-Za-z][A-Za-z0-9]{0,7}):?\s*$`)

// onlyScore matches a line that only states the score.
var onlyScore = regexp.MustCompile(`(?i)^(?:final )?(?:reward|score)\W+-?[\d.]+%?$`)

// said extracts failed checks from a checker's output.
func said(output string) []results.FailedCheck {
	output = output[:min(len(output), textMost)]
	lines := slices.DeleteFunc(strings.Split(output, "\n"), func(line string) bool {
		return ownReport.MatchString(line) && !kinds[0].MatchString(line)
	})
	for _, kind := range kinds {
		var list []results.FailedCheck
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
			if kind.MatchString(line) && !slices.ContainsFunc(list, func(c results.FailedCheck) bool { return c.Text == text }) {
				list = append(list, split(read(text, file))...)
			}
		}
		if len(list) > 0 {
			return list
		}
	}
	for i := len(lines) - 1; i >= 0; i-- {
		if text := strings.TrimSpace(lines[i]); strings.ContainsFunc(text, unicode.IsLetter) && !onlyScore.MatchString(text) {
			return []results.FailedCheck{read(text, "")}
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
		rejected,
	}
	fields = []*regexp.Regexp{
		regexp.MustCompile(`(?i)\b(?:field|key)s?:?\s+\[?` + quoted),
		regexp.MustCompile(`(?i)` + quoted + `\s+(?:\([^)]*\)\s+)?(?:field|key)\b`),
		regexp.MustCompile(`\bKeyError: ` + quoted),
		regexp.MustCompile(`\bassert ` + quoted + ` in\b`),
		regexp.MustCompile(`\b([A-Za-z][\w-]*(?:[._\[][\w.\]\[-]*)+)\s*:?\s+(?:expected|must|should|is missing|has|field not found|=)`),
		regexp.MustCompile(`^(?:✗|✘|❌|✖)\s*([\w.]+):`),
		regexp.MustCompile(`^(?:FAIL(?:ED)?: )?([A-Za-z][\w.\[\]]*): (?:'[^']*'$|field not found)`),
	}
	// rejected matches a field and its value in a message that does not name the expected value.
	rejected = regexp.MustCompile(`^(?:FAIL(?:ED)?: )?[A-Za-z][\w.\[\]]*: '([^']*)'$`)
)

// read parses the message of a failed check. file is the file named by a line above it, unless the
// message itself names one.
func read(text, file string) results.FailedCheck {
	c := results.FailedCheck{Text: cut(text), Expected: firstOf(expected, text), Got: firstOf(got, text), Field: firstOf(fields, text), File: file}
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

// split returns one failed check for each missing key in a list of keys.
func split(c results.FailedCheck) (list []results.FailedCheck) {
	_, names, ok := strings.Cut(c.Text, ": [")
	if !ok || !lacksKey.MatchString(c.Text) {
		return []results.FailedCheck{c}
	}
	for _, m := range keyNames.FindAllStringSubmatch(names, -1) {
		c.Field = m[1]
		list = append(list, c)
	}
	return list
}

// hasExtension reports whether a name ends in an extension of files that agents write. A dotted
// name with any other ending is a field.
func hasExtension(name string) bool {
	ext := name[strings.LastIndexByte(name, '.')+1:]
	return slices.Contains([]string{
		"md", "json", "jsonl", "csv", "tsv", "txt", "py", "sh", "js", "ts", "html", "htm", "xml", "yaml", "yml", "toml", "ini", "cfg", "log", "sql", "db", "xlsx", "docx", "pptx",
		"pdf", "png", "jpg", "jpeg", "svg", "ics", "eml", "go", "rs", "c", "h", "cpp", "java", "rb", "tex", "ipynb", "diff", "patch", "conf", "css", "bak",
	}, strings.ToLower(ext))
}

// firstOf returns the first non-empty group of the first pattern that has one.
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

// namedFiles lists the distinct file names in a text.
func namedFiles(text string) []string {
	var list []string
	for _, name := range fileName.FindAllString(text[:min(len(text), textMost)], -1) {
		if hasExtension(name) && !slices.Contains(list, name) && !strings.Contains(name, "YYYY") {
			list = append(list, name)
		}
	}
	return list
}

// kindOf guesses the extension of the files that a failed check is about; "" if its text gives no
// hint.
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
