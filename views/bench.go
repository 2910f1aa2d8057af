// Package views holds what the pages of several families share: the frame, names, verdicts
// and counts as pages and the API say them. Each family has a package below this one.
package views

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/board"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/words"
)

// Bench is what the analyses of one benchmark start from: its default board,
// and the runs that stand for the board's rows.
type Bench struct {
	Benchmark results.Benchmark
	Board     results.Board
	Names     map[string]string      // of models, by id
	Runs      map[string]results.Run // by slug
}

// NewBench is a benchmark with its board and all of its runs.
func NewBench(b results.Benchmark, board results.Board, runs []results.Run, names map[string]string) *Bench {
	v := &Bench{Benchmark: b, Board: board, Names: names, Runs: map[string]results.Run{}}
	for _, r := range runs {
		v.Runs[r.Slug] = r
	}
	return v
}

// RowsWithRun are the board's rows with a run, in the board's order: one run per
// system, and none that a newer one supersedes.
func (b *Bench) RowsWithRun() []results.BoardRow {
	var list []results.BoardRow
	for _, r := range b.Board.Rows {
		if r.Run != nil && b.Runs[*r.Run].ID != 0 {
			list = append(list, r)
		}
	}
	return list
}

// Ranked are the rows that means and counts over systems are over.
func (b *Bench) Ranked() []results.BoardRow {
	return slices.DeleteFunc(board.Population(b.Board), func(r results.BoardRow) bool { return b.Runs[*r.Run].ID == 0 })
}

// RunIDs are the keys of the rows' runs.
func (b *Bench) RunIDs(rows []results.BoardRow) []int64 {
	ids := make([]int64, len(rows))
	for i, r := range rows {
		ids[i] = b.Runs[*r.Run].ID
	}
	return ids
}

// Label names a row's system.
func (b *Bench) Label(r results.BoardRow) string { return words.System(r.Name, r.System) }

// RowName names a row by its model and what sets it apart.
func RowName(r *results.BoardRow) string {
	name := cmp.Or(r.Name, r.System.Model)
	if r.System.Variant != "" {
		name += " (" + r.System.Variant + ")"
	}
	return words.Plain(name)
}

// RowAddress leads to what a board row rests on: its run or its model.
func RowAddress(r results.BoardRow) string {
	if r.Run != nil {
		return link.Run(*r.Run)
	}
	return link.Model(r.System.Model)
}

// Unranked reports whether a row is a run that takes no part in the ranking.
func Unranked(r *results.BoardRow) bool { return r.Run != nil && !board.InPopulation(r) }

// CaseLink leads to a case.
type CaseLink struct{ Title, Href string }

// Citation is the state of the database in which a page was made, by which it can
// be cited.
type Citation struct {
	Database string // its id and the stamp of what the page shows
	Date     string // of the last change of that, ISO; empty where none is known
	// Of a board: the address of the state in which it is, its digest, and the day on
	// which it came about; empty where none is kept.
	State, Digest, Day string
}

// Refusal is an error in what was asked for, to be told to the reader as it is.
type Refusal struct{ Message string }

func (e Refusal) Error() string { return e.Message }

// Refuse makes a Refusal.
func Refuse(format string, args ...any) error { return Refusal{fmt.Sprintf(format, args...)} }

// Warning is what is odd about a record or a dataset.
type Warning struct {
	File    string `json:"file"`    // its path below what was read
	Line    *int   `json:"line"`    // counted from 1; null where the warning concerns the whole file
	Message string `json:"message"` // what is odd
}

// Warnings puts stored warnings as the API has them.
func Warnings(list []results.Warning) []Warning {
	out := []Warning{}
	for _, w := range list {
		x := Warning{File: w.File, Message: w.Message}
		if w.Line > 0 {
			x.Line = &w.Line
		}
		out = append(out, x)
	}
	return out
}
