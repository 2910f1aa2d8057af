package world

import (
	"fmt"
	"strings"

	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/report"
	worldreport "github.com/clawatlas/clawatlas/results/report/world"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/results/world"
	"github.com/clawatlas/clawatlas/views/fingerprint"
	"github.com/clawatlas/clawatlas/views/ui"
)

// worldTrack is a row of the grid: one for each run and each of what runs did.
type worldTrack struct {
	Name   string
	About  string
	Letter string // of the run where there are two
	run    *worldreport.WorldRun
}

// tracks are the rows below WORLD and TOLD. One that is empty for all runs is left
// out.
func (p worldScenarioView) tracks() []worldTrack {
	var list []worldTrack
	for _, t := range []struct {
		Name, about string
		has         func(*worldreport.WorldRunEpoch) bool
	}{
		{"LOOKED", "first tool call", func(e *worldreport.WorldRunEpoch) bool { return len(e.Looked) > 0 }},
		{"BELIEF", "old and new", func(e *worldreport.WorldRunEpoch) bool { return len(e.Beliefs)+len(e.Values) > 0 }},
		{"CHECKS", p.Of.Words.Task + "s", func(e *worldreport.WorldRunEpoch) bool { return len(e.Checks) > 0 }},
	} {
		any := false
		for i := range p.Runs {
			for k := range p.Runs[i].Epochs {
				any = any || t.has(&p.Runs[i].Epochs[k])
			}
		}
		for i := range p.Runs {
			if any {
				list = append(list, worldTrack{Name: t.Name, About: t.about, Letter: p.letter(i), run: &p.Runs[i]})
			}
		}
	}
	return list
}

// letter is that of a run where there are two.
func (p worldScenarioView) letter(i int) string {
	if len(p.Runs) < 2 {
		return ""
	}
	return []string{"A", "B"}[i]
}

// empty reports whether a track says nothing of an epoch.
func (t worldTrack) empty(e *worldreport.WorldRunEpoch) bool {
	switch t.Name {
	case "LOOKED":
		return len(e.Looked) == 0
	case "BELIEF":
		return len(e.Beliefs)+len(e.Values) == 0
	}
	return len(e.Checks) == 0
}

// unlooked says why nothing is known of what the runs looked at; empty if something
// is.
func (p worldScenarioView) unlooked() string {
	for i := range p.Runs {
		if p.Runs[i].Noticed != nil {
			return ""
		}
	}
	switch {
	case len(p.Runs) == 0:
		return ""
	case !p.Texts:
		return "What was looked at is not known: it is found by the texts of the changes, and of these only facts are known."
	}
	return "What was looked at is not known: there are no traces."
}

// address is that of the page with other runs.
func (p worldScenarioView) address(scenario string, q worldreport.WorldQuery) string {
	return q.Address(p.Benchmark, scenario)
}

// picks are the links to the first runs that can be asked for.
func (p worldScenarioView) picks() []report.PickRun {
	return p.Choices[:min(len(p.Choices), worldPicks)]
}

// worldPicks is how many runs a page without one links itself; all are in its form.
const worldPicks = 3

// form chooses one run or two; the best complete one is chosen already.
func (p worldScenarioView) form() ui.Filter {
	f := ui.Filter{Action: link.World(p.Benchmark, p.Scenario), Submit: "Show"}
	for i, name := range []string{"a", "b"} {
		field := ui.Field{Name: name, Label: strings.ToUpper(name), Kind: ui.Select}
		chosen := ""
		switch {
		case i < len(p.Query.Runs):
			chosen = p.Query.Runs[i]
		case i == 0 && len(p.Choices) > 0:
			chosen = p.Choices[0].Run
		}
		if i == 1 {
			field.Choices = []ui.Choice{{Label: "no second run"}}
		}
		known := chosen == ""
		for _, c := range p.Choices {
			field.Choices = append(field.Choices, ui.Choice{Value: c.Run, Label: ui.Plain(c.Label), Selected: c.Run == chosen})
			known = known || c.Run == chosen
		}
		if !known {
			field.Choices = append(field.Choices, ui.Choice{Value: chosen, Label: ui.Plain(p.Runs[i].Name) + " (" +
				report.SlugEnd(chosen) + ")", Selected: true})
		}
		f.Fields = append(f.Fields, field)
	}
	return f
}

// lookMark says without colour whether the object was seen.
func lookMark(l *worldreport.WorldLook) string {
	switch {
	case l.Noticed:
		return "●"
	case world.Level(l.Level) == world.Untraced:
		return words.NotRecorded
	}
	return "○"
}

// lookWord says how far the agent got with an object.
func lookWord(l *worldreport.WorldLook) string {
	switch world.Level(l.Level) {
	case world.ByContent:
		return "read"
	case world.Opened:
		return "opened"
	case world.ByScript:
		return "read by a script"
	case world.Refused:
		return "refused"
	case world.Listed:
		return "listed only"
	case world.Untraced:
		return "no trace"
	}
	return "never"
}

// lookPlace is where the look is found.
func lookPlace(l *worldreport.WorldLook) string { return fmt.Sprintf("%s step %d", l.Round, l.Step) }

// usedWords say which values of an object stand where.
func usedWords(u *worldreport.WorldUse) string {
	where, says := "what a command wrote", "values %s stand in %s,"
	if u.File != "" {
		where = u.File
	}
	if len(u.Values) == 1 {
		says = "value %s stands in %s,"
	}
	return fmt.Sprintf(says, strings.Join(u.Values, ", "), where)
}

// usedPlace is where the values were written.
func usedPlace(u *worldreport.WorldUse) string { return fmt.Sprintf("%s step %d", u.Round, u.Step) }

// lookDelay says how late the look came; empty in the round of the update.
func lookDelay(l *worldreport.WorldLook) string {
	if l.Rounds == nil || *l.Rounds == 0 {
		return ""
	}
	return words.Counted(*l.Rounds, "round") + " later"
}

// lookWhole says all of a look in one line.
func lookWhole(l *worldreport.WorldLook) string {
	text := lookWord(l)
	if l.Calls != nil && *l.Calls > 0 {
		text += ", call " + words.Count(*l.Calls) + " since the update"
	}
	if l.Missing > 0 {
		text += ", " + words.Counted(l.Missing, "round") + " without a trace"
	}
	return text
}

// hiddenWords say what a listing left out.
func hiddenWords(l *worldreport.WorldLook) string {
	return fmt.Sprintf("the tool listed %d of %d", l.Hidden.Shown, l.Hidden.Exist)
}

// beliefMark says without colour whether a belief was answered right.
func beliefMark(b *worldreport.WorldBelief) string {
	switch {
	case !b.Judged:
		return words.NotRecorded
	case b.Right:
		return "●"
	}
	return "○"
}

// beliefWords counts the options about a belief.
func beliefWords(b *worldreport.WorldBelief) string {
	switch {
	case !b.Judged:
		return "no verdict"
	case !b.Answered:
		return "no answer"
	}
	text := fmt.Sprintf("%d/%d", b.Stale.K+b.New.K, b.Stale.N+b.New.N)
	switch {
	case b.Stale.K < b.Stale.N:
		text += " stale"
	case !b.First && b.Right:
		text += " held"
	}
	return text
}

// beliefLetter numbers beliefs apart from objects.
func beliefLetter(n int) string {
	if n < 1 || n > 26 {
		return "·"
	}
	return string(rune('a' + n - 1))
}

// worldValues are the rounds of an epoch that ask for one value.
type worldValues struct {
	Value string
	List  []worldreport.WorldValue
}

func valuesByName(list []worldreport.WorldValue) []worldValues {
	var out []worldValues
	for _, v := range list {
		if n := len(out); n == 0 || out[n-1].Value != v.Value {
			out = append(out, worldValues{Value: v.Value})
		}
		g := &out[len(out)-1]
		g.List = append(g.List, v)
	}
	return out
}

// valueWord says which of a value's two states was written.
func valueWord(v worldreport.WorldValue) string {
	switch world.Written(v.Written) {
	case world.NewOnly:
		return "● new"
	case world.Both:
		return "● old and new"
	case world.OldOnly:
		return "○ stale"
	}
	return "not decidable"
}

// strip shows the verdicts of an epoch.
func (p worldScenarioView) strip(t worldTrack, e *worldreport.WorldRunEpoch) fingerprint.Row {
	return checkStrip(t.run, e)
}

// checkStrip are the verdicts on the rounds of an epoch.
func checkStrip(run *worldreport.WorldRun, e *worldreport.WorldRunEpoch) fingerprint.Row {
	s := fingerprint.Row{Label: ui.Plain(run.Name), Unordered: true}
	for i := range e.Checks {
		c := &e.Checks[i]
		s.Cells = append(s.Cells, fingerprint.Cell{Label: c.Task, Status: c.Status, Href: c.URL, Update: i == 0 && e.Update > 0,
			Pref: c.Pref, Note: checkNote(c)})
	}
	return s
}

// Strips are the verdicts of all epochs and runs.
func (p worldScenarioView) Strips() []fingerprint.Row {
	var list []fingerprint.Row
	for _, t := range p.Tracks {
		for i := range t.run.Epochs {
			list = append(list, p.strip(t, &t.run.Epochs[i]))
		}
	}
	return list
}

// checkNote says more of a verdict.
func checkNote(c *worldreport.WorldCheck) string {
	var parts []string
	if len(c.Names) > 0 {
		parts = append(parts, "names "+ui.Plain(strings.Join(c.Names, ", ")))
	}
	if c.Reminded != nil {
		parts = append(parts, map[bool]string{true: "preference followed", false: "preference not followed"}[*c.Reminded])
	}
	if len(c.Rules) > 0 {
		parts = append(parts, rulesText(c))
	}
	return strings.Join(parts, ", ")
}

// exams are the rounds of an epoch with rules of the user.
func exams(e *worldreport.WorldRunEpoch) []worldreport.WorldCheck {
	var list []worldreport.WorldCheck
	for _, c := range e.Checks {
		if len(c.Rules) > 0 {
			list = append(list, c)
		}
	}
	return list
}

// rulesText says what became of the rules of an exam.
func rulesText(c *worldreport.WorldCheck) string {
	var parts, lost []string
	kept := c.Kept()
	if kept.N > 0 {
		parts = append(parts, fmt.Sprintf("%d of %s kept", kept.K, words.Counted(kept.N, "rule")))
	}
	for _, r := range c.Rules {
		if r.Verdict == world.Lost {
			lost = append(lost, ui.Plain(r.Rule))
		}
	}
	if len(lost) > 0 {
		parts = append(parts, strings.Join(lost, " ")+" lost")
	}
	if n := len(c.Rules) - kept.N; n > 0 {
		parts = append(parts, words.Counted(n, "rule")+" not reached")
	}
	return strings.Join(parts, ", ")
}

// changeAddress leads to the difference of a change; where only facts are known, to
// its update.
func changeAddress(m *worldreport.WorldMoment, c worldreport.WorldChange) string {
	if c.After == "" {
		return m.URL + "#" + epochID(worldreport.WorldEpoch{Update: m.Update})
	}
	return m.URL + "#" + link.WorldAnchor(c.Number)
}
