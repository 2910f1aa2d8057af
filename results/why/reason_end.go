package why

import (
	"cmp"
	"encoding/json"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/clawatlas/clawatlas/results"
)

// ended: how a trial ended that was not scored as any other, or that a limit cut off.
func (s *session) ended(t *Turn, w *results.Why) *saying {
	d := &t.Trial.Details
	switch t.Trial.Status {
	case results.Timeout:
		return s.atLimit(t, w, "the limit of time", d.ErrorText)
	case results.AgentError:
		return crashed(t)
	case results.InfraError:
		return broke(results.ReasonHarness, "The environment or the harness failed, not the agent", d)
	case results.JudgeError:
		return broke(results.ReasonVerdict, "No verdict can be believed", d)
	case results.Missing:
		return cmp.Or(broke(results.ReasonMissing, "No attempt is recorded", d), say(results.ReasonMissing, "No attempt is recorded"))
	case results.NoAnswer:
		return s.noAnswer(t)
	}
	if limitWord.MatchString(d.Ended) && len(d.Ended) < 60 {
		return s.atLimit(t, w, "its limit, “"+short(d.Ended)+"”", "")
	}
	return nil
}

var (
	limitWord = regexp.MustCompile(`(?i)\bmax|limit|exceed|time_?out|too_long|budget|exhaust`)
	seconds   = regexp.MustCompile(`(?i)\b(\d+(?:\.\d+)?) ?(s|sec|secs|seconds?|m|min|minutes?|h|hours?|steps?|turns?)\b`)
)

// atLimit says what a trial did until a limit, and what it had not done by then.
func (s *session) atLimit(t *Turn, w *results.Why, limit, text string) *saying {
	if m := seconds.FindStringSubmatch(text); m != nil {
		limit += " of " + strings.TrimSuffix(m[1], ".0") + " " + m[2]
	} else if n := t.Task.Facts.TimeoutS; n != nil && text != "" {
		limit += " of " + number(*n) + " s"
	}
	loop := findLoop(t)
	if loop == nil {
		x := say(results.ReasonLimit, "It came to %s", limit)
		if n := len(t.Steps); n > 0 {
			x.and(" after ").step(t, here(t, t.Steps[n-1].StepID))
		}
		return s.atEnd(x, t, w)
	}
	x := loop.say(t).and(" until %s", limit)
	return s.atEnd(x, t, w)
}

// atEnd goes on with what was missing when a trial was cut off.
func (s *session) atEnd(x *saying, t *Turn, w *results.Why) *saying {
	for i := range w.Complaints {
		if c := &w.Complaints[i]; c.Unwritten && notThere.MatchString(c.Text) {
			return x.and("; %s was never written", strings.TrimPrefix(c.File, "./"))
		}
	}
	if log := lastError(t); log != "" {
		last := here(t, t.Steps[len(t.Steps)-1].StepID)
		return x.and("; the last error of its log: “%s”", brief(log)).link(brief(log), results.ReasonPlace{Step: last})
	}
	if len(w.Complaints) > 0 {
		return x.and("; the checker then: “%s”", brief(bareText(w.Complaints[0].Text)))
	}
	if failed, n := failing(t.Trial.Checks); len(failed) > 0 {
		return namedChecks(x.and("; "), failed, n)
	}
	return x
}

// lastError is the last line of a log that names an error, of a trace that is little
// else; empty where there is none.
func lastError(t *Turn) string {
	if len(t.Steps) == 0 || t.Trial.ToolCalls > 0 {
		return ""
	}
	for _, x := range t.Steps {
		if len(x.ToolCalls) > 0 {
			return ""
		}
	}
	last := t.Steps[len(t.Steps)-1]
	return errorLine(last.Message[max(0, len(last.Message)-textMost):])
}

// crashed: the agent's own program broke off.
func crashed(t *Turn) *saying {
	d := &t.Trial.Details
	x := broke(results.ReasonCrash, "The agent’s program broke off", d)
	if x == nil {
		x = say(results.ReasonCrash, "The agent’s program broke off")
	}
	switch said := lastSaid(t); {
	case said == nil && len(t.Steps) > 1:
		x.and("; it had said nothing")
	case said != nil && !rateLimit.MatchString(x.text.String()):
		if line := errorLine(said.Message + "\n" + said.Error); rateLimit.MatchString(line) {
			return say(results.ReasonCrash, "The agent’s program broke off after its last words (").step(t, here(t, said.StepID)).and("): “%s”", brief(line))
		}
	}
	return x
}

// broke says what an error's text says; nil without any.
func broke(kind results.ReasonKind, head string, d *results.TrialDetails) *saying {
	line := cmp.Or(errorLine(d.ErrorText), firstLine(d.ErrorText), d.ErrorType)
	if line == "" {
		return nil
	}
	if d.ErrorType != "" && !strings.Contains(line, d.ErrorType) && !ourWord.MatchString(d.ErrorType) && d.ErrorType != "error" {
		line = d.ErrorType + ": " + line
	}
	return say(kind, "%s: “%s”", head, brief(line))
}

var (
	// ourWord are types of errors that readers have for what their harness has none.
	ourWord = regexp.MustCompile(`^(?:NoTrialResult|NoReward|RewardSpoiled|VerifierDisabled|UnreadableResult|ContradictoryRecords)$`)
	errored = regexp.MustCompile(`(?i)\b(?:\w*(?:Error|Exception)\b ?:|error:|fatal:|panic:|cannot find|no such file|not found\b|no matching|denied|refused|killed|out of memory)`)
	noise   = regexp.MustCompile(`(?i)^(?:Command|command):|^\s*at |\[diagnostic\]|-debug-\d|complete log of this run|^Harbor has no type|^No verdict exists|openssl|ca\.crt|system library|NODE_EXTRA_CA|^In most cases`)
	// rateLimit are the words in which providers refuse a caller who asks too often.
	rateLimit = regexp.MustCompile(`(?i)\b429\b.*(?:limit|quota|too many|exceeded|exhausted)|\b(?:status|code|error|http)\W{0,3}(?:code\W{0,2})?429\b|rate.?limit|too many requests|RESOURCE_EXHAUSTED`)
	ownError  = regexp.MustCompile(`^\s*(?:E\s+)?[\w.]*(?:Error|Exception)\b ?:|^npm error notarget No`)
)

// errorLine is the line of a text that says best what failed: the last that is an
// exception, else the last that speaks of an error; empty if none does.
//
// Harbor repeats the command before what it printed, with the whole prompt.
func errorLine(text string) string {
	if _, printed, ok := strings.Cut(text, "\nStdout:"); ok {
		text = printed[max(0, len(printed)-textMost):]
	}
	text = text[:min(len(text), textMost)]
	best, rank := "", 0
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.TrimSpace(line)
		n := 0
		switch {
		case noise.MatchString(line) || utf8.RuneCountInString(line) > 600 || strings.HasPrefix(line, "-") && !errored.MatchString(line):
		case rateLimit.MatchString(line):
			n = 3
		case ownError.MatchString(line):
			n = 2
		case errored.MatchString(line):
			n = 1
		}
		if n > 0 && n >= rank {
			best, rank = line, n
		}
	}
	if i := strings.Index(best, "Error: Cannot find module"); i > 0 {
		best = best[i:]
	}
	best, _, _ = strings.Cut(best, `\n`)
	return strings.TrimPrefix(strings.TrimPrefix(best, "- "), "npm error notarget ")
}

// noAnswer: nothing could be taken as an answer.
func (s *session) noAnswer(t *Turn) *saying {
	if loop := findLoop(t); loop != nil {
		return loop.say(t).and(" and gave no answer")
	}
	if x := s.silent(t, nil); x != nil {
		return x
	}
	x := say(results.ReasonAnswer, "Nothing that it said could be taken as an answer")
	if last := lastSaid(t); last != nil {
		return x.and("; its last message (").step(t, here(t, last.StepID)).and("): “%s”", brief(last.Message))
	}
	if text := t.Trial.Details.ErrorText; text != "" {
		return x.and(": “%s”", brief(firstLine(text)))
	}
	return x
}

var declines = regexp.MustCompile(`(?i)^[^.!?]{0,80}\b(?:I (?:can['’]?t|cannot|won['’]t|will not|am (?:not able|unable) to|must decline|have to decline)|I['’]m (?:not able|unable|sorry, but I can)|against my)\b[^.!?]{0,60}\b(?:help|assist|comply|do (?:that|this)|provide|fulfil|continue|support|create|engage|participate)`)

// refused: the agent declined, and did nothing.
func (s *session) refused(t *Turn, _ *results.Why) *saying {
	last := lastSaid(t)
	if last == nil || t.Trial.ToolCalls > 0 || len(last.ToolCalls) > 0 || !declines.MatchString(last.Message) {
		return nil
	}
	sentence, _, _ := strings.Cut(last.Message, "\n")
	return say(results.ReasonRefusal, "It declined (").step(t, here(t, last.StepID)).and("): “%s”", brief(sentence)).probably()
}

// silent: every message of the agent is empty, and it called nothing.
func (s *session) silent(t *Turn, _ *results.Why) *saying {
	n := quiet(t)
	if n == 0 {
		return nil
	}
	return said1(say(results.ReasonAnswer, ""), t, n)
}

// quiet counts the empty messages of an agent that said and called nothing at all.
func quiet(t *Turn) int {
	n := 0
	for _, x := range t.Steps {
		if x.Source != results.SourceAgent || x.Event != "" && x.Event != "raw" {
			continue
		}
		if strings.TrimSpace(x.Message) != "" || len(x.ToolCalls) > 0 || len(x.Parts) > 0 {
			return 0
		}
		n++
	}
	return n
}

func said1(x *saying, t *Turn, n int) *saying {
	first := 0
	cause := ""
	for _, step := range t.Steps {
		if step.Source == results.SourceAgent && first == 0 {
			first = step.StepID
		}
		cause = cmp.Or(step.Error, cause)
	}
	if n == 1 {
		x.and("its only message (")
	} else {
		x.and("all %d messages of the agent (from ", n)
	}
	x.step(t, here(t, first)).and(") %s empty", map[bool]string{true: "is", false: "are"}[n == 1])
	if cause != "" {
		x.and(": “%s”", brief(cmp.Or(errorLine(cause), firstLine(cause))))
	}
	return x
}

// looped: the same call until the end.
func (s *session) looped(t *Turn, _ *results.Why) *saying {
	if loop := findLoop(t); loop != nil {
		return loop.say(t).probably()
	}
	return nil
}

// neverWorked: no call of the trace succeeded.
func (s *session) neverWorked(t *Turn, _ *results.Why) *saying {
	calls, last, text := 0, 0, ""
	for _, x := range t.Steps {
		for i := range x.ToolCalls {
			r := x.ResultOf(i)
			if r == nil {
				continue
			}
			if !r.Failed {
				return nil
			}
			calls, last = calls+1, x.StepID
			text = cmp.Or(errorLine(r.ErrorText), errorLine(r.Content), firstLine(r.Content), text)
		}
	}
	if calls < 3 {
		return nil
	}
	x := say(results.ReasonHarness, "Each of its %d calls failed, the last at ", calls).step(t, here(t, last))
	return x.and(": “%s”", brief(text)).probably()
}

// Bounds of a loop: turns, and their share of all calls.
const (
	loopLeast = 10
	loopShare = 0.5
)

// loop is a call that was made again and again.
type loop struct {
	name  string
	n     int
	first int // step
	same  bool
}

// findLoop finds the call that makes up most of a trace: with the same arguments, or
// else a command that differs in its paths alone.
func findLoop(t *Turn) *loop {
	exact, alike := map[string]*loop{}, map[string]*loop{}
	calls := 0
	for _, x := range t.Steps {
		for i := range x.ToolCalls {
			c := &x.ToolCalls[i]
			calls++
			count(exact, c.Name+string(c.Arguments), shown1(c), x.StepID, true)
			count(alike, c.Name+" "+pattern(c), pattern(c), x.StepID, false)
		}
	}
	var best *loop
	for _, m := range []map[string]*loop{exact, alike} {
		for _, l := range m {
			if l.n >= loopLeast && float64(l.n) >= loopShare*float64(calls) && (best == nil || l.n > 2*best.n) {
				best = l
			}
		}
	}
	return best
}

func count(m map[string]*loop, key, name string, step int, same bool) {
	if m[key] == nil {
		m[key] = &loop{name: name, first: step, same: same}
	}
	m[key].n++
}

func (l *loop) say(t *Turn) *saying {
	head := "It made the call “%s” %d times (from "
	if !l.same {
		head = "It ran “%s” on one file after another %d times (from "
	}
	return say(results.ReasonLoop, head, l.name, l.n).step(t, here(t, l.first)).and(")")
}

// command is what a call runs; empty if it runs nothing.
func command(c *results.ToolCall) string {
	var a map[string]json.RawMessage
	if json.Unmarshal(c.Arguments, &a) != nil {
		return ""
	}
	for _, key := range []string{"command", "cmd", "bash_command", "keystrokes", "code"} {
		var text string
		if json.Unmarshal(a[key], &text) == nil && text != "" {
			return text
		}
	}
	return ""
}

func shown1(c *results.ToolCall) string {
	return short(c.Name + " " + cmp.Or(command(c), string(c.Arguments)))
}

var aPath = regexp.MustCompile(`(?:^|\s)(?:\.{0,2}/|~/|\[user\])?[^\s"'|&;<>-][^\s"'|&;<>]*(?:/[^\s"'|&;<>]*|\.[A-Za-z]\w{0,6})(?:$|\s)`)

// pattern is a command without the paths that it names; empty arguments for a tool
// that runs none.
func pattern(c *results.ToolCall) string {
	text := command(c)
	if text == "" {
		return string(c.Arguments)
	}
	for range 3 {
		text = aPath.ReplaceAllString(text, " … ")
	}
	return short(text)
}
