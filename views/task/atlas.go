package task

import (
	"fmt"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views/chart"
)

// unsolvedMost is how many tasks that nobody passes stand beside the atlas; of
// more, the list's own tab has all.
const unsolvedMost = 80

// taskAtlas is all tasks in one picture, with those that nobody passes by name.
type taskAtlas struct {
	TaskAtlas
	Chart   chart.Atlas
	Draw    bool   // some task has a correlation
	Verdict string // how many are passed by none and by all
	Set     string // who is meant by nobody: "the 15 ranked systems"
	Full    string // the word for full marks
	Listed  bool   // the tasks of Groups are few enough to be named here
	Partial bool   // some task that nobody passes has a score: where each is a verdict none can have
}

// atlas is that of the whole list; nil where the list is narrowed, or where fewer
// than two runs are counted.
func (p taskListView) atlas() *taskAtlas {
	q := p.Query
	if p.Runs < 2 || q.Show != "" || q.Scenario != "" || q.Kind != "" || q.Reason != "" || q.Page.Number > 1 {
		return nil
	}
	a := &taskAtlas{TaskAtlas: p.Table.Atlas(), Set: "the " + words.Count(p.Runs) + " " + p.unit(), Draw: p.Rest,
		Full: p.Table.Benchmark.Full()}
	a.Listed = a.Nobody <= unsolvedMost
	many := p.word() + "s"
	a.Verdict = fmt.Sprintf("%s of %s are %s by none of %s, %s by all, %s by some (%s by one alone).", words.Count(a.Nobody),
		words.Plural(len(p.Table.Rows), p.word(), many), p.Table.Benchmark.FullDefined(), a.Set, words.Count(a.Everybody),
		words.Count(a.Some), words.Count(a.Alone))
	if a.Doubtful > 0 {
		a.Verdict += fmt.Sprintf(" %s have a reason to doubt them.", words.Count(a.Doubtful))
	}
	a.Chart = chart.Atlas{Title: p.Table.Benchmark.Name + ": " + many + " by how many pass them and by correlation with the rest",
		Desc: "The same numbers stand in the table below.", Pass: p.Table.Benchmark.Full() + " by, % of " + p.Table.Unit, Noun: many,
		Least: a.Least, N: a.N}
	for _, r := range p.Table.Rows {
		name, rest := words.TaskParts(p.Table.Benchmark, r.Scenario, r.ID)
		t := chart.AtlasTask{Scenario: r.Scenario, ID: r.ID, Name: name, Rest: rest, Rate: r.Pass.Value, R: r.ItemRest,
			Text: rateText(r.Pass), Doubt: r.Suspect}
		if r.Suspect && len(r.Doubts) > 0 {
			t.Reason = r.Doubts[0].Text
		}
		a.Chart.Tasks = append(a.Chart.Tasks, t)
	}
	for _, g := range a.Groups {
		a.Partial = a.Partial || slices.ContainsFunc(g.Rows, func(r TaskRow) bool { return r.Mean != nil && *r.Mean > 0 })
	}
	return a
}

// means announces the mean scores of tasks that nobody passes.
func (a *taskAtlas) means() string {
	switch {
	case !a.Partial:
		return ""
	case a.Listed:
		return ", with their mean score in percent: " + a.Full + " by nobody is not out of reach"
	}
	return ", with their mean scores"
}

// unit says what the counts are over: ranked systems, or runs.
func (p taskListView) unit() string {
	unit := p.Table.Unit
	if p.Runs == 1 {
		unit = strings.TrimSuffix(unit, "s")
	}
	if !p.Query.All && p.Table.Scope != "" {
		return "ranked " + unit
	}
	return unit
}
