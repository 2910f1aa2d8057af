package docs_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jmoiron/sqlx"

	"github.com/clawatlas/clawatlas/docs"
	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/bundled/example"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
)

var update = flag.Bool("update", false, "write the answers of the queries into data.md")

// published opens a published file of the bundled data and the example runs, as a
// reader of the page would.
func published(t *testing.T) *sqlx.DB {
	t.Helper()
	db := ingesttest.OpenBundled(t)
	if rep := ingesttest.Load(t, db, example.FS, ingest.Identity{}); len(rep.Refused) > 0 {
		t.Fatalf("example runs refused: %+v", rep.Refused)
	}
	file := filepath.Join(t.TempDir(), "published.db")
	if err := db.Publish(t.Context(), file); err != nil {
		t.Fatal(err)
	}
	reader, err := sqlx.Open("sqlite3", "file:"+file+"?mode=ro&immutable=1")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { reader.Close() })
	return reader
}

// describedColumns are the columns that a part of the page has a meaning for.
func describedColumns(t *testing.T, part string) []string {
	t.Helper()
	var list []string
	for _, row := range regexp.MustCompile("(?m)^- ((?:`[a-z_]+`,? ?)+): (.*)$").FindAllStringSubmatch(part, -1) {
		if len(row[2]) < 3 {
			t.Errorf("%s has no meaning", row[1])
		}
		for _, m := range regexp.MustCompile("`([a-z_]+)`").FindAllStringSubmatch(row[1], -1) {
			list = append(list, m[1])
		}
	}
	return list
}

// The page of the database describes every view with its columns, and no other. Of tables
// behind them it says what a row is. What a column means in many is said once. The parts
// of the text index are SQLite's own.
func TestSchemaIsDescribed(t *testing.T) {
	db := published(t)
	page, _ := docs.Find("data")
	_, shared, _ := strings.Cut(page.Markdown, "\n## Columns that mean the same everywhere\n")
	shared, _, _ = strings.Cut(shared, "\n## ")
	everywhere := map[string]bool{}
	for _, c := range describedColumns(t, shared) {
		everywhere[c] = false // until a table needs it
	}
	described := map[string][]string{}
	for _, part := range strings.Split(page.Markdown, "\n### `")[1:] {
		name, rest, _ := strings.Cut(part, "`\n")
		rest, _, _ = strings.Cut(rest, "\n## ")
		described[name] = describedColumns(t, rest)
	}
	_, behind, _ := strings.Cut(page.Markdown, "\n## Tables behind them\n")
	behind, _, _ = strings.Cut(behind, "\n## ")
	for _, name := range describedColumns(t, behind) {
		described[name] = nil
	}
	var tables []string
	if err := db.Select(&tables, `SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\_%' ESCAPE '\' AND name NOT GLOB 'step_text_[cdi]*'`); err != nil {
		t.Fatal(err)
	}
	schema := map[string][]string{}
	for _, name := range tables {
		if err := db.Select(&[]string{}, `SELECT 1 FROM "`+name+`" LIMIT 1`); err != nil {
			t.Errorf("%s cannot be read: %v", name, err)
		}
		own, ok := described[name]
		if schema[name] = nil; ok && own == nil {
			continue // its columns are the program's own
		}
		list := []string{}
		if err := db.Select(&list, "SELECT name FROM pragma_table_info(?)", name); err != nil {
			t.Fatal(err)
		}
		schema[name] = slices.Sorted(slices.Values(list))
		for _, c := range list {
			if _, shared := everywhere[c]; ok && shared && !slices.Contains(own, c) {
				own, everywhere[c] = append(own, c), true
			}
		}
		if ok {
			described[name] = slices.Sorted(slices.Values(own))
		}
	}
	if diff := cmp.Diff(schema, described); diff != "" {
		t.Errorf("tables and columns (-schema +docs/data.md):\n%s", diff)
	}
	for c, needed := range everywhere {
		if !needed {
			t.Errorf("docs/data.md has %s among the columns of many tables, and no table needs it there", c)
		}
	}
}

// The example queries of the page give what stands below them.
func TestQueries(t *testing.T) {
	db := published(t)
	page, _ := docs.Find("data")
	blocks := regexp.MustCompile("(?s)```sql\n(.*?)```\n\n((?:\\|[^\n]*\n)+)").FindAllStringSubmatch(page.Markdown, -1)
	if len(blocks) != 3 {
		t.Fatalf("%d queries with an answer, want 3", len(blocks))
	}
	text := page.Markdown
	for _, b := range blocks {
		rows, err := db.Queryx(b[1])
		if err != nil {
			t.Errorf("%v\n%s", err, b[1])
			continue
		}
		columns, _ := rows.Columns()
		got := []string{"| " + strings.Join(columns, " | ") + " |", "|" + strings.Repeat("---|", len(columns))}
		for rows.Next() {
			values, err := rows.SliceScan()
			if err != nil {
				t.Fatal(err)
			}
			cells := make([]string, len(values))
			for i, v := range values {
				if cells[i] = fmt.Sprint(v); v == nil {
					cells[i] = ""
				}
			}
			got = append(got, "| "+strings.Join(cells, " | ")+" |")
		}
		if err := rows.Err(); err != nil {
			t.Fatal(err)
		}
		if *update {
			text = strings.Replace(text, b[1]+"```\n\n"+b[2], b[1]+"```\n\n"+strings.Join(got, "\n")+"\n", 1)
		} else if want := strings.Split(strings.TrimSpace(b[2]), "\n"); !slices.Equal(got, want) {
			t.Errorf("%s answers\n%s\nwant\n%s", b[1], strings.Join(got, "\n"), b[2])
		}
	}
	if *update {
		if err := os.WriteFile("data.md", []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
