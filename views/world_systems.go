package views

import (
	"cmp"
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/days"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/results/world"
	"github.com/clawatlas/clawatlas/views/link"
)

// worldSystems are the tables of what systems make of the changes.
type worldSystems struct {
	Misses  []worldMiss // the most common first
	Left    int         // misses that are not listed
	Noticed Grid
	Revised Grid
	Used    Grid
	Effect  Grid
	Kept    Grid
	Rules   Grid // each rule of each scenario over all systems

	wordings []world.Wording // that have a column; none if no exam's is known
}

// worded reports whether it is known how much the questions of exams say.
func worded(list []report.WorldSystem) bool {
	return slices.ContainsFunc(list, func(s report.WorldSystem) bool {
		return s.Preferences != nil && slices.ContainsFunc(s.Preferences.Wordings, func(x world.WordedRules) bool { return x.Wording != world.Unworded })
	})
}

// worldMiss is an old belief that systems hold on to, a new one that they miss, or
// a rule that they lost.
type worldMiss struct {
	Round   results.TaskName
	Text    string
	Systems int
	Names   []report.TrialLink // of the first systems, to their trials

	last string // run that was counted last
}

func newWorldSystems(list []report.WorldSystem) worldSystems {
	p := worldSystems{
		Noticed: countGrid("Changed objects that the agent looked at, and updates by their objects", "files", "Files", "chats", "Chats", "every", "Updates of which every object", "any", "Any object"),
		Revised: countGrid("Answers about beliefs that an update reverses", "first", "First asked", "held", "Held later", "options", "Options right", "stale", "Stale ones rejected", "new", "New ones chosen", "control", "Other options of the same rounds"),
		Used:    countGrid("Checks that name a changed object beside the other checks since the first update", "named", "Name a changed object", "others", "Other checks"),
		Kept:    countGrid("Rules of the user", "kept", "Kept, of those looked at", "not_reached", "Not reached", "exams", "Exams passed", "reminded", "Reminded checks passed"),
		Effect: Grid{Caption: "Rounds that follow an update against the other rounds of their kind", Cols: []Col{{Key: "system", Label: "System"}, {Key: "kind", Label: "Kind"}, {Key: "update", Label: "After an update", Num: true},
			{Key: "other", Label: "Other rounds", Num: true}, {Key: "difference", Label: "Difference", Unit: "points", Num: true, Title: "mean of the differences within scenarios"}, {Key: "interval", Label: "95 % interval", Num: true}}},
	}
	if worded(list) {
		p.wordings = world.Wordings()
	}
	for _, w := range p.wordings {
		p.Kept.Cols = append(p.Kept.Cols, Col{Key: string(w), Label: wordingWord(w), Num: true, Title: "rules kept, of those looked at, by how much of them the question says"})
	}
	for i := range list {
		p.add(&list[i])
	}
	p.Rules = rulesGrid(list)
	slices.SortStableFunc(p.Misses, func(a, b worldMiss) int { return cmp.Compare(b.Systems, a.Systems) })
	if p.Left = len(p.Misses) - mostMisses; p.Left > 0 {
		p.Misses = p.Misses[:mostMisses]
	}
	return p
}

// rulesGrid has one row for each rule of a scenario, with the exams of all systems.
// Rules of two scenarios are never added, because their numbers mean other things.
func rulesGrid(list []report.WorldSystem) Grid {
	g := countGrid("Each rule of each scenario, over the exams of the systems above", "kept", "Kept, of those looked at", "not_reached", "Not reached", "reminded", "Reminded checks passed")
	g.Cols[0] = Col{Key: "rule", Label: "Rule"}
	var all []world.ScenarioRule
	for _, s := range list {
		if s.Preferences == nil {
			continue
		}
		for _, r := range s.Preferences.Scenarios {
			i := slices.IndexFunc(all, func(x world.ScenarioRule) bool { return x.Scenario == r.Scenario && x.Rule == r.Rule })
			if i < 0 {
				all = append(all, world.ScenarioRule{Scenario: r.Scenario, Rule: r.Rule, Words: r.Words})
				i = len(all) - 1
			}
			x := &all[i]
			x.Kept, x.Lost, x.NotReached = x.Kept+r.Kept, x.Lost+r.Lost, x.NotReached+r.NotReached
			x.Reminded.K, x.Reminded.N = x.Reminded.K+r.Reminded.K, x.Reminded.N+r.Reminded.N
		}
	}
	worded := slices.ContainsFunc(all, func(r world.ScenarioRule) bool { return r.Words != "" })
	if worded {
		g.Cols = append(g.Cols, Col{Key: "words", Label: "As its checker says it"})
	} else if len(all) > 0 {
		g.Note = "What a rule asks for is not known: the dataset came without its checkers."
	}
	for _, r := range all {
		cells := []Cell{Words(r.Rule), ruleCount(days.Count{K: r.Kept, N: r.Kept + r.Lost}), Whole(r.NotReached), ruleCount(r.Reminded)}
		if worded {
			cells = append(cells, Words(r.Words))
		}
		g.Rows = append(g.Rows, GridRow{Group: r.Scenario, Cells: cells})
	}
	return g
}

// countGrid is a table of counts with a column of systems before them.
func countGrid(caption string, keysAndLabels ...string) Grid {
	g := Grid{Caption: caption, Cols: []Col{{Key: "system", Label: "System"}}}
	for pair := range slices.Chunk(keysAndLabels, 2) {
		g.Cols = append(g.Cols, Col{Key: pair[0], Label: pair[1], Num: true})
	}
	return g
}

func (p *worldSystems) add(s *report.WorldSystem) {
	system := Words(s.Name).Link(s.URL)
	if !s.Complete {
		system = system.Noted("incomplete")
	}
	row := func(g *Grid, cells ...Cell) {
		g.Rows = append(g.Rows, GridRow{Cells: append([]Cell{system}, cells...)})
	}
	if n := s.Noticed; n != nil {
		row(&p.Noticed, ruleCount(days.Count{K: n.Files.K, N: n.Files.N}), ruleCount(days.Count{K: n.Chats.K, N: n.Chats.N}), ruleCount(n.Rounds.Every), ruleCount(n.Rounds.Any))
	}
	if u := s.Used; u != nil {
		row(&p.Used, ruleCount(u.Named), ruleCount(u.Others))
	}
	if r := s.Revised; r != nil {
		row(&p.Revised, ruleCount(r.First), ruleCount(r.Held), ruleCount(r.Options), ruleCount(r.Stale), ruleCount(r.New), ruleCount(r.Control))
	}
	for _, kind := range []string{results.KindMultiChoice, results.KindExecCheck} {
		if e, ok := s.UpdateEffect[kind]; ok {
			row(&p.Effect, Words(words.KindWord(kind)), ruleCount(e.Update), ruleCount(e.Other), pairedCell(e.Paired), Words(pairedRange(e.Paired)).Coloured("num"))
		}
	}
	if k := s.Preferences; k != nil {
		cells := []Cell{ruleCount(days.Count{K: k.Kept, N: k.Reached}), Whole(k.NotReached), ruleCount(k.Exams), ruleCount(k.Reminded)}
		for _, w := range p.wordings {
			var c days.Count
			if i := slices.IndexFunc(k.Wordings, func(x world.WordedRules) bool { return x.Wording == w }); i >= 0 {
				c = days.Count{K: k.Wordings[i].Kept, N: k.Wordings[i].Reached}
			}
			cells = append(cells, ruleCount(c))
		}
		row(&p.Kept, cells...)
	}
	p.misses(s)
}

// mostMisses is how many misses a page lists, and mostNames how many systems of
// each by name. The answer in JSON has all.
const (
	mostMisses = 20
	mostNames  = 5
)

// miss notes that a system did not revise something or lost a rule.
func (p *worldSystems) miss(s *report.WorldSystem, name results.TaskName, text string) {
	i := slices.IndexFunc(p.Misses, func(m worldMiss) bool { return m.Round == name && m.Text == text })
	if i < 0 {
		p.Misses = append(p.Misses, worldMiss{Round: name, Text: text})
		i = len(p.Misses) - 1
	}
	m := &p.Misses[i]
	if m.last == s.Run {
		return // without an answer all options of a question are missed
	}
	m.last = s.Run
	if m.Systems++; len(m.Names) < mostNames {
		m.Names = append(m.Names, report.TrialLink{Label: s.Name, Href: link.Trial(s.Run, name.Scenario, name.Task)})
	}
}

// misses adds those of one system.
func (p *worldSystems) misses(s *report.WorldSystem) {
	if s.Revised != nil {
		for _, m := range s.Revised.Misses {
			p.miss(s, results.TaskName{Scenario: m.Scenario, Task: m.Task}, missText(m))
		}
	}
	if s.Preferences != nil {
		for _, l := range s.Preferences.LostIn {
			p.miss(s, results.TaskName{Scenario: l.Scenario, Task: l.Task}, "rule "+l.Rule+" lost")
		}
	}
}

// missText says what is wrong with an option, and which belief it is about.
func missText(m world.Miss) string {
	is := "option " + m.Option + ", which states the new belief, not chosen"
	switch {
	case !m.Answered:
		is = "no answer"
	case m.Stale:
		is = "option " + m.Option + ", which restates the old belief, chosen"
	}
	return is + " (" + m.Before + " → " + m.After + ")"
}

// More says how many names are left out.
func (m worldMiss) More() string {
	if m.Systems == len(m.Names) {
		return ""
	}
	return " and " + words.Count(m.Systems-len(m.Names)) + " more"
}

// wordingWord says how much the question of an exam tells of its rules.
func wordingWord(w world.Wording) string {
	switch w {
	case world.SpelledOut:
		return "Spelled out"
	case world.RuleNumber:
		return "Number named"
	case world.PointedTo:
		return "Pointed to"
	}
	return "Mostly silent"
}
