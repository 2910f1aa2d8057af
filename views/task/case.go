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

// CaseLinks are the cases about a task; if run is not empty, about that run's trial. The
// written ones are those of the benchmark; of mined, all are about the task.
func CaseLinks(written []casebook.Case, mined []results.MinedCase, scenario, task, run string) []views.CaseLink {
	var list []views.CaseLink
	for _, w := range written {
		if slices.Contains(w.Rounds, scenario+"/"+task) {
			list = append(list, views.CaseLink{Title: w.Title, Href: link.Case(w.Slug)})
		}
	}
	for _, m := range mined {
		in := run == "" || slices.ContainsFunc(m.Trials, func(t results.CaseRef) bool {
			return t.Run == run && t.Scenario == scenario && t.Task == task
		})
		if in {
			list = append(list, views.CaseLink{Title: strings.TrimSpace(m.Title), Href: link.Case(m.Slug)})
		}
	}
	return list
}

// RunNames labels runs by their systems; models are the names of models.
func RunNames(runs []results.Run, models map[string]string) map[string]string {
	names := make(map[string]string, len(runs))
	for _, r := range runs {
		names[r.Slug] = words.System(models[r.System.Model], r.System)
	}
	return names
}

// MinedCase is a case that a rule found.
type MinedCase struct {
	results.MinedCase
	TrialsTotal int      `json:"trials_total"` // trials that show it, of which a list has the first
	URL         string   `json:"url"`          // address of its page
	Failed      []string `json:"failed"`       // what went wrong, in the words that all cases share

	About     results.Benchmark `json:"-"`
	FoundBy   cases.Rule        `json:"-"`
	TaskKnown bool              `json:"-"` // the task has a page
	Names     map[string]string `json:"-"` // labels of systems by run
	Options   *CaseEvidence     `json:"-"` // of a question with options: what all systems chose
}

// NewMinedCase is a case with at most some of its trials.
func NewMinedCase(m results.MinedCase, most int) *MinedCase {
	x := &MinedCase{MinedCase: m, TrialsTotal: len(m.Trials), URL: link.Case(m.Slug), Failed: orEmpty(cases.FailingsOf(m.Rule))}
	x.Trials = m.Trials[:min(len(m.Trials), most)]
	return x
}

// WrittenCase is a case that people wrote, with evidence from the database.
type WrittenCase struct {
	Slug       string   `json:"slug"`       // its name in addresses
	Title      string   `json:"title"`      // its heading
	Benchmark  string   `json:"benchmark"`  // id of the benchmark that it is about
	Dimensions []string `json:"dimensions"` // what it is about, in the words of the benchmarks
	Modes      []string `json:"modes"`      // failure modes that it shows
	Rounds     []string `json:"rounds"`     // its tasks, each as scenario/task
	Sources    []string `json:"sources"`    // where its facts come from
	Failed     []string `json:"failed"`     // what went wrong, in the words that all cases share
	Lead       string   `json:"lead"`       // how the text begins, as plain text
	URL        string   `json:"url"`        // address of its page

	About  *results.Benchmark `json:"-"` // nil if the database does not have it
	Blocks []CaseBlock        `json:"-"`
}

// CaseBlock is Markdown, or evidence that was read from the database.
type CaseBlock struct {
	Markdown string
	Evidence *CaseEvidence
}

// NewWrittenCase is a case without its text. about is nil if the database does not have
// the benchmark.
func NewWrittenCase(w casebook.Case, about *results.Benchmark) *WrittenCase {
	x := &WrittenCase{Slug: w.Slug, Title: w.Title, Benchmark: w.Benchmark, Dimensions: orEmpty(w.Dimensions), Modes: w.Modes,
		Rounds: w.Rounds, Sources: w.Sources, URL: link.Case(w.Slug), Failed: orEmpty(cases.FailingsOf(w.Modes...)), About: about}
	x.Lead = x.names().Replace(w.Lead())
	return x
}

// AddText adds the text with what evidence gives for each directive.
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

// exampleBenchmark is the one whose records are bundled.
const exampleBenchmark = "clawatlas-example"

// MissingEvidence says what the database lacks of a benchmark and how to read it.
func MissingEvidence(benchmark, what string) *CaseEvidence {
	path := "PATH"
	if benchmark == exampleBenchmark {
		path = "--example"
	}
	return &CaseEvidence{Missing: what + " in this database. Read its records with clawatlas ingest " + path + " to see this evidence."}
}

// names replaces the scenarios and tasks that the text refers to, as ids, by their names:
// a task by the id alone where no other task of the case has it, else with the scenario.
func (x *WrittenCase) names() *strings.Replacer {
	if x.About == nil {
		return strings.NewReplacer()
	}
	of := map[string]int{}
	for _, r := range x.Rounds {
		_, task, _ := strings.Cut(r, "/")
		of[task]++
	}
	// A longer reference goes first: hil_c7/q2 is the beginning of hil_c7/q25.
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

// shortScenario names a scenario in running text: of a title with a colon what stands
// before it.
func shortScenario(b results.Benchmark, scenario string) string {
	name, _, _ := strings.Cut(words.Scenario(b, scenario), ": ")
	return name
}

// places are the tasks of a written case: the first of each scenario carries its name,
// the others their ids alone.
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

// CaseEvidence is what a directive of a written case shows: a task with its options or
// trials, a metric, or steps.
type CaseEvidence struct {
	Missing string // what to ingest where the database holds nothing of it
	Task    *Task
	Options bool // of the task, else its trials
	Values  table.Table
	Caption string // of the steps
	Steps   []CaseStep
}

// NewMetricEvidence lists one metric of every row of the board or, where the directive
// names a scope, of the runs there and of what was reported about it.
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

// caseTextMost is how much of a text a case study shows of a step, in bytes; the rest is
// one link away.
const caseTextMost = 1500

// CaseStep is one step of a trace, cut to its head.
type CaseStep struct {
	Href   string
	Number int
	Source string
	Parts  []CasePart
}

// CasePart is the message of a step, a call or its result.
type CasePart struct {
	Name, Text string // name of a called tool; empty for other parts
	More       int    // characters that are left out
	Class      string
}

// NewStepsEvidence shows a range of a trial's steps, each cut to its head.
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

// plainArguments writes the arguments of a call one below the other, and text among them
// with its line breaks, so that a file that was written can be read. What is no object
// stays as it is.
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

// headOf cuts a text to what a case study shows and counts what is left out.
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

// proofWords say what a piece of evidence is.
func proofWords(p results.CaseProof) string {
	return map[string]string{world.ProofChanged: "changed:", world.ProofOpened: "opened", world.ProofRan: "ran", world.ProofCalled: "called",
		world.ProofNoCall: "no call of the round could have shown it"}[p.What]
}
