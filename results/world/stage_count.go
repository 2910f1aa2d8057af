package world

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/clawatlas/clawatlas/results"
)

// StageCounts sum up what changes before the stages of a benchmark's tasks. Those
// before a first stage set the world up and are no changes.
type StageCounts struct {
	Tasks    int           `json:"tasks"`                // tasks with stages
	Stages   int           `json:"stages"`               // of all of them
	Read     int           `json:"read"`                 // tasks whose program was read, so that their changes are known
	Events   StageLabels   `json:"events"`               // events that the authors call silent or loud, those of first stages too; by their comments where only facts are known
	Changes  *StageChanges `json:"changes,omitempty"`    // absent where no program was read
	ByStage  []StageRow    `json:"by_stage"`             // stage by stage, in their order
	Services []ServiceRow  `json:"by_service,omitempty"` // of the changes, the most frequent first
	Checks   StageLinks    `json:"checks"`               // of the tasks
}

// StageLabels counts by what authors call something.
type StageLabels struct {
	Silent int `json:"silent"` // called silent
	Loud   int `json:"loud"`   // called loud
}

// StageChanges counts changes by their author's label and by what the message of the
// stage says of them.
type StageChanges struct {
	N           int       `json:"n"`           // changes
	Silent      StageTold `json:"silent"`      // called silent
	Loud        StageTold `json:"loud"`        // called loud
	Unlabelled  StageTold `json:"unlabelled"`  // called neither
	Static      int       `json:"static"`      // of which all that is written is known
	Conditional int       `json:"conditional"` // that depend on what the task finds when it runs
	Repeated    int       `json:"repeated"`    // that may happen any number of times
	Fields      int       `json:"fields"`      // properties and cells that they change
	Old         int       `json:"old"`         // of these, those of which the old value is known
}

// StageTold counts changes by what the message of their stage says of them.
type StageTold struct {
	N       int `json:"n"`       // changes
	Named   int `json:"named"`   // it names a file or an id that is new with it
	Service int `json:"service"` // it mentions the service alone
	No      int `json:"no"`      // it does not mention it
	Linked  int `json:"linked"`  // changes of which a check looks for a new value
}

// StageRow counts one stage over all tasks.
type StageRow struct {
	Stage      string      `json:"stage"`      // id
	Tasks      int         `json:"tasks"`      // that have it
	Events     StageLabels `json:"events"`     // that the authors call silent or loud
	Silent     int         `json:"silent"`     // changes called silent
	Loud       int         `json:"loud"`       // changes called loud
	Unlabelled int         `json:"unlabelled"` // changes called neither
	Mentioned  int         `json:"mentioned"`  // changes that the message names or whose service it mentions
}

// ServiceRow counts the changes of one service.
type ServiceRow struct {
	Service    string `json:"service"`    // email, notion, google_sheets, calendar, fs or sandbox
	Silent     int    `json:"silent"`     // called silent
	Loud       int    `json:"loud"`       // called loud
	Unlabelled int    `json:"unlabelled"` // called neither
}

func (s ServiceRow) total() int { return s.Silent + s.Loud + s.Unlabelled }

// StageLinks counts the checks of the tasks by what they are linked to.
type StageLinks struct {
	N       int `json:"n"`        // checks
	RedLine int `json:"red_line"` // red lines
	Named   int `json:"named"`    // that speak of a silent change by their id or description
	Silent  int `json:"silent"`   // that look for a value of a silent change
	Loud    int `json:"loud"`     // that look for a value of a loud change
	Both    int `json:"both"`     // of both
}

// CountStages sums up tasks; nil where none has stages.
func CountStages(tasks []results.Task) *StageCounts {
	n := &StageCounts{ByStage: []StageRow{}}
	for i := range tasks {
		if t := &tasks[i]; len(t.Facts.Stages) > 0 {
			n.add(t)
		}
	}
	if n.Tasks == 0 {
		return nil
	}
	slices.SortFunc(n.ByStage, func(a, b StageRow) int { return compareStages(a.Stage, b.Stage) })
	slices.SortFunc(n.Services, func(a, b ServiceRow) int {
		return cmp.Or(cmp.Compare(b.total(), a.total()), cmp.Compare(a.Service, b.Service))
	})
	return n
}

func (n *StageCounts) add(t *results.Task) {
	n.Tasks++
	if slices.ContainsFunc(t.Facts.Stages, func(s results.Stage) bool { return s.Notification != "" || len(s.Changes) > 0 }) {
		n.Read++
		if n.Changes == nil {
			n.Changes = &StageChanges{}
		}
	}
	for i := range t.Facts.Stages {
		s := &t.Facts.Stages[i]
		n.Stages++
		n.Events.Silent += s.Silent
		n.Events.Loud += s.Loud
		row := n.row(s.ID)
		row.Tasks++
		row.Events.Silent += s.Silent
		row.Events.Loud += s.Loud
		for k := range s.Changes {
			row.add(&s.Changes[k])
			n.Changes.add(&s.Changes[k])
			n.service(&s.Changes[k])
		}
	}
	links := LinksOf(t)
	for i := range t.Checks {
		n.Checks.add(&t.Checks[i], links[t.Checks[i].ID])
	}
}

// row is that of a stage.
func (n *StageCounts) row(stage string) *StageRow {
	i := slices.IndexFunc(n.ByStage, func(r StageRow) bool { return r.Stage == stage })
	if i < 0 {
		n.ByStage = append(n.ByStage, StageRow{Stage: stage})
		i = len(n.ByStage) - 1
	}
	return &n.ByStage[i]
}

func (r *StageRow) add(c *results.StageChange) {
	countLabel(c.Label, &r.Silent, &r.Loud, &r.Unlabelled)
	if c.Told != "no" {
		r.Mentioned++
	}
}

func countLabel(label string, silent, loud, none *int) {
	switch label {
	case LabelSilent:
		*silent++
	case LabelLoud:
		*loud++
	default:
		*none++
	}
}

func (n *StageCounts) service(c *results.StageChange) {
	i := slices.IndexFunc(n.Services, func(r ServiceRow) bool { return r.Service == c.Service })
	if i < 0 {
		n.Services = append(n.Services, ServiceRow{Service: c.Service})
		i = len(n.Services) - 1
	}
	r := &n.Services[i]
	countLabel(c.Label, &r.Silent, &r.Loud, &r.Unlabelled)
}

func (n *StageChanges) add(c *results.StageChange) {
	n.N++
	told := &n.Unlabelled
	switch c.Label {
	case LabelSilent:
		told = &n.Silent
	case LabelLoud:
		told = &n.Loud
	}
	told.add(c)
	for _, x := range []struct {
		is bool
		n  *int
	}{{c.Static, &n.Static}, {c.Conditional, &n.Conditional}, {c.Repeated, &n.Repeated}} {
		if x.is {
			*x.n++
		}
	}
	for _, f := range c.Fields {
		n.Fields++
		if f.Old != nil {
			n.Old++
		}
	}
}

func (t *StageTold) add(c *results.StageChange) {
	t.N++
	if len(c.Checks) > 0 {
		t.Linked++
	}
	switch c.Told {
	case "named":
		t.Named++
	case "service":
		t.Service++
	default:
		t.No++
	}
}

func (n *StageLinks) add(c *results.CheckSpec, l CheckLink) {
	n.N++
	for _, x := range []struct {
		is bool
		n  *int
	}{{c.RedLine, &n.RedLine}, {l.Named, &n.Named}, {l.Silent, &n.Silent}, {l.Loud, &n.Loud}, {l.Silent && l.Loud, &n.Both}} {
		if x.is {
			*x.n++
		}
	}
}

// compareStages orders stages by their number; what has none, as final, comes last.
func compareStages(a, b string) int {
	return cmp.Or(cmp.Compare(stageNumber(a), stageNumber(b)), cmp.Compare(a, b))
}

func stageNumber(id string) int {
	n, err := strconv.Atoi(strings.TrimPrefix(id, "stage"))
	if err != nil || n < 0 {
		return 1 << 30
	}
	return n
}
