// Package store says what stores promise, noun by noun: what can be read and what can
// be written. Who needs a store names what it needs by embedding; results/storetest
// holds what every store must keep to.
//
// A list that has nothing is empty and no error; a Find that finds nothing gives
// results.ErrNotFound. The numbers of runs, trials and records are a store's own and
// mean nothing outside of it: addresses are made of slugs.
package store

import (
	"context"

	"github.com/clawatlas/clawatlas/results"
)

// Revisions tells whether anything has changed.
type Revisions interface {
	// Revisions is asked several times a second; its stamps are what pages are kept by.
	Revisions(ctx context.Context) (results.Revision, error)
}

// Notes keeps what a database says of itself.
type Notes interface {
	// Note is what is noted under a key, empty where nothing is.
	Note(ctx context.Context, key string) (string, error)
}

// Reader is all that pages read.
type Reader interface {
	Revisions
	Notes
	Benchmarks
	Boards
	Runs
	Trials
	Traces
	Cases
	Records
	Searcher
}

// Writer is what a load writes, and what it reads for that.
type Writer interface {
	Benchmarks
	Boards
	Runs
	Trials
	Traces
	Records

	Datasets
	RunWriter
	Scores
	BoardWriter
	CaseWriter
	Looks
	Failures
	Whys
	Marks
	Readings
}
