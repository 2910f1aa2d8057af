package published

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/ingest"
)

// A sourceRow is what one object or list of a source says: its words, with the names of
// its members, and its numbers.
type sourceRow struct {
	words   map[string]bool
	numbers []float64
}

// rowsOf collects all objects and lists of a document.
func rowsOf(v any, all *[]sourceRow) sourceRow {
	row := sourceRow{words: map[string]bool{}}
	add := func(x any) {
		inner := rowsOf(x, all)
		for w := range inner.words {
			row.words[w] = true
		}
		row.numbers = append(row.numbers, inner.numbers...)
	}
	switch x := v.(type) {
	case map[string]any:
		for k, member := range x {
			row.words[plainName(k)] = true
			add(member)
		}
	case []any:
		for _, element := range x {
			add(element)
		}
	case string:
		row.words[plainName(x)] = true
		if n, err := strconv.ParseFloat(strings.TrimRight(x, "hkM"), 64); err == nil { // "22.3h", "905k", "3.03M"
			row.numbers = append(row.numbers, n, n/1000)
		}
		return row
	case float64:
		row.numbers = append(row.numbers, x)
		return row
	}
	*all = append(*all, row)
	return row
}

// plainName leaves out the one setting that some tables print with a model's name.
func plainName(name string) string {
	return strings.TrimSuffix(foldName(strings.ReplaceAll(name, "(high)", "")), "-high")
}

// testRowsStandInTheirSource holds that the numbers of each bundled row stand together in
// the transcription of the papers that another program made, beside the row's name where
// the transcription has that name.
func testRowsStandInTheirSource(t *testing.T) {
	b := openBundled(t)
	// The transcription lacks these; identities and counts hold them.
	elsewhere := []string{"clawarena table-1", "stage-claw table-1", "clawmark figure-4-change", "clawmark figure-4-gap"}
	// It has these by cell and by column.
	apart := []string{"clawarena table-8", "clawmark clawmark/readme-2026-04-13"}
	type key struct{ table, system, name string }
	for benchmark, name := range map[string]string{"clawarena": "clawarena", "clawmark": "clawmark", "stage-claw": "stageclaw",
		"liveclawbench": "liveclawbench"} {
		var doc any
		readShared(t, &doc, "published", name+"_published.json")
		var rows []sourceRow
		whole := rowsOf(doc, &rows)
		printed := map[key][]float64{}
		for _, f := range b.Figures {
			if f.Benchmark != benchmark || f.Value == nil || strings.HasPrefix(f.Source, "liveclawbench-site") {
				continue
			}
			k, v := key{benchmark + " " + f.Group, f.Framework + f.Variant, plainName(f.Model)}, *f.Value
			if f.Unit == ingest.UnitPercent {
				v *= 100
			}
			printed[k] = append(printed[k], v)
		}
		for _, table := range b.Tables {
			for _, r := range table.Rows {
				k := key{benchmark + " " + table.ID, "", plainName(r.Label)}
				for _, c := range r.Cells {
					if table.Benchmark == benchmark && !table.Computed && c.Value != nil && !slices.Contains(elsewhere, k.table) {
						printed[k] = append(printed[k], *c.Value)
					}
				}
			}
		}
		for k, numbers := range printed {
			most := 40 // as many as a row has
			if slices.Contains(apart, k.table) {
				most = 200
			}
			if !slices.ContainsFunc(rows, func(r sourceRow) bool {
				return len(r.numbers) <= most && (r.words[k.name] || !whole.words[k.name]) && holds(r.numbers, numbers)
			}) {
				t.Errorf("%+v: %v do not stand together", k, numbers)
			}
		}
		if len(printed) < 15 {
			t.Errorf("%s: only %d rows", benchmark, len(printed))
		}
	}
}

func holds(all, some []float64) bool {
	return !slices.ContainsFunc(some, func(n float64) bool {
		return !slices.ContainsFunc(all, func(x float64) bool { return math.Abs(x-n) <= 1e-9 })
	})
}
