package why

import (
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/clawatlas/clawatlas/results"
)

var (
	reference = regexp.MustCompile(`expected (\w+) (\{.*?\})(?: \((read|write)\))?; found (no call of|with other arguments: )(.*)$`)
	toSay     = regexp.MustCompile(`expected the agent to say “(.*?)”; not found`)
	asLeft    = regexp.MustCompile(`expected the database as (?:the reference actions|these calls) leave it`)
	aCall     = regexp.MustCompile(`\b([a-z]\w*_\w+) \{`)
	madeCall  = regexp.MustCompile(`expected (\w+) (\{.*\})(?: \((?:read|write)\))?; found$`)
	askedCall = regexp.MustCompile(`expected (\w+) \{`)
	looking   = regexp.MustCompile(`^(?:get|search|list|find|calculate|think|read|lookup|look_up|check|view|show|describe|fetch|query|browse|count)(?:_|$)`)
)

// referred: what the reference calls or says and the agent did not, or the reverse.
func (s *session) referred(t *Turn, _ *results.Why) *saying {
	var writes, unsaid []*results.Check
	database := ""
	for i := range t.Trial.Checks {
		c := &t.Trial.Checks[i]
		if c.Passed == nil || *c.Passed {
			continue
		}
		m := reference.FindStringSubmatch(c.Detail)
		switch {
		case m != nil && (m[3] == "write" || m[3] == "" && !looking.MatchString(m[1])):
			writes = append(writes, c)
		case m != nil: // it reads, and changes nothing
		case toSay.MatchString(c.Detail):
			unsaid = append(unsaid, c)
		case asLeft.MatchString(c.Detail):
			database = c.ID + "\x00" + c.Detail
		}
	}
	if len(writes)+len(unsaid) == 0 && database == "" {
		return nil
	}
	x := say(results.ReasonCheck, "")
	switch id, detail, _ := strings.Cut(database, "\x00"); {
	case len(writes) > 0:
		x.missedCall(t, writes[0])
		if more := len(writes) - 1; more > 0 {
			x.and(", and %d more of its writes are missing or other ones", more)
		}
	case database != "":
		x.otherWrites(t, id, detail)
	}
	if len(unsaid) > 0 {
		if x.text.Len() > 0 {
			x.and("; ")
		}
		x.and("it never said “%s”, which the user was to be told", short(toSay.FindStringSubmatch(unsaid[0].Detail)[1]))
		x.link("never said", results.ReasonPlace{Check: unsaid[0].ID})
	}
	return x
}

// missedCall says of a call of the reference whether the agent made it, and with what.
func (x *saying) missedCall(t *Turn, c *results.Check) {
	m := reference.FindStringSubmatch(c.Detail)
	x.and("The reference calls %s", m[1]).link(m[1], results.ReasonPlace{Check: c.ID})
	if strings.HasPrefix(m[4], "no call") {
		x.and(" %s, which the agent never called", short(m[2]))
		return
	}
	step, diff := nearestCall(t, m[1], m[2])
	if step == 0 {
		x.and("; the agent called it with other arguments")
		return
	}
	x.and("; the agent called it (").step(t, here(t, step)).and(") with other arguments")
	if len(diff) > 0 {
		x.and(": %s", diff[0])
	}
}

// otherWrites says what the agent called that changes the database, where no call of
// the reference is known to be missing.
func (x *saying) otherWrites(t *Turn, id, detail string) {
	x.and("The database is not as the reference leaves it").link("The database", results.ReasonPlace{Check: id})
	asked := map[string]bool{}
	for _, m := range aCall.FindAllStringSubmatch(detail, -1) {
		asked[m[1]] = true
	}
	for name := range asked {
		if step, _ := lastCall(t, name); step == 0 && !looking.MatchString(name) {
			x.and(": the agent never called %s", name)
			return
		}
	}
	for i := range t.Trial.Checks {
		if m := askedCall.FindStringSubmatch(t.Trial.Checks[i].Detail); m != nil {
			asked[m[1]] = true
		}
	}
	for i := len(t.Steps) - 1; i >= 0; i-- {
		for _, c := range t.Steps[i].ToolCalls {
			if looking.MatchString(c.Name) {
				continue
			}
			if asked[c.Name] {
				x.and(": the agent called %s (", c.Name).step(t, here(t, t.Steps[i].StepID)).and(") otherwise than the reference does")
			} else {
				x.and(": the agent called %s (", c.Name).step(t, here(t, t.Steps[i].StepID)).and("), which the reference does not")
			}
			x.probably()
			return
		}
	}
	x.and(": the agent called nothing that changes it")
}

func lastCall(t *Turn, name string) (step int, args string) {
	for i := len(t.Steps) - 1; i >= 0; i-- {
		for _, c := range t.Steps[i].ToolCalls {
			if c.Name == name {
				return t.Steps[i].StepID, string(c.Arguments)
			}
		}
	}
	return 0, ""
}

// nearestCall is the call of a tool that differs least from what is asked for, and in what.
func nearestCall(t *Turn, name, want string) (step int, diff []string) {
	var asked any
	if json.Unmarshal([]byte(want), &asked) != nil {
		return 0, nil
	}
	right := t.rightCalls(name)
	for _, x := range t.Steps {
		for _, c := range x.ToolCalls {
			var given any
			if c.Name != name || json.Unmarshal(c.Arguments, &given) != nil ||
				slices.ContainsFunc(right, func(r any) bool { return len(differing("", r, given)) == 0 }) {
				continue
			}
			if found := differing("", asked, given); step == 0 || len(found) <= len(diff) {
				step, diff = x.StepID, found
			}
		}
	}
	return step, diff
}

// rightCalls are the arguments of the calls of a tool that the reference has and the agent
// made: none of them stands in the place of another.
func (t *Turn) rightCalls(name string) (list []any) {
	for i := range t.Trial.Checks {
		c := &t.Trial.Checks[i]
		m := madeCall.FindStringSubmatch(c.Detail)
		var asked any
		if c.Passed != nil && *c.Passed && m != nil && m[1] == name && json.Unmarshal([]byte(m[2]), &asked) == nil {
			list = append(list, asked)
		}
	}
	return list
}

// differing lists what a value has otherwise than is asked for: each as "key x in place
// of y". What it has beside that is no difference.
func differing(at string, want, got any) []string {
	switch w := want.(type) {
	case map[string]any:
		if g, ok := got.(map[string]any); ok {
			var list []string
			for _, k := range sorted(w) {
				list = append(list, differing(strings.TrimPrefix(at+"."+k, "."), w[k], g[k])...)
			}
			return list
		}
	case []any:
		if g, ok := got.([]any); ok && len(g) == len(w) {
			var list []string
			for i := range w {
				list = append(list, differing(at+"["+strconv.Itoa(i)+"]", w[i], g[i])...)
			}
			return list
		}
	}
	wanted, _ := json.Marshal(want)
	given, _ := json.Marshal(got)
	if string(wanted) == string(given) {
		return nil
	}
	if got == nil {
		given = []byte("nothing")
	}
	return []string{at + " " + short(string(given)) + " in place of " + short(string(wanted))}
}
