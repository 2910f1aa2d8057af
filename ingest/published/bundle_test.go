package published

import (
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"regexp"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/bundled"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/metric"
	"github.com/clawatlas/clawatlas/results/must"
)

func openBundled(t testing.TB) *Bundle {
	t.Helper()
	b, err := open(bundled.FS)
	if err != nil {
		t.Fatalf("open the bundled data: %v", err)
	}
	return b
}

// TestFigureMetrics holds that every metric that a bundled table prints is
// described, in the unit that its pages show.
func TestFigureMetrics(t *testing.T) {
	units := map[string]string{"percent": metric.Percent, "fraction": metric.Percent, "count": metric.Number, "seconds": metric.Seconds,
		"hours": metric.Hours, "millions": metric.Million, "usd": metric.Dollars}
	for _, f := range openBundled(t).Figures {
		m, known := metric.Find(f.Metric)
		if unit, ok := units[f.Unit]; !known || !ok || unit != m.Unit {
			t.Fatalf("%s, %s prints %s in %q; known %v, shown in %q", f.Source, f.Table, f.Metric, f.Unit, known, m.Unit)
		}
	}
}

// TestFigureCounts holds the size of every printed table: rows x columns, and
// how many of its rows make a row of the leaderboard.
func TestFigureCounts(t *testing.T) {
	type size struct{ Rows, Columns, Board, Unpublished int }
	want := map[string]size{
		"clawarena/table3/openclaw/proprietary":        {6, 7, 6, 0},
		"clawarena/table3/openclaw/open-weight":        {9, 7, 9, 0},
		"clawarena/table3/claude-code/provider-native": {3, 7, 3, 0},
		"clawarena/table4":                             {12, 7, 9, 0},
		"clawarena/table5":                             {8, 7, 4, 8},
		"clawmark/table3":                              {7, 7, 7, 0},
		"clawmark/table4":                              {7, 13, 0, 84},
		"clawmark/figure4":                             {7, 3, 0, 2},
		"clawmark/appendix-d":                          {2, 3, 0, 0},
		"clawmark/readme-2026-04-30":                   {7, 2, 0, 1},
		"clawmark/readme-2026-04-13":                   {6, 14, 0, 0},
		"liveclawbench/2026-07-03":                     {17, 21, 17, 0},
		"liveclawbench/2026-06-10":                     {9, 21, 0, 0},
		"liveclawbench/readme-v0.1.0":                  {7, 1, 0, 0},
		"stage-claw/table2":                            {11, 6, 11, 0},
		"stage-claw/table3":                            {2, 2, 0, 0},
	}
	type cells struct {
		rows, columns, board map[string]bool
		unpublished          int
	}
	groups := map[string]*cells{}
	for _, f := range openBundled(t).Figures {
		c := groups[f.Group]
		if c == nil {
			c = &cells{rows: map[string]bool{}, columns: map[string]bool{}, board: map[string]bool{}}
			groups[f.Group] = c
		}
		system := strings.Join([]string{f.Model, f.Framework, f.Variant}, "|")
		c.rows[system] = true
		c.columns[f.Metric+" "+f.Scope] = true
		if f.Board {
			c.board[system] = true
		}
		if f.Value == nil {
			c.unpublished++
		}
	}
	got := map[string]size{}
	for g, c := range groups {
		got[g] = size{len(c.rows), len(c.columns), len(c.board), c.unpublished}
	}
	must.Same(t, want, got, "printed tables")
}

func TestTableCounts(t *testing.T) {
	type size struct{ Rows, Columns, Unpublished int }
	want := map[string]size{
		"clawarena/claims": {6, 5, 0}, "clawmark/claims": {2, 5, 0}, "liveclawbench/claims": {1, 5, 0}, "stage-claw/claims": {4, 5, 0},
		"clawarena/protocol": {5, 1, 0}, "clawarena/table-2": {7, 1, 0}, "clawarena/table-5-gain": {4, 1, 0},
		"clawarena/table-6": {18, 2, 0}, "clawarena/table-7": {2, 5, 0}, "clawarena/table-8": {9, 8, 0},
		"clawarena/table-9": {5, 3, 4}, "clawarena/table-10": {5, 2, 0}, "clawarena/table-11": {12, 9, 0},
		"clawmark/table-1": {7, 6, 0}, "clawmark/table-2": {14, 7, 28}, "clawmark/recount": {13, 6, 0},
		"clawmark/table-4-best": {13, 1, 0}, "clawmark/table-5": {9, 4, 0}, "clawmark/redline-kinds": {4, 3, 0},
		"clawmark/case-2": {6, 1, 0}, "clawmark/score-per-1k-calls": {7, 1, 0}, "clawmark/figure-4-change": {7, 3, 9},
		"clawarena/table-1": {11, 11, 36}, "clawarena/not-transcribed": {3, 3, 0}, "clawmark/table-6": {5, 1, 0},
		"clawmark/figure-4-gap":    {3, 1, 0},
		"clawmark/not-transcribed": {5, 3, 0}, "liveclawbench/not-transcribed": {5, 3, 0}, "stage-claw/not-transcribed": {7, 3, 0},
		"stage-claw/table-1":              {10, 8, 40},
		"clawmark/readme-2026-04-13-cost": {6, 3, 0},
		"liveclawbench/table-2":           {8, 5, 0}, "liveclawbench/table-3": {15, 1, 0}, "liveclawbench/table-4": {31, 2, 1},
		"liveclawbench/difficulty-history": {7, 3, 0}, "liveclawbench/difficulty-labels": {23, 5, 0}, "liveclawbench/pairs": {18, 16, 26},
		"stage-claw/table-3": {2, 3, 0}, "stage-claw/table-3-causes": {3, 3, 0}, "stage-claw/table-4": {5, 7, 0},
		"stage-claw/table-5": {5, 1, 0}, "stage-claw/table-6": {5, 2, 0}, "stage-claw/table-7": {5, 1, 0},
		"stage-claw/figure-4a": {7, 1, 0}, "stage-claw/figure-4c": {3, 1, 0}, "stage-claw/figure-4c-causes": {5, 1, 0},
		"stage-claw/cases": {3, 2, 0}, "stage-claw/protocol": {10, 1, 0},
	}
	got := map[string]size{}
	for _, table := range openBundled(t).Tables {
		if table.ID == results.IdentitiesTable || table.ID == results.DiscrepanciesTable {
			continue // computed
		}
		s := size{Rows: len(table.Rows), Columns: len(table.Columns)}
		for _, r := range table.Rows {
			if len(r.Cells) != s.Columns {
				t.Errorf("%s/%s, %s: %d cells, want %d", table.Benchmark, table.ID, r.Label, len(r.Cells), s.Columns)
			}
			for _, c := range r.Cells {
				if c.Value == nil && c.Text == "" {
					s.Unpublished++
				}
			}
		}
		got[table.Benchmark+"/"+table.ID] = s
	}
	must.Same(t, want, got, "tables")
}

func TestDatasetCounts(t *testing.T) {
	type size struct{ Scenarios, Tasks, Options, Checks, Updates int }
	want := map[string]size{
		"clawarena":            {12, 337, 606, 0, 78},
		"clawmark":             {13, 100, 0, 1537, 0},
		"liveclawbench":        {10, 134, 0, 0, 0},
		"stage-claw":           {1, 40, 0, 0, 0},
		"metaclaw-bench":       {30, 346, 700, 0, 0},
		"metaclaw-bench-small": {12, 61, 146, 0, 0},
	}
	got := map[string]size{}
	for _, d := range openBundled(t).Datasets {
		s := size{Scenarios: len(d.Scenarios), Tasks: len(d.Tasks)}
		for i := range d.Tasks {
			s.Options += len(d.Tasks[i].Options)
			s.Checks += len(d.Tasks[i].Checks)
			s.Updates += len(d.Tasks[i].Updates)
		}
		got[d.Benchmark.ID] = s
		if !d.FactsOnly {
			t.Errorf("%s: FactsOnly is false, so it would overwrite texts", d.Benchmark.ID)
		}
		b := d.Benchmark
		for name, v := range map[string]string{"name": b.Name, "headline": b.Headline, "failure rule": b.FailureRule, "summary": b.Summary,
			"repository": b.Repository, "licence": b.Licence, "word for task": b.Words.Task} {
			if v == "" {
				t.Errorf("%s: no %s", b.ID, name)
			}
		}
	}
	must.Same(t, want, got, "datasets")
}

// TestRefs holds that what a table row speaks of exists, a task under its scenario.
func TestRefs(t *testing.T) {
	b := openBundled(t)
	known := map[string]bool{}
	for _, m := range b.Models {
		known["model:"+m.ID] = true
	}
	for _, d := range b.Datasets {
		for _, s := range d.Scenarios {
			known[d.Benchmark.ID+" scenario:"+s.Slug] = true
		}
		for _, task := range d.Tasks {
			known[d.Benchmark.ID+" task:"+task.Scenario+"/"+task.Slug] = true
		}
	}
	for _, table := range b.Tables {
		for _, r := range table.Rows {
			if r.Ref != "" && !known[r.Ref] && !known[table.Benchmark+" "+r.Ref] {
				t.Errorf("%s/%s, %s: %s does not exist", table.Benchmark, table.ID, r.Label, r.Ref)
			}
		}
	}
	for _, f := range b.Figures {
		if s := f.Scope; strings.HasPrefix(s, "scenario:") && !known[f.Benchmark+" "+s] {
			t.Errorf("%s, %s: %s does not exist", f.Group, f.Model, s)
		}
	}
}

// TestOneBoardRowPerSystem holds that no system stands twice on a leaderboard
// because several tables print it.
func TestOneBoardRowPerSystem(t *testing.T) {
	seen := map[string]string{}
	for _, f := range openBundled(t).Figures {
		if !f.Board || f.Scope != "" {
			continue
		}
		key := strings.Join([]string{f.Benchmark, f.Model, f.Framework, f.Variant, f.Metric}, "|")
		if other, twice := seen[key]; twice {
			t.Errorf("%s is on the board from %s and from %s", key, other, f.Group)
		}
		seen[key] = f.Group
	}
	if len(seen) == 0 {
		t.Fatal("no figure is on a board")
	}
}

// TestBundledFiles holds that the manifest lists every file, and that the data
// carry no path of a machine and no private note.
func TestBundledFiles(t *testing.T) {
	var m manifest
	must.Do(t, decode(&ingest.Input{FS: bundled.FS, Item: ingest.Item{Dir: "."}}, ManifestName, &m))
	listed := map[string]bool{ManifestName: true}
	for _, list := range [][]string{m.Benchmarks, m.Models, m.Datasets, m.Worlds, m.Records, m.Figures, m.Tables} {
		for _, name := range list {
			listed[name] = true
		}
	}
	private := regexp.MustCompile(`/home/|/work/|/farm/|/tmp/|index id|seed text|\bOCR\b`)
	total := 0
	err := fs.WalkDir(bundled.FS, ".", func(p string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		if !listed[p] {
			t.Errorf("%s is embedded but not in the manifest", p)
		}
		data, err := fs.ReadFile(bundled.FS, p)
		total += len(data)
		if hit := private.Find(data); hit != nil {
			t.Errorf("%s contains %q", p, hit)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if limit := 512 << 10; total > limit {
		t.Errorf("bundled data: %d bytes, want at most %d", total, limit)
	}
}

// open reads the bundle whose manifest is at the root of fsys.
func open(fsys fs.FS) (*Bundle, error) {
	return readBundle(&ingest.Input{FS: fsys, Item: ingest.Item{Dir: "."}})
}

// TestIdentitiesAreOfTheirFigures holds the figures and tables that the tables of
// identities were computed from: whoever changes those has to see to these.
func TestIdentitiesAreOfTheirFigures(t *testing.T) {
	for benchmark, want := range map[string]string{
		"clawarena": "5053478651a64998", "clawmark": "2cc2b83f033dc66b",
		"liveclawbench": "ab61bd8477414a16", "stage-claw": "be1a2f5c61913261",
	} {
		sum := sha256.New()
		for _, name := range []string{"figures.json", "tables.json"} {
			sum.Write(must.Get(fs.ReadFile(bundled.FS, benchmark+"/"+name))(t))
		}
		if got := hex.EncodeToString(sum.Sum(nil)[:8]); got != want {
			t.Errorf("%s: figures or tables are others (%s): compute %s/identities.json anew, as its README says", benchmark, got, benchmark)
		}
	}
}
