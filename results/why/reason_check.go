package why

import (
	"cmp"
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/clawatlas/clawatlas/results"
)

// failing are the checks that decide and have failed, and how many decide.
func failing(checks []results.Check) (failed []*results.Check, n int) {
	weighed := slices.ContainsFunc(checks, func(c results.Check) bool { return c.Weight > 0 })
	parts := slices.ContainsFunc(checks, func(c results.Check) bool { return c.Weight == 0 })
	for i := range checks {
		c := &checks[i]
		if weighed && parts && c.Weight > 0 && isTotal(c) || weighed && !parts && c.Weight == 0 {
			continue
		}
		if c.Passed == nil {
			continue
		}
		if n++; !*c.Passed {
			failed = append(failed, c)
		}
	}
	return failed, n
}

var aNumber = regexp.MustCompile(`^-?\d*\.?\d*$`)

// isTotal reports whether a check is a sum of others: its detail is its number alone.
func isTotal(c *results.Check) bool { return aNumber.MatchString(c.Detail) }

// failedChecks: the names of checks or tests that failed.
func (s *session) failedChecks(t *Turn, _ *results.Why) *saying {
	failed, n := failing(t.Trial.Checks)
	if len(failed) == 0 || len(failed) == 1 && n == 1 && isTotal(failed[0]) && failed[0].Detail != "" {
		return nil
	}
	return namedChecks(say(results.ReasonCheck, ""), failed, n)
}

var (
	toPass = regexp.MustCompile(`\bFAIL_TO_PASS\b`)
	toKeep = regexp.MustCompile(`\bPASS_TO_PASS\b`)
)

// namedChecks goes on with the checks that failed, red-lines first, and with what the
// first says.
func namedChecks(x *saying, failed []*results.Check, n int) *saying {
	failed = slices.Clone(failed)
	slices.SortStableFunc(failed, func(a, b *results.Check) int {
		return cmp.Compare(rankOf(a), rankOf(b))
	})
	var pass, keep, names []string
	for _, c := range failed {
		name := shortName(c.ID)
		names = append(names, name)
		switch {
		case toPass.MatchString(c.Detail):
			pass = append(pass, name)
		case toKeep.MatchString(c.Detail):
			keep = append(keep, name)
		}
	}
	switch {
	case len(pass) > 0:
		x.and("The change does not make %s pass", list(pass, 3, false))
		if len(keep) > 0 {
			x.and(", and it breaks %s, of %d tests", list(keep, 3, false), n)
		} else {
			x.and(" (%d of %d tests fail)", len(failed), n)
		}
	case len(keep) > 0:
		x.and("The change breaks %s, of %d tests that passed before", list(keep, 3, false), n)
	default:
		if failed[0].RedLine {
			x.and("It crossed a red line: ")
		}
		x.and("%s failed, of %d %s", list(names, 4, false), n, map[bool]string{true: "check", false: "checks"}[n == 1])
	}
	x.link(names[0], results.ReasonPlace{Check: failed[0].ID})
	if len(pass)+len(keep) > 0 {
		return x
	}
	for i, c := range failed {
		said := saidBy(c)
		switch {
		case said == "":
			continue
		case i == 0:
			x.and("; the first says “%s”", brief(said))
		default:
			x.and("; %s says “%s”", names[i], brief(said))
		}
		break
	}
	return x
}

func rankOf(c *results.Check) int {
	switch {
	case c.RedLine, toPass.MatchString(c.Detail):
		return 0
	}
	return 1
}

// shortName is the name of a test without the path of its file.
func shortName(id string) string {
	if i := strings.LastIndex(id, "::"); i >= 0 && !strings.Contains(id, nameEnd) {
		id = id[i+2:]
	}
	name, _, _ := strings.Cut(id, nameEnd)
	return cutAt(words1(name), 140)
}

// nameEnd is what stands between the name of a test and what it says where a summary of
// pytest has both.
const nameEnd = " - "

// saidBy is the line of a check's detail that says what failed; empty for a number.
func saidBy(c *results.Check) string {
	detail, _, _ := strings.Cut(c.Detail, "\n"+results.AlsoRecorded+":")
	_, named, _ := strings.Cut(c.ID, nameEnd)
	if strings.HasPrefix(strings.TrimSpace(named), "File ") {
		named = "" // where it failed, not what
	}
	if isTotal(c) {
		return named
	}
	if line, _ := failLine(detail); line != "" {
		return line
	}
	if line := errorLine(detail); line != "" {
		return line
	}
	if line := firstLine(detail); line != "" && strings.Count(detail, "\n") < 3 {
		return line
	}
	return named
}

var aMember = regexp.MustCompile(`(?m)^(Value|Answer|Target|Explanation):[ \t]*`)

// members are the parts of a scorer's detail: its value, the answer, the target and
// what it explains.
func members(detail string) map[string]string {
	detail, _, _ = strings.Cut(detail, "\n"+results.AlsoRecorded+":")
	m := map[string]string{}
	all := aMember.FindAllStringSubmatchIndex(detail, -1)
	for i, at := range all {
		end := len(detail)
		if i+1 < len(all) {
			end = all[i+1][0]
		}
		if name := detail[at[2]:at[3]]; m[name] == "" {
			m[name] = strings.TrimSpace(detail[at[1]:end])
		}
	}
	return m
}

// answered: a scorer that asks for one answer and got another, or says what is wrong
// with it.
func (s *session) answered(t *Turn, _ *results.Why) *saying {
	for i := range t.Trial.Checks {
		c := &t.Trial.Checks[i]
		m := members(c.Detail)
		if c.Passed == nil || *c.Passed || m["Value"] == "" || m["Target"] == "" && m["Explanation"] == "" {
			continue
		}
		if why := m["Explanation"]; utf8.RuneCountInString(why) > 60 && why != m["Answer"] {
			if text, _ := telling(why, m["Target"]); text != "" {
				quote := cutAt(words1(text), 330)
				return say(results.ReasonJudge, "The judge (%s): “%s”", c.ID, quote).link(c.ID, results.ReasonPlace{Check: c.ID})
			}
		}
		if m["Target"] == "" {
			continue
		}
		x := say(results.ReasonAnswer, "The scorer %s asks for %s", c.ID, list(targets(m["Target"]), 3, true))
		x.link(c.ID, results.ReasonPlace{Check: c.ID})
		if m["Answer"] == "" {
			return x.and("; it gave no answer")
		}
		x.and("; the answer is “%s”", cutAt(words1(m["Answer"]), 140))
		if last := lastWithText(t, m["Answer"]); last != nil {
			x.and(" (").step(t, here(t, last.StepID)).and(")")
		}
		return x
	}
	return nil
}

func targets(text string) []string {
	var out []string
	for line := range strings.SplitSeq(text, "\n") {
		if line = cutAt(words1(line), 100); line != "" {
			out = append(out, line)
		}
	}
	return out
}

func lastWithText(t *Turn, text string) *results.Step {
	for i := len(t.Steps) - 1; i >= 0; i-- {
		if x := t.Steps[i]; x.Source == results.SourceAgent && strings.Contains(x.Message, text) {
			return x
		}
	}
	return nil
}

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
