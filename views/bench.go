// Package views contains code used by several groups of pages, such as benchmark data, names,
// citations and fingerprints.
package views

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/board"
	"github.com/clawatlas/clawatlas/results/casebook"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/words"
)

// Bench is a benchmark with its default board and the runs on that board.
type Bench struct {
	Benchmark results.Benchmark
	Board     results.Board
	Names     map[string]string      // model names by id
	Runs      map[string]results.Run // runs by slug
}

func NewBench(b results.Benchmark, board results.Board, runs []results.Run, names map[string]string) *Bench {
	v := &Bench{Benchmark: b, Board: board, Names: names, Runs: map[string]results.Run{}}
	for _, r := range runs {
		v.Runs[r.Slug] = r
	}
	return v
}

// RowsWithRun returns the board rows that have a known run, in board order.
func (b *Bench) RowsWithRun() []results.BoardRow {
	var list []results.BoardRow
	for _, r := range b.Board.Rows {
		if r.Run != nil && b.Runs[*r.Run].ID != 0 {
			list = append(list, r)
		}
	}
	return list
}

// Ranked returns the rows that are included in means and counts over systems.
func (b *Bench) Ranked() []results.BoardRow {
	return slices.DeleteFunc(board.Population(b.Board), func(r results.BoardRow) bool { return b.Runs[*r.Run].ID == 0 })
}

func (b *Bench) RunIDs(rows []results.BoardRow) []int64 {
	ids := make([]int64, len(rows))
	for i, r := range rows {
		ids[i] = b.Runs[*r.Run].ID
	}
	return ids
}

func (b *Bench) Label(r results.BoardRow) string { return words.System(r.Name, r.System) }

func RowName(r *results.BoardRow) string {
	name := cmp.Or(r.Name, r.System.Model)
	if r.System.Variant != "" {
		name += " (" + r.System.Variant + ")"
	}
	return words.Plain(name)
}

// RowAddress returns the URL path of a row's run, or of its model if the row has no run.
func RowAddress(r results.BoardRow) string {
	if r.Run != nil {
		return link.Run(*r.Run)
	}
	return link.Model(r.System.Model)
}

// Unranked reports whether a row has a run that is not ranked.
func Unranked(r *results.BoardRow) bool { return r.Run != nil && !board.InPopulation(r) }

// CaseLink is a link to a case study.
type CaseLink struct {
	Title, Href string
	Reviewed    bool
	Findings    []casebook.Finding // findings of a reviewed case about the task
}

// Citation holds the database version to cite for a page.
type Citation struct {
	Database string // id of the database and hash of the page content
	Date     string // ISO date of the last change to the page content; empty if unknown
	// State, Digest and Day are the URL path, digest and day of a board's snapshot. They are empty
	// for other pages and if there is no snapshot.
	State, Digest, Day string
}

// Refusal is a request error with a message that can be shown to the user.
type Refusal struct{ Message string }

func (e Refusal) Error() string { return e.Message }

func Refuse(format string, args ...any) error { return Refusal{fmt.Sprintf(format, args...)} }

type Warning struct {
	File    string `json:"file"`    // path relative to the source
	Line    *int   `json:"line"`    // line number, from 1; null if the warning concerns the entire file
	Message string `json:"message"` // description of the problem
}

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
