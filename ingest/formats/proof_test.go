package formats_test

import (
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/formats"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/ingest/published"
	"github.com/clawatlas/clawatlas/ingest/transcripts"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// proofHeading opens the table of docs/formats.md that TestProof makes.
const proofHeading = "## What is read of each"

// proofColumns are what a record can say, and whether a trial as it was read has it.
var proofColumns = []struct {
	title string
	has   func(x *ingesttest.Told) bool
}{
	{"calls", func(x *ingesttest.Told) bool { return x.Trial.ToolCalls > 0 }},
	{"failed calls", func(x *ingesttest.Told) bool { return x.Trial.FailedCalls > 0 }},
	{"tokens in", func(x *ingesttest.Told) bool { return x.Trial.Usage.Input != nil }},
	{"tokens out", func(x *ingesttest.Told) bool { return x.Trial.Usage.Output != nil }},
	{"cache reads", func(x *ingesttest.Told) bool { return x.Trial.Usage.CacheRead != nil }},
	{"cache writes", func(x *ingesttest.Told) bool { return x.Trial.Usage.CacheWrite != nil }},
	{"cost", func(x *ingesttest.Told) bool { return x.Trial.Usage.CostUSD != nil }},
	{"thinking", step(func(s *results.Step) bool { return s.Reasoning != "" || s.Encrypted })},
	{"images", step(func(s *results.Step) bool {
		return len(s.Parts) > 0 || s.Observation != nil && slices.ContainsFunc(s.Observation.Results, func(r results.Result) bool { return len(r.Parts) > 0 })
	})},
	{"sub-agents", step(func(s *results.Step) bool { return s.Agent != "" })},
	{"times", step(func(s *results.Step) bool { return s.Timestamp != nil })},
	{"verdicts", func(x *ingesttest.Told) bool { return x.Trial.Score != nil }},
}

func step(has func(*results.Step) bool) func(*ingesttest.Told) bool {
	return func(x *ingesttest.Told) bool {
		return slices.ContainsFunc(x.Steps, func(s results.Step) bool { return has(&s) })
	}
}

// TestProof holds that docs/formats.md says of each format what its fixtures prove to be
// read, and nothing else; -update writes it.
func TestProof(t *testing.T) {
	rows := map[string][]bool{}
	for _, fx := range fixtures() {
		if fx.format == published.Name {
			continue // it has no runs
		}
		title := func(ingesttest.Told) string { return "`" + fx.format + "`" }
		db := ingesttest.Open(t)
		ingesttest.Load(t, db, fx.fsys(t), ingest.Identity{Variant: "v", Date: "2026-01-02"})
		if fx.format == transcripts.Name {
			_, files := claims(t, fx, formats.All()...)
			title = func(x ingesttest.Told) string { return dialectOf(t, db, &x, files) }
		}
		runs, _ := must.Get2(db.Runs(t.Context(), results.RunFilter{Limit: 1000}))(t)
		for _, r := range runs {
			for _, x := range ingesttest.Trials(t, db, r.Slug) {
				name := title(x)
				if rows[name] == nil {
					rows[name] = make([]bool, len(proofColumns))
				}
				for i, c := range proofColumns {
					rows[name][i] = rows[name][i] || c.has(&x)
				}
			}
		}
	}
	file := filepath.Join("..", "..", "docs", "formats.md")
	before, rest, found := strings.Cut(string(must.Get(os.ReadFile(file))(t)), proofHeading+"\n")
	if !found {
		t.Fatalf("docs/formats.md has no heading %q", proofHeading)
	}
	intro, rest, _ := strings.Cut(rest, "\n| ")
	_, after, _ := strings.Cut(rest, "\n\n")
	want := before + proofHeading + "\n" + intro + "\n" + proofTable(rows) + "\n" + after
	if *update {
		must.Do(t, os.WriteFile(file, []byte(want), 0o600))
	} else if have := before + proofHeading + "\n" + intro + "\n| " + rest; have != want {
		t.Errorf("docs/formats.md says something else of what is read (run this test with -update): %s", firstDifference(have, want))
	}
}

func proofTable(rows map[string][]bool) string {
	var b strings.Builder
	b.WriteString("| Record | Has |\n|---|---|\n")
	for _, name := range slices.Sorted(maps.Keys(rows)) {
		var has []string
		for i, c := range proofColumns {
			if rows[name][i] {
				has = append(has, c.title)
			}
		}
		fmt.Fprintf(&b, "| %s | %s |\n", name, strings.Join(has, ", "))
	}
	return b.String()
}

// dialectOf says what the file is that a transcript was read of.
func dialectOf(t *testing.T, db *ingesttest.DB, x *ingesttest.Told, files []ingest.FileExplanation) string {
	for name := range rawsOf(t, db, x.Run.ID, x.Trial.ID) {
		for _, f := range files {
			if f.Format != "" && path.Base(f.Path) == path.Base(name) {
				return f.Is
			}
		}
	}
	t.Fatalf("%s/%s: no file of the fixture is its record: %v", x.Run.Slug, x.Trial.Task, slices.Collect(maps.Keys(rawsOf(t, db, x.Run.ID, x.Trial.ID))))
	return ""
}
