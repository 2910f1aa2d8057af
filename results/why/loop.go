package why

import (
	"cmp"
	"regexp"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/calls"
)

// looped explains a trial in which the agent repeated one call.
func (s *session) looped(t *Turn, _ *results.Explanation) *sentence {
	if x := findLoop(t).say(t); x != nil {
		return x.probably()
	}
	return nil
}

// Minimum number of repetitions in a loop, and their minimum share of all calls.
const (
	loopLeast = 10
	loopShare = 0.5
)

// loop is a call that the agent repeated.
type loop struct {
	name  string
	n     int
	first int // step
	same  bool
}

// findLoop returns the call that makes up at least loopShare of all calls, or nil if there is none.
// Two calls are the same if their arguments are equal or their commands differ only in paths.
func findLoop(t *Turn) *loop {
	exact, alike := map[string]*loop{}, map[string]*loop{}
	all := 0
	count := func(m map[string]*loop, key, name string, step int, same bool) {
		if m[key] == nil {
			m[key] = &loop{name: name, first: step, same: same}
		}
		m[key].n++
	}
	for _, x := range t.Steps {
		for i := range x.ToolCalls {
			c := &x.ToolCalls[i]
			all++
			count(exact, c.Name+string(c.Arguments), quote(c.Name+" "+cmp.Or(command(c), string(c.Arguments)), 8), x.StepID, true)
			count(alike, c.Name+" "+pattern(c), pattern(c), x.StepID, false)
		}
	}
	var best *loop
	for _, m := range []map[string]*loop{exact, alike} {
		for _, l := range m {
			if l.n >= loopLeast && float64(l.n) >= loopShare*float64(all) && (best == nil || l.n > 2*best.n) {
				best = l
			}
		}
	}
	return best
}

func (l *loop) say(t *Turn) *sentence {
	if l == nil {
		return nil
	}
	head := "It made the call `%s` %d times (from "
	if !l.same {
		head = "It ran `%s` on one file after another %d times (from "
	}
	return say(results.ReasonLoop, head, l.name, l.n).step(t, here(t, l.first)).and(")")
}

// command returns the shell command or code in a call's arguments, or "" if there is none.
func command(c *results.ToolCall) string { return calls.Read(c).Command }

var aPath = regexp.MustCompile(`(?:^|\s)(?:\.{0,2}/|~/|\[user\])?[^\s"'|&;<>-][^\s"'|&;<>]*(?:/[^\s"'|&;<>]*|\.[A-Za-z]\w{0,6})(?:$|\s)`)

// pattern returns the start of a call's command without paths, or the call's arguments if it has no
// command. findLoop uses it to compare calls.
func pattern(c *results.ToolCall) string {
	text := command(c)
	if text == "" {
		return string(c.Arguments)
	}
	for range 3 {
		text = aPath.ReplaceAllString(text, " ")
	}
	return quote(text, 8)
}
