package task

import (
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/casebook"
	"github.com/clawatlas/clawatlas/results/cases"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
)

// CaseLinks are the cases but one that are about a task; of one run's trial at it
// if run is not empty. The written ones are those of the benchmark; of mined, all
// are about the task.
func CaseLinks(written []casebook.Case, mined []results.MinedCase, scenario, task, run, except string) []views.CaseLink {
	var list []views.CaseLink
	for _, w := range written {
		if w.Slug != except && slices.Contains(w.Rounds, scenario+"/"+task) {
			list = append(list, views.CaseLink{Title: w.Title, Href: link.Case(w.Slug)})
		}
	}
	for _, m := range mined {
		in := run == "" || slices.ContainsFunc(m.Trials, func(t results.CaseRef) bool {
			return t.Run == run && t.Scenario == scenario && t.Task == task
		})
		if m.Slug != except && in {
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
	// TrialsTotal is the number of trials that show it, of which a list has the first.
	TrialsTotal int `json:"trials_total"`
	// URL is the address of its page.
	URL string `json:"url"`
	// Failed says what went wrong, in the words that all cases share.
	Failed []string `json:"failed"`

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
	// Slug is its name in addresses.
	Slug string `json:"slug"`
	// Title is its heading.
	Title string `json:"title"`
	// Benchmark is the id of the one that it is about.
	Benchmark string `json:"benchmark"`
	// Dimensions are what it is about, in the words of the benchmarks.
	Dimensions []string `json:"dimensions"`
	// Modes are the failure modes that it shows.
	Modes []string `json:"modes"`
	// Rounds are its tasks, each as scenario/task.
	Rounds []string `json:"rounds"`
	// Sources are where its facts come from.
	Sources []string `json:"sources"`
	// Failed says what went wrong, in the words that all cases share.
	Failed []string `json:"failed"`
	// Lead is how the text begins, as plain text.
	Lead string `json:"lead"`
	// Text is the whole text in Markdown without what is embedded; a list leaves it out.
	Text string `json:"text,omitempty"`
	// URL is the address of its page.
	URL string `json:"url"`

	Picture *CasePicture       `json:"-"` // nil if the database has nothing to draw
	About   *results.Benchmark `json:"-"` // nil if the database does not have it
	Blocks  []CaseBlock        `json:"-"`
}

// CaseBlock is Markdown or evidence that was read from the database.
type CaseBlock struct {
	Markdown string
	Evidence *CaseEvidence
}

// NewWrittenCase is a case without its text.
func NewWrittenCase(w casebook.Case) *WrittenCase {
	return &WrittenCase{Slug: w.Slug, Title: w.Title, Benchmark: w.Benchmark, Dimensions: orEmpty(w.Dimensions), Modes: w.Modes,
		Rounds: w.Rounds, Sources: w.Sources, URL: link.Case(w.Slug),
		Failed: orEmpty(cases.FailingsOf(w.Modes...)), Lead: w.Lead()}
}

// AddText adds the text with what evidence gives for each directive.
func (x *WrittenCase) AddText(blocks []casebook.Block, evidence func(casebook.Evidence) (*CaseEvidence, error)) error {
	own := strings.NewReplacer()
	if x.About != nil {
		own = caseWords(*x.About, x.Rounds)
		x.Lead = own.Replace(x.Lead)
	}
	for _, b := range blocks {
		block := CaseBlock{Markdown: own.Replace(b.Markdown)}
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

// NoBenchmark is the evidence of a case about a benchmark that the database does
// not have: what to ingest.
func NoBenchmark(benchmark, kind string) *CaseEvidence {
	return &CaseEvidence{Kind: kind, Missing: "Nothing of " + benchmark + " is in this database. " + ingestHint(benchmark)}
}

// exampleBenchmark is the one whose records are bundled.
const exampleBenchmark = "clawatlas-example"

// ingestHint says how the records of a benchmark come into the database.
func ingestHint(benchmark string) string {
	if benchmark == exampleBenchmark {
		return "Read its records with clawatlas ingest --example to see this evidence."
	}
	return "Read its records with clawatlas ingest PATH to see this evidence."
}

// caseWords names the scenarios that a written case refers to, and its tasks, written
// as scenario/task: by the id alone where no other task of the case has it, else with
// the scenario.
func caseWords(b results.Benchmark, rounds []string) *strings.Replacer {
	of := map[string]int{}
	for _, r := range rounds {
		_, task, _ := strings.Cut(r, "/")
		of[task]++
	}
	// A longer reference goes first: hil_c7/q2 is the beginning of hil_c7/q25.
	list := slices.Clone(rounds)
	slices.SortStableFunc(list, func(a, b string) int { return len(b) - len(a) })
	var pairs []string
	for _, r := range list {
		scenario, task, ok := strings.Cut(r, "/")
		if !ok {
			continue
		}
		name, _ := words.Titled(b.Titles.Task(scenario, task), task)
		if of[task] > 1 && name == words.Plain(task) {
			name += " of " + shortScenario(b, scenario)
		}
		pairs = append(pairs, r, name)
	}
	for _, r := range rounds {
		if scenario, _, ok := strings.Cut(r, "/"); ok && b.Titles.Scenario(scenario) != "" {
			pairs = append(pairs, scenario, shortScenario(b, scenario))
		}
	}
	return strings.NewReplacer(pairs...)
}

// shortScenario names a scenario in running text: of a title with a colon what stands
// before it.
func shortScenario(b results.Benchmark, scenario string) string {
	name, _, _ := strings.Cut(words.Scenario(b, scenario), ": ")
	return name
}

// CasePlace is one task that a case is about.
type CasePlace struct{ Scenario, Task, Name string }

// Places are the tasks of a written case, those of one scenario after each other:
// the first of each carries the scenario's name, the others their ids alone.
func (x *WrittenCase) Places() []CasePlace {
	var list []CasePlace
	for _, r := range x.Rounds {
		scenario, task, ok := strings.Cut(r, "/")
		if !ok || x.About == nil {
			continue
		}
		p := CasePlace{Scenario: scenario, Task: task}
		p.Name, _ = words.Titled(x.About.Titles.Task(scenario, task), task)
		if n := len(list); (n == 0 || list[n-1].Scenario != scenario) && p.Name == words.Plain(task) && scenario != x.About.ID {
			p.Name = shortScenario(*x.About, scenario) + ", " + p.Name
		}
		list = append(list, p)
	}
	return list
}

// taskNameOf reads scenario/task.
func taskNameOf(round string) results.TaskName {
	scenario, task, _ := strings.Cut(round, "/")
	return results.TaskName{Scenario: scenario, Task: task}
}
