package views

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/clawatlas/clawatlas/results/days"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/results/world"
)

// worldStagesView draws the Stages of a report.World.
type worldStagesView struct{ worldView }

// stagesLead counts the stages and, where they are known, the changes.
func stagesLead(p worldView) string {
	s := p.Stages
	text := fmt.Sprintf("%s of %s", words.Counted(s.Stages, "stage"), words.Counted(s.Tasks, cmp.Or(p.Of.Words.Task, "task")))
	if c := s.Changes; c != nil {
		return fmt.Sprintf("%s; %s after the first stages: %s silent, %s loud, %s without a label.", text, words.Counted(c.N, "change"), words.Count(c.Silent.N), words.Count(c.Loud.N), words.Count(c.Unlabelled.N))
	}
	return fmt.Sprintf("%s; their authors’ comments speak of %s and %s.", text, words.Counted(s.Events.Silent, "silent event"), words.Counted(s.Events.Loud, "loud event"))
}

// labels sets the authors' labels against the messages.
func (p worldStagesView) labels() Grid {
	c := p.Stages.Changes
	g := Grid{Caption: "Changes by what their authors call them and what the message of the stage says", Fit: true,
		Cols: []Col{{Key: "label", Label: "Author"}, {Key: "changes", Label: "Changes", Num: true}, {Key: "named", Label: "Text names it", Num: true}, {Key: "service", Label: "Text mentions the service", Num: true},
			{Key: "no", Label: "Text does not mention it", Num: true}, {Key: "linked", Label: "A check looks for it", Num: true, Title: "for a value that is new with the change"}},
		Note: p.known()}
	for _, x := range []struct {
		name string
		t    world.StageTold
	}{{"silent", c.Silent}, {"loud", c.Loud}, {"no label", c.Unlabelled}} {
		g.Rows = append(g.Rows, GridRow{Cells: []Cell{Words(x.name), Whole(x.t.N), Whole(x.t.Named), Whole(x.t.Service), Whole(x.t.No), Whole(x.t.Linked)}})
	}
	return g
}

// known says how much of the changes is written down.
func (p worldStagesView) known() string {
	c := p.Stages.Changes
	return fmt.Sprintf("All that is written is known of %d of %d changes. %s on what the task finds when it runs; %s any number of times. They change %s, of which the old value is known for %d.",
		c.Static, c.N, words.Plural(c.Conditional, "depends", "depend"), words.Plural(c.Repeated, "may happen", "may happen"), words.Plural(c.Fields, "field or cell", "fields and cells"), c.Old)
}

// services is the table of what is written to.
func (p worldStagesView) services() Grid {
	g := Grid{Caption: "Changes by service", Fit: true, Cols: []Col{{Key: "service", Label: "Service"}, {Key: "silent", Label: "Silent", Num: true}, {Key: "loud", Label: "Loud", Num: true}, {Key: "unlabelled", Label: "No label", Num: true}}}
	for _, s := range p.Stages.Services {
		g.Rows = append(g.Rows, GridRow{Cells: []Cell{Words(s.Service), Whole(s.Silent), Whole(s.Loud), Whole(s.Unlabelled)}})
	}
	return g
}

// stages is the table of the stages over all tasks: of changes, or of events where
// no change is known.
func (p worldStagesView) stages() Grid {
	g := Grid{Caption: "Stages over all tasks", Fit: true, Cols: []Col{{Key: "stage", Label: "Stage"}, {Key: "tasks", Label: "Tasks", Num: true}, {Key: "silent", Label: "Silent", Num: true}, {Key: "loud", Label: "Loud", Num: true}}}
	if p.Stages.Changes == nil {
		g.Note = "Events by the authors’ comments. Those of the first stage set the world up."
		for _, s := range p.Stages.ByStage {
			g.Rows = append(g.Rows, GridRow{Cells: []Cell{Words(s.Stage), Whole(s.Tasks), Whole(s.Events.Silent), Whole(s.Events.Loud)}})
		}
		return g
	}
	g.Cols = append(g.Cols, Col{Key: "unlabelled", Label: "No label", Num: true}, Col{Key: "mentioned", Label: "Mentioned in the text", Num: true})
	g.Note = "What the first stage writes sets the world up and is no change."
	for _, s := range p.Stages.ByStage {
		g.Rows = append(g.Rows, GridRow{Cells: []Cell{Words(s.Stage), Whole(s.Tasks), Whole(s.Silent), Whole(s.Loud), Whole(s.Unlabelled), Whole(s.Mentioned)}})
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
	return text + fmt.Sprintf(" %d look for a value that is new with a silent change and %d for one of a loud change (by value), %d for both.", n.Silent, n.Loud, n.Both)
}

func pluralWord(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// rates sets checks linked to silent changes against those linked to loud ones.
func (p worldStagesView) rates() Grid {
	g := Grid{Caption: "Checks passed, by the changes that they are linked to", Cols: []Col{{Key: "system", Label: "System"}, {Key: "silent", Label: "Silent"}, {Key: "by_name", Label: "of these by name"}, {Key: "by_value", Label: "of these by value"},
		{Key: "loud", Label: "Loud"}, {Key: "both", Label: "Both"}, {Key: "others", Label: "All other checks"}, {Key: "not_evaluated", Label: "Not evaluated", Num: true, Title: "linked checks of scored trials that have no verdict"}},
		Note: "Of those with a verdict; from 10 on with the rate and Wilson’s interval. Both are linked to changes of both kinds: those that look for a value of a silent change are counted by name and by value too."}
	for _, s := range p.Stages.Systems {
		g.Rows = append(g.Rows, GridRow{Cells: []Cell{stageSystemCell(s), rateCell(s.Silent), rateCell(s.ByName), rateCell(s.ByValue), rateCell(s.Loud), rateCell(s.Both), rateCell(s.Others), Whole(s.NotEvaluated)}})
	}
	return g
}

func stageSystemCell(s report.StageSystem) Cell {
	c := Words(s.Name).Link(s.URL)
	if !s.Complete {
		c = c.Noted("incomplete")
	}
	return c
}

// rateCell is k of n, with rate and interval where n is not small.
func rateCell(r world.CheckRate) Cell {
	if r.N == 0 {
		return Words("none")
	}
	cell := Words(fmt.Sprintf("%d of %d", r.K, r.N))
	if r.CI == nil {
		return cell
	}
	share := float64(r.K) / float64(r.N)
	return cell.Noted(joinNotes(words.Pct(&share)+" %", rangeWords(r.CI)))
}

// firstFailed counts by system at which stage a linked check first failed.
func (p worldStagesView) firstFailed() Grid {
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
	g := Grid{Caption: "Trials by the first stage at which a linked check failed", Fit: true, Cols: []Col{{Key: "system", Label: "System"}}}
	for _, s := range stages {
		g.Cols = append(g.Cols, Col{Key: s, Label: s, Num: true})
	}
	g.Cols = append(g.Cols, Col{Key: "held", Label: "None failed", Num: true}, Col{Key: "first", Label: "First case"})
	for _, s := range p.Stages.Systems {
		counts := make([]int, len(stages))
		for _, f := range s.FirstFailed {
			counts[at[f.Stage]] = f.Trials
		}
		row := GridRow{Cells: []Cell{stageSystemCell(s)}}
		for _, n := range counts {
			row.Cells = append(row.Cells, Whole(n))
		}
		g.Rows = append(g.Rows, GridRow{Cells: append(row.Cells, Whole(s.Held), firstCase(s))})
	}
	return g
}

// looked counts the changes that agents saw.
func (p worldStagesView) looked() Grid {
	g := Grid{Caption: "Changes that the agent looked at, by what their authors call them", Fit: true, Cols: []Col{{Key: "system", Label: "System"}, {Key: "silent", Label: "Silent"}, {Key: "loud", Label: "Loud"}, {Key: "unlabelled", Label: "No label"},
		{Key: "written", Label: "Written into a file", Title: "something new stands in a file that the agent wrote: evidence, and no rate to rank by"}, {Key: "undecidable", Label: "Undecidable", Num: true}, {Key: "untraced", Label: "No trace", Num: true}}}
	for _, s := range p.Stages.Systems {
		if l := s.Looked; l != nil {
			g.Rows = append(g.Rows, GridRow{Cells: []Cell{stageSystemCell(s), lookCell(l.Silent), lookCell(l.Loud), lookCell(l.Unlabelled), Words(fmt.Sprintf("%d of %d", l.Written.K, l.Written.N)), Whole(l.Undecidable), Whole(l.Untraced)}})
		}
	}
	return g
}

func lookCell(c world.LookCount) Cell { return ruleCount(days.Count{K: c.K, N: c.N}) }

// firstCase leads to the first linked check that failed.
func firstCase(s report.StageSystem) Cell {
	if len(s.Failed) == 0 {
		return Words("none")
	}
	f := s.Failed[0]
	cell := Words(f.String() + ": " + f.Check).Link(link.Check(s.Run, f.Scenario, f.Task, f.Attempt, f.Check))
	if more := len(s.Failed) - 1; more > 0 {
		cell = cell.Noted(words.Count(more) + " more in the JSON")
	}
	return cell
}

// tasks leads to the tasks with what changes in each.
func (p worldStagesView) tasks() Grid {
	g := Grid{Caption: "Changes by task", Tall: len(p.Stages.List) > 40, Fit: true, Cols: []Col{{Key: "task", Label: words.Capital(cmp.Or(p.Of.Words.Task, "task"))}, {Key: "stages", Label: "Stages", Num: true}, {Key: "silent", Label: "Silent", Num: true}, {Key: "loud", Label: "Loud", Num: true},
		{Key: "unlabelled", Label: "No label", Num: true}, {Key: "mentioned", Label: "Mentioned", Num: true}, {Key: "linked", Label: "Linked checks", Num: true}}}
	for i := range p.Stages.List {
		t := &p.Stages.List[i]
		n := world.CountStages(p.Stages.List[i : i+1])
		if n == nil || n.Changes == nil {
			continue
		}
		c := n.Changes
		mentioned := c.Silent.Named + c.Silent.Service + c.Loud.Named + c.Loud.Service + c.Unlabelled.Named + c.Unlabelled.Service
		g.Rows = append(g.Rows, GridRow{Group: scenarioBeside(p.Of, t.Scenario), Cells: []Cell{Words(taskCrumb(p.Of, t.Scenario, t.Slug)).Link(link.Task(p.Benchmark, t.Scenario, t.Slug) + "#changes"), Whole(n.Stages), Whole(c.Silent.N), Whole(c.Loud.N), Whole(c.Unlabelled.N), Whole(mentioned), Whole(len(world.LinksOf(t)))}})
	}
	return g
}

// worldStagesTable has one row for each change, for CSV.
func worldStagesTable(s *report.WorldStages) Grid {
	g := Grid{}
	for _, key := range []string{"scenario", "task", "stage", "time", "change", "service", "method", "object", "line", "label", "told", "static", "conditional", "repeated", "fields", "old_known", "checks", "linked_by"} {
		g.Cols = append(g.Cols, Col{Key: key})
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
				g.Rows = append(g.Rows, GridRow{Cells: []Cell{Words(t.Scenario), Words(t.Slug), Words(st.ID), Words(st.Time), Whole(k + 1), Words(c.Service), Words(c.Method), Words(c.Object), Whole(c.Line), Words(c.Label), Words(c.Told),
					yesNo(c.Static), yesNo(c.Conditional), yesNo(c.Repeated), Whole(len(c.Fields)), Whole(old), Words(strings.Join(c.Checks, " ")), Words(strings.Join(c.LinkedBy, " "))}})
			}
		}
	}
	return g
}

func yesNo(is bool) Cell {
	if is {
		return Words("yes")
	}
	return Words("no")
}
