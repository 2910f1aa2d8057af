package world

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/clawatlas/clawatlas/results/days"
	"github.com/clawatlas/clawatlas/results/link"
	worldreport "github.com/clawatlas/clawatlas/results/report/world"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/results/world"
	"github.com/clawatlas/clawatlas/views"
)

// worldStagesView draws the Stages of a report.World.
type worldStagesView struct{ worldView }

// stagesLead counts the stages and, where they are known, the changes.
func stagesLead(p worldView) string {
	s := p.Stages
	text := fmt.Sprintf("%s of %s", words.Counted(s.Stages, "stage"), words.Counted(s.Tasks, cmp.Or(p.Of.Words.Task, "task")))
	if c := s.Changes; c != nil {
		return fmt.Sprintf("%s; %s after the first stages: %s silent, %s loud, %s without a label.", text,
			words.Counted(c.N, "change"), words.Count(c.Silent.N), words.Count(c.Loud.N), words.Count(c.Unlabelled.N))
	}
	return fmt.Sprintf("%s; their authors’ comments speak of %s and %s.", text, words.Counted(s.Events.Silent, "silent event"),
		words.Counted(s.Events.Loud, "loud event"))
}

// labels sets the authors' labels against the messages.
func (p worldStagesView) labels() views.Grid {
	c := p.Stages.Changes
	g := views.Grid{Caption: "Changes by what their authors call them and what the message of the stage says", Fit: true,
		Cols: []views.Col{{Key: "label", Label: "Author"}, {Key: "changes", Label: "Changes", Num: true},
			{Key: "named", Label: "Text names it", Num: true}, {Key: "service", Label: "Text mentions the service", Num: true},
			{Key: "no", Label: "Text does not mention it", Num: true}, {Key: "linked", Label: "A check looks for it", Num: true,
				Title: "for a value that is new with the change"}},
		Note: p.known()}
	for _, x := range []struct {
		Name string
		t    world.StageTold
	}{{"silent", c.Silent}, {"loud", c.Loud}, {"no label", c.Unlabelled}} {
		g.Rows = append(g.Rows, views.GridRow{Cells: []views.Cell{views.Words(x.Name), views.Whole(x.t.N), views.Whole(x.t.Named),
			views.Whole(x.t.Service), views.Whole(x.t.No), views.Whole(x.t.Linked)}})
	}
	return g
}

// known says how much of the changes is written down.
func (p worldStagesView) known() string {
	c := p.Stages.Changes
	return fmt.Sprintf("All that is written is known of %d of %d changes. %s on what the task finds when it runs; %s any "+
		"number of times. They change %s, of which the old value is known for %d.",
		c.Static, c.N, words.Plural(c.Conditional, "depends", "depend"), words.Plural(c.Repeated, "may happen",
			"may happen"), words.Plural(c.Fields, "field or cell", "fields and cells"), c.Old)
}

// services is the table of what is written to.
func (p worldStagesView) services() views.Grid {
	g := views.Grid{Caption: "Changes by service", Fit: true, Cols: []views.Col{{Key: "service", Label: "Service"},
		{Key: "silent", Label: "Silent", Num: true}, {Key: "loud", Label: "Loud", Num: true},
		{Key: "unlabelled", Label: "No label", Num: true}}}
	for _, s := range p.Stages.Services {
		g.Rows = append(g.Rows, views.GridRow{Cells: []views.Cell{views.Words(s.Service), views.Whole(s.Silent),
			views.Whole(s.Loud), views.Whole(s.Unlabelled)}})
	}
	return g
}

// stages is the table of the stages over all tasks: of changes, or of events where
// no change is known.
func (p worldStagesView) stages() views.Grid {
	g := views.Grid{Caption: "Stages over all tasks", Fit: true, Cols: []views.Col{{Key: "stage", Label: "Stage"},
		{Key: "tasks", Label: "Tasks", Num: true}, {Key: "silent", Label: "Silent", Num: true}, {Key: "loud", Label: "Loud", Num: true}}}
	if p.Stages.Changes == nil {
		g.Note = "Events by the authors’ comments. Those of the first stage set the world up."
		for _, s := range p.Stages.ByStage {
			g.Rows = append(g.Rows, views.GridRow{Cells: []views.Cell{views.Words(s.Stage), views.Whole(s.Tasks),
				views.Whole(s.Events.Silent), views.Whole(s.Events.Loud)}})
		}
		return g
	}
	g.Cols = append(g.Cols, views.Col{Key: "unlabelled", Label: "No label", Num: true},
		views.Col{Key: "mentioned", Label: "Mentioned in the text", Num: true})
	g.Note = "What the first stage writes sets the world up and is no change."
	for _, s := range p.Stages.ByStage {
		g.Rows = append(g.Rows, views.GridRow{Cells: []views.Cell{views.Words(s.Stage), views.Whole(s.Tasks),
			views.Whole(s.Silent), views.Whole(s.Loud), views.Whole(s.Unlabelled), views.Whole(s.Mentioned)}})
	}
	return g
}

// links says how checks are linked to changes, and how many are.
func (p worldStagesView) links() string {
	n := p.Stages.Checks
	text := fmt.Sprintf("Of %s, %d %s of a silent change by id", words.Counted(n.N, "check"), n.Named, pluralWord(n.Named, "speaks", "speak"))
	if p.Stages.Changes == nil {
		return text + " (by name); their descriptions, and which of them look for a new value of a change, are not known."
	}
	text += " or description (by name)."
	return text + fmt.Sprintf(" %d look for a value that is new with a silent change and %d for one of a loud change (by "+
		"value), %d for both.", n.Silent, n.Loud, n.Both)
}

func pluralWord(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// rates sets checks linked to silent changes against those linked to loud ones.
func (p worldStagesView) rates() views.Grid {
	g := views.Grid{Caption: "Checks passed, by the changes that they are linked to",
		Cols: []views.Col{{Key: "system", Label: "System"}, {Key: "silent", Label: "Silent"},
			{Key: "by_name", Label: "of these by name"}, {Key: "by_value", Label: "of these by value"},
			{Key: "loud", Label: "Loud"}, {Key: "both", Label: "Both"}, {Key: "others",
				Label: "All other checks"}, {Key: "not_evaluated", Label: "Not evaluated", Num: true,
				Title: "linked checks of scored trials that have no verdict"}},
		Note: "Of those with a verdict; from 10 on with the rate and Wilson’s interval. Both are linked to changes of both kinds: " +
			"those that look for a value of a silent change are counted by name and by value too."}
	for _, s := range p.Stages.Systems {
		g.Rows = append(g.Rows, views.GridRow{Cells: []views.Cell{stageSystemCell(s), rateCell(s.Silent), rateCell(s.ByName),
			rateCell(s.ByValue), rateCell(s.Loud), rateCell(s.Both), rateCell(s.Others), views.Whole(s.NotEvaluated)}})
	}
	return g
}

func stageSystemCell(s worldreport.StageSystem) views.Cell {
	c := views.Words(s.Name).Link(s.URL)
	if !s.Complete {
		c = c.Noted("incomplete")
	}
	return c
}

// rateCell is k of n, with rate and interval where n is not small.
func rateCell(r world.CheckRate) views.Cell {
	if r.N == 0 {
		return views.Words("none")
	}
	cell := views.Words(fmt.Sprintf("%d of %d", r.K, r.N))
	if r.CI == nil {
		return cell
	}
	share := float64(r.K) / float64(r.N)
	return cell.Noted(views.JoinNotes(words.Pct(&share)+" %", views.RangeWords(r.CI)))
}

// firstFailed counts by system at which stage a linked check first failed.
func (p worldStagesView) firstFailed() views.Grid {
	var stages []string
	at := map[string]int{}
	for _, r := range p.Stages.ByStage {
		at[r.Stage] = len(stages)
		stages = append(stages, r.Stage)
	}
	for _, s := range p.Stages.Systems {
		for _, f := range s.FirstFailed {
			if _, known := at[f.Stage]; !known {
				at[f.Stage] = len(stages)
				stages = append(stages, f.Stage)
			}
		}
	}
	g := views.Grid{Caption: "Trials by the first stage at which a linked check failed", Fit: true,
		Cols: []views.Col{{Key: "system", Label: "System"}}}
	for _, s := range stages {
		g.Cols = append(g.Cols, views.Col{Key: s, Label: s, Num: true})
	}
	g.Cols = append(g.Cols, views.Col{Key: "held", Label: "None failed", Num: true}, views.Col{Key: "first", Label: "First case"})
	for _, s := range p.Stages.Systems {
		counts := make([]int, len(stages))
		for _, f := range s.FirstFailed {
			counts[at[f.Stage]] = f.Trials
		}
		row := views.GridRow{Cells: []views.Cell{stageSystemCell(s)}}
		for _, n := range counts {
			row.Cells = append(row.Cells, views.Whole(n))
		}
		g.Rows = append(g.Rows, views.GridRow{Cells: append(row.Cells, views.Whole(s.Held), firstCase(s))})
	}
	return g
}

// looked counts the changes that agents saw.
func (p worldStagesView) looked() views.Grid {
	g := views.Grid{Caption: "Changes that the agent looked at, by what their authors call them", Fit: true,
		Cols: []views.Col{{Key: "system", Label: "System"}, {Key: "silent", Label: "Silent"}, {Key: "loud", Label: "Loud"},
			{Key: "unlabelled", Label: "No label"},
			{Key: "written", Label: "Written into a file", Title: "something new stands in a file that the agent wrote: evidence, and " +
				"no rate to rank by"}, {Key: "undecidable", Label: "Undecidable", Num: true}, {Key: "untraced", Label: "No trace", Num: true}}}
	for _, s := range p.Stages.Systems {
		if l := s.Looked; l != nil {
			g.Rows = append(g.Rows, views.GridRow{Cells: []views.Cell{stageSystemCell(s), lookCell(l.Silent), lookCell(l.Loud),
				lookCell(l.Unlabelled), views.Words(fmt.Sprintf("%d of %d", l.Written.K, l.Written.N)), views.Whole(l.Undecidable),
				views.Whole(l.Untraced)}})
		}
	}
	return g
}

func lookCell(c world.LookCount) views.Cell { return views.RuleCount(days.Count{K: c.K, N: c.N}) }

// firstCase leads to the first linked check that failed.
func firstCase(s worldreport.StageSystem) views.Cell {
	if len(s.Failed) == 0 {
		return views.Words("none")
	}
	f := s.Failed[0]
	cell := views.Words(f.String() + ": " + f.Check).Link(link.Check(s.Run, f.Scenario, f.Task, f.Attempt, f.Check))
	if more := len(s.Failed) - 1; more > 0 {
		cell = cell.Noted(words.Count(more) + " more in the JSON")
	}
	return cell
}

// tasks leads to the tasks with what changes in each.
func (p worldStagesView) tasks() views.Grid {
	g := views.Grid{Caption: "Changes by task", Tall: len(p.Stages.List) > 40, Fit: true,
		Cols: []views.Col{{Key: "task", Label: words.Capital(cmp.Or(p.Of.Words.Task, "task"))},
			{Key: "stages", Label: "Stages", Num: true}, {Key: "silent", Label: "Silent", Num: true}, {Key: "loud", Label: "Loud", Num: true},
			{Key: "unlabelled", Label: "No label", Num: true}, {Key: "mentioned", Label: "Mentioned", Num: true}, {Key: "linked",
				Label: "Linked checks", Num: true}}}
	for i := range p.Stages.List {
		t := &p.Stages.List[i]
		n := world.CountStages(p.Stages.List[i : i+1])
		if n == nil || n.Changes == nil {
			continue
		}
		c := n.Changes
		mentioned := c.Silent.Named + c.Silent.Service + c.Loud.Named + c.Loud.Service + c.Unlabelled.Named + c.Unlabelled.Service
		g.Rows = append(g.Rows, views.GridRow{Group: views.ScenarioBeside(p.Of, t.Scenario),
			Cells: []views.Cell{views.Words(views.TaskCrumb(p.Of, t.Scenario, t.Slug)).Link(link.Task(p.Benchmark, t.Scenario,
				t.Slug) + "#changes"), views.Whole(n.Stages), views.Whole(c.Silent.N), views.Whole(c.Loud.N),
				views.Whole(c.Unlabelled.N), views.Whole(mentioned), views.Whole(len(world.LinksOf(t)))}})
	}
	return g
}

// worldStagesTable has one row for each change, for CSV.
func worldStagesTable(s *worldreport.WorldStages) views.Grid {
	g := views.Grid{}
	for _, key := range []string{"scenario", "task", "stage", "time", "change", "service", "method", "object", "line", "label",
		"told", "static", "conditional", "repeated", "fields", "old_known", "checks", "linked_by"} {
		g.Cols = append(g.Cols, views.Col{Key: key})
	}
	for i := range s.List {
		t := &s.List[i]
		for _, st := range t.Facts.Stages {
			for k, c := range st.Changes {
				old := 0
				for _, f := range c.Fields {
					if f.Old != nil {
						old++
					}
				}
				g.Rows = append(g.Rows, views.GridRow{Cells: []views.Cell{views.Words(t.Scenario), views.Words(t.Slug),
					views.Words(st.ID), views.Words(st.Time), views.Whole(k + 1), views.Words(c.Service), views.Words(c.Method),
					views.Words(c.Object), views.Whole(c.Line), views.Words(c.Label), views.Words(c.Told),
					views.YesNo(c.Static), views.YesNo(c.Conditional), views.YesNo(c.Repeated), views.Whole(len(c.Fields)),
					views.Whole(old), views.Words(strings.Join(c.Checks, " ")), views.Words(strings.Join(c.LinkedBy, " "))}})
			}
		}
	}
	return g
}
