package published

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/bundled"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/resultstest"
)

// memory is a Writer that keeps what it gets, in order.
type memory struct {
	calls    []string
	models   []results.Model
	datasets map[string]*results.Dataset
	figures  map[string][]results.Figure
	tables   []results.StatTable
	runs     []*memoryRun
	known    map[[32]byte]bool
}

type memoryRun struct {
	results.Run
	to        *memory
	raw       []*ingest.Record
	trials    []results.Trial
	warnings  []results.Warning
	committed bool
}

func newMemory() *memory {
	return &memory{datasets: map[string]*results.Dataset{}, figures: map[string][]results.Figure{}, known: map[[32]byte]bool{}}
}

func (m *memory) call(name string) {
	if n := len(m.calls); n == 0 || m.calls[n-1] != name {
		m.calls = append(m.calls, name)
	}
}

func (m *memory) SaveModels(_ context.Context, list []results.Model) error {
	m.call("models")
	m.models = append(m.models, list...)
	return nil
}

func (m *memory) SaveDataset(_ context.Context, d *results.Dataset) error {
	m.call("dataset")
	m.datasets[d.Benchmark.ID] = d
	return nil
}

func (m *memory) FindDataset(_ context.Context, b string) (*results.Dataset, error) {
	if d := m.datasets[b]; d != nil {
		return d, nil
	}
	return nil, results.ErrNotFound
}

func (m *memory) Datasets(context.Context) ([]results.Dataset, error) { return nil, nil }

func (m *memory) SaveFigures(_ context.Context, src results.FigureSource, figs []results.Figure) error {
	m.call("figures")
	m.figures[src.ID] = figs
	return nil
}

func (m *memory) SaveTables(_ context.Context, tables []results.StatTable) error {
	m.call("tables")
	m.tables = append(m.tables, tables...)
	return nil
}

func (m *memory) Warn(results.Warning) {}

func (m *memory) BeginRun(_ context.Context, r *results.Run) (ingest.RunWriter, error) {
	m.call("run")
	return &memoryRun{Run: *r, to: m}, nil
}

func (r *memoryRun) Raw(_ context.Context, rec *ingest.Record) error {
	r.raw = append(r.raw, rec)
	return nil
}

func (r *memoryRun) RawStream(context.Context, string, string, func() [32]byte) (io.WriteCloser, error) {
	return nil, errors.New("not used")
}

func (r *memoryRun) Trial(_ context.Context, t *results.Trial) error {
	r.trials = append(r.trials, *t)
	return nil
}
func (r *memoryRun) Step(context.Context, *results.Step) error        { return errors.New("no traces") }
func (r *memoryRun) AmendTrial(context.Context, *results.Trial) error { return errors.New("not used") }
func (r *memoryRun) Label(string, string)                             {}
func (r *memoryRun) Warn(w results.Warning)                           { r.warnings = append(r.warnings, w) }

func (r *memoryRun) Commit(context.Context) error {
	if r.to.known[r.raw[0].Sum] {
		return results.ErrUnchanged
	}
	r.to.known[r.raw[0].Sum] = true
	r.committed = true
	r.to.runs = append(r.to.runs, r)
	return nil
}

func TestLoadStoresEverything(t *testing.T) {
	b, m := openBundled(t), newMemory()
	must.Do(t, load(t.Context(), bundled.FS, m))
	must.Same(t, []string{"models", "dataset", "run", "figures", "tables"}, m.calls, "order")
	figures := 0
	for _, list := range m.figures {
		figures += len(list)
	}
	type stored struct{ Models, Datasets, Sources, Figures, Tables, Runs int }
	want := stored{36, 6, 12, 1154, 44 + 8, 26}
	got := stored{len(m.models), len(m.datasets), len(m.figures), figures, len(m.tables), len(m.runs)}
	if got != want || figures != len(b.Figures) {
		t.Errorf("stored %+v, want %+v", got, want)
	}
	ids := map[string]bool{}
	for _, table := range m.tables {
		if key := table.Benchmark + "/" + table.ID; ids[key] {
			t.Errorf("table %s is stored twice", key)
		} else {
			ids[key] = true
		}
	}
	before := len(m.runs)
	if err := load(t.Context(), bundled.FS, m); err != nil {
		t.Fatalf("load again: %v", err)
	}
	if len(m.runs) != before {
		t.Errorf("%d runs after loading again, want %d", len(m.runs), before)
	}
}

func TestSnapshotRuns(t *testing.T) {
	m := newMemory()
	must.Do(t, load(t.Context(), bundled.FS, m))
	current, superseded := 0, 0
	for _, r := range m.runs {
		old := r.Objects(results.ObjectionSnapshot)
		if old != (r.System.Variant == "snapshot-2026-06-10") || r.Evidence != results.Records || r.Format != SiteDataName ||
			len(r.warnings) > 0 {
			t.Errorf("%s: %+v with %d warnings", r.System.Model, r.Run, len(r.warnings))
		}
		want := 134
		if !old {
			current++
			want -= map[string]int{"kimi-k2.6": 1, "qwen3.5-flash": 4}[r.System.Model]
		} else {
			superseded++
		}
		if len(r.trials) != want {
			t.Errorf("%s %s: %d trials, want %d", r.System.Model, r.System.Variant, len(r.trials), want)
		}
		for _, tr := range r.trials {
			if (tr.Status == results.Passed) != (*tr.Score == 1) || tr.Attempts < 1 || tr.Attempts > 3 || tr.Attempt != 1 ||
				tr.Scenario == "" {
				t.Errorf("%s: %s/%s: %s with score %v of %d attempts", r.System.Model, tr.Scenario, tr.Task, tr.Status, *tr.Score,
					tr.Attempts)
			}
		}
	}
	if current != 17 || superseded != 9 {
		t.Errorf("%d current and %d superseded runs, want 17 and 9", current, superseded)
	}
}

// testSiteDataMeetsTheBundle reads the site's own files after the bundle: the
// runs are the same and stay as they are.
func testSiteDataMeetsTheBundle(t *testing.T) {
	fsys := os.DirFS(resultstest.Shared(t, "data", "liveclawbench", "site-data"))
	m := newMemory()
	must.Do(t, load(t.Context(), bundled.FS, m))
	before := len(m.runs)
	entries := must.Get(fs.ReadDir(fsys, "."))(t)
	items := SiteData{}.Detect(fsys, ".", entries)
	var found []string
	for _, item := range items {
		found = append(found, item.Dir)
		must.Do(t, (SiteData{}).Read(t.Context(), &ingest.Input{FS: fsys, Item: item}, m))
	}
	must.Same(t, []string{".", ".", ".", siteHistoryDir, siteHistoryDir}, found, "claims")
	if len(m.runs) != before {
		t.Errorf("%d new runs from the same verdicts, want none", len(m.runs)-before)
	}
	if d := m.datasets["liveclawbench"]; d.FactsOnly || d.Tasks[0].Facts.Prompt == "" {
		t.Error("the site's tasks did not bring their prompts")
	}
}

func TestDetect(t *testing.T) {
	bundle := fstest.MapFS{"figures/" + ManifestName: {Data: []byte("{}")}, "other/leaderboard.json": {}}
	tests := []struct {
		format ingest.Format
		fsys   fs.FS
		dir    string
		want   int
	}{
		{Format{}, bundle, "figures", 3},
		{Format{}, bundle, "other", 0},
		{Format{}, bundled.FS, ".", 3},
		{SiteData{}, bundle, "other", 0},
		{SiteData{}, bundle, "figures", 0},
		{SiteData{}, bundled.FS, "liveclawbench", 0},
	}
	for _, tt := range tests {
		entries := must.Get(fs.ReadDir(tt.fsys, tt.dir))(t)
		if got := tt.format.Detect(tt.fsys, tt.dir, entries); len(got) != tt.want {
			t.Errorf("%s.Detect(%s) claims %d items, want %d", tt.format.Name(), tt.dir, len(got), tt.want)
		}
	}
}

// broken is a bundle of one benchmark in which one file is replaced.
func broken(name, data string) fstest.MapFS {
	files := fstest.MapFS{
		ManifestName: {Data: []byte(`{"format":"clawatlas-figures","version":1,"benchmarks":["b.json"],"models":["m.json"],` +
			`"datasets":["d.json"],"figures":["f.json"],"records":["r.json"],"tables":["t.json"]}`)},
		"b.json": {Data: []byte(`{"benchmarks":[{"id":"demo","name":"Demo","scoring":"reward"}]}`)},
		"m.json": {Data: []byte(`{"models":[{"id":"m-1","name":"M 1"}]}`)},
		"d.json": {Data: []byte(`{"benchmark":"demo","scenarios":[{"slug":"s","tasks":[{"slug":"t","kind":"multi_choice",` +
			`"options":"AB","gold":"B"}]}]}`)},
		"f.json": {Data: []byte(`{"sources":[{"id":"src","benchmark":"demo"}],"figures":[{"benchmark":"demo",` +
			`"source":"src","place":"Table 1","columns":[{"metric":"avg","unit":"percent"}],"rows":[{"model":"M 1","cells":["50.0"]}]}]}`)},
		"r.json": {Data: []byte(`{"benchmark":"demo","source":"src","date":"2026-01-02","tasks":["t"],` +
			`"runs":[{"model":"M 1","attempts":"2","avg":[0.5]}]}`)},
		"t.json": {Data: []byte(`{"tables":[{"benchmark":"demo","id":"table-1","source":"src","columns":[{"key":"n",` +
			`"unit":"count"}],"rows":[{"label":"x","cells":["1"]}]}]}`)},
		"unrelated.txt":   {Data: []byte("x")},
		"deep/other.json": {Data: []byte("{}")},
	}
	files[name] = &fstest.MapFile{Data: []byte(data)}
	return files
}

func TestBrokenBundles(t *testing.T) {
	if _, err := open(broken("unrelated.txt", "y")); err != nil {
		t.Fatalf("the whole bundle: %v", err)
	}
	tests := []struct{ name, file, data, want string }{
		{"other version", ManifestName, `{"format":"clawatlas-figures","version":2}`, "reads clawatlas-figures version 1"},
		{"not JSON", "m.json", `{"models":[`, "m.json:1"},
		{"bad model id", "m.json", `{"models":[{"id":"M 1"}]}`, "not a slug"},
		{"unknown benchmark", "d.json", `{"benchmark":"nope"}`, `benchmark "nope" is not described`},
		{"gold without option", "d.json",
			`{"benchmark":"demo","scenarios":[{"slug":"s","tasks":[{"slug":"t","options":"AB","gold":"C"}]}]}`,
			"gold option C does not exist"},
		{"bad task", "d.json", `{"benchmark":"demo","scenarios":[{"slug":"s","tasks":[{"slug":"../t"}]}]}`, "not a slug"},
		{"unknown source", "f.json", `{"figures":[{"source":"nope","place":"Table 1"}]}`, `source "nope" is not described`},
		{"too few cells", "f.json", `{"sources":[{"id":"src"}],"figures":[{"source":"src","place":"Table 1",` +
			`"columns":[{"metric":"avg"}],"rows":[{"model":"M 1","cells":[]}]}]}`, "Table 1, M 1: 0 cells in 1 columns"},
		{"not a number", "f.json", `{"sources":[{"id":"src"}],"figures":[{"source":"src","place":"Table 1",` +
			`"columns":[{"metric":"avg"}],"rows":[{"model":"M 1","cells":["NaN"]}]}]}`, `"NaN" is not a number`},
		{"source twice", "f.json", `{"sources":[{"id":"src"},{"id":"src"}]}`, "described twice"},
		{"attempts without mean", "r.json", `{"benchmark":"demo","tasks":["t"],"runs":[{"model":"M 1","attempts":"2","avg":[null]}]}`,
			"attempts and mean disagree"},
		{"mean above one", "r.json", `{"benchmark":"demo","tasks":["t"],"runs":[{"model":"M 1","attempts":"2","avg":[7]}]}`,
			"attempts and mean disagree"},
		{"lists of different length", "r.json", `{"benchmark":"demo","tasks":["t"],"runs":[{"model":"M 1","attempts":"22","avg":[1]}]}`,
			"2 attempts and 1 means for 1 tasks"},
		{"table cells", "t.json", `{"tables":[{"id":"t","source":"src","columns":[{"key":"n"}],"rows":[{"label":"x","cells":["1","2"]}]}]}`,
			"2 cells in 1 columns"},
		{"table number", "t.json", `{"tables":[{"id":"t","source":"src","columns":[{"key":"n","unit":"count"}],` +
			`"rows":[{"label":"x","cells":["1 a"]}]}]}`, `"1 a" is not a number`},
	}
	for _, tt := range tests {
		_, err := open(broken(tt.file, tt.data))
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got error %v, want one with %q", tt.name, err, tt.want)
		}
	}
}

func TestUnknownTaskIsLeftOutWithAWarning(t *testing.T) {
	m := newMemory()
	data := `{"benchmark":"demo","source":"src","date":"2026-01-02","tasks":["t","gone"],"runs":[{"model":"M 1","attempts":"21",` +
		`"avg":[0.5,1]}]}`
	must.Do(t, load(t.Context(), broken("r.json", data), m))
	r := m.runs[0]
	if len(r.trials) != 1 || len(r.warnings) != 1 || !strings.Contains(r.warnings[0].Message, "gone") {
		t.Errorf("%d trials and warnings %v, want 1 trial and a warning about the task gone", len(r.trials), r.warnings)
	}
}

// TestOwnFiguresGetNoVerdict holds that only known sources are judged, so that
// a bundle of somebody else cannot replace the tables about printed numbers.
func TestOwnFiguresGetNoVerdict(t *testing.T) {
	b := must.Get(open(broken("unrelated.txt", "y")))(t)
	if list := Identities(b); len(list) != 0 {
		t.Errorf("%d identities for an unknown benchmark, want none", len(list))
	}
}

func TestBrokenSiteData(t *testing.T) {
	good := map[string]string{
		siteLeaderboard: `{"updatedAt":"2026-01-02","models":[{"model":"m","overall":50.0,"bestScore":null,"difficulty":{},` +
			`"factors":{},"domains":{"Social Media":50.0}}]}`,
		siteResults: `{"t":[{"model":"m","avgScore":0.5,"attempts":2,"allPassed":false}]}`,
		siteTasks:   `{"tasks":[{"name":"t","domain":"Social Media"}]}`,
	}
	tests := []struct{ name, file, data, want string }{
		{"nothing", "", "", ""},
		{"no date", siteLeaderboard, `{"models":[]}`, "updatedAt"},
		{"column is text", siteLeaderboard, `{"updatedAt":"2026-01-02","models":[{"model":"m","overall":"x"}]}`, "not a number"},
		{"model off the board", siteResults, `{"t":[{"model":"x","avgScore":0.5,"attempts":2}]}`, "not on the leaderboard"},
		{"mean without attempts", siteResults, `{"t":[{"model":"m","avgScore":0.5,"attempts":0}]}`, "attempts and mean disagree"},
		{"task name", siteTasks, `{"tasks":[{"name":"a b","domain":"X"}]}`, `task "a b"`},
	}
	for _, tt := range tests {
		fsys := fstest.MapFS{}
		for name, data := range good {
			fsys[name] = &fstest.MapFile{Data: []byte(data)}
		}
		if tt.file != "" {
			fsys[tt.file] = &fstest.MapFile{Data: []byte(tt.data)}
		}
		m := newMemory()
		var errs []error
		for _, k := range []ingest.Kind{ingest.KindDataset, ingest.KindRuns, ingest.KindFigures} {
			errs = append(errs, SiteData{}.Read(t.Context(), &ingest.Input{FS: fsys, Item: ingest.Item{Dir: ".", Kind: k}}, m))
		}
		err := errors.Join(errs...)
		if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%s: got error %v, want one with %q", tt.name, err, tt.want)
		}
	}
}

func FuzzParsePrinted(f *testing.F) {
	for _, s := range []string{"78.34", "-10.5", "0", "5736", "67.40", ".", "-", "1e9", "NaN", "1.2.3", "--1", ""} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		p, err := parsePrinted(s, unitPercent)
		if err != nil {
			return
		}
		if p.digits < 0 || p.digits > len(s) || p.value != p.value || p.value > 0 && p.stored > p.value {
			t.Errorf("parsePrinted(%q) = %+v", s, p)
		}
	})
}

func TestParsePrinted(t *testing.T) {
	tests := []struct {
		text, unit string
		want       printed
	}{
		{"78.34", "percent", printed{78.34, 0.7834, 2}},
		{"67.40", "percent", printed{67.4, 0.674, 2}},
		{"100.0", "percent", printed{100, 1, 1}},
		{"-10.5", "count", printed{-10.5, -10.5, 1}},
		{"5736", "count", printed{5736, 5736, 0}},
	}
	for _, tt := range tests {
		got, err := parsePrinted(tt.text, tt.unit)
		if err != nil || got != tt.want {
			t.Errorf("parsePrinted(%q, %s) = %+v, %v; want %+v", tt.text, tt.unit, got, err, tt.want)
		}
	}
}
