package why

import (
	"cmp"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/calls"
)

// wroteNothing states why the trial changed no files: the model's API refused, a tool did not
// exist, the record ends too early, the agent asked back or made no call. It returns nil if the
// trial changed files or may have done so.
func (s *session) wroteNothing(t *Turn) *sentence {
	if len(s.wroteHere()) > 0 || len(t.Steps) == 0 {
		return nil
	}
	if line, at := refusedByAPI(t); at != nil {
		return say("", "the model call failed (").step(t, at).and("): “%s”", quote(line, 8))
	}
	if x := unknownTool(t); x != nil {
		return x
	}
	last := t.Steps[len(t.Steps)-1]
	if len(last.ToolCalls) > 0 && last.ResultOf(0) == nil {
		return say("", "the trace ends with a call that got no result (").step(t, here(t, last.StepID)).and(")")
	}
	if said := lastSaid(t); said == last {
		if asked := asksBack(said.Message); asked != "" {
			return say("", "the agent asked back (").step(t, here(t, last.StepID)).and("): “%s”", quote(asked, 12))
		}
	}
	if t.Trial.ToolCalls == 0 {
		return say("", "the agent called no tool")
	}
	if x := failedCall(t, "its call failed ("); x != nil {
		return x
	}
	for _, x := range t.Steps {
		if slices.ContainsFunc(x.ToolCalls, func(c results.ToolCall) bool { return mayWrite.MatchString(command(&c)) }) {
			return nil
		}
	}
	return say("", "the agent wrote no file in this %s", t.word())
}

var (
	noSuchTool = regexp.MustCompile(`^(?:Error: )?(?:Tool \S+ not found|Unknown tool\b)`)
	mayWrite   = regexp.MustCompile(`>|\b(?:cp|mv|tee|sed|patch|git|python3?|node|perl|ruby)\b`)
)

var (
	asksFor = regexp.MustCompile(`(?i)^\W*(?:[^,]*, )?(?:but )?please (?:reply|confirm|provide|share|send|tell|paste|specify|clarify|upload)\b` +
		`|\blet me know (?:which|what|whether|how|the|your)\b`)
)

// asksBack returns the question at the end of a message, or the message from its first request for
// input; empty if there is neither. A request under a condition does not count.
func asksBack(message string) string {
	message = strings.ReplaceAll(message, "**", "")
	if strings.HasSuffix(strings.TrimRight(message, " \n*_)`"), "?") {
		line := lastLine(message)
		line = line[:strings.LastIndexByte(line, '?')+1]
		return line[strings.LastIndex(line, ". ")+1:]
	}
	for _, m := range aSentence.FindAllStringIndex(message, -1) {
		if rest := strings.TrimLeft(message[m[0]:], " -*\n"); asksFor.MatchString(message[m[0]:m[1]]) && !strings.HasPrefix(rest, "If ") {
			return quote(rest, 10)
		}
	}
	return ""
}

// unknownTool states that a call which would have written a file was rejected because its tool does
// not exist; nil if there is none.
func unknownTool(t *Turn) *sentence {
	for i := len(t.Steps) - 1; i >= 0; i-- {
		for k := range t.Steps[i].ToolCalls {
			c := &t.Steps[i].ToolCalls[k]
			a := calls.Read(c)
			if r := t.Steps[i].ResultOf(k); r == nil || !noSuchTool.MatchString(r.Content) || a.Path == "" || a.Content+a.Patch == "" && len(a.Changes) == 0 {
				continue
			}
			x := say("", "its write of %s (", path.Base(a.Path)).step(t, here(t, t.Steps[i].StepID))
			return x.and(") was rejected, because it has no tool “%s”", short(c.Name))
		}
	}
	return nil
}

// failedCall quotes the result of the trial's last call if that call failed; otherwise nil.
func failedCall(t *Turn, head string) *sentence {
	for i := len(t.Steps) - 1; i >= 0; i-- {
		n := len(t.Steps[i].ToolCalls)
		if n == 0 {
			continue
		}
		if r := t.Steps[i].ResultOf(n - 1); r != nil && r.Failed {
			x := say(results.ReasonAnswer, "%s", head).step(t, here(t, t.Steps[i].StepID))
			return x.and("): “%s”", quote(cmp.Or(errorLine(r.Content), firstLine(r.Content)), 8))
		}
		return nil
	}
	return nil
}
