// Package store declares what stores read and write, by noun; storetest tests it. Empty lists are no error, and a Find
// without result returns results.ErrNotFound. Numeric ids are a store's own.
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
