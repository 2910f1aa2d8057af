package ingest_test

import (
	"slices"
	"testing"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/internal/manyruns"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// What is kept of the trials for the cases is made anew where the dataset says
// something else of a task: here that a round is an exam of a preference.
func TestCasesFollowTheDataset(t *testing.T) {
	db := ingesttest.Open(t)
	small := manyruns.Arena{Scenarios: 3, Rounds: 26, Runs: 4}
	ingesttest.Load(t, db, small.Dataset(), ingest.Identity{})
	for i, exam := range []bool{false, true} {
		d := must.Get(db.FindDataset(t.Context(), manyruns.Benchmark))(t)
		for at := range d.Tasks {
			d.Tasks[at].Facts.SilentPref = exam && d.Tasks[at].Slug == "q26"
		}
		must.Do(t, db.SaveDataset(t.Context(), d))
		more := small
		more.First = 1 + 4*i
		ingesttest.Load(t, db, more.Agents(), ingest.Identity{})
		list := must.Get(db.Cases(t.Context(), manyruns.Benchmark))(t)
		found := slices.IndexFunc(list, func(c results.MinedCase) bool { return c.Rule == "silent-preference" })
		if (found >= 0) != exam {
			t.Errorf("q26 is an exam: %t, a case of that is number %d of %d", exam, found, len(list))
		}
		sameAsFromNothing(t, db, manyruns.Benchmark, "after a change of the dataset")
	}
}

// Of a run that stood until another of its system was read nothing is kept for the
// cases: what is stored does not tell in how many ingests it came.
func TestEvidenceOfTheStanding(t *testing.T) {
	db := ingesttest.Open(t)
	small := manyruns.Arena{Scenarios: 2, Rounds: 4, Runs: 2}
	ingesttest.Load(t, db, small.Dataset(), ingest.Identity{})
	for pass := range 2 {
		small.Again = pass
		ingesttest.Load(t, db, small.Agents(), ingest.Identity{})
	}
	keys, err := db.EvidenceKeys(t.Context(), manyruns.Benchmark)
	if err != nil || len(keys) != 2 {
		t.Errorf("evidence of %d runs (%v), want of the 2 that stand", len(keys), err)
	}
}
