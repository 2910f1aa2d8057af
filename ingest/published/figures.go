package published

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
)

// figuresFile holds published tables of results. A row is a system and a column is a metric. Fields
// missing from a row are taken from its table.
type figuresFile struct {
	Sources []results.FigureSource `json:"sources"`
	Figures []figureTable          `json:"figures"`
}

type figureTable struct {
	Benchmark string         `json:"benchmark"`
	Source    string         `json:"source"`
	Place     string         `json:"place"`
	Group     string         `json:"group"`
	Framework string         `json:"framework"`
	Native    bool           `json:"native"`
	Board     bool           `json:"board"`
	Note      string         `json:"note"`
	Columns   []figureColumn `json:"columns"`
	Rows      []figureRow    `json:"rows"`
}

type figureColumn struct {
	Metric string `json:"metric"`
	Unit   string `json:"unit"`
	Scope  string `json:"scope"`
	N      *int   `json:"n"`
}

// figureRow has one cell per column, written as published. null means that no value was published.
type figureRow struct {
	Model     string    `json:"model"`
	Framework string    `json:"framework"`
	Variant   string    `json:"variant"`
	Provider  string    `json:"provider"`
	Board     bool      `json:"board"`
	Note      string    `json:"note"`
	Cells     []*string `json:"cells"`
}

func (b *Bundle) readFigures(in *ingest.Input, name string) error {
	var file figuresFile
	if err := decode(in, name, &file); err != nil {
		return err
	}
	for _, s := range file.Sources {
		if _, twice := b.source(s.ID); twice {
			return fmt.Errorf("%s: source %q is described twice: %w", in.Path(name), s.ID, results.ErrInvalid)
		}
		b.Sources = append(b.Sources, s)
	}
	for i := range file.Figures {
		t := &file.Figures[i]
		if _, ok := b.source(t.Source); !ok {
			return fmt.Errorf("%s: %s: source %q is not described: %w", in.Path(name), t.Place, t.Source, results.ErrInvalid)
		}
		for _, r := range t.Rows {
			figs, err := t.row(&r)
			if err != nil {
				return fmt.Errorf("%s: %s, %s: %w", in.Path(name), t.Place, r.Model, err)
			}
			b.Figures = append(b.Figures, figs...)
		}
	}
	return nil
}

func (t *figureTable) row(r *figureRow) ([]results.Figure, error) {
	if len(r.Cells) != len(t.Columns) {
		return nil, fmt.Errorf("%d cells, but %d columns: %w", len(r.Cells), len(t.Columns), results.ErrInvalid)
	}
	framework := r.Framework
	framework = cmp.Or(framework, t.Framework)
	out := make([]results.Figure, 0, len(r.Cells))
	for i, c := range t.Columns {
		f := results.Figure{
			Benchmark: t.Benchmark, Source: t.Source, Table: t.Place, Group: t.Group, Native: t.Native,
			Model: r.Model, Framework: framework, Variant: r.Variant, Provider: r.Provider,
			Scope: c.Scope, Metric: c.Metric, Unit: c.Unit, N: c.N,
			Note: strings.TrimSpace(r.Note + " " + t.Note), Board: t.Board || r.Board,
		}
		if cell := r.Cells[i]; cell != nil {
			p, err := ingest.ParsePrinted(*cell, c.Unit)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", c.Metric, err)
			}
			f.Value, f.Digits = &p.Stored, p.Digits
		}
		out = append(out, f)
	}
	return out, nil
}
