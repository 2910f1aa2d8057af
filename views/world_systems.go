package views

import (
	"slices"
	"strconv"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/days"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/results/world"
)

// worldSystems are the tables of what systems make of the changes.
type worldSystems struct {
	Misses  []missGroup // the gravest first
	Steps   Grid        // from noticed to used and revised
	Noticed Grid        // by kind of object, with how it was told and the delay
	Rounds  Grid        // of updates
	Revised Grid
	Values  Grid
	Effect  Grid
	Kept    Grid
	Updates Grid // over all systems
	Rules   Grid // each rule of each scenario over all systems

	of       results.Benchmark
	wordings []world.Wording // that have a column; none if no exam's is known
}

// worded reports whether it is known how much the questions of exams say.
func worded(list []report.WorldSystem) bool {
	return slices.ContainsFunc(list, func(s report.WorldSystem) bool {
		return s.Preferences != nil && slices.ContainsFunc(s.Preferences.Wordings, func(x world.WordedRules) bool { return x.Wording != world.Unworded })
	})
}

func newWorldSystems(w *report.World) worldSystems {
	list := w.Systems
	p := worldSystems{of: w.Of, Updates: updatesGrid(w),
		Steps: countGrid("Noticed, used, revised", "files", "Files noticed", "chats", "Chats noticed", "named", "Checks that name a changed object", "others", "Other checks", "first", "Revised when first asked", "held", "Held later"),
		Noticed: Grid{Caption: "Changed objects that the agent looked at, by how the question tells of them, and how late", Cols: []Col{{Key: "system", Label: "System"}, {Key: "kind", Label: "Objects"},
			{Key: "named", Label: "Named"}, {Key: "announced", Label: "Announced"}, {Key: "silent", Label: "Silent"}, {Key: "same_round", Label: "In the update’s round"},
			{Key: "delay_rounds", Label: "Delay, rounds", Title: "behind the update’s round, of those noticed"}, {Key: "delay_calls", Label: "Delay, calls", Title: "tool calls from the first one of the update’s round, of those noticed"},
			{Key: "listed", Label: "Only listed", Num: true}, {Key: "refused", Label: "Refused", Num: true}, {Key: "never", Label: "Never", Num: true}}},
		Rounds: countGrid("Updates by how many of their objects were noticed, and rounds passed by how many were noticed in the round itself", "every", "Every object", "any", "Any object", "same", "Every object in the round",
			"passed_every", "Passed when every object was noticed", "passed_some", "when some were", "passed_none", "when none was"),
		Revised: countGrid("Options about beliefs that an update reverses", "options", "Options right", "stale", "Stale ones rejected", "new", "New ones chosen", "control", "Other options of the same rounds"),
		Values: Grid{Caption: "Rounds that ask for a value which an update has replaced, by what the agent wrote into files", Fit: true, Cols: []Col{{Key: "system", Label: "System"}, {Key: "new", Label: "New value", Num: true},
			{Key: "both", Label: "Both", Num: true}, {Key: "stale", Label: "Old value alone", Num: true}, {Key: "neither", Label: "Not decidable", Num: true}}},
		Kept: countGrid("Rules of the user", "kept", "Kept, of those looked at", "not_reached", "Not reached", "exams", "Exams passed", "reminded", "Reminded checks passed"),
		Effect: Grid{Caption: "Rounds that follow an update against the other rounds of their kind", Cols: []Col{{Key: "system", Label: "System"}, {Key: "kind", Label: "Kind"}, {Key: "update", Label: "After an update"},
			{Key: "other", Label: "Other rounds"}, {Key: "difference", Label: "Difference", Unit: "points", Num: true, Title: "mean of the differences within scenarios"}, {Key: "interval", Label: "95 % interval", Num: true}}},
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
	p.Misses = missGroups(list)
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
		g.Cols = append(g.Cols, Col{Key: pair[0], Label: pair[1]})
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
	p.addSteps(s, system)
	if n := s.Noticed; n != nil {
		row(&p.Noticed, noticedCells("Files", &n.Files)...)
		row(&p.Noticed, noticedCells("Chats", &n.Chats)...)
		r := &n.Rounds
		row(&p.Rounds, ruleCount(r.Every), ruleCount(r.Any), ruleCount(r.Same), ruleCount(r.Passed.Every), ruleCount(r.Passed.Some), ruleCount(r.Passed.None))
	}
	if r := s.Revised; r != nil {
		row(&p.Revised, ruleCount(r.Options), ruleCount(r.Stale), ruleCount(r.New), ruleCount(r.Control))
	}
	if v := s.Values; v != nil {
		row(&p.Values, Whole(v.New), Whole(v.Both), Whole(v.Stale), Whole(v.Neither))
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
}

// addSteps adds a system's row to the first table; what was not asked of it or
// cannot be told is not recorded.
func (p *worldSystems) addSteps(s *report.WorldSystem, system Cell) {
	cells := []Cell{system, {}, {}, {}, {}, {}, {}}
	if n := s.Noticed; n != nil {
		cells[1], cells[2] = ruleCount(days.Count{K: n.Files.K, N: n.Files.N}), ruleCount(days.Count{K: n.Chats.K, N: n.Chats.N})
	}
	if u := s.Used; u != nil {
		cells[3], cells[4] = ruleCount(u.Named), ruleCount(u.Others)
	}
	if r := s.Revised; r != nil {
		cells[5], cells[6] = ruleCount(r.First), ruleCount(r.Held)
	}
	if s.Noticed != nil || s.Used != nil || s.Revised != nil {
		p.Steps.Rows = append(p.Steps.Rows, GridRow{Cells: cells})
	}
}

// shortest shows a whole number or a half.
func shortest(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// noticedCells are the cells of one kind of objects.
func noticedCells(kind string, n *world.NoticedKind) []Cell {
	cells := []Cell{Words(kind)}
	for _, way := range world.ToldWays() {
		cells = append(cells, ruleCount(n.Told[string(way)]))
	}
	cells = append(cells, ruleCount(n.SameRound))
	rounds, calls := Cell{}, Cell{}
	if d := n.Delay; d != nil {
		rounds = Words("median " + shortest(d.MedianRounds)).Noted("at most " + words.Count(d.MaxRounds))
		calls = Words("median " + shortest(d.MedianCalls)).Noted("at most " + words.Count(d.MaxCalls))
	}
	return append(cells, rounds, calls, Whole(n.Levels[string(world.Listed)]), Whole(n.Levels[string(world.Refused)]), Whole(n.Levels[string(world.Never)]))
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

// updatesGrid has one row for each update, over all systems.
func updatesGrid(w *report.World) Grid {
	g := Grid{Caption: "Each update over all systems with a trace of its round, by how many of its objects they noticed before these changed again", Fit: true, Tall: len(w.ByUpdate) > 12,
		Cols: []Col{{Key: "round", Label: "Update before"}, {Key: "files", Label: "Files changed", Num: true}, {Key: "chats", Label: "Chats changed", Num: true},
			{Key: "systems", Label: "Systems", Num: true}, {Key: "every", Label: "Every object", Num: true}, {Key: "some", Label: "Some", Num: true}, {Key: "none", Label: "None", Num: true}}}
	for _, u := range w.ByUpdate {
		at := link.World(w.Benchmark, u.Scenario) + "#" + epochID(report.WorldEpoch{Update: u.Update})
		g.Rows = append(g.Rows, GridRow{Cells: []Cell{Words(words.Task(w.Of, u.Scenario, u.Round)).Link(at), Whole(u.Files), Whole(u.Chats), Whole(u.Systems), Whole(u.Every), Whole(u.Some), Whole(u.None)}})
	}
	return g
}
