package why

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/files"
)

// brokenJSON is a pattern of the messages of Python's JSON parser.
const brokenJSON = `JSONDecodeError|\bExtra data: line \d|\bExpecting (?:value|property name|'[,:]' delimiter)|\bUnterminated string`

var (
	failMark = regexp.MustCompile(`^\[FAIL(?:ED)?\]\s*|^(?:\S+: )?(?:HARD FAIL|FAILED|FAIL|FAILURE)[:!]\s+|^E\s+|^[-*✗✘❌✖]\s*|^Assertion(?:Error)?: `)
	lacksKey = regexp.MustCompile(`(?i)\bmissing\b[^.]*\b(?:fields?|keys?)\b|\b(?:fields?|keys?)\b[^.]*\bmissing\b|\bKeyError\b|\bassert ['"]\w+['"] in\b|\bgot:? (?:None|null|undefined)\b|\bis missing or empty\b|\bfield not found\b`)
	keyNames = regexp.MustCompile(`['"` + "`" + `]([A-Za-z_][\w.-]*)['"` + "`" + `]`)
	aForm    = regexp.MustCompile(`(?i)\b(?:must be an?|at (?:least|most) \d|need >=|only \d+|\d+ words|>= ?\d|<= ?\d|≤|≥|required sections?|headings?|within \d+ char|format)\b|` +
		brokenJSON)
	ofParts   = regexp.MustCompile(`(?i)\b(?:required )?sections?\b|\bheadings?\b`)
	noJSON    = regexp.MustCompile(`JSONDecodeError|Unexpected (?:token|end of JSON)|invalid JSON`)
	wrongType = regexp.MustCompile(`'(list|dict|str|int|float|NoneType|bool)' object (?:has no attribute|is not)|indices must be integers`)
	notThere  = regexp.MustCompile(`(?i)(?:not found|does not exist|no such file|missing)`)
	aProgram  = regexp.MustCompile(`(?i)\.(?:[cm]?[jt]sx?|py|sh|go|rs|rb|java|cpp|c|pl|r|sql|ipynb)$|^[^.]+$`)
	noModule  = regexp.MustCompile(`(?i)module(?:notfound)?|no module named`)
)

// complained explains a failed check: the checker's message and, if known, what the file contains
// instead.
func (s *session) complained(t *Turn, w *results.Explanation) *sentence {
	if t.Trial.Kind == results.KindMultiChoice || len(w.Failed) == 0 || t.Trial.Details.Verdict == nil && !speaks(w) {
		return nil
	}
	if x := s.noProgram(t, w); x != nil {
		return x
	}
	c := s.leading(w)
	switch {
	case fileCountIn(c.Text) != nil:
		return s.fewFiles(t, c)
	case c.File != "" && c.Unwritten && notThere.MatchString(c.Text) && !strings.Contains(c.Text, "ERROR"):
		return s.noFile(t, c)
	case wrongType.MatchString(c.Text) && c.Wrote != nil:
		return s.otherType(t, c)
	case lacksKey.MatchString(c.Text) && len(askedKeys(w)) > 0:
		return s.noKey(t, w, c)
	case c.Expected != "" && c.Got != "":
		return s.otherValue(t, c)
	case rejected.MatchString(c.Text):
		return s.rejectedValue(t, c)
	}
	return s.otherText(t, c)
}

// otherText explains a check that failed for a missing text, a wrong form or a program error.
func (s *session) otherText(t *Turn, c *results.FailedCheck) *sentence {
	kind := results.ReasonText
	switch {
	case (raised.MatchString(c.Text) && !strings.HasPrefix(c.Text, "Assertion") || noModule.MatchString(c.Text) ||
		strings.Contains(c.Text, "ERROR")) && (c.Wrote == nil || aProgram.MatchString(c.Wrote.File)):
		kind = results.ReasonProgram
	case aForm.MatchString(c.Text):
		kind = results.ReasonForm
	}
	if c.Wrote == nil {
		return say(kind, "The check fails").then("It says “%s”", quote(c.Text, 22)).also(s.wroteNothing(t))
	}
	file := path.Base(c.Wrote.File)
	if kind == results.ReasonProgram {
		x := say(kind, "%s (", file).step(t, c.Wrote).and(") does not run for the check").then("“%s”", quote(c.Text, 16)).guess(c)
		return x.also(s.lastRun(t, c.Wrote.File))
	}
	x := say(kind, "The check rejects %s (", file).step(t, c.Wrote).and("): “%s”", quote(withoutFile(c.Text, file), 14)).guess(c)
	return x.also(s.instead(t, c)).also(s.readOf(t, c))
}

// withoutFile removes a leading file name from a checker message.
func withoutFile(text, file string) string {
	text = failMark.ReplaceAllString(text, "")
	if i := strings.Index(text, file+":"); i >= 0 && i < 20 {
		return strings.TrimSpace(text[i+len(file)+1:])
	}
	return strings.TrimPrefix(text, file+" ")
}

// guess marks a sentence as likely if the file it names is only inferred.
func (x *sentence) guess(c *results.FailedCheck) *sentence {
	x.likely = x.likely || c.Wrote != nil && c.Wrote.Likely
	return x
}

// speaks reports whether some failed check concerns a file of the agent and names an expected
// value, a field or a file.
func speaks(w *results.Explanation) bool {
	return slices.ContainsFunc(w.Failed, func(c results.FailedCheck) bool {
		return c.Wrote != nil && (c.Expected != "" || c.Field != "" || c.File != "")
	})
}

// leading returns the failed check to explain. It ignores likely format mismatches if possible. It
// prefers the first check about a file named by the checker and written in this trial; otherwise it
// returns the first check, or the last if the output is a log of errors.
func (s *session) leading(w *results.Explanation) *results.FailedCheck {
	list := make([]*results.FailedCheck, 0, len(w.Failed))
	for i := range w.Failed {
		if w.Failed[i].Form == "" {
			list = append(list, &w.Failed[i])
		}
	}
	if len(list) == 0 {
		return &w.Failed[0]
	}
	for _, c := range list {
		if c.Wrote != nil && c.Wrote.Rule == results.RuleNamed && c.Wrote.Task == s.trials[len(s.trials)-1].Task {
			return c
		}
	}
	if strings.Contains(list[0].Text, "ERROR") {
		return list[len(list)-1]
	}
	return list[0]
}

// instead describes what the file contains in place of a missing text; nil if it contains nothing
// similar.
func (s *session) instead(t *Turn, c *results.FailedCheck) *sentence {
	text, known, _ := s.left(c.Wrote)
	if !known {
		return nil
	}
	if ofParts.MatchString(c.Text) {
		if heads := headings(text); len(heads) > 0 && !strings.Contains(c.Text, "only") {
			return say("", "its headings are %s", list(heads, 3, ""))
		}
		return nil
	}
	line, n, _ := nearest(text, c)
	if line == "" {
		return nil
	}
	if c.Wrote.Quote == "" {
		c.Wrote.Quote = line
	}
	return say("", "its line %d says “%s”", n, quoteAround(line, contextOf(c), quoteMost)).probably()
}

var mdHeading = regexp.MustCompile(`(?m)^##\s+(\S.*?)\s*$`)

func headings(text string) (list []string) {
	for _, m := range mdHeading.FindAllStringSubmatch(text, -1) {
		list = append(list, quote(strings.TrimLeft(m[1], "0123456789. "), 4))
	}
	return list
}

// readOf describes where the agent was shown the expected value, or that it never was; nil if
// unknown.
func (s *session) readOf(t *Turn, c *results.FailedCheck) *sentence {
	switch {
	case c.Expected == "" || hasExtension(c.Expected): // the name of a file says nothing about its content
	case c.Seen != nil && c.Seen.File != "":
		return say("", "%s shows “%s” (", path.Base(c.Seen.File), short(c.Expected)).step(t, c.Seen).and(")").probably()
	case c.Seen != nil:
		return say("", "“%s” was shown at ", short(c.Expected)).step(t, c.Seen).probably()
	case c.Unread:
		return say("", "nothing that it read has “%s”", short(c.Expected))
	}
	return nil
}

// nearestShare is the minimum share of a message's words that a line must contain to be quoted as
// the nearest line.
const nearestShare = 0.5

// nearest returns the line of the file that shares most words with the checker's message, its
// number, and the share of those words. If the expected value is a number, only lines with a digit
// qualify.
func nearest(text string, c *results.FailedCheck) (line string, n int, share float64) {
	base := strings.ToLower(path.Base(c.Wrote.File))
	words := slices.DeleteFunc(termsOf(failMark.ReplaceAllString(c.Text, "")), func(w term) bool { return strings.Contains(base, w.forms[0]) })
	wantsNumber := c.Expected != "" && decimal.MatchString(c.Expected)
	most := 0
	for i, l := range strings.Split(text[:min(len(text), textMost)], "\n") {
		if wantsNumber && !strings.ContainsAny(l, "0123456789") {
			continue
		}
		if k := matches(strings.ToLower(l), words); k > most {
			line, most, n = oneLine(l), k, i+1
		}
	}
	if share = float64(most) / float64(max(len(words), 1)); most < 2 || most < 4 && share < nearestShare {
		return "", 0, 0
	}
	return line, n, share
}

// quoteAround quotes the part of a line that contains the most of the given words.
func quoteAround(line string, words []term, size int) string {
	parts := strings.Fields(bareLine(line))
	best, most := 0, -1
	for i := 0; i == 0 || i+size <= len(parts); i++ {
		window := strings.ToLower(strings.Join(parts[i:min(i+size, len(parts))], " "))
		n := 2 * matches(window, words)
		if strings.ContainsAny(window, "0123456789") {
			n++
		}
		if n > most {
			best, most = i, n
		}
	}
	lead := ""
	if best > 0 {
		lead = "…"
	}
	return lead + quote(strings.Join(parts[best:], " "), size+1)
}

// rejectedValue explains a field whose value the check rejects without naming the expected one.
func (s *session) rejectedValue(t *Turn, c *results.FailedCheck) *sentence {
	value := "empty"
	if c.Got != "" {
		value = "“" + short(c.Got) + "”"
	}
	if c.Wrote == nil {
		return say(results.ReasonValue, "`%s` is %s, which the check rejects", c.Field, value).also(s.wroteNothing(t))
	}
	x := say(results.ReasonValue, "`%s` is %s in %s (", c.Field, value, path.Base(c.Wrote.File)).step(t, c.Wrote)
	return x.and("), which the check rejects").guess(c)
}

// noFile explains that no call wrote the expected file.
func (s *session) noFile(t *Turn, c *results.FailedCheck) *sentence {
	x := say(results.ReasonFile, "%s was never written", strings.TrimPrefix(c.File, "./"))
	if wrote := s.wroteHere(); len(wrote) > 0 {
		if i := slices.IndexFunc(wrote, func(y *files.Touch) bool { return y.Path+".bak" == c.File }); i >= 0 {
			return x.then("The agent changed %s (", path.Base(wrote[i].Path)).step(t, s.causeOf(wrote[i])).and(") without it")
		}
		x.then("The agent wrote %s (", wrote[0].Path).step(t, s.causeOf(wrote[0])).and(")")
		if path.Ext(wrote[0].Path) == path.Ext(c.File) {
			x.and(" instead")
		}
		return x
	}
	return x.also(s.wroteNothing(t))
}

// noProgram explains that the program run by the checker's command was never written, or that its
// output cannot be parsed.
func (s *session) noProgram(t *Turn, w *results.Explanation) *sentence {
	program := t.program()
	if program == "" {
		return nil
	}
	var last *files.Touch
	for i := len(s.touches) - 1; i >= 0 && last == nil; i-- {
		if x := &s.touches[i]; files.Match(x.Path, program) && x.Op != files.Remove {
			last = x
		}
	}
	if last == nil {
		if s.showedName(program) {
			return nil
		}
		return say(results.ReasonFile, "%s, which the check runs, was never written", program).also(s.wroteNothing(t))
	}
	if !noJSON.MatchString(w.Failed[0].Text) {
		return nil
	}
	x := say(results.ReasonProgram, "%s (", program).step(t, s.causeOf(last)).and(") gives the check no JSON")
	return x.also(s.lastRun(t, program))
}

// program returns the path of the agent's program that the check's command runs; empty if it runs
// none.
func (t *Turn) program() string {
	for _, name := range namedFiles(t.Task.Facts.Command) {
		ext := path.Ext(name)
		if (ext == ".py" || ext == ".sh" || ext == ".js") && strings.Contains(t.prompt(), path.Base(name)) &&
			!strings.Contains(t.Task.Facts.Command, "}/scripts/"+path.Base(name)) { // not the checker's own script
			return name
		}
	}
	return ""
}

// lastRun states the result of the agent's own last run of a program.
func (s *session) lastRun(t *Turn, program string) *sentence {
	for i := len(t.Steps) - 1; i >= 0; i-- {
		step := t.Steps[i]
		for k := range step.ToolCalls {
			r := step.ResultOf(k)
			if r == nil || !strings.Contains(command(&step.ToolCalls[k]), path.Base(program)) {
				continue
			}
			if line := errorLine(r.Content); r.Failed && line != "" {
				return say("", "its own last run (").step(t, here(t, step.StepID)).and(") ended with “%s”", quote(line, 10))
			}
			return nil
		}
	}
	return say("", "the agent never ran it")
}

// otherType explains that the checker expects a different JSON type.
func (s *session) otherType(t *Turn, c *results.FailedCheck) *sentence {
	file := path.Base(c.Wrote.File)
	x := say(results.ReasonForm, "%s (", file).step(t, c.Wrote).and(") has another structure").guess(c)
	if left, known, _ := s.left(c.Wrote); known {
		switch root(left) {
		case '[':
			x = say(results.ReasonForm, "%s (", file).step(t, c.Wrote).and(") holds a list, the check reads an object").guess(c)
		case '{':
			x = say(results.ReasonForm, "%s (", file).step(t, c.Wrote).and(") holds an object, the check reads something else").guess(c)
		}
	}
	return x.then("“%s”", quote(c.Text, 14))
}

// otherValue explains that a field does not have the expected value.
func (s *session) otherValue(t *Turn, c *results.FailedCheck) *sentence {
	what := "The value"
	if c.Field != "" {
		what = "`" + c.Field + "`"
	}
	if c.Wrote == nil {
		return say(results.ReasonValue, "%s is %s, the check asks for %s", what, short(c.Got), short(c.Expected))
	}
	x := say(results.ReasonValue, "%s is %s instead of %s in %s (", what, quote(c.Got, 8), quote(c.Expected, 8), path.Base(c.Wrote.File)).
		step(t, c.Wrote).and(")").guess(c)
	x.also(s.readOf(t, c))
	if c.Read != nil && c.Read.File != "" {
		x.also(say("", "%s shows %s (", path.Base(c.Read.File), short(c.Got)).step(t, c.Read).and(")").probably())
	}
	return x
}

// wroteHere returns the files that this trial wrote, the last one first.
func (s *session) wroteHere() []*files.Touch {
	var list []*files.Touch
	for i := len(s.touches) - 1; i >= 0 && s.touches[i].Trial == len(s.trials)-1; i-- {
		x := &s.touches[i]
		if x.Op != files.Remove && !slices.ContainsFunc(list, func(y *files.Touch) bool { return y.Path == x.Path }) {
			list = append(list, x)
		}
	}
	return list
}
