package board

import (
	"cmp"
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/report"
)

// Reasons are why the trials of a benchmark's systems did not pass, in kinds.
type Reasons struct {
	Benchmark string          `json:"benchmark"` // id
	All       report.Reasons  `json:"all"`       // the systems of this answer together
	Systems   []ReasonsSystem `json:"systems"`   // with records, in the order of the board; those of one page
	Total     int             `json:"total"`     // systems on all pages

	Of     results.Benchmark `json:"-"`
	Window report.Window     `json:"-"` // of the systems
}

// ReasonsSystem is one system; all sweeps of it are added up.
type ReasonsSystem struct {
	Run      string               `json:"run"`        // slug of the run that stands for it
	Runs     int                  `json:"runs"`       // that are added up
	System   results.System       `json:"system"`     // what was run
	Name     string               `json:"name"`       // of the system
	Complete bool                 `json:"complete"`   // every expected task is scored
	Passed   int                  `json:"passed"`     // trials that passed
	Failed   int                  `json:"not_passed"` // trials that were judged and did not pass
	Unlooked int                  `json:"unlooked"`   // of them those of which nobody has looked for the reason; they are in no kind
	Kinds    []report.ReasonCount `json:"kinds"`      // those of all, in their order; a kind that is not among its trials has n 0
	URL      string               `json:"url"`        // of the kinds on the run's page

	counts report.Reasons
}

// NewReasons settles which systems are on this page.
func NewReasons(v *report.Bench, window report.Window) (*Reasons, []results.BoardRow) {
	rows := v.RowsWithRun()
	r := &Reasons{Benchmark: v.Benchmark.ID, Systems: []ReasonsSystem{}, Total: len(rows), Of: v.Benchmark, Window: window}
	return r, report.Rows(&r.Window, rows)
}

// AddSystem begins a system, to which AddRun adds its runs.
func (r *Reasons) AddSystem(v *report.Bench, row results.BoardRow) {
	r.Systems = append(r.Systems, ReasonsSystem{Run: *row.Run, System: row.System, Name: v.Label(row), Complete: row.Complete,
		URL: link.Run(*row.Run) + "#reasons"})
}

// AddRun adds the trials of a run of the last system.
func (r *Reasons) AddRun(trials []results.StoredTrial, known results.RunReasons) {
	s := &r.Systems[len(r.Systems)-1]
	s.Runs++
	for i := range trials {
		if trials[i].Status == results.Passed {
			s.Passed++
		}
	}
	s.counts.Add(trials, known)
	r.All.Add(trials, known)
}

// Settle makes the kinds, those of all systems for each.
func (r *Reasons) Settle() {
	r.All.Settle(func(results.ReasonKind) string { return "" })
	for i := range r.Systems {
		s := &r.Systems[i]
		s.Failed, s.Unlooked, s.Kinds = s.counts.NotPassed, s.counts.Unlooked, []report.ReasonCount{}
		for _, k := range r.All.Kinds {
			x := s.counts.Count(k.Kind)
			if x.Of == 0 {
				continue // nothing of it was looked at
			}
			if x.N > 0 && s.Runs == 1 {
				x.URL = link.FailedFor(s.Run, string(k.Kind))
			}
			s.Kinds = append(s.Kinds, x)
		}
	}
}

// Find is a kind of the system; nil where none of its trials was looked at.
func (s *ReasonsSystem) Find(kind results.ReasonKind) *report.ReasonCount {
	i := slices.IndexFunc(s.Kinds, func(x report.ReasonCount) bool { return x.Kind == kind })
	if i < 0 {
		return nil
	}
	return &s.Kinds[i]
}

// Lead is what the page says first.
func (r *Reasons) Lead() string {
	return r.All.Sentence(" of " + cmp.Or(r.Of.Name, r.Benchmark))
}
