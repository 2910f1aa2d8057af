package home

import (
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/findings"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/metric"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/words"
)

// doubtsNamed is how many tasks the sentence names.
const doubtsNamed = 8

func (x *Finding) doubt(d *findings.Doubt, r FindingRecords) {
	x.Metric, x.N, x.Noun = d.Metric, d.Of, x.noun()
	n := len(d.Tasks)
	x.Title = words.Capital(words.Numeral(n)) + " " + x.noun() + "s of " + x.Name + " cannot be passed"
	if n == 1 {
		x.Title = "One " + x.noun() + " of " + x.Name + " cannot be passed"
	}
	x.Fact = "No answer can pass " + words.Count(n) + " of " + words.Counted(d.Of, x.noun()) + " (" + words.Pct(share(n, d.Of)) + " %):"
	x.Rest = " " + x.doubtful(d, r) + "." + commonReason(d.Tasks)
	x.About = "The rule is about the dataset and what its checkers said when they ran, so this is a count and has no interval."
	x.Holds = "It holds while the board lists such a " + x.noun() +
		": its checker stops at a line of its own in every trial, or the dataset calls none of its options right."
	x.doubtRows(d, r)
	x.doubtChanges(d)
	x.evidence("The leaderboard without them", withoutDoubtful(x.Of))
	for _, s := range d.Scenarios {
		x.evidence("Every verdict of "+titleIn(r, s), link.Scenario(x.Benchmark, s))
	}
	x.evidence("All "+x.noun()+"s, with doubts of other kinds", link.Benchmark(x.Benchmark, "heatmap")+"#tasks")
}

// doubtful names the tasks, by scenario.
func (x *Finding) doubtful(d *findings.Doubt, r FindingRecords) string {
	if len(d.Tasks) > doubtsNamed {
		return "they are listed below"
	}
	var parts []string
	for _, s := range d.Scenarios {
		var names []string
		for _, t := range d.Tasks {
			if t.Scenario == s {
				names = append(names, words.Plain(t.Task))
			}
		}
		parts = append(parts, words.List(names)+" of "+titleIn(r, s))
	}
	return strings.Join(parts, "; ")
}

// commonReason is what the reasons of all tasks begin with; empty where they
// differ.
func commonReason(tasks []results.DoubtfulTask) string {
	first, _, _ := strings.Cut(tasks[0].Reason, ":")
	for _, t := range tasks {
		if reason, _, _ := strings.Cut(t.Reason, ":"); reason != first {
			return ""
		}
	}
	return " In each case " + words.Plain(first) + "."
}

// titleIn is the title of a scenario or, where none is known, its slug.
func titleIn(r FindingRecords, scenario string) string {
	for _, f := range r.Fingerprints {
		for _, row := range f.Rows {
			if row.Scenario == scenario && row.Title != "" {
				return words.Plain(row.Title)
			}
		}
	}
	return words.Plain(scenario)
}

// doubtRows are the tasks with how many ranked systems passed them, and the
// strips of their scenarios.
func (x *Finding) doubtRows(d *findings.Doubt, r FindingRecords) {
	for _, t := range d.Tasks {
		x.Rows = append(x.Rows, FindingRow{Label: words.Task(x.Of, t.Scenario, t.Task), Note: words.Plain(t.Reason),
			URL: link.Task(x.Benchmark, t.Scenario, t.Task)})
	}
	hopeless := map[[2]string]bool{}
	for _, t := range d.Tasks {
		hopeless[[2]string{t.Scenario, t.Task}] = true
	}
	x.More = len(d.Systems) - len(r.Runs)
	for _, s := range d.Scenarios {
		for i := range r.Runs {
			run := *r.Runs[i].Run
			for _, row := range r.Fingerprints[run].Rows {
				if row.Scenario == s {
					x.Strips = append(x.Strips, findingStrip(run, report.RowName(&r.Runs[i]), row, hopeless))
				}
			}
		}
	}
}

func findingStrip(run, name string, row report.FingerprintRow, hopeless map[[2]string]bool) FindingStrip {
	s := FindingStrip{Run: run, Name: name, Scenario: row.Scenario, Title: words.Plain(row.Title), Tasks: []FindingCell{}}
	for _, c := range row.Cells {
		cell := FindingCell{Task: c.Task.Slug, Status: c.Status, Impossible: hopeless[[2]string{row.Scenario, c.Task.Slug}]}
		if c.Recorded {
			cell.URL = link.Trial(run, row.Scenario, c.Task.Slug)
		}
		s.Tasks = append(s.Tasks, cell)
	}
	return s
}

// doubtChanges are the headlines with and without the tasks.
func (x *Finding) doubtChanges(d *findings.Doubt) {
	for i := range d.Systems {
		s := &d.Systems[i]
		m := s.Row.Metrics[d.Metric]
		x.Changes = append(x.Changes, FindingChange{Run: *s.Row.Run, Name: report.RowName(&s.Row), Value: m.Value, CI: m.CI,
			Without: s.Without.Value, WithoutCI: s.Without.CI, URL: link.Run(*s.Row.Run)})
	}
	if len(x.Changes) > 0 && x.Changes[0].Value != nil && x.Changes[0].Without != nil {
		c := x.Changes[0]
		x.Rest += " Without them the " + metric.Of(d.Metric).Label + " of " + c.Name + " is " + showMetric(d.Metric, c.Without) +
			" instead of " + showMetric(d.Metric, c.Value) + "."
	}
}

// share is a count as a part of another; nil of none.
func share(n, of int) *float64 {
	if of == 0 {
		return nil
	}
	x := float64(n) / float64(of)
	return &x
}
