package task

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/casebook"
	"github.com/clawatlas/clawatlas/results/cases"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/metric"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/results/world"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/table"
	"github.com/clawatlas/clawatlas/views/ui"
)

// CaseLinks returns links to the cases about a task. If run is not empty, it omits mined cases that
// do not include a trial of this run. written contains all hand-written cases of the benchmark.
// mined contains only cases about the task.
func CaseLinks(written []casebook.Case, mined []results.MinedCase, scenario, task, run string) []views.CaseLink {
	var list []views.CaseLink
	for _, w := range written {
		if round := scenario + "/" + task; slices.Contains(w.Rounds, round) {
			about := slices.DeleteFunc(slices.Clone(w.Findings), func(f casebook.Finding) bool { return f.Round != round })
			list = append(list, views.CaseLink{Title: w.Title, Href: link.Case(w.Slug), Reviewed: true, Findings: about})
		}
	}
	for _, m := range mined {
		in := run == "" || slices.ContainsFunc(m.Trials, func(t results.CaseRef) bool {
			return t.Run == run && t.Scenario == scenario && t.Task == task
		})
		if in {
			happened := m.Title[strings.LastIndex(m.Title, ": ")+1:]
			list = append(list, views.CaseLink{Title: strings.TrimSpace(happened), Href: link.Case(m.Slug)})
		}
	}
	return list
}

// RunNames returns the names of the runs' systems, by run slug. models maps model ids to names.
func RunNames(runs []results.Run, models map[string]string) map[string]string {
	names := make(map[string]string, len(runs))
	for _, r := range runs {
		names[r.Slug] = words.System(models[r.System.Model], r.System)
	}
	return names
}

// MinedCase is a case that a rule found in the records.
type MinedCase struct {
	results.MinedCase
	TrialsTotal int      `json:"trials_total"` // number of all trials that show the case; in a list, Trials contains only the first ones
	URL         string   `json:"url"`          // URL of the case
	Failed      []string `json:"failed"`       // ids of the failure categories that the case belongs to

	About   results.Benchmark `json:"-"`
	FoundBy cases.Rule        `json:"-"`
	Names   map[string]string `json:"-"` // system names by run slug
}

// NewMinedCase returns a case for display. The argument most is the maximum number of its trials.
func NewMinedCase(m results.MinedCase, most int) *MinedCase {
	x := &MinedCase{MinedCase: m, TrialsTotal: len(m.Trials), URL: link.Case(m.Slug), Failed: orEmpty(cases.FailingsOf(m.Rule))}
	x.Trials = m.Trials[:min(len(m.Trials), most)]
	return x
}

// WrittenCase is a hand-written case study with evidence from the database.
type WrittenCase struct {
	Slug       string   `json:"slug"` // name in URLs
	Title      string   `json:"title"`
	Benchmark  string   `json:"benchmark"`  // id of the benchmark
	Dimensions []string `json:"dimensions"` // dimensions that the case concerns, as named by the benchmarks
	Modes      []string `json:"modes"`      // failure modes that the case shows
	Rounds     []string `json:"rounds"`     // tasks that the case is about, as scenario/task
	Sources    []string `json:"sources"`    // sources of the case's statements
	Failed     []string `json:"failed"`     // ids of the failure categories that the case belongs to
	Lead       string   `json:"lead"`       // beginning of the case, as plain text
	URL        string   `json:"url"`        // URL of the case

	About  *results.Benchmark `json:"-"` // benchmark; nil if the database does not contain it
	Blocks []CaseBlock        `json:"-"`
}

// CaseBlock is a section of Markdown, evidence from the database, or both.
type CaseBlock struct {
	Markdown string
	Evidence *CaseEvidence
}

// NewWrittenCase returns a case without its text. about is nil if the database does not contain the
// benchmark.
func NewWrittenCase(w casebook.Case, about *results.Benchmark) *WrittenCase {
	x := &WrittenCase{Slug: w.Slug, Title: w.Title, Benchmark: w.Benchmark, Dimensions: orEmpty(w.Dimensions), Modes: w.Modes,
		Rounds: w.Rounds, Sources: w.Sources, URL: link.Case(w.Slug), Failed: orEmpty(cases.FailingsOf(w.Modes...)), About: about}
	x.Lead = x.names().Replace(w.Lead())
	return x
}

// AddText adds the text of the case. It calls evidence for each directive in the text.
func (x *WrittenCase) AddText(blocks []casebook.Block, evidence func(casebook.Evidence) (*CaseEvidence, error)) error {
	names := x.names()
	for _, b := range blocks {
		block := CaseBlock{Markdown: names.Replace(b.Markdown)}
		if b.Evidence != nil {
			e, err := evidence(*b.Evidence)
			if err != nil {
				return err
			}
			block.Evidence = e
		}
		x.Blocks = append(x.Blocks, block)
	}
	return nil
}

// exampleBenchmark is the benchmark whose records are bundled with the program.
const exampleBenchmark = "clawatlas-example"

// MissingEvidence returns a notice of which data the database lacks, with the command that imports
// them.
func MissingEvidence(benchmark, what string) *CaseEvidence {
	path := "PATH"
	if benchmark == exampleBenchmark {
		path = "--example"
	}
	return &CaseEvidence{Missing: what + " in this database. Read its records with clawatlas ingest " + path + " to see this evidence."}
}

// names returns a Replacer that replaces ids of scenarios and tasks with their names. A task's name
// includes the scenario if the case has several scenarios with the same task id.
func (x *WrittenCase) names() *strings.Replacer {
	if x.About == nil {
		return strings.NewReplacer()
	}
	of := map[string]int{}
	for _, r := range x.Rounds {
		_, task, _ := strings.Cut(r, "/")
		of[task]++
	}
	// sort longer references first, because hil_c7/q2 is a prefix of hil_c7/q25
	list := slices.Clone(x.Rounds)
	slices.SortStableFunc(list, func(a, b string) int { return len(b) - len(a) })
	var pairs, scenarios []string
	for _, r := range list {
		scenario, task, ok := strings.Cut(r, "/")
		if !ok {
			continue
		}
		name, _ := words.Titled(x.About.Titles.Task(scenario, task), task)
		if of[task] > 1 && name == words.Plain(task) {
			name += " of " + shortScenario(*x.About, scenario)
		}
		pairs = append(pairs, r, name)
		if x.About.Titles.Scenario(scenario) != "" {
			scenarios = append(scenarios, scenario, shortScenario(*x.About, scenario))
		}
	}
	return strings.NewReplacer(append(pairs, scenarios...)...)
}

// shortScenario returns the part of a scenario's name before a colon, for running text.
func shortScenario(b results.Benchmark, scenario string) string {
	name, _, _ := strings.Cut(words.Scenario(b, scenario), ": ")
	return name
}

// places returns links to the tasks of the case. Only the label of the first task of each scenario
// includes the scenario's name.
func (x *WrittenCase) places() (list []views.Link) {
	last := ""
	for _, r := range x.Rounds {
		scenario, task, ok := strings.Cut(r, "/")
		if !ok || x.About == nil {
			continue
		}
		name, _ := words.Titled(x.About.Titles.Task(scenario, task), task)
		if scenario != last && name == words.Plain(task) && scenario != x.About.ID {
			name = shortScenario(*x.About, scenario) + ", " + name
		}
		last = scenario
		list = append(list, views.Link{Label: name, Href: link.Task(x.Benchmark, scenario, task)})
	}
	return list
}

// CaseEvidence is the result of a directive in a case: a task with its options or trials, the
// values of a metric, or steps of a trace.
type CaseEvidence struct {
	Missing string // notice of which data to import; empty if the database contains them
	Task    *Task
	Options bool // true to show the options of Task instead of its trials
	Values  table.Table
	Caption string // caption of Steps
	Steps   []CaseStep
}

// NewMetricEvidence returns a table of one metric for all leaderboard rows. If the directive has a
// scope, it contains the values of the runs and the reported results in that scope.
func NewMetricEvidence(b *views.Bench, e casebook.Evidence, scoped []results.ScopedMetric, figures []results.Figure) *CaseEvidence {
	m := metric.Of(e.Metric)
	g := table.Table{Caption: m.Label, Cols: []table.Col{{Key: "system", Label: "System"}, {Key: e.Metric, Label: m.Label, Unit: string(m.Unit), Num: true}}}
	add := func(name, href string, v *float64, evidence results.Evidence) {
		if v == nil {
			return
		}
		cell := table.Number(v, m.Digits)
		if m.Unit == metric.Percent {
			cell = table.Percent(v)
		}
		g.Rows = append(g.Rows, table.Row{Cells: []table.Cell{table.Words(name).Link(href), cell.Proved(evidence)}})
	}
	for _, r := range b.Board.Rows {
		v := r.Metrics[e.Metric].Value
		if e.Scope != "" {
			v = nil
			at := slices.IndexFunc(scoped, func(m results.ScopedMetric) bool {
				return r.Run != nil && m.Run == b.Runs[*r.Run].ID && m.Scope == e.Scope && m.Key == e.Metric
			})
			if at >= 0 {
				v = scoped[at].Value
			}
		}
		add(b.Label(r), views.RowAddress(r), v, r.Evidence)
	}
	for _, p := range figures {
		if e.Scope != "" && p.Scope == e.Scope && p.Metric == e.Metric {
			name := words.System(b.Names[p.Model], results.System{Variant: p.Variant})
			add(name+", "+p.Table, link.Model(p.Model), p.Value, results.Published)
		}
	}
	if len(g.Rows) == 0 {
		return MissingEvidence(b.Benchmark.ID, "No run of "+b.Benchmark.Name+" with this number is")
	}
	if g.Caption += " of "; e.Scope != "" {
		g.Caption += e.Scope + ", "
	}
	g.Caption += words.Counted(len(g.Rows), "system")
	if e.Scope == "" {
		g.Caption += fmt.Sprintf(", convention %q", score.ConventionsOf(b.Benchmark)[0].Title)
	}
	return &CaseEvidence{Values: g}
}

// caseTextMost is the maximum number of bytes of a trace text in a case. The full text is linked.
const caseTextMost = 1500

// CaseStep is one step of a trace with truncated texts.
type CaseStep struct {
	Href   string
	Number int
	Source string
	Parts  []CasePart
}

// CasePart is the message of a step, a call, or the result of a call.
type CasePart struct {
	Name, Text string // name of the called tool (empty if the part is not a call), and truncated text
	More       int    // number of omitted characters
	Class      string
}

// NewStepsEvidence returns a range of a trial's steps with truncated texts.
func NewStepsEvidence(b results.Benchmark, e casebook.Evidence, name string, t *results.StoredTrial, steps []results.Step) *CaseEvidence {
	x := &CaseEvidence{Caption: fmt.Sprintf("Step %d", e.From)}
	if len(steps) > 1 {
		x.Caption = fmt.Sprintf("Steps %d to %d", e.From, e.From+len(steps)-1)
	}
	x.Caption += fmt.Sprintf(" of %d: %s at %s", t.StepsTotal, name, words.Task(b, t.Scenario, t.Task))
	for i := range steps {
		st := &steps[i]
		row := CaseStep{Number: st.StepID, Source: st.Source, Href: link.AttemptStep(t.Run, t.Scenario, t.Task, t.Attempt, st.StepID)}
		row.add("", st.Message, "txt")
		for _, c := range st.ToolCalls {
			row.add(c.Name, plainArguments(c.Arguments), "txt")
			if st.Observation == nil {
				continue
			}
			for k := range st.Observation.Results {
				if r := &st.Observation.Results[k]; r.CallID == c.ID {
					row.add("", r.Content, map[bool]string{false: "txt out", true: "txt out failed"}[r.Failed])
				}
			}
		}
		x.Steps = append(x.Steps, row)
	}
	return x
}

func (x *CaseStep) add(name, text, class string) {
	if name+text != "" {
		p := CasePart{Name: name, Class: class}
		p.Text, p.More = headOf(text)
		x.Parts = append(x.Parts, p)
	}
}

// plainArguments formats the arguments of a call, one per line, with real line breaks in texts, so
// that written files are readable. It returns arguments that are not a JSON object unchanged.
func plainArguments(raw json.RawMessage) string {
	members, ok := views.MembersOf(raw)
	if !ok {
		return string(raw)
	}
	var lines []string
	for _, m := range members {
		text, sep := strings.TrimRight(m.Value, "\n"), " "
		if strings.Contains(text, "\n") {
			sep = "\n"
		}
		lines = append(lines, m.Name+":"+sep+text)
	}
	return strings.Join(lines, "\n")
}

// headOf truncates a text to caseTextMost bytes and also returns the number of omitted characters.
func headOf(text string) (string, int) {
	if len(text) <= caseTextMost {
		return text, 0
	}
	cut := caseTextMost
	for cut > 0 && !utf8.RuneStart(text[cut]) {
		cut--
	}
	return text[:cut], utf8.RuneCountInString(text[cut:])
}

// place names the task of a trial, and the attempt if the case has several of a task.
func (m *MinedCase) place(t results.CaseRef) string {
	name := words.Task(m.About, t.Scenario, t.Task)
	if slices.ContainsFunc(m.Trials, func(x results.CaseRef) bool { return x.Attempt > 1 }) {
		name += ", attempt " + words.Count(t.Attempt)
	}
	return name
}

func (m *MinedCase) meta(f views.Frame) ui.Meta {
	meta := f.Meta(m.Title, m.Finding, link.Case(m.Slug), "", caseCrumbs(m.About, m.Title)...)
	meta.Scripted = m.About.Scripted
	return meta
}

func (x *WrittenCase) meta(f views.Frame) ui.Meta {
	name, crumbs := x.Benchmark, []ui.Crumb{{Label: x.Title}}
	if x.About != nil {
		name, crumbs = x.About.Name, caseCrumbs(*x.About, x.Title)
	}
	m := f.Meta(x.Title, x.Title+": a case study of "+name+".", link.Case(x.Slug), "", crumbs...)
	m.Scripted = x.About != nil && x.About.Scripted
	return m
}

func caseCrumbs(b results.Benchmark, title string) []ui.Crumb {
	return views.CrumbsBelow(b, views.ViewCrumb(b, "cases"), ui.Crumb{Label: ui.Plain(title)})
}

func proofWords(p results.CaseProof) string {
	return map[string]string{world.ProofChanged: "changed:", world.ProofOpened: "opened", world.ProofRan: "ran", world.ProofCalled: "called",
		world.ProofNoCall: "no call of the round could have shown it"}[p.What]
}
