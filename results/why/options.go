package why

import (
	"iter"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/files"
)

// Source is a file or chat of the environment with its content at the time of a trial.
type Source struct {
	Path  string
	Text  string
	lower string
}

// options returns a failed check for each option that was wrongly chosen or omitted. It states
// where the dataset's evidence for the option is and whether the agent was shown it.
func (s *session) options(t *Turn) []results.FailedCheck {
	var list []results.FailedCheck
	for i := range t.Task.Options {
		o := &t.Task.Options[i]
		if chosen := slices.Contains(t.Trial.Selected, o.Label); chosen == o.Gold {
			continue
		}
		c := results.FailedCheck{Text: cut(o.Text), Option: o.Label, Fault: "extra"}
		if o.Gold {
			c.Fault = "omitted"
		}
		s.access(t, o, &c)
		list = append(list, c)
	}
	return list
}

// Thresholds for recognising a passage. A passage must contain at least leastTerms terms of the
// statement, or a date or long number, and their weight must be at least leastShare of the weight
// of all terms.
const (
	leastTerms  = 2
	leastShare  = 0.45
	namedShare  = 0.3  // minimum share in a file that the dataset or the question names
	sourceShare = 0.55 // minimum share in a text that the agent did not read
	faintShare  = 0.25 // minimum share at which a statement counts as made in the environment at all
)

// access finds the passage that decides an option, first in the text shown to the agent, then in
// the environment.
func (s *session) access(t *Turn, o *results.Option, c *results.FailedCheck) {
	asked := namedFiles(explained(t.Task, o) + "\n" + question(t))
	named := append(namedFiles(explained(t.Task, o)), namedFiles(o.Text)...)
	x := s.statement(t, o.Text, asked)
	sources := t.sources(named)
	for _, name := range append(slices.Clone(asked), named...) {
		if got, failed := s.opening(name); got == nil && failed != nil && failed.Trial == len(s.trials)-1 {
			c.Access, c.File, c.Read = results.AccessRefused, name, s.causeOf(failed)
			return
		}
	}
	at := s.unseenNumber(x, sources)
	if c.Read = s.passage(x); c.Read != nil && (at == nil || !o.Gold) {
		c.Access = results.AccessShown
		return
	}
	if at == nil {
		at = x.best(sources, sourceShare)
	}
	if at != nil {
		c.Source, c.Access = at, results.AccessUnopened
		if c.Read = s.showing(at.File); c.Read != nil {
			c.Access = results.AccessCut
		}
		return
	}
	for _, name := range asked {
		if got, _ := s.opening(name); got == nil && !s.showedName(name) && !bootstrap(name) {
			c.Access, c.File = results.AccessUnopened, name
			return
		}
	}
	if c.Unread = true; len(sources) > 0 && x.best(sources, faintShare) == nil && !slices.ContainsFunc(sources, func(x Source) bool { return foreign(x.Text, o.Text) }) {
		c.Access = results.AccessUnstated
	}
	for _, name := range asked {
		if got, _ := s.opening(name); got != nil {
			c.File, c.Read = name, s.causeOf(got)
			return
		}
	}
}

// question returns the prompt without the feedback on the previous task and without the options.
func question(t *Turn) string {
	text := t.prompt()
	if strings.HasPrefix(text, "[Previous Feedback]") {
		if _, rest, ok := strings.Cut(text, "\n\n"); ok {
			text = rest
		}
	}
	if i := choiceLine.FindStringIndex(text); i != nil {
		text = text[:i[0]]
	}
	for _, o := range t.Task.Options {
		if i := strings.Index(text, o.Text); o.Text != "" && i >= 0 {
			text = text[:i]
		}
	}
	return text
}

// choiceLine matches the first option in a prompt.
var choiceLine = regexp.MustCompile(`(?m)^A[.):] `)

// optionMark matches the beginning of an option in a prompt. The text may begin on the next line.
var optionMark = regexp.MustCompile(`(?m)^([A-Z])[.):](?: +|[ \t]*\n)`)

// Options returns the options of a task with their texts: those of the dataset, otherwise those of the
// prompt, if it ends with exactly these options in order and a request for letters.
func Options(task *results.Task, prompt string) []results.Option {
	list := slices.Clone(task.Options)
	prompt = strings.ReplaceAll(prompt, "\r\n", "\n")
	end := strings.LastIndex(prompt, "bbox")
	if slices.ContainsFunc(list, func(o results.Option) bool { return o.Text != "" }) || end < 0 {
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

// bootstrap reports whether a file is one that harnesses add to the agent's context automatically.
func bootstrap(name string) bool {
	switch path.Base(name) {
	case "AGENTS.md", "SOUL.md", "TOOLS.md", "IDENTITY.md", "USER.md", "HEARTBEAT.md", "MEMORY.md":
		return true
	}
	return false
}

// foreign reports whether a text is in Chinese, Japanese or Korean and a statement is not, so that
// only numbers, codes and names can match.
func foreign(text, statement string) bool {
	part := text[:min(len(text), 4<<10)]
	return wide(part)*25 > utf8.RuneCountInString(part) && wide(statement)*4 < utf8.RuneCountInString(statement)
}

// statement is an option prepared for searching.
type statement struct {
	text  string
	lower string // beginning of the text, in lower case
	asked string // question in lower case; lines that repeat it are ignored
	terms []term
	named []string // files named by the dataset or the question
}

func (s *session) statement(t *Turn, text string, named []string) *statement {
	x := &statement{text: text, named: named, lower: strings.ToLower(text[:min(len(text), 60)]), asked: strings.ToLower(t.prompt()), terms: termsOf(text)}
	weigh(x.terms, float64(s.shown.bytes)/meanLine+1, s.count)
	return x
}

// passage returns the passage shown to the agent that best matches a statement: the line whose
// terms, including those of adjacent lines, have the most weight. Of equally good lines it returns
// the most recent. It returns nil if no line has enough of the terms.
func (s *session) passage(x *statement) (best *results.StepRef) {
	most := 0.0
	for i := len(s.shown.list) - 1; i >= 0; i-- {
		y := &s.shown.list[i]
		if y.at.Call == 0 {
			continue
		}
		if y.lower == "" {
			y.lower = strings.ToLower(y.text)
		}
		if sum, line := x.bestLine(y.at.File, y.text, y.lower, leastShare); sum > most {
			at := y.at
			at.Quote, at.Rule, at.Likely = original(y.text, y.lower, line), results.RuleWords, true
			best, most = &at, sum
		}
	}
	return best
}

// bestLine returns the line of a text that, together with its adjacent lines, has the terms with
// the highest total weight; empty if no line has enough.
func (x *statement) bestLine(file, text, lower string, share float64) (most float64, best string) {
	terms, all := x.terms, 0.0
	if foreign(text, x.text) {
		terms = slices.DeleteFunc(slices.Clone(terms), func(t term) bool { return plainWord.MatchString(t.forms[0]) })
	}
	for k := range terms {
		all += terms[k].weight
	}
	least := all * share
	if file != "" && slices.ContainsFunc(x.named, func(n string) bool { return files.Match(file, n) }) {
		least = all * min(share, namedShare)
	}
	if sum, n, _ := score(lower, terms); n == 0 || sum <= least {
		return 0, ""
	}
	most = least
	type scored struct {
		sum  float64
		has  uint64
		text string
	}
	var window [3]scored
	for line := range lines(lower + "\n") {
		window[0], window[1] = window[1], window[2]
		window[2] = scored{text: line}
		if sum, _, has := score(line, terms); sum > 0 && !x.quoted(line) {
			window[2].sum, window[2].has = sum, has
		}
		if window[1].sum == 0 {
			continue
		}
		sum, n := 0.0, 0
		for k := range terms {
			if bit := uint64(1) << min(k, 63); (window[0].has|window[1].has|window[2].has)&bit != 0 {
				if sum, n = sum+terms[k].weight, n+1; terms[k].long() {
					n++
				}
			}
		}
		if n >= leastTerms && sum > least {
			if sum += window[1].sum / 2; sum > most {
				most, best = sum, window[1].text
			}
		}
	}
	if best == "" {
		return 0, ""
	}
	return most, best
}

var plainWord = regexp.MustCompile(`^[a-z]+$`)

// quoted reports whether a line only repeats the question.
func (x *statement) quoted(line string) bool {
	line = strings.TrimSpace(line)
	return choice.MatchString(line) || strings.Contains(line, x.lower) || len(line) > 30 && strings.Contains(x.asked, line[:min(len(line), 60)])
}

// choice matches a line that repeats an option of the question.
var choice = regexp.MustCompile(`^\s*[a-z][.)]\s`)

// score returns the total weight of the terms that occur in a text, their number, and a bit set of
// them.
func score(lower string, terms []term) (sum float64, n int, has uint64) {
	for k := range terms {
		if terms[k].in(lower) {
			sum, n, has = sum+terms[k].weight, n+1, has|1<<min(k, 63)
		}
	}
	return sum, n, has
}

// lines returns the lines of a text. In JSON it also splits at escaped line breaks.
func lines(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for line := range strings.SplitSeq(text, "\n") {
			for part := range strings.SplitSeq(line, `\n`) {
				if !yield(part) {
					return
				}
			}
		}
	}
}

// original returns a line in its original case. If the lengths of text and lower differ, it returns
// the lower-case line.
func original(text, lower, line string) string {
	if len(lower) == len(text) {
		if at := strings.Index(lower, line); at >= 0 {
			line = text[at : at+len(line)]
		}
	}
	return cut(strings.TrimSpace(strings.ToValidUTF8(line, "")))
}

// meanLine is the assumed mean length of a line, in bytes.
const meanLine = 80

// count returns the number of times that a word has occurred in tool results so far.
func (s *session) count(word string) int {
	c := s.counts[word]
	for ; c.upTo < s.shown.first+len(s.shown.list); c.upTo++ {
		x := &s.shown.list[max(0, c.upTo-s.shown.first)]
		if x.at.Call > 0 && x.lower == "" {
			x.lower = strings.ToLower(x.text)
		}
		c.n += strings.Count(x.lower, word)
	}
	s.counts[word] = c
	return c.n
}

// counted is the number of occurrences of a word in the texts with an index below upTo.
type counted struct{ n, upTo int }

// unseenNumber returns the line of the environment that contains a date or long number of the
// statement which no tool result contained; nil if there is none.
func (s *session) unseenNumber(x *statement, sources []Source) *results.SourceLine {
	for k := range x.terms {
		forms := x.terms[k].forms
		if !x.terms[k].long() ||
			slices.ContainsFunc(s.shown.list, func(y shown) bool { return y.at.Call > 0 && x.terms[k].in(y.lower) }) {
			continue
		}
		for i := range sources {
			if at, _ := firstForm(sources[i].lower, forms); at >= 0 {
				return sources[i].line(at)
			}
		}
	}
	return nil
}

func (x *Source) line(at int) *results.SourceLine {
	if len(x.lower) != len(x.Text) {
		return &results.SourceLine{File: x.Path, Line: lineNumber(x.lower, at), Quote: lineAt(x.lower, at)}
	}
	return &results.SourceLine{File: x.Path, Line: lineNumber(x.Text, at), Quote: lineAt(x.Text, at)}
}

// best returns the line of the environment with the terms of the statement that have the highest
// total weight; nil if no line has enough.
func (x *statement) best(sources []Source, share float64) (best *results.SourceLine) {
	most := 0.0
	for i := range sources {
		if sum, line := x.bestLine(sources[i].Path, sources[i].Text, sources[i].lower, share); sum > most {
			most, best = sum, sources[i].line(max(0, strings.Index(sources[i].lower, line)))
		}
	}
	return best
}

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
	if sessionID.MatchString(key) {
		key = strings.TrimSuffix(key[len(key)-len("00000000-0000-0000-0000-000000000000.jsonl"):], ".jsonl")
	}
	for i := len(s.own.list) - 1; i >= 0; i-- {
		if x := &s.own.list[i]; strings.Contains(x.text, key) {
			return &x.at
		}
	}
	return nil
}

// showedName reports whether the arguments of any call contain the name of a file. The agent may
// then have opened the file in a way that is not recognised.
func (s *session) showedName(name string) bool {
	return slices.ContainsFunc(s.own.list, func(x shown) bool { return strings.Contains(x.text, path.Base(name)) })
}

func (s *session) causeOf(x *files.Touch) *results.StepRef {
	at := s.trials[x.Trial]
	return &results.StepRef{Task: at.Task, Attempt: at.Attempt, Step: x.Step, Call: x.Call, CallID: x.CallID,
		File: x.Path, By: x.By, Rule: results.RuleNamed}
}
