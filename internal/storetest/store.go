// Package storetest is the test suite of every store.
package storetest

import (
	"context"
	"io"
	"testing"

	"github.com/clawatlas/clawatlas/results/store"
)

// Filled is a store that is written and read.
type Filled interface {
	store.Reader
	store.Writer
	store.Takedown
}

// Store is one that is empty when a test begins.
type Store interface {
	Filled
	// Dump writes all content as text: equal dumps are equal stores.
	Dump(ctx context.Context, w io.Writer) error
}

// Run runs the whole suite. open makes an empty store that is closed after t.
func Run(t *testing.T, open func(t *testing.T) Store) {
	for _, test := range suite {
		t.Run(test.name, func(t *testing.T) { test.run(t, open(t)) })
	}
}

var suite = []struct {
	name string
	run  func(*testing.T, Store)
}{
	{"nothing", nothing},
	{"dataset", datasets},
	{"worlds", worlds},
	{"agents", agents},
	{"worlds that no longer fit", worldsUnfit},
	{"scenes", scenes},
	{"looks", looks},
	{"whys", whys},
	{"failures", failures},
	{"models", models},
	{"figures", figures},
	{"run", runRoundTrip},
	{"runs in order and pages", runsInPages},
	{"unchanged and rolled back", unchanged},
	{"read again", readAgain},
	{"read again as another run", readAgainElsewhere},
	{"rescored", rescored},
	{"the log of scores", rescoredLog},
	{"trial", trialRoundTrip},
	{"outcomes", outcomes},
	{"trace", traceWindows},
	{"trace groups", traceGroups},
	{"places in a trace", tracePlaces},
	{"matches in a trace", matchesInTrace},
	{"neighbours", neighbours},
	{"records", records},
	{"many records", manyRecords},
	{"search", searches},
	{"search of signs", searchSigns},
	{"counts by filter", searchFacets},
	{"names", searchNames},
	{"scores", runScores},
	{"boards", boards},
	{"states of boards", states},
	{"states of boards without a run", stateTakedowns},
	{"cases", cases},
	{"hidden", hidden},
	{"withdrawn", withdrawn},
	{"dropped", dropped},
	{"removed", removed},
	{"revisions", revisions},
	{"readers during a load", readersDuringLoad},
}
