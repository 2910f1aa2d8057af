package task

import (
	"fmt"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/casebook"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/metric"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
)

// CaseEvidence is what a directive of a written case shows. Missing says what to
// ingest where the database holds nothing of it.
type CaseEvidence struct {
	Kind    string
	Caption string
	Href    string // the task or the board
	Noun    string // what the benchmark calls a task
	Asked   string // the question of options
	Metric  string // key of the metric whose values are shown
	Missing string
	Systems []CaseSystem
	Options []CaseOption
	Values  []CaseValue
	Steps   []CaseStep
}

// CaseSystem is one run beside the evidence.
type CaseSystem struct {
	Name   string
	Href   string // its trial
	Status results.Status
	Output string // of the checker
}

// CaseOption is one row of the matrix options x systems.
type CaseOption struct {
	Label string
	Text  string
	Gold  bool
	Picks []bool // by system
}

// Missed reports whether any of the systems got the option wrong.
func (o CaseOption) Missed() bool { return slices.Contains(o.Picks, !o.Gold) }

// CaseValue is one metric of one system.
type CaseValue struct {
	Name     string
	Href     string
	Value    *float64
	Evidence results.Evidence
}

// TrialsOf are the trials of the runs of a model.
func TrialsOf(model string, runs []results.Run, trials []results.StoredTrial) []results.StoredTrial {
	models := map[string]string{}
	for _, r := range runs {
		models[r.Slug] = r.System.Model
	}
	return slices.DeleteFunc(trials, func(t results.StoredTrial) bool { return models[t.Run] != model })
}

// NewTaskEvidence begins the evidence of a directive about a task with the
// trials that it may show.
func NewTaskEvidence(b results.Benchmark, e casebook.Evidence, trials []results.StoredTrial) *CaseEvidence {
	x := &CaseEvidence{Kind: e.Kind, Href: link.Task(b.ID, e.Scenario, e.Task), Noun: b.Words.Task}
	if len(trials) > 0 {
		return x
	}
	at := words.Task(b, e.Scenario, e.Task)
	what := "No run of " + at
	if e.Model != "" {
		what = "No trace of " + e.Model + " at " + at
	}
	x.Missing = fmt.Sprintf("%s (%s) is in this database. %s", what, b.Name, ingestHint(b.ID))
	return x
}

// AddChecker shows what the checker printed of every trial; verdicts are in the
// order of the trials, nil where there is none.
func (x *CaseEvidence) AddChecker(b results.Benchmark, e casebook.Evidence, names map[string]string,
	trials []results.StoredTrial, verdicts []*results.CheckerVerdict) {
	x.Caption = fmt.Sprintf("What the checker of %s said to %s", words.Task(b, e.Scenario, e.Task), words.Plural(len(trials), "run", "runs"))
	for i := range trials {
		s := caseSystem(names, &trials[i])
		if v := verdicts[i]; v != nil {
			if s.Output = strings.TrimSpace(v.Stdout); s.Output == "" {
				s.Output = strings.TrimSpace(v.Stderr)
			}
		}
		x.Systems = append(x.Systems, s)
	}
}

// AddOptions fills the matrix options x systems.
func (x *CaseEvidence) AddOptions(b results.Benchmark, names map[string]string, task results.Task, trials []results.StoredTrial) {
	x.Caption = fmt.Sprintf("%s: what %s chose", words.Task(b, task.Scenario, task.Slug), words.Plural(len(trials), "run", "runs"))
	x.Asked = task.Facts.Prompt
	for i := range trials {
		x.Systems = append(x.Systems, caseSystem(names, &trials[i]))
	}
	for _, o := range task.Options {
		row := CaseOption{Label: o.Label, Text: o.Text, Gold: o.Gold}
		for i := range trials {
			row.Picks = append(row.Picks, slices.Contains(trials[i].Selected, o.Label))
		}
		x.Options = append(x.Options, row)
	}
}

func caseSystem(names map[string]string, t *results.StoredTrial) CaseSystem {
	return CaseSystem{Name: names[t.Run], Href: link.Attempt(t.Run, t.Scenario, t.Task, t.Attempt), Status: t.Status}
}

// ScopedFacts are what is known of a benchmark's parts: the metrics of its runs,
// and what was published.
type ScopedFacts struct {
	Metrics []results.ScopedMetric
	Runs    []results.Run
	Figures []results.Figure
	Names   map[string]string // of models
}

// NewMetricEvidence lists one metric of every row of the board or, where the
// directive names a scope, of the runs and of what was published about it.
func NewMetricEvidence(b results.Benchmark, e casebook.Evidence, board results.Board, facts ScopedFacts) *CaseEvidence {
	x := &CaseEvidence{Kind: e.Kind, Metric: e.Metric, Href: link.Benchmark(b.ID)}
	label := metric.Of(e.Metric).Label
	if e.Scope != "" {
		x.Values = append(facts.Recorded(e, board), facts.published(e)...)
		x.Caption = fmt.Sprintf("%s of %s, %s", label, e.Scope, words.Plural(len(x.Values), "number", "numbers"))
	} else {
		for _, r := range board.Rows {
			if v := r.Metrics[e.Metric].Value; v != nil {
				x.Values = append(x.Values, caseValue(r, v))
			}
		}
		x.Caption = fmt.Sprintf("%s of %s, convention %q", label, words.Plural(len(x.Values), "system", "systems"),
			score.ConventionsOf(b)[0].Title)
	}
	if len(x.Values) == 0 {
		x.Missing = fmt.Sprintf("No run of %s with this number is in this database. %s", b.Name, ingestHint(b.ID))
	}
	return x
}

func caseValue(r results.BoardRow, value *float64) CaseValue {
	return CaseValue{Name: words.System(r.Name, r.System), Evidence: r.Evidence, Value: value, Href: views.RowAddress(r)}
}

// Recorded are the values of the runs on the board.
func (f ScopedFacts) Recorded(e casebook.Evidence, board results.Board) []CaseValue {
	values := map[int64]*float64{}
	for _, m := range f.Metrics {
		if m.Scope == e.Scope && m.Key == e.Metric {
			values[m.Run] = m.Value
		}
	}
	ids := map[string]int64{}
	for _, r := range f.Runs {
		ids[r.Slug] = r.ID
	}
	var list []CaseValue
	for _, r := range board.Rows {
		if r.Run == nil {
			continue
		}
		if v := values[ids[*r.Run]]; v != nil {
			list = append(list, caseValue(r, v))
		}
	}
	return list
}

// published are the printed values, each with the table where it stands.
func (f ScopedFacts) published(e casebook.Evidence) []CaseValue {
	var list []CaseValue
	for _, p := range f.Figures {
		if p.Scope != e.Scope || p.Metric != e.Metric || p.Value == nil {
			continue
		}
		name := f.Names[p.Model]
		if p.Variant != "" {
			name += " · " + p.Variant
		}
		list = append(list, CaseValue{Name: name + ", " + p.Table, Evidence: results.Published, Value: p.Value, Href: link.Model(p.Model)})
	}
	return list
}
