package ingest

import (
	"cmp"

	"github.com/clawatlas/clawatlas/results"
)

// markScripted marks a run as scripted if its framework or model is a scripted agent. A scripted
// framework also becomes the run's model, whatever model the caller named.
func markScripted(r *results.Run) {
	switch {
	case results.ScriptedName(r.System.Framework) != "":
		if name := cmp.Or(r.ModelName, r.System.Model); name != r.System.Framework && name != Unrecorded && name != "" {
			r.SetFact(results.FactModelRecorded, name)
		}
		r.System.Model, r.System.Provider, r.ModelName = r.System.Framework, "", r.System.Framework
	case results.ScriptedName(r.System.Model) == "":
		return
	}
	r.Scripted = true
}

// standIns excludes runs without a known model: runs by scripted agents, unless the benchmark is
// for them, and runs whose model is not named.
func standIns(b *results.Benchmark, runs []results.Run) {
	for i := range runs {
		r := &runs[i]
		switch {
		case b.Scripted:
		case r.Scripted || results.ReferenceName(r.System) != "":
			shows := cmp.Or(results.ReferenceName(r.System), "script")
			r.Exclusions = append(r.Exclusions, results.Exclusion{Kind: results.ExclusionReference,
				Message: "made by a scripted agent, shown as a reference: " + shows})
		case r.Complete && (!results.NamesModel(r.ModelName) || r.Facts[results.FactModelPlace] != ""):
			r.Exclusions = append(r.Exclusions, results.Exclusion{Kind: results.ExclusionUnnamed, Message: "no record names its model"})
		}
	}
}
