package ingest

import (
	"slices"

	"github.com/clawatlas/clawatlas/results"
)

// RunReport summarises a load. The command line prints it.
type RunReport struct {
	Datasets []DatasetReport   `json:"datasets"`
	Runs     []RunLine         `json:"runs"`
	Figures  int               `json:"figures"`
	Refused  []Refusal         `json:"refused"`
	Warnings []results.Warning `json:"warnings"` // warnings that do not concern a particular run
	// Unread lists the files that no format has read. It excludes files with a warning, files that
	// a record refers to and files in claimed directories.
	Unread []Unread `json:"unread"`
}

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

// stored adds the line of a run. It does nothing if an earlier attempt to read the item has added
// the line.
func (r *RunReport) stored(line RunLine) {
	if line.Unchanged && slices.ContainsFunc(r.Runs, func(x RunLine) bool {
		return x.Run == line.Run && x.Source == line.Source && x.Item == line.Item
	}) {
		return
	}
	r.Runs = append(r.Runs, line)
}

// DatasetReport describes one dataset that was read.
type DatasetReport struct {
	Source    string `json:"source"`
	Benchmark string `json:"benchmark"`
	Scenarios int    `json:"scenarios"`
	Tasks     int    `json:"tasks"`
	Digest    string `json:"digest"` // digest of the content, see results.Dataset.ContentDigest
	State     string `json:"state"`  // one of the constants below
	// Difference is the difference from the stored dataset if the dataset was refused because of
	// it.
	Difference *results.DatasetDifference `json:"difference,omitempty"`
	Warnings   int                        `json:"warnings"` // number of warnings about the dataset
}

const (
	DatasetOfficial = "official" // given with --dataset; replaces the stored dataset
	DatasetSet      = "set"      // stored because there was no dataset, or none with texts
	DatasetSame     = "same"     // identical to the stored dataset
	DatasetRefused  = "refused"  // refused because it differs from the stored dataset, which still scores the runs
)

// RunLine describes one run in the table at the end of a load.
type RunLine struct {
	Source     string            `json:"source"`
	Item       string            `json:"item"` // path of the directory or file within the source
	Run        string            `json:"run"`
	Benchmark  string            `json:"benchmark"`
	System     results.System    `json:"system"`
	Label      string            `json:"label"`
	Unchanged  bool              `json:"unchanged"`
	Reread     bool              `json:"reread"` // set if the run was read again because a different version of the importer had stored it
	Complete   bool              `json:"complete"`
	Counts     results.Counts    `json:"counts"`
	Headline   string            `json:"headline"`
	Convention string            `json:"convention"`
	Value      *float64          `json:"value"`
	Bounds     *[2]float64       `json:"bounds"`   // lower and upper bound of the headline metric; set instead of Value if missing trials affect the metric
	Own        *float64          `json:"own"`      // mean reward over the available trials; set together with Bounds for metrics based on rewards
	Reported   *float64          `json:"reported"` // value of the headline metric in the run's own report
	Redactions map[string]int    `json:"redactions"`
	Warnings   []results.Warning `json:"warnings"`
	// Exclusions are the reasons why the run is not ranked.
	Exclusions []results.Exclusion `json:"objections"`
}

func (l *RunLine) known() bool { return l.Unchanged || l.Reread }

// Refusal is a run or source that could not be read at all.
type Refusal struct {
	Source string `json:"source"`
	Item   string `json:"item"`
	Reason string `json:"reason"`
	// Withdrawn means that an operator has withdrawn these records.
	Withdrawn bool `json:"withdrawn,omitempty"`
}

// WarningCount returns the number of all warnings of the load.
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

func (r *RunReport) rescored(run *results.Run, d *results.Dataset, metrics []results.Metric) {
	for i := range r.Runs {
		if r.Runs[i].Run == run.Slug {
			r.Runs[i].scored(run, d, metrics)
		}
	}
}

// objected updates the line of a run after other runs have changed its exclusions.
func (r *RunReport) objected(run *results.Run) {
	for i := range r.Runs {
		if r.Runs[i].Run == run.Slug {
			r.Runs[i].Exclusions = append([]results.Exclusion{}, run.Exclusions...)
		}
	}
}

// unreplaced warns that the correction of another run has no effect. The warning is not stored,
// because every load may change it.
func (r *RunReport) unreplaced(run *results.Run, reason string) {
	for i := range r.Runs {
		if r.Runs[i].Run == run.Slug {
			r.Runs[i].Warnings = append(r.Runs[i].Warnings, Warn(run.Label, 0, "replaces %q without effect: %s", run.Replaces, reason))
		}
	}
}
