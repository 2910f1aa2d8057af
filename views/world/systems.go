package world

import (
	"slices"
	"strconv"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/days"
	"github.com/clawatlas/clawatlas/results/link"
	worldreport "github.com/clawatlas/clawatlas/results/report/world"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/results/world"
	"github.com/clawatlas/clawatlas/views"
)

// worldSystems are the tables of what systems make of the changes.
type worldSystems struct {
	Misses  []missGroup // the gravest first
	Steps   views.Grid  // from noticed to used and revised
	Noticed views.Grid  // by kind of object, with how it was told and the delay
	Rounds  views.Grid  // of updates
	Revised views.Grid
	Values  views.Grid
	Effect  views.Grid
	Kept    views.Grid
	Updates views.Grid // over all systems
	Rules   views.Grid // each rule of each scenario over all systems

	Of       results.Benchmark
	wordings []world.Wording // that have a column; none if no exam's is known
}

// worded reports whether it is known how much the questions of exams say.
func worded(list []worldreport.WorldSystem) bool {
	return slices.ContainsFunc(list, func(s worldreport.WorldSystem) bool {
		return s.Preferences != nil && slices.ContainsFunc(s.Preferences.Wordings,
			func(x world.WordedRules) bool { return x.Wording != world.Unworded })
	})
}

func newWorldSystems(w *worldreport.World) worldSystems {
	list := w.Systems
	p := worldSystems{Of: w.Of, Updates: updatesGrid(w),
		Steps: countGrid("Noticed, used, revised", "files", "Files noticed", "chats", "Chats noticed", "named",
			"Checks that name a changed object", "others", "Other checks", "first", "Revised when first asked", "held", "Held later"),
		Noticed: views.Grid{Caption: "Changed objects that the agent looked at, by how the question tells of them, and how late",
			Cols: []views.Col{{Key: "system", Label: "System"}, {Key: "kind", Label: "Objects"},
				{Key: "named", Label: "Named"}, {Key: "announced", Label: "Announced"}, {Key: "silent",
					Label: "Silent"}, {Key: "same_round", Label: "In the update’s round"},
				{Key: "delay_rounds", Label: "Delay, rounds", Title: "behind the update’s round, of those noticed"}, {Key: "delay_calls",
					Label: "Delay, calls", Title: "tool calls from the first one of the update’s round, of those noticed"},
				{Key: "listed", Label: "Only listed", Num: true}, {Key: "refused", Label: "Refused", Num: true}, {Key: "never",
					Label: "Never", Num: true}}},
		Rounds: countGrid("Updates by how many of their objects were noticed, and rounds passed by how many were noticed in the "+
			"round itself", "every", "Every object", "any", "Any object", "same", "Every object in the round",
			"passed_every", "Passed when every object was noticed", "passed_some", "when some were", "passed_none", "when none was"),
		Revised: countGrid("Options about beliefs that an update reverses", "options", "Options right", "stale",
			"Stale ones rejected", "new", "New ones chosen", "control", "Other options of the same rounds"),
		Values: views.Grid{Caption: "Rounds that ask for a value which an update has replaced, by what the agent wrote into files",
			Fit: true, Cols: []views.Col{{Key: "system", Label: "System"}, {Key: "new", Label: "New value", Num: true},
				{Key: "both", Label: "Both", Num: true}, {Key: "stale", Label: "Old value alone", Num: true}, {Key: "neither",
					Label: "Not decidable", Num: true}}},
		Kept: countGrid("Rules of the user", "kept", "Kept, of those looked at", "not_reached", "Not reached", "exams",
			"Exams passed", "reminded", "Reminded checks passed"),
		Effect: views.Grid{Caption: "Rounds that follow an update against the other rounds of their kind",
			Cols: []views.Col{{Key: "system", Label: "System"}, {Key: "kind", Label: "Kind"}, {Key: "update", Label: "After an update"},
				{Key: "other", Label: "Other rounds"}, {Key: "difference", Label: "Difference", Unit: "points", Num: true,
					Title: "mean of the differences within scenarios"}, {Key: "interval", Label: "95 % interval", Num: true}}},
	}
	if worded(list) {
		p.wordings = world.Wordings()
	}
	for _, w := range p.wordings {
		p.Kept.Cols = append(p.Kept.Cols, views.Col{Key: string(w), Label: wordingWord(w), Num: true,
			Title: "rules kept, of those looked at, by how much of them the question says"})
	}
	for i := range list {
		p.Add(&list[i])
	}
	p.Rules = rulesGrid(list)
	p.Misses = missGroups(list)
	return p
}

// rulesGrid has one row for each rule of a scenario, with the exams of all systems.
// Rules of two scenarios are never added, because their numbers mean other things.
func rulesGrid(list []worldreport.WorldSystem) views.Grid {
	g := countGrid("Each rule of each scenario, over the exams of the systems above", "kept", "Kept, of those looked at",
		"not_reached", "Not reached", "reminded", "Reminded checks passed")
	g.Cols[0] = views.Col{Key: "rule", Label: "Rule"}
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
		g.Cols = append(g.Cols, views.Col{Key: "words", Label: "As its checker says it"})
	} else if len(all) > 0 {
		g.Note = "What a rule asks for is not known: the dataset came without its checkers."
	}
	for _, r := range all {
		cells := []views.Cell{views.Words(r.Rule), views.RuleCount(days.Count{K: r.Kept, N: r.Kept + r.Lost}),
			views.Whole(r.NotReached), views.RuleCount(r.Reminded)}
		if worded {
			cells = append(cells, views.Words(r.Words))
		}
		g.Rows = append(g.Rows, views.GridRow{Group: r.Scenario, Cells: cells})
	}
	return g
}

// countGrid is a table of counts with a column of systems before them.
func countGrid(caption string, keysAndLabels ...string) views.Grid {
	g := views.Grid{Caption: caption, Cols: []views.Col{{Key: "system", Label: "System"}}}
	for pair := range slices.Chunk(keysAndLabels, 2) {
		g.Cols = append(g.Cols, views.Col{Key: pair[0], Label: pair[1]})
	}
	return g
}

func (p *worldSystems) Add(s *worldreport.WorldSystem) {
	system := views.Words(s.Name).Link(s.URL)
	if !s.Complete {
		system = system.Noted("incomplete")
	}
	row := func(g *views.Grid, cells ...views.Cell) {
		g.Rows = append(g.Rows, views.GridRow{Cells: append([]views.Cell{system}, cells...)})
	}
	p.addSteps(s, system)
	if n := s.Noticed; n != nil {
		row(&p.Noticed, noticedCells("Files", &n.Files)...)
		row(&p.Noticed, noticedCells("Chats", &n.Chats)...)
		r := &n.Rounds
		row(&p.Rounds, views.RuleCount(r.Every), views.RuleCount(r.Any), views.RuleCount(r.Same), views.RuleCount(r.Passed.Every),
			views.RuleCount(r.Passed.Some), views.RuleCount(r.Passed.None))
	}
	if r := s.Revised; r != nil {
		row(&p.Revised, views.RuleCount(r.Options), views.RuleCount(r.Stale), views.RuleCount(r.New), views.RuleCount(r.Control))
	}
	if v := s.Values; v != nil {
		row(&p.Values, views.Whole(v.New), views.Whole(v.Both), views.Whole(v.Stale), views.Whole(v.Neither))
	}
	for _, kind := range []string{results.KindMultiChoice, results.KindExecCheck} {
		if e, ok := s.UpdateEffect[kind]; ok {
			row(&p.Effect, views.Words(words.KindWord(kind)), views.RuleCount(e.Update), views.RuleCount(e.Other),
				views.PairedCell(e.Paired), views.Words(views.PairedRange(e.Paired)).Coloured("num"))
		}
	}
	if k := s.Preferences; k != nil {
		cells := []views.Cell{views.RuleCount(days.Count{K: k.Kept, N: k.Reached}), views.Whole(k.NotReached),
			views.RuleCount(k.Exams), views.RuleCount(k.Reminded)}
		for _, w := range p.wordings {
			var c days.Count
			if i := slices.IndexFunc(k.Wordings, func(x world.WordedRules) bool { return x.Wording == w }); i >= 0 {
				c = days.Count{K: k.Wordings[i].Kept, N: k.Wordings[i].Reached}
			}
			cells = append(cells, views.RuleCount(c))
		}
		row(&p.Kept, cells...)
	}
}

// addSteps adds a system's row to the first table; what was not asked of it or
// cannot be told is not recorded.
func (p *worldSystems) addSteps(s *worldreport.WorldSystem, system views.Cell) {
	cells := []views.Cell{system, {}, {}, {}, {}, {}, {}}
	if n := s.Noticed; n != nil {
		cells[1], cells[2] = views.RuleCount(days.Count{K: n.Files.K, N: n.Files.N}), views.RuleCount(days.Count{K: n.Chats.K, N: n.Chats.N})
	}
	if u := s.Used; u != nil {
		cells[3], cells[4] = views.RuleCount(u.Named), views.RuleCount(u.Others)
	}
	if r := s.Revised; r != nil {
		cells[5], cells[6] = views.RuleCount(r.First), views.RuleCount(r.Held)
	}
	if s.Noticed != nil || s.Used != nil || s.Revised != nil {
		p.Steps.Rows = append(p.Steps.Rows, views.GridRow{Cells: cells})
	}
}

// shortest shows a whole number or a half.
func shortest(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// noticedCells are the cells of one kind of objects.
func noticedCells(kind string, n *world.NoticedKind) []views.Cell {
	cells := []views.Cell{views.Words(kind)}
	for _, way := range world.ToldWays() {
		cells = append(cells, views.RuleCount(n.Told[string(way)]))
	}
	cells = append(cells, views.RuleCount(n.SameRound))
	rounds, calls := views.Cell{}, views.Cell{}
	if d := n.Delay; d != nil {
		rounds = views.Words("median " + shortest(d.MedianRounds)).Noted("at most " + words.Count(d.MaxRounds))
		calls = views.Words("median " + shortest(d.MedianCalls)).Noted("at most " + words.Count(d.MaxCalls))
	}
	return append(cells, rounds, calls, views.Whole(n.Levels[string(world.Listed)]),
		views.Whole(n.Levels[string(world.Refused)]), views.Whole(n.Levels[string(world.Never)]))
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
func updatesGrid(w *worldreport.World) views.Grid {
	g := views.Grid{Caption: "Each update over all systems with a trace of its round, by how many of its objects they noticed " +
		"before these changed again", Fit: true, Tall: len(w.ByUpdate) > 12,
		Cols: []views.Col{{Key: "round", Label: "Update before"}, {Key: "files", Label: "Files changed", Num: true},
			{Key: "chats", Label: "Chats changed", Num: true},
			{Key: "systems", Label: "Systems", Num: true}, {Key: "every", Label: "Every object", Num: true}, {Key: "some",
				Label: "Some", Num: true}, {Key: "none", Label: "None", Num: true}}}
	for _, u := range w.ByUpdate {
		at := link.World(w.Benchmark, u.Scenario) + "#" + epochID(worldreport.WorldEpoch{Update: u.Update})
		g.Rows = append(g.Rows, views.GridRow{Cells: []views.Cell{views.Words(words.Task(w.Of, u.Scenario, u.Round)).Link(at),
			views.Whole(u.Files), views.Whole(u.Chats), views.Whole(u.Systems), views.Whole(u.Every), views.Whole(u.Some),
			views.Whole(u.None)}})
	}
	return g
}
