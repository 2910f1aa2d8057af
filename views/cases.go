package views

import (
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/casebook"
	"github.com/clawatlas/clawatlas/views/ui"
)

// Cases is the index of a benchmark's case studies.
type Cases struct {
	Meta      ui.Meta
	Benchmark results.Benchmark
	Filter    ui.Filter
	Written   []casebook.Case
	Groups    []CaseGroup
	Labels    []LabelCount
	Total     int // mined cases of the benchmark
	Shown     int
}

// CaseGroup is the mined cases of one rule.
type CaseGroup struct {
	Rule    string
	Title   string
	Explain string
	Cases   []results.MinedCase
}

// LabelCount counts a maintainer's label.
type LabelCount struct {
	Label string
	Count int
	Href  string
}

// MinedCasePage is one mined case.
type MinedCasePage struct {
	Meta      ui.Meta
	Benchmark results.Benchmark
	Case      results.MinedCase
	RuleTitle string
	Explain   string
	Names     map[string]string // system labels by run
	Task      *results.Task
	Updates   []string
	Beside    []CaseLink
}

// WrittenCasePage is one written case with its evidence.
type WrittenCasePage struct {
	Meta      ui.Meta
	Benchmark results.Benchmark
	Case      casebook.Case
	Blocks    []CaseBlock
	Beside    []CaseLink
}

// CaseLink leads to another case.
type CaseLink struct{ Title, Href string }

// CaseBlock is Markdown or evidence that was read from the database.
type CaseBlock struct {
	Markdown string
	Evidence *CaseEvidence
}

// CaseEvidence is what a directive shows. Missing says what to ingest where
// the database holds nothing of it.
type CaseEvidence struct {
	Kind    string
	Caption string
	Href    string // the task, run or trial
	Metric  string // key of the metric whose values are shown
	Missing string
	Systems []CaseSystem
	Options []CaseOption
	Values  []CaseValue
	Steps   []CaseStep
}

// CaseSystem is one run beside the evidence.
type CaseSystem struct {
	Name     string
	Run      string
	TrialURL string
	Status   results.Status
	Said     string
}

// CaseOption is one row of the matrix options x systems.
type CaseOption struct {
	Label string
	Text  string
	Gold  bool
	Picks []bool // by system
}

// CaseValue is one metric of one system.
type CaseValue struct {
	Name     string
	Href     string
	Value    *float64
	Evidence results.Evidence
}

// CaseStep is one step of a trace, cut to its head.
type CaseStep struct {
	Href   string
	Number int
	Source string
	Text   string
	More   int // characters that are left out
	Calls  []CaseCall
}

// CaseCall is one tool call of a step with its answer.
type CaseCall struct {
	Name, Arguments, Answer string
	MoreArguments, More     int
	Failed                  bool
}

func caseURL(slug string) string { return "/cases/" + slug }

// lead is the first line of a written case.
func (p WrittenCasePage) lead() string {
	text := "A case study of " + p.Benchmark.Name
	if len(p.Case.Dimensions) > 0 {
		text += " about " + strings.Join(p.Case.Dimensions, " and ")
	}
	return text + ". The tables below are read from the database as it is now."
}
