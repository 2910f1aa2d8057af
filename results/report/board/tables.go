package board

import (
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/report"
)

// Tables are the published tables of a benchmark that hold no metric of a
// system, and those that we computed.
type Tables struct {
	Benchmark string                 `json:"benchmark"` // id
	Sources   []results.FigureSource `json:"sources"`   // of the tables, in their order
	Tables    []results.StatTable    `json:"tables"`    // in the order of the print
	Total     int                    `json:"total"`     // number of tables

	Of  results.Benchmark `json:"-"`
	One bool              `json:"-"` // one table was asked for
}

// NewTables lists the tables with their sources, all of them or the one with an id.
func NewTables(b *report.Bench, list []results.StatTable, sources []results.FigureSource, id string) (*Tables, error) {
	d := &Tables{Benchmark: b.Benchmark.ID, Sources: []results.FigureSource{}, Tables: list, Of: b.Benchmark, One: id != ""}
	for _, t := range list {
		if id != "" && t.ID == id {
			d.Tables = []results.StatTable{t}
			break
		}
	}
	if id != "" && (len(d.Tables) != 1 || d.Tables[0].ID != id) {
		return nil, report.Refuse("table=%s is not a table of this benchmark.", id)
	}
	d.Total = len(d.Tables)
	byID, listed := map[string]results.FigureSource{}, map[string]bool{}
	for _, src := range sources {
		byID[src.ID] = src
	}
	for _, t := range d.Tables {
		if src, ok := byID[t.Source]; ok && !listed[t.Source] {
			listed[t.Source] = true
			d.Sources = append(d.Sources, src)
		}
	}
	return d, nil
}

// Source is where a table is from; empty if that is not known.
func (d *Tables) Source(t results.StatTable) results.FigureSource {
	for _, src := range d.Sources {
		if src.ID == t.Source {
			return src
		}
	}
	return results.FigureSource{}
}
