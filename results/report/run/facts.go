package run

import (
	"maps"
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/report"
)

// RunFact is something that the records say of a run as a whole, for its page.
type RunFact struct {
	Name  string          // as the records have it
	Value string          // empty where there are parts
	Parts []report.Member // of one that the records state as an object
}

// inner are facts that the program sets for itself, or that the page shows elsewhere.
var inner = []string{
	results.FactSource, results.FactSnapshot, results.FactTaskSet, results.FactLabels, results.FactStopped, "verdicts",
}

// facts lists what the records say of the run as a whole, by name.
func (s *StoredRun) facts() []RunFact {
	facts := results.SetProvenance(maps.Clone(s.Run.Facts), results.Provenance{}, results.Place{})
	var list []RunFact
	for _, name := range slices.Sorted(maps.Keys(facts)) {
		if slices.Contains(inner, name) {
			continue
		}
		f := RunFact{Name: name, Value: facts[name]}
		if parts, _ := report.MembersOf([]byte(f.Value)); len(parts) > 0 {
			f.Value, f.Parts = "", parts
		}
		list = append(list, f)
	}
	return list
}
