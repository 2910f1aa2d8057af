package published

import (
	"fmt"
	"strings"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
)

// statTable is the JSON form of results.StatTable in a bundle. Cells are text as published. null
// means that no value was published.
type statTable struct {
	Benchmark string `json:"benchmark"`
	ID        string `json:"id"`
	Title     string `json:"title"`
	Source    string `json:"source"`
	Place     string `json:"place"`
	Label     string `json:"label"`
	Note      string `json:"note"`
	Computed  bool   `json:"computed"`
	Columns   []struct {
		Key    string `json:"key"`
		Label  string `json:"label"`
		Unit   string `json:"unit"`
		Digits int    `json:"digits"` // number of decimal places; 0: as many as in the cells
	} `json:"columns"`
	Rows []struct {
		Label string    `json:"label"`
		Ref   string    `json:"ref"`
		Cells []*string `json:"cells"`
	} `json:"rows"`
}

func (b *Bundle) readTables(in *ingest.Input, name string) error {
	var file struct {
		Tables []statTable `json:"tables"`
	}
	if err := decode(in, name, &file); err != nil {
		return err
	}
	for i := range file.Tables {
		t := &file.Tables[i]
		if _, ok := b.source(t.Source); !ok {
			return fmt.Errorf("%s: %s: source %q is not described: %w", in.Path(name), t.ID, t.Source, results.ErrInvalid)
		}
		out, err := t.table()
		if err != nil {
			return fmt.Errorf("%s: %s: %w", in.Path(name), t.ID, err)
		}
		for r := range out.Rows {
			out.Rows[r].Ref = b.placed(t.Benchmark, out.Rows[r].Ref)
		}
		b.Tables = append(b.Tables, out)
	}
	return nil
}

// placed adds the scenario to a task reference, as in "task:all/t01", because the site needs it to
// find the task. A reference to an unknown task stays unchanged.
func (b *Bundle) placed(benchmark, ref string) string {
	slug, ok := strings.CutPrefix(ref, "task:")
	d, known := b.dataset(benchmark)
	if !ok || !known {
		return ref
	}
	for i := range d.Tasks {
		if d.Tasks[i].Slug == slug {
			return "task:" + d.Tasks[i].Scenario + "/" + slug
		}
	}
	return ref
}

func (t *statTable) table() (results.StatTable, error) {
	out := results.StatTable{
		Benchmark: t.Benchmark, ID: t.ID, Title: t.Title, Source: t.Source,
		Place: t.Place, Label: t.Label, Note: t.Note, Computed: t.Computed,
	}
	if !results.ValidSlug(t.ID) {
		return out, fmt.Errorf("id is not a slug: %w", results.ErrInvalid)
	}
	for _, c := range t.Columns {
		out.Columns = append(out.Columns, results.StatColumn{Key: c.Key, Label: c.Label, Unit: c.Unit, Digits: c.Digits})
	}
	for _, r := range t.Rows {
		if len(r.Cells) != len(t.Columns) {
			return out, fmt.Errorf("row %q has %d cells, but the table has %d columns: %w", r.Label, len(r.Cells), len(t.Columns), results.ErrInvalid)
		}
		row := results.StatRow{Label: r.Label, Ref: r.Ref}
		for i, cell := range r.Cells {
			c, digits, err := statCell(cell, t.Columns[i].Unit)
			if err != nil {
				return out, fmt.Errorf("row %q, %s: %w", r.Label, t.Columns[i].Key, err)
			}
			if t.Columns[i].Digits == 0 {
				out.Columns[i].Digits = max(out.Columns[i].Digits, digits)
			}
			row.Cells = append(row.Cells, c)
		}
		out.Rows = append(out.Rows, row)
	}
	return out, nil
}

func statCell(text *string, unit string) (results.StatCell, int, error) {
	if text == nil {
		return results.StatCell{}, 0, nil
	}
	if unit == ingest.UnitText {
		return results.StatCell{Text: *text}, 0, nil
	}
	p, err := ingest.ParsePrinted(*text, unit)
	if err != nil {
		return results.StatCell{}, 0, err
	}
	return results.StatCell{Value: &p.Value}, p.Digits, nil
}
