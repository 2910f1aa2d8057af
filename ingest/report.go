package ingest

import (
	"slices"

	"github.com/clawatlas/clawatlas/results"
)

// RunReport says what a load did; the command line prints it.
type RunReport struct {
	Datasets []DatasetReport   `json:"datasets"`
	Runs     []RunLine         `json:"runs"`
	Figures  int               `json:"figures"`
	Refused  []Refusal         `json:"refused"`
	Warnings []results.Warning `json:"warnings"` // that belong to no run
	// Unread are the files that no format has read, no warning is about, and no record or claimed directory includes.
	Unread []Unread `json:"unread"`
}

// newReport makes a report with empty lists for JSON instead of null.
func newReport() *RunReport {
	return &RunReport{Datasets: []DatasetReport{}, Runs: []RunLine{}, Refused: []Refusal{}, Warnings: []results.Warning{},
		Unread: []Unread{}}
}

func (r *RunReport) again(before RunReport) {
	stored := r.Runs[len(before.Runs):]
	*r = before
	for i := range stored {
		if !stored[i].Unchanged {
			r.Runs = append(r.Runs, stored[i])
		}
	}
}

// stored adds the line of a run unless it is there already from an earlier attempt.
func (r *RunReport) stored(line RunLine) {
	if line.Unchanged && slices.ContainsFunc(r.Runs, func(x RunLine) bool {
		return x.Run == line.Run && x.Source == line.Source && x.Item == line.Item
	}) {
		return
	}
	r.Runs = append(r.Runs, line)
}

// DatasetReport is one dataset that was read.
type DatasetReport struct {
	Source    string `json:"source"`
	Benchmark string `json:"benchmark"`
	Scenarios int    `json:"scenarios"`
	Tasks     int    `json:"tasks"`
	Digest    string `json:"digest"` // of its content, see results.Dataset.ContentDigest
	State     string `json:"state"`  // what became of it: one of the words below
	// Difference from the stored dataset, if it was refused for that.
	Difference *results.DatasetDifference `json:"difference,omitempty"`
	Warnings   int                        `json:"warnings"` // about the dataset itself
}

// What became of a dataset.
const (
	DatasetOfficial = "official" // the caller vouches for it: it is the dataset now
	DatasetSet      = "set"      // there was none, or none with texts: it is the dataset now
	DatasetSame     = "same"     // it says what the stored one says
	DatasetRefused  = "refused"  // it differs from the stored one, and runs are scored against that
)

// RunLine is one run of the closing table.
type RunLine struct {
	Source     string            `json:"source"`
	Item       string            `json:"item"` // directory or file inside the source
	Run        string            `json:"run"`
	Benchmark  string            `json:"benchmark"`
	System     results.System    `json:"system"`
	Label      string            `json:"label"`
	Unchanged  bool              `json:"unchanged"`
	Reread     bool              `json:"reread"` // it was stored as another version of the reader had read it
	Complete   bool              `json:"complete"`
	Counts     results.Counts    `json:"counts"`
	Headline   string            `json:"headline"`
	Convention string            `json:"convention"`
	Value      *float64          `json:"value"`
	Bounds     *[2]float64       `json:"bounds"`   // of the headline, in the place of a value that what is missing can change
	Own        *float64          `json:"own"`      // beside bounds of rewards: the mean over the trials that the run has
	Reported   *float64          `json:"reported"` // the headline of the run's own report
	Redactions map[string]int    `json:"redactions"`
	Warnings   []results.Warning `json:"warnings"`
	// Exclusions say why the run is not ranked.
	Exclusions []results.Exclusion `json:"objections"`
}

// known reports whether the records of the run were stored before.
func (l *RunLine) known() bool { return l.Unchanged || l.Reread }

// Refusal is a run or source that could not be read at all.
type Refusal struct {
	Source string `json:"source"`
	Item   string `json:"item"`
	Reason string `json:"reason"`
	// Withdrawn says that an operator has withdrawn these records.
	Withdrawn bool `json:"withdrawn,omitempty"`
}

// WarningCount counts all warnings of the load.
func (r *RunReport) WarningCount() int {
	n := len(r.Warnings)
	for _, run := range r.Runs {
		n += len(run.Warnings)
	}
	return n
}

func runLine(source, item string, r *results.Run, d *results.Dataset, metrics []results.Metric, warnings []results.Warning) RunLine {
	line := RunLine{
		Source: source, Item: item, Run: r.Slug, Benchmark: r.Benchmark, System: r.System, Label: r.Label,
		Redactions: r.Redactions, Warnings: append([]results.Warning{}, warnings...),
	}
	line.scored(r, d, metrics)
	for _, rep := range r.Reported {
		if rep.Scenario == "" && rep.Metric == line.Headline {
			line.Reported = rep.Value
		}
	}
	return line
}

func (l *RunLine) scored(r *results.Run, d *results.Dataset, metrics []results.Metric) {
	l.Complete, l.Counts, l.Headline = r.Complete, r.Counts, d.Benchmark.Headline
	l.Exclusions = append([]results.Exclusion{}, r.Exclusions...)
	for _, m := range metrics {
		if m.Scope == "" && m.Key == l.Headline {
			l.Convention, l.Value, l.Bounds, l.Own = m.Convention, m.Value, nil, m.Own()
			if m.Lo != nil && m.Hi != nil {
				l.Bounds = &[2]float64{*m.Lo, *m.Hi}
			}
			return
		}
	}
}

// rescored brings the lines of a run up to date that was scored anew.
func (r *RunReport) rescored(run *results.Run, d *results.Dataset, metrics []results.Metric) {
	for i := range r.Runs {
		if r.Runs[i].Run == run.Slug {
			r.Runs[i].scored(run, d, metrics)
		}
	}
}

// objected takes over what speaks against a run because of others.
func (r *RunReport) objected(run *results.Run) {
	for i := range r.Runs {
		if r.Runs[i].Run == run.Slug {
			r.Runs[i].Exclusions = append([]results.Exclusion{}, run.Exclusions...)
		}
	}
}

// unreplaced warns that a run corrects none. It is not stored, because it can change with every load.
func (r *RunReport) unreplaced(run *results.Run, reason string) {
	for i := range r.Runs {
		if r.Runs[i].Run == run.Slug {
			r.Runs[i].Warnings = append(r.Runs[i].Warnings, Warn(run.Label, 0, "replaces %q without effect: %s", run.Replaces, reason))
		}
	}
}
