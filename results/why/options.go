package why

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/files"
)

// Source is a file or chat of the environment with its content at the time of a trial.
type Source struct {
	Path  string
	Text  string
	lower string
}

// options returns a failed check for each option that was wrongly chosen or omitted. It states what
// the agent's answer says of the option, where the passage that decides it is, and whether the agent
// was shown it.
func (s *session) options(t *Turn) []results.FailedCheck {
	var list []results.FailedCheck
	sources := t.sources()
	for i := range t.Task.Options {
		o := &t.Task.Options[i]
		if chosen := slices.Contains(t.Trial.Selected, o.Label); chosen == o.Gold {
			continue
		}
		c := results.FailedCheck{Text: cut(o.Text), Option: o.Label, Fault: "extra"}
		if o.Gold {
			c.Fault = "omitted"
		}
		c.Wrote = t.answerOn(o.Label)
		if !contrary(&c) {
			s.access(t, o, &c, sources)
		}
		list = append(list, c)
	}
	return list
}

// Minimum numbers for recognising a passage. Weights are shares of the weight of all terms of the
// statement.
const (
	leastTerms = 3
	leastShare = 0.6 // in a passage that decides an option
	faintShare = 0.4 // in a text that may state an option in other words
)

// access finds the passage that decides an option, first in the text shown to the agent, then in
// the environment at that time.
func (s *session) access(t *Turn, o *results.Option, c *results.FailedCheck, sources []Source) {
	reason := explained(t.Task, o)
	named := append(namedFiles(reason), namedFiles(c.Text)...)
	for _, name := range append(slices.Clone(named), namedFiles(withoutOptions(t.prompt()))...) {
		if got, failed := s.opening(name); got == nil && failed != nil && failed.Trial == len(s.trials)-1 {
			c.Access, c.File, c.Read = results.AccessRefused, name, s.causeOf(failed)
			if chat := chatOf(name, sources); chat != "" && s.showing(chat) == nil {
				c.Source = &results.SourceLine{File: chat}
			}
			return
		}
	}
	x := s.statement(t, c.Text)
	var own []Source // files that the option itself names decide it
	for _, name := range namedFiles(c.Text) {
		own = append(own, inFile(sources, name)...)
	}
	if m := someonesChat.FindStringSubmatch(c.Text); m != nil {
		if chat := chatOf(strings.ToLower(m[1]), sources); chat != "" {
			named, own = append(named, chat), append(own, inFile(sources, chat)...)
		}
	}
	if len(own) == 0 {
		own = sources
	}
	at := s.unseenNumber(x, own)
	read, faint := s.passage(t, x)
	if datedFile.MatchString(c.Text) {
		read = nil // an example, which no line decides
	}
	if c.Read = read; read != nil && (at == nil || !o.Gold) {
		c.Access = results.AccessShown
		return
	}
	env := 0.0
	if at == nil {
		at, env = x.best(own)
	}
	if at != nil {
		c.Source, c.Access = at, results.AccessUnopened
		if c.Read = s.showing(at.File); c.Read != nil {
			c.Access = results.AccessCut
		}
		return
	}
	if c.Read = s.ruled(x, o); c.Read != nil {
		c.Access = results.AccessShown
		return
	}
	c.Unread = true
	var never []string
	for _, name := range named {
		switch got, _ := s.opening(name); {
		case got != nil && got.Trial == len(s.trials)-1 && len(named) == 1 && strings.Contains(reason, name) && !slices.ContainsFunc(s.touches, func(x files.Touch) bool { return files.Match(x.Path, name) }):
			c.File, c.Read = name, s.causeOf(got)
		case s.showing(name) != nil || bootstrap.MatchString(name):
		case len(inFile(sources, name)) > 0 || s.listed(name):
			never = append(never, name)
		case len(sources) > 0 && chatOf(name, sources) == "":
			c.Access, c.File = results.AccessUnstated, name
			return
		}
	}
	if len(never) == 1 {
		c.Access, c.File, c.Read = results.AccessUnopened, never[0], nil
		return
	}
	if faint >= faintShare || env >= faintShare/2 || s.shown.first > 0 || s.names(x, o) || x.counted(sources) || s.otherLanguage(c.Text, sources) {
		return
	}
	y := s.statement(t, o.Feedback)
	_, faint = s.passage(t, y)
	if _, env = y.best(sources); faint < faintShare && env < faintShare/2 {
		c.Access = results.AccessUnstated
	}
}

// someonesChat matches an option's reference to the chat with a person.
var someonesChat = regexp.MustCompile(`\b([A-Z][a-z]+)[’']s (?:DM|direct message|chat)`)

// Number of a rule, such as P4, what stands before the first rule of a message, and a word of an
// exception.
var (
	ruleCode  = regexp.MustCompile(`\bP\d\b`)
	listHead  = regexp.MustCompile(`^.*(?:\] |\(1\) )`)
	exception = regexp.MustCompile(`(?i)\b(?:not|no)\b|n[’']t\b`)
)

// ruled returns the line shown to the agent that states a rule which the option or its explanation
// names, if it has at least two of the option's words and few others; nil if there is none, and for
// an exception to a rule.
func (s *session) ruled(x *statement, o *results.Option) (best *results.StepRef) {
	codes := ruleCode.FindAllString(o.Text+" "+o.Feedback, -1)
	most := 1
	if !o.Gold || len(codes) == 0 || exception.MatchString(o.Text) {
		return nil
	}
	for i := len(s.shown.list) - 1; i >= 0; i-- {
		y := &s.shown.list[i]
		for line := range strings.SplitSeq(y.lowered(), "\n") {
			line = listHead.ReplaceAllString(line, "")
			at := slices.IndexFunc(codes, func(c string) bool { return index(line, strings.ToLower(c)) >= 0 })
			if at < 0 || y.at.Call > 0 && (y.wrote || !strings.HasPrefix(strings.TrimLeft(line, " #-*|"), strings.ToLower(codes[at]))) || x.quoted(line) {
				continue
			}
			n, all := 0, 0
			for _, z := range termsFrom(line, 3) {
				if z.forms[0] == "8601" || ruleCode.MatchString(strings.ToUpper(z.forms[0])) {
					continue
				}
				if all++; slices.ContainsFunc(x.terms, func(w term) bool { return strings.HasPrefix(z.forms[0], w.forms[0]) }) {
					n++
				}
			}
			if n > most && 5*n >= 2*all {
				ref := y.at
				ref.Quote, ref.Rule, ref.Likely = original(y.text, y.lower, line), results.RuleWords, true
				most, best = n, &ref
			}
		}
	}
	return best
}

// counted reports whether a line of the environment has all numbers of an option and one of its
// longer words, so that it may state it in other words.
func (x *statement) counted(sources []Source) bool {
	numbers := number.FindAllString(x.text, -1)
	return len(numbers) > 0 && slices.ContainsFunc(sources, func(y Source) bool {
		for line := range strings.SplitSeq(y.lower, "\n") {
			if !slices.ContainsFunc(numbers, func(n string) bool { return index(line, n) < 0 }) &&
				slices.ContainsFunc(x.terms, func(t term) bool { return len(t.forms[0]) == stemMost && t.in(line) }) {
				return true
			}
		}
		return false
	})
}

var number = regexp.MustCompile(`\b\d{2,}(?:\.\d+)?\b`)

// inFile returns the sources with the name of a file.
func inFile(sources []Source, name string) (list []Source) {
	for _, x := range sources {
		if files.Match(x.Path, name) {
			list = append(list, x)
		}
	}
	return list
}

// names reports whether a line shown to the agent has most of the codes, keys and file types of an
// option, so that it may state it in other words. It is also true for an example, which follows from
// rules without its words, and if the option combines rules that were all shown.
func (s *session) names(x *statement, o *results.Option) bool {
	codes := slices.Compact(slices.Sorted(slices.Values(code.FindAllString(x.text, -1))))
	if datedFile.MatchString(x.text) || !o.Gold && slices.ContainsFunc(codes, isoDay.MatchString) {
		return true
	}
	known := map[string]bool{}
	for i := range s.shown.list {
		y := &s.shown.list[i]
		text := y.text // an earlier option is one line
		if y.at.Call > 0 || y.at.Tool == "" {
			text = sentences.Replace(text)
		}
		for line := range strings.SplitSeq(text, "\n") {
			n := 0
			for _, c := range codes {
				if strings.Contains(line, c) && !y.wrote && !x.quoted(strings.ToLower(line)) {
					n, known[c] = n+1, true
				}
			}
			if n > 0 && 4*n >= 3*len(codes) {
				return true
			}
		}
	}
	return len(codes) > 2 && len(known) == len(codes)
}

var (
	code      = regexp.MustCompile(`\.[a-z]{2,4}\b|\d{4}-\d\d-\d\d(?:T\d\d:\d\d)?|\b\w+[._]\w+\b|\b[A-Z]+\d\b|\b[A-Z]{2,}\b|\b\d{2,}\b`)
	isoDay    = regexp.MustCompile(`^\d{4}-\d\d-\d\d`)
	datedFile = regexp.MustCompile(`\d{8}_|_\d{8}|\b[A-H], [A-H]\b`)
)

// listed reports whether a result of a call contains the name of a file.
func (s *session) listed(name string) bool {
	return slices.ContainsFunc(s.shown.list, func(x shown) bool { return x.at.Call > 0 && strings.Contains(x.text, path.Base(name)) })
}

// chatOf returns the chat of the environment with the name of a file; "" if there is none.
func chatOf(name string, sources []Source) string {
	stem := strings.TrimSuffix(path.Base(name), path.Ext(name)) + "_"
	if k := slices.IndexFunc(sources, func(x Source) bool { return strings.HasPrefix(path.Base(x.Path), stem) }); k >= 0 {
		return sources[k].Path
	}
	return ""
}

// otherLanguage reports whether a text that could state an option is in another language.
func (s *session) otherLanguage(statement string, sources []Source) bool {
	return slices.ContainsFunc(sources, func(x Source) bool { return foreign(x.Text, statement) || foreign(statement, x.Text) }) ||
		slices.ContainsFunc(s.shown.list, func(x shown) bool { return foreign(x.text, statement) || foreign(statement, x.text) })
}

// answerOn returns the line of the agent's last message that judges an option; nil if there is none.
func (t *Turn) answerOn(label string) *results.StepRef {
	for i := len(t.Steps) - 1; i >= 0; i-- {
		step := t.Steps[i]
		if step.Source != results.SourceAgent || strings.TrimSpace(step.Message) == "" {
			continue
		}
		for line := range strings.Lines(step.Message) {
			m := judgedOption.FindStringSubmatchIndex(line)
			if m == nil || !slices.Contains(strings.FieldsFunc(line[m[2]:m[3]], func(r rune) bool { return !unicode.IsUpper(r) }), label) {
				continue
			}
			text := oneLine(strings.NewReplacer("**", "", " | ", "; ").Replace(strings.Trim(line[m[2]:], " \n|")))
			if strings.Contains(t.option(label), strings.TrimLeft(text[1:], " .:)")) {
				continue // repeats the option
			}
			at := here(t, step.StepID)
			at.Quote = cut(text)
			return at
		}
		return nil
	}
	return nil
}

// judgedOption matches a line of an answer that judges one or more options, such as "- **C** is
// correct" or "| B | wrong |".
var judgedOption = regexp.MustCompile(`^(?:\d+[.)])?[^\pL\pN\\$]*(?:Options? )?\**([A-Z](?:(?:, and |, | and |/)[A-Z])*)\**(?:\*\*|[.:)|]| ?[✓✗✅❌✔✘—–-]| (?:is|are|should|cannot)\b)[^\n]*[\pL]`)

// withoutOptions returns the part of a prompt before the first option.
func withoutOptions(prompt string) string {
	return choiceLine.Split(prompt, 2)[0]
}

// choiceLine matches the first option in a prompt.
var choiceLine = regexp.MustCompile(`(?m)^A[.):] `)

// optionMark matches the beginning of an option in a prompt. The text may begin on the next line.
var optionMark = regexp.MustCompile(`(?m)^([A-Z])[.):](?: +|[ \t]*\n)`)

// Options returns the options of a task with their texts: those of the prompt, if it ends with exactly
// these options in order and a request for letters, otherwise those of the dataset, which may be
// shortened.
func Options(task *results.Task, prompt string) []results.Option {
	list := slices.Clone(task.Options)
	prompt = strings.ReplaceAll(prompt, "\r\n", "\n")
	end := strings.LastIndex(prompt, "bbox")
	if end < 0 {
		return list
	}
	prompt = prompt[:max(0, strings.LastIndex(prompt[:end], "\n\n"))]
	marks := optionMark.FindAllStringSubmatchIndex(prompt, -1)
	if marks = marks[max(0, len(marks)-len(list)):]; len(marks) < len(list) {
		return list
	}
	for i, m := range marks {
		next := len(prompt)
		if i+1 < len(marks) {
			next = marks[i+1][0]
		}
		list[i].Text = strings.TrimSpace(prompt[m[1]:next])
		if prompt[m[2]:m[3]] != list[i].Label || list[i].Text == "" {
			return slices.Clone(task.Options)
		}
	}
	return list
}

// option returns the text of an option.
func (t *Turn) option(label string) string {
	if i := slices.IndexFunc(t.Task.Options, func(o results.Option) bool { return o.Label == label }); i >= 0 {
		return t.Task.Options[i].Text
	}
	return ""
}

// bootstrap matches a file that harnesses add to the agent's context automatically.
var bootstrap = regexp.MustCompile(`(?:^|/)(?:AGENTS|SOUL|TOOLS|IDENTITY|USER|HEARTBEAT|MEMORY)\.md$`)

// opening returns the last successful call that read a file, and the last failed one if none
// succeeded.
func (s *session) opening(name string) (got, failed *files.Touch) {
	for i := len(s.reads) - 1; i >= 0; i-- {
		x := &s.reads[i]
		if !files.Match(x.Path, name) {
			continue
		}
		if !x.Failed {
			return x, nil
		}
		if failed == nil {
			failed = x
		}
	}
	return nil, failed
}

// showing returns the last call whose output showed something of a file or chat; nil if there is
// none.
func (s *session) showing(name string) *results.StepRef {
	if got, _ := s.opening(name); got != nil {
		return s.causeOf(got)
	}
	key := path.Base(name)
	if id := strings.TrimPrefix(sessionID.FindString(key), "_"); id != "" {
		key = strings.TrimSuffix(id, ".jsonl")
	}
	return s.calling(key)
}

// calling returns the last call whose arguments contain a text; nil if there is none.
func (s *session) calling(text string) *results.StepRef {
	for i := len(s.own.list) - 1; i >= 0; i-- {
		if x := &s.own.list[i]; strings.Contains(x.text, text) {
			return &x.at
		}
	}
	return nil
}

// showedName reports whether the arguments of any call contain the name of a file. The agent may
// then have opened the file in a way that is not recognised.
func (s *session) showedName(name string) bool {
	return s.calling(path.Base(name)) != nil
}

func (s *session) causeOf(x *files.Touch) *results.StepRef {
	at := s.trials[x.Trial]
	return &results.StepRef{Task: at.Task, Attempt: at.Attempt, Step: x.Step, Call: x.Call, CallID: x.CallID,
		File: x.Path, By: x.By, Rule: results.RuleNamed}
}
