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

// TestTableCells holds that each row of a bundled table has a cell for every column.
func TestTableCells(t *testing.T) {
	tables := openBundled(t).Tables
	for _, table := range tables {
		for _, r := range table.Rows {
			if len(r.Cells) != len(table.Columns) {
				t.Errorf("%s/%s, %s: %d cells, want %d", table.Benchmark, table.ID, r.Label, len(r.Cells), len(table.Columns))
			}
		}
	}
	if len(tables) == 0 {
		t.Error("no table is bundled")
	}
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
