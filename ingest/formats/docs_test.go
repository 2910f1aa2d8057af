package formats_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/ingest/formats"
	"github.com/clawatlas/clawatlas/ingest/trace"
	"github.com/clawatlas/clawatlas/results/must"
)

// TestFormatsAreDocumented holds the tables of docs/formats.md against the formats and
// the dialects that a file by itself can be of.
func TestFormatsAreDocumented(t *testing.T) {
	text := must.Get(os.ReadFile(filepath.Join("..", "..", "docs", "formats.md")))(t)
	listed, _, _ := strings.Cut(string(text), "\n## Public sources\n")
	before, after, _ := strings.Cut(listed, "## Transcripts")
	tables := map[string]map[string]bool{"formats": {}, "transcripts": {}}
	for _, m := range regexp.MustCompile("(?m)^\\| `([^`]+)` \\|").FindAllStringSubmatch(before, -1) {
		tables["formats"][m[1]] = true
	}
	for _, m := range regexp.MustCompile("(?m)^\\| ([^|`]+) \\|").FindAllStringSubmatch(after, -1) {
		tables["transcripts"][m[1]] = true
	}
	delete(tables["transcripts"], "Transcript")
	want := map[string]map[string]bool{"formats": {}, "transcripts": {}}
	for _, f := range formats.All() {
		want["formats"][f.Name()] = true
	}
	for _, d := range trace.Dialects() {
		want["transcripts"][d.Title()] = true
	}
	for table, names := range want {
		for name := range names {
			if !tables[table][name] {
				t.Errorf("docs/formats.md has no row for %q among the %s", name, table)
			}
		}
		for name := range tables[table] {
			if !names[name] {
				t.Errorf("docs/formats.md has %q among the %s, which is not read", name, table)
			}
		}
	}
}

// TestLongRecords holds that each format has a record in heads_test.go that is longer
// than what detection may read.
func TestLongRecords(t *testing.T) {
	tried := map[string]bool{"parquet": true, "published": true, "liveclawbench-site": true} // a footer, and what ships with the program
	for _, l := range longRecords() {
		tried[l.format] = true
	}
	for _, f := range formats.All() {
		if !tried[f.Name()] {
			t.Errorf("%s has no record in heads_test.go that is longer than a head", f.Name())
		}
	}
}
