package days

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/days"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/stats"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
)

// DaysQuery is the state of the page.
type DaysQuery struct {
	Scenario string       // empty: all
	Kind     string       // of tasks; empty: all, each with its own lines
	Rows     views.Window // of the systems
}

// Values is the state as an address has it.
func (q DaysQuery) Values() url.Values {
	return link.With(nil, "scenario", q.Scenario, "kind", q.Kind, q.Rows.Key, q.Rows.Value())
}

// Days is everything that the page and its JSON twin are made of.
type Days struct {
	Benchmark  string        `json:"benchmark"`  // id
	Kind       string        `json:"kind"`       // what the days are: phases, stages, scenarios or none
	Scenario   string        `json:"scenario"`   // the only one that is shown; empty: all
	TaskKind   string        `json:"task_kind"`  // the only kind of task that is shown; empty: all
	TaskKinds  []string      `json:"task_kinds"` // that there are; each has its own lines
	Days       []days.Head   `json:"days"`       // in their order
	Series     []DaySeries   `json:"series"`     // one line for each system and kind of task
	Systems    []DaySystem   `json:"systems"`    // what updates do to each run
	Verdicts   []DayVerdict  `json:"verdicts"`   // what they say together; none of fewer than two systems with an interval
	NotDrawn   []DayAbsent   `json:"not_drawn"`  // runs that stand for their system but are no line
	Rules      []days.Rule   `json:"rules"`      // that the dataset teaches on some day and checks on it and later ones
	RuleLines  []DayRules    `json:"rule_lines"` // how the drawn runs kept them
	RulePairs  []DayRulePair `json:"rule_pairs"` // drawn runs of a variant, against the same system without one
	Total      int           `json:"total"`      // systems with records that are drawn, on all pages
	Statistics DayStatistics `json:"statistics"` // how the intervals were made

	Query     DaysQuery          `json:"-"`
	Of        results.Benchmark  `json:"-"`
	Scenarios []results.Scenario `json:"-"`
	Tasks     []results.Task     `json:"-"` // of the chosen scenario

	means map[string]map[[2]string]results.TaskMean // by run's slug
	all   []results.BoardRow                        // of all pages
}

// DaySeries is one system over the days, at the tasks of one kind.
type DaySeries struct {
	Run         *string          `json:"run"`              // slug; nil for printed values
	System      results.System   `json:"system"`           // what was run
	Name        string           `json:"name"`             // of the system
	Kind        string           `json:"kind"`             // of the tasks that the line is over
	Evidence    results.Evidence `json:"evidence"`         // what the line rests on
	Source      string           `json:"source,omitempty"` // id of the source of printed values
	Note        string           `json:"note,omitempty"`   // what a reader has to know
	URL         string           `json:"url"`              // of the run's page, or of the model's figures
	Points      []DayPoint       `json:"points"`           // one a day, in the order of the days
	Steps       []days.Step      `json:"steps"`            // from each day to the next
	LargestDrop *days.Drop       `json:"largest_drop"`     // nil if no step with an interval falls
}

// DayPoint is a system's value on one day. A nil value is a gap: nothing was
// recorded or published.
type DayPoint struct {
	Day       string         `json:"day"`       // id of the day
	Value     *float64       `json:"value"`     // mean over the tasks of the kind with a verdict, 0 to 1; nil: a gap
	CI        *[2]float64    `json:"ci"`        // 95 % interval of the value; nil where it cannot be made
	Estimator days.Estimator `json:"estimator"` // how the interval was made; empty without one
	Passed    *int           `json:"passed"`    // of them; nil for scores that are fractions and for printed values
	Of        *int           `json:"of"`        // tasks with a verdict on the day; nil for printed values
	Scenarios *int           `json:"scenarios"` // with a verdict on the day; nil for printed values
}

// DaySystem is what updates do to one system, by kind of task.
type DaySystem struct {
	Run          string                       `json:"run"`           // slug
	Name         string                       `json:"name"`          // of the system
	UpdateEffect map[string]days.UpdateEffect `json:"update_effect"` // by kind of round
	FirstUpdate  map[string]days.FirstUpdate  `json:"first_update"`  // by kind of round
}

// DayAbsent is a run that stands for its system but is no line: over some of
// the tasks it would be a line about other tasks than the rest.
type DayAbsent struct {
	Run  string `json:"run"`  // slug
	Name string `json:"name"` // of the system
	Note string `json:"note"` // why it is no line
	URL  string `json:"url"`  // of the run's page
}

// DayStatistics says how the intervals were made.
type DayStatistics struct {
	Level  float64 `json:"level"`  // coverage of the intervals, 0 to 1
	Points string  `json:"points"` // how the intervals of points were made
	Steps  string  `json:"steps"`  // how the intervals of steps were made
	Effect string  `json:"effect"` // how the effect of updates was estimated
}

func daysStatistics() DayStatistics {
	return DayStatistics{Level: stats.Level,
		Points: "Student's t on the log odds, standard error by the jackknife over the scenarios that have the day; Wilson over the " +
			"rounds where one scenario has it or all are alike",
		Steps: fmt.Sprintf("differences within scenarios, Student's interval over scenarios, simultaneous over the steps of a line "+
			"(Bonferroni), and the exact sign-flip test, adjusted by Holm over the steps of all lines, for steps over %d scenarios or more",
			days.LeastScenarios),
		Effect: "mean of the differences within scenarios, Student's interval over scenarios"}
}

// NewDays begins the page with the days of the tasks that q chooses. It refuses
// scenarios and kinds that the benchmark does not have.
func NewDays(b results.Benchmark, scenarios []results.Scenario, tasks []results.Task, q DaysQuery) (*Days, error) {
	d := &Days{Benchmark: b.ID, Kind: days.OrderOf(b, tasks), Scenario: q.Scenario, TaskKind: q.Kind, TaskKinds: days.KindsOf(tasks),
		Days: []days.Head{}, Series: []DaySeries{}, Systems: []DaySystem{}, Verdicts: []DayVerdict{}, NotDrawn: []DayAbsent{},
		RuleLines: []DayRules{}, RulePairs: []DayRulePair{}, Statistics: daysStatistics(),
		Query: q, Of: b, Scenarios: scenarios, Tasks: tasks}
	d.Rules = d.rulesOf()
	if q.Kind != "" && !slices.Contains(d.TaskKinds, q.Kind) {
		return nil, views.Refuse("kind=%s is no kind of %s in this benchmark.", q.Kind, b.Words.Task)
	}
	if q.Scenario == "" {
		return d, nil
	}
	if !slices.ContainsFunc(scenarios, func(s results.Scenario) bool { return s.Slug == q.Scenario }) {
		return nil, views.Refuse("scenario=%s is not in this benchmark.", q.Scenario)
	}
	if d.Kind != days.Phases {
		return nil, views.Refuse("The days of %s are the same for all scenarios; leave out scenario=%s.", b.Name, q.Scenario)
	}
	d.Tasks = slices.DeleteFunc(slices.Clone(tasks), func(t results.Task) bool { return t.Scenario != q.Scenario })
	return d, nil
}

// Choose settles which systems are lines of this page.
func (d *Days) Choose(v *views.Bench) []results.BoardRow {
	d.all = d.drawn(v, v.RowsWithRun())
	d.Total = len(d.all)
	return views.Rows(&d.Query.Rows, d.all)
}

// ShownKinds are the kinds of task that have lines on the page.
func (d *Days) ShownKinds() []string {
	if d.TaskKind != "" {
		return []string{d.TaskKind}
	}
	return d.TaskKinds
}

// drawn splits the rows with a run into those that are lines and the others.
func (d *Days) drawn(v *views.Bench, rows []results.BoardRow) []results.BoardRow {
	var list []results.BoardRow
	for _, r := range rows {
		if run := v.Runs[*r.Run]; run.Ranked() {
			list = append(list, r)
		} else {
			d.NotDrawn = append(d.NotDrawn, DayAbsent{Run: *r.Run, Name: v.Label(r), Note: dayNote(v, &run), URL: views.RowAddress(r)})
		}
	}
	return list
}

// dayNote says why a run is no line.
func dayNote(v *views.Bench, run *results.Run) string {
	var list []string
	if !run.Complete {
		list = append(list, fmt.Sprintf("incomplete, %d of %d %ss scored", run.Counts.Scored, run.Counts.Expected, v.Benchmark.Words.Task))
	}
	for _, o := range run.Objections {
		list = append(list, "not ranked: "+o.Message)
	}
	return strings.Join(list, "; ")
}

// AddRounds makes the lines of phases, or of scenarios that are days, from the
// outcomes of rounds.
func (d *Days) AddRounds(v *views.Bench, rows []results.BoardRow, means []results.TaskMean) {
	d.means = map[string]map[[2]string]results.TaskMean{}
	slug := map[int64]string{}
	for _, r := range rows {
		slug[v.Runs[*r.Run].ID] = *r.Run
		d.means[*r.Run] = map[[2]string]results.TaskMean{}
	}
	for _, m := range means {
		d.means[slug[m.Run]][[2]string{m.Scenario, m.Task}] = m
	}
	if d.Kind == days.ScenarioDays {
		d.Days = days.ScenarioHeads(d.Scenarios, d.Tasks, d.TaskKind)
	} else {
		d.Days = days.PhaseHeads(d.Tasks, d.TaskKind)
	}
	for _, kind := range d.ShownKinds() {
		for _, r := range rows {
			d.Series = append(d.Series, d.roundsLine(v, r, kind))
		}
	}
	d.testSteps()
	if d.Kind != days.Phases {
		return
	}
	for _, r := range rows {
		rounds := slices.DeleteFunc(days.RoundsOf(d.Tasks, d.means[*r.Run]),
			func(r days.Round) bool { return d.TaskKind != "" && r.Kind != d.TaskKind })
		d.Systems = append(d.Systems, DaySystem{Run: *r.Run, Name: v.Label(r), UpdateEffect: days.UpdateEffects(rounds),
			FirstUpdate: days.FirstUpdates(rounds)})
	}
	d.Verdicts = d.verdicts()
}

// roundsLine is one run over the days at the rounds of one kind.
func (d *Days) roundsLine(v *views.Bench, r results.BoardRow, kind string) DaySeries {
	column := map[string]int{}
	var ids []string
	for i, day := range d.Days {
		column[day.ID] = i
		ids = append(ids, day.ID)
	}
	verdicts := days.Verdicts(days.RoundsOf(d.Tasks, d.means[*r.Run]), kind,
		func(r days.Round) int { return column[d.dayID(r.Scenario, r.Day)] })
	sr := newDaySeries(v, r, kind)
	for i, p := range days.Points(verdicts, len(ids)) {
		sr.Points = append(sr.Points, DayPoint{Day: ids[i], Value: p.Value, CI: p.CI, Estimator: p.Estimator, Passed: &p.Passed, Of: &p.N,
			Scenarios: &p.Scenarios})
	}
	sr.Steps = days.Steps(verdicts, ids, false)
	return sr
}

// testSteps adjusts the steps of all lines for each other and says which fall.
func (d *Days) testSteps() {
	lines := make([][]days.Step, len(d.Series))
	for i := range d.Series {
		lines[i] = d.Series[i].Steps
	}
	tests := days.Family(lines)
	for i := range d.Series {
		sr := &d.Series[i]
		sr.LargestDrop = days.Largest(sr.Steps, tests)
	}
}

func newDaySeries(v *views.Bench, r results.BoardRow, kind string) DaySeries {
	return DaySeries{Run: r.Run, System: r.System, Name: v.Label(r), Kind: kind, Evidence: r.Evidence, URL: views.RowAddress(r)}
}

// dayID is the id of the day of a task.
func (d *Days) dayID(scenario string, day int) string {
	if d.Kind == days.ScenarioDays {
		return scenario
	}
	return strconv.Itoa(day)
}

// AddStages makes the lines of ClawMark: the runs and the published lines of
// Figure 4, both over the tasks with exactly three working days.
func (d *Days) AddStages(v *views.Bench, rows []results.BoardRow, outcomes [][]results.Trial, figures []results.Figure) {
	three := days.ThreeDays(d.Tasks)
	final := false
	for i, r := range rows {
		verdicts := days.StageVerdicts(three, outcomes[i])
		sr := d.stageLine(v, r, verdicts)
		final = final || sr.Points[days.Final].Value != nil
		d.Series = append(d.Series, sr)
	}
	d.Days = days.StageHeads(three, final)
	for i := range d.Series {
		sr := &d.Series[i]
		sr.Points = sr.Points[:len(d.Days)]
	}
	d.testSteps()
	for _, f := range days.Printed(figures, v.Benchmark.Headline) {
		sr := DaySeries{System: f.System, Name: words.System(v.Names[f.System.Model], f.System), Kind: results.KindRubric,
			Evidence: results.Published, Source: f.Source, URL: link.Model(f.System.Model) + "#figures", Steps: []days.Step{}}
		for _, day := range d.Days {
			sr.Points = append(sr.Points, DayPoint{Day: day.ID, Value: f.Values[day.ID]})
		}
		d.Series = append(d.Series, sr)
	}
}

// stageLine is one run over the working days. Steps are over the days alone:
// what is checked after them is another set of checks of another set of tasks.
func (d *Days) stageLine(v *views.Bench, r results.BoardRow, verdicts []days.Verdict) DaySeries {
	sr := newDaySeries(v, r, results.KindRubric)
	for i, p := range days.Points(verdicts, len(days.StageIDs)) {
		sr.Points = append(sr.Points, DayPoint{Day: days.StageIDs[i], Value: p.Value, CI: p.CI, Estimator: p.Estimator, Of: &p.N,
			Scenarios: &p.Scenarios})
	}
	sr.Steps = days.Steps(verdicts, days.StageIDs[:days.Stages], true)
	return sr
}
