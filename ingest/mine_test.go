package ingest_test

import (
	"testing"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
)

// Of a run that stood until another of its system was read nothing is kept for the
// cases: what is stored does not tell in how many ingests it came.
func TestEvidenceOfTheStanding(t *testing.T) {
	db := ingesttest.Open(t)
	small := ingesttest.Arena{Scenarios: 2, Rounds: 4, Runs: 2}
	ingesttest.Load(t, db, small.Dataset(), ingest.Identity{})
	for pass := range 2 {
		small.Again = pass
		ingesttest.Load(t, db, small.Agents(), ingest.Identity{})
	}
	keys, err := db.EvidenceKeys(t.Context(), ingesttest.ArenaBenchmark)
	if err != nil || len(keys) != 2 {
		t.Errorf("evidence of %d runs (%v), want of the 2 that stand", len(keys), err)
	}
}
