package formats_test

import (
	"cmp"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/formats"
	"github.com/clawatlas/clawatlas/ingest/head"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/ingest/published"
	"github.com/clawatlas/clawatlas/ingest/trace"
	"github.com/clawatlas/clawatlas/ingest/transcripts"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// proofTitle heads the column of the tables of docs/formats.md that TestFixtures fills.
const proofTitle = "Imported"

// proofColumns are what a record can say, and whether a trial as it was read has it.
var proofColumns = []struct {
	title string
	has   func(x *ingesttest.Told) bool
}{
	{"calls", func(x *ingesttest.Told) bool { return x.Trial.ToolCalls > 0 }},
	{"failures", func(x *ingesttest.Told) bool { return x.Trial.FailedCalls > 0 }},
	{"input", func(x *ingesttest.Told) bool { return x.Trial.Usage.Input != nil }},
	{"output", func(x *ingesttest.Told) bool { return x.Trial.Usage.Output != nil }},
	{"cached", func(x *ingesttest.Told) bool { return x.Trial.Usage.CacheRead != nil }},
	{"cache-writes", func(x *ingesttest.Told) bool { return x.Trial.Usage.CacheWrite != nil }},
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

// proved has a row for each format and dialect: which of proofColumns a fixture has.
type proved map[string][]bool

func (rows proved) add(t *testing.T, db *ingesttest.DB, fx fixture) {
	t.Helper()
	title := func(ingesttest.Told) string { return "`" + fx.format + "`" }
	if fx.format == transcripts.Name {
		_, items := claims(t, fx, formats.All()...)
		title = func(x ingesttest.Told) string { return dialectOf(t, db, &x, items) }
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

// hold holds that docs/formats.md says of each format what its fixtures prove to be read,
// and nothing else.
func (rows proved) hold(t *testing.T) {
	t.Helper()
	file := filepath.Join("..", "..", "docs", "formats.md")
	have := string(must.Get(os.ReadFile(file))(t))
	want := withProof(have, rows)
	for name := range rows {
		t.Errorf("docs/formats.md has no row for %s", name)
	}
	if *update {
		must.Do(t, os.WriteFile(file, []byte(want), 0o600))
	} else if have != want {
		t.Errorf("docs/formats.md says something else of what is read (run this test with -update): %s", firstDifference(have, want))
	}
}

// withProof fills the last column of the tables of formats by the rows that say what was
// read of each, and takes these out of the map.
func withProof(page string, rows map[string][]bool) string {
	lines, proved := strings.Split(page, "\n"), false
	for n, line := range lines {
		cells := strings.Split(line, " | ")
		switch {
		case !strings.HasPrefix(line, "|"):
			proved = false
		case strings.HasSuffix(line, " | "+proofTitle+" |"):
			proved = true
		case proved && strings.HasPrefix(line, "| "):
			name := strings.TrimPrefix(cells[0], "| ")
			if f := strings.Trim(name, "`"); f == published.Name || f == transcripts.Name {
				continue // has no runs, has a table of its own
			}
			var has []string
			for i, c := range proofColumns {
				if row := rows[name]; row != nil && row[i] {
					has = append(has, c.title)
				}
			}
			delete(rows, name)
			cells[len(cells)-1] = cmp.Or(strings.Join(has, ", "), "nothing") + " |"
			lines[n] = strings.Join(cells, " | ")
		}
	}
	return strings.Join(lines, "\n")
}

// dialectOf says what the file is that a transcript was read of.
func dialectOf(t *testing.T, db *ingesttest.DB, x *ingesttest.Told, items []ingest.Item) string {
	for name, data := range rawsOf(t, db, x.Run.ID, x.Trial.ID) {
		if slices.ContainsFunc(items, func(it ingest.Item) bool { return slices.Contains(it.Files, path.Base(name)) }) {
			return trace.Recognise(head.Of(path.Base(name), []byte(data))).Dialect.Title()
		}
	}
	t.Fatalf("%s/%s: no file of the fixture is its record: %v", x.Run.Slug, x.Trial.Task, slices.Collect(maps.Keys(rawsOf(t, db, x.Run.ID, x.Trial.ID))))
	return ""
}
