package why

import (
	"encoding/json"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/files"
)

// checked returns the failed checks. To each it adds the call that wrote the checked content, and
// the texts with its values that the agent had read before that call.
func (s *session) checked(t *Turn) []results.FailedCheck {
	list := FailedChecks(&t.Trial.Trial)
	if len(list) == 0 {
		list = t.silentCheck()
	}
	for i := range list {
		c := &list[i]
		c.File = t.names.In(c.File)
		s.wrote(t, c)
		s.mismatched(t, c)
		before := s.before(c.Wrote)
		own := contextOf(c)
		words := own
		if c.Field != "" {
			words = slices.Clone(own)
			for _, w := range termsOf(lineWith(t.prompt(), path.Base(strings.ReplaceAll(c.Field, ".", "/")))) {
				if !slices.ContainsFunc(own, func(o term) bool { return o.forms[0] == w.forms[0] }) {
					words = append(words, w)
				}
			}
		}
		if c.Wrote != nil && c.Got != "" && !rejected.MatchString(c.Text) {
			if follows(c.Got) {
				c.Read = lastWith(before, c.Got)
			} else {
				c.Read = lineAbout(before, c.Got, words)
			}
		}
		switch {
		case c.Expected == "":
		case follows(c.Expected):
			c.Seen = lastWith(before, c.Expected)
			c.Unread = c.Seen == nil && s.shown.first == 0
		default:
			c.Seen = lineAbout(before, c.Expected, words)
			if c.Seen != nil && (c.Read == nil || c.Read.File != c.Seen.File) && matches(strings.ToLower(c.Seen.Quote), own) == 0 {
				c.Seen = nil // nothing but the number ties the line to the field
			}
		}
	}
	return list
}

// contextOf returns the words of a failed check that describe its value.
func contextOf(c *results.FailedCheck) []term {
	text := strings.NewReplacer("_", " ", ".", " ").Replace(c.Field)
	if text == "" {
		text = failMark.ReplaceAllString(c.Text, "")
	}
	return slices.DeleteFunc(termsOf(text), func(w term) bool {
		return w.forms[0] == strings.ToLower(c.Expected) || c.File != "" && strings.Contains(strings.ToLower(path.Base(c.File)), w.forms[0])
	})
}

// wrote finds the call that left the file as the checker found it.
func (s *session) wrote(t *Turn, c *results.FailedCheck) {
	if c.File != "" {
		if x := s.last(func(x *files.Touch) bool { return files.Match(x.Path, c.File) }, c); x != nil {
			c.Wrote = s.cause(x, c, results.RuleNamed, false)
			return
		}
		c.Unwritten = !s.showedName(c.File)
		return
	}
	if m := fileCountIn(c.Text); m != nil {
		if x := s.last(func(x *files.Touch) bool { return m.has(x.Path) }, c); x != nil {
			c.Wrote = s.cause(x, c, results.RuleLast, true)
		}
		return
	}
	for _, from := range []struct{ rule, text string }{{results.RuleCommand, t.checking()}, {results.RuleCommand, t.Task.Facts.Command}, {results.RulePrompt, t.prompt()}} {
		named := namedFiles(from.text)
		for _, m := range globs.FindAllStringSubmatch(from.text, -1) {
			named = append(named, m[1])
		}
		x := s.last(func(x *files.Touch) bool {
			return slices.ContainsFunc(named, func(n string) bool {
				matched, _ := path.Match(n, x.Path)
				return matched || files.Match(x.Path, n)
			})
		}, c)
		if x != nil && (from.rule == results.RuleCommand || s.suits(x, c)) {
			c.Wrote = s.cause(x, c, from.rule, from.rule != results.RuleCommand || len(named) > 1)
			return
		}
	}
	if x := s.last(func(x *files.Touch) bool { return x.Trial == len(s.trials)-1 }, c); x != nil {
		c.Wrote = s.cause(x, c, results.RuleLast, true)
	}
}

var globs = regexp.MustCompile(`glob\('([^']*\*[^']*)'\)`)

// checking returns the part of the check's command that failed: of several programs, each that
// passed has printed a line that begins with OK.
func (t *Turn) checking() string {
	v := t.Trial.Details.Verdict
	parts := slices.DeleteFunc(strings.Split(t.Task.Facts.Command, " && "), func(p string) bool { return strings.HasPrefix(p, "python -c") })
	if v == nil || len(parts) < 2 {
		return ""
	}
	passed := 0
	for line := range strings.SplitSeq(v.Stdout, "\n") {
		if strings.HasPrefix(line, "OK") {
			passed++
		}
	}
	return parts[min(passed, len(parts)-1)]
}

// suits reports whether a file has the extension that the failed check mentions. It also returns
// true if the check mentions none or the trial changed no such file.
func (s *session) suits(x *files.Touch, c *results.FailedCheck) bool {
	kind := kindOf(c.Text)
	return kind == "" || path.Ext(x.Path) == kind || !slices.ContainsFunc(s.touches, func(y files.Touch) bool {
		return y.Trial == x.Trial && path.Ext(y.Path) == kind
	})
}

// last returns the matching file change that most likely caused a failed check. It considers only
// the latest trial with such a change. It prefers changes with the field or the actual value, then
// those with the file extension that the check mentions.
func (s *session) last(fits func(*files.Touch) bool, c *results.FailedCheck) *files.Touch {
	var best *files.Touch
	most, kind := -1, kindOf(c.Text)
	for i := len(s.touches) - 1; i >= 0; i-- {
		x := &s.touches[i]
		if best != nil && x.Trial != best.Trial {
			break
		}
		if !fits(x) || x.Op == files.Remove {
			continue
		}
		n := 0
		if kind != "" && path.Ext(x.Path) == kind {
			n++
		}
		if c.Field != "" && strings.Contains(x.Text, c.Field) || follows(c.Got) && strings.Contains(x.Text, c.Got) {
			n += 2
		}
		if n > most {
			best, most = x, n
		}
	}
	return best
}

func (s *session) cause(x *files.Touch, c *results.FailedCheck, rule string, likely bool) *results.StepRef {
	cause := s.causeOf(x)
	cause.Rule, cause.Likely = rule, likely || x.Guessed
	text, known, _ := s.left(cause)
	if cause.Quote = valueLine(text, c); cause.Quote != "" || element.MatchString(c.Field) {
		return cause
	}
	for _, word := range []string{c.Got, c.Field, path.Base(strings.ReplaceAll(c.Field, ".", "/"))} {
		if word != "" && word != "." && (word != c.Got || follows(word)) {
			if cause.Quote = lineWith(text, word); cause.Quote != "" {
				break
			}
		}
	}
	cause.Lacks = known && c.Field != "" && !strings.Contains(text, c.Field) && cause.Quote == ""
	return cause
}

// element matches the number of an element in a path of keys, as in items[2].type.
var element = regexp.MustCompile(`\[(\d+)\]\.?\w+$`)

// valueLine returns the line of a file with the field and the value of a failed check. Of a field
// in a list it returns the line of the right element; empty if an earlier line is equal.
func valueLine(text string, c *results.FailedCheck) string {
	field, skip, at := LastPart(c.Field), 0, 0
	if m := element.FindStringSubmatch(c.Field); m != nil {
		skip, _ = strconv.Atoi(m[1])
	}
	for line := range strings.SplitAfterSeq(text, "\n") {
		at += len(line)
		if field == "" || !strings.Contains(line, `"`+field+`"`) || !strings.Contains(line, c.Got) {
			continue
		}
		if skip--; skip < 0 {
			if line = strings.TrimSpace(line); strings.Index(text, line)+len(line) < at-2 {
				return ""
			}
			return cut(line)
		}
	}
	return ""
}

// left returns the file content at the end of the session, from the file's last change or from a
// later read. For a read, at is its location.
func (s *session) left(c *results.StepRef) (text string, known bool, at *results.StepRef) {
	for i := len(s.touches) - 1; i >= 0; i-- {
		if x := &s.touches[i]; x.Path == c.File && x.Op != files.Remove {
			if x.Known {
				return x.Text, true, nil
			}
			break
		}
	}
	for i := len(s.reads) - 1; i >= 0; i-- {
		if x := &s.reads[i]; x.Path == c.File && x.Known && !x.Failed && (x.Trial > s.trialOf(c) || x.Trial == s.trialOf(c) && x.Step >= c.Step) {
			return x.Text, true, s.causeOf(x)
		}
	}
	return "", false, nil
}

func (s *session) trialOf(c *results.StepRef) int {
	return slices.IndexFunc(s.trials, func(t *results.StoredTrial) bool { return t.Task == c.Task && t.Attempt == c.Attempt })
}

// printed returns the last JSON output of a program in this trial, with its location.
func (s *session) printed(t *Turn, program string) (string, *results.StepRef) {
	for i := len(t.Steps) - 1; i >= 0; i-- {
		step := t.Steps[i]
		for k := range step.ToolCalls {
			call := &step.ToolCalls[k]
			r := step.ResultOf(k)
			if r == nil || !strings.Contains(command(call), path.Base(program)) {
				continue
			}
			if from := strings.IndexByte(r.Content, '{'); from >= 0 && keyMark.MatchString(r.Content) {
				at := here(t, step.StepID)
				at.Call, at.CallID = k+1, call.ID
				return r.Content[from:], at
			}
		}
	}
	return "", nil
}

var keyMark = regexp.MustCompile(`"([A-Za-z_][\w-]{0,60})"\s*:`)

type written struct {
	key, value, line string
}

var (
	keyLine = regexp.MustCompile(`['"]([A-Za-z_][\w-]{0,60})['"]\s*(?::|\]\s*=)\s*`)
	bareEnd = regexp.MustCompile(`^("(?:[^"\\]|\\.)*"|'[^']*'|[^,}\]\s]+)`)
)

func keysOf(text string) []written {
	var list []written
	for _, m := range keyLine.FindAllStringSubmatchIndex(text, -1) {
		key, value := text[m[2]:m[3]], bareEnd.FindString(firstLine(text[m[1]:min(m[1]+200, len(text))]))
		if !strings.HasPrefix(key, "__") && !slices.ContainsFunc(list, func(w written) bool { return w.key == key }) {
			list = append(list, written{key, strings.Trim(value, `"'`), lineAt(text, m[0])})
		}
	}
	return list
}

// root returns the first character of a valid JSON text, such as { or [; 0 if the text is invalid.
func root(text string) byte {
	if text = strings.TrimSpace(text); text == "" || !json.Valid([]byte(text)) {
		return 0
	}
	return text[0]
}

// here returns a reference to a step of this trial.
func here(t *Turn, step int) *results.StepRef {
	return &results.StepRef{Task: t.Trial.Task, Attempt: t.Trial.Attempt, Step: step, Rule: results.RuleLast}
}
