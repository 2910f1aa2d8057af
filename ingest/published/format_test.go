package published_test

import (
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/bundled"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/ingest/published"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// TestBundledDataInADatabase loads the bundled data twice and reads back what pages show.
func TestBundledDataInADatabase(t *testing.T) {
	db := ingesttest.OpenBundled(t)
	rep := ingesttest.LoadOfficial(t, db, bundled.FS)
	if len(rep.Refused) > 0 || len(rep.Warnings) > 0 || len(rep.Runs) != 26 {
		t.Errorf("second load: %d runs, refused %v, warnings %v", len(rep.Runs), rep.Refused, rep.Warnings)
	}
	for _, r := range rep.Runs {
		if !r.Unchanged {
			t.Errorf("%s is loaded again", r.Run)
		}
	}
	got := map[string]int{"models": len(must.Get(db.Models(t.Context()))(t))}
	for _, b := range must.Get(db.Benchmarks(t.Context()))(t) {
		got["benchmarks"]++
		got["figures"] += len(must.Get(db.Figures(t.Context(), b.ID))(t))
		got["tables"] += len(must.Get(db.StatTables(t.Context(), b.ID))(t))
	}
	must.Same(t, map[string]int{"models": 36, "benchmarks": 6, "figures": 1154, "tables": 48 + 8}, got, "stored")
}

func TestSnapshotRuns(t *testing.T) {
	db := ingesttest.OpenBundled(t)
	runs, _ := must.Get2(db.Runs(t.Context(), results.RunFilter{Benchmark: "liveclawbench", Limit: 100}))(t)
	current := 0
	for _, r := range runs {
		old := r.Objects(results.ExclusionSnapshot)
		if old != (r.System.Variant == "snapshot-2026-06-10") || r.Evidence != results.Records || r.Format != published.SnapshotFormat {
			t.Errorf("%s: %+v", r.System.Model, r)
		}
		missing := map[string]int{"kimi-k2.6": 1, "qwen3.5-flash": 4}[r.System.Model]
		if old {
			missing = 0
		} else {
			current++
		}
		if r.Counts.Missing != missing || r.Counts.Expected != 134 || r.Complete != (missing == 0) {
			t.Errorf("%s %s: %+v, complete %v, want %d missing", r.System.Model, r.System.Variant, r.Counts, r.Complete, missing)
		}
		for _, tr := range must.Get(db.Outcomes(t.Context(), r.ID))(t) {
			if (tr.Status == results.Passed) != (*tr.Score == 1) || tr.Attempts < 1 || tr.Attempts > 3 || tr.Attempt != 1 {
				t.Errorf("%s: %s/%s: %s with score %v of %d attempts", r.System.Model, tr.Scenario, tr.Task, tr.Status, *tr.Score,
					tr.Attempts)
			}
		}
	}
	if current != 17 || len(runs) != 26 {
		t.Errorf("%d current of %d runs, want 17 of 26", current, len(runs))
	}
}

func TestDetect(t *testing.T) {
	bundle := fstest.MapFS{"figures/" + published.ManifestName: {Data: []byte("{}")}, "other/leaderboard.json": {}}
	tests := []struct {
		format ingest.Format
		fsys   fs.FS
		dir    string
		want   int
	}{
		{published.Format{}, bundle, "figures", 3},
		{published.Format{}, bundle, "other", 0},
		{published.Format{}, bundled.FS, ".", 3},
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
		published.ManifestName: {Data: []byte(`{"format":"clawatlas-figures","version":1,"benchmarks":["b.json"],"models":["m.json"],` +
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

// refusals are the reasons for which a tree is not read.
func refusals(rep *ingest.RunReport) string {
	var b strings.Builder
	for _, r := range rep.Refused {
		b.WriteString(r.Reason + "\n")
	}
	return b.String()
}

func TestBrokenBundles(t *testing.T) {
	tests := []struct{ name, file, data, want string }{
		{"other version", published.ManifestName, `{"format":"clawatlas-figures","version":2}`, "reads clawatlas-figures version 1"},
		{"not JSON", "m.json", `{"models":[`, "m.json:1"},
		{"bad model id", "m.json", `{"models":[{"id":"M 1"}]}`, "not a slug"},
		{"unknown benchmark", "d.json", `{"benchmark":"nope"}`, `benchmark "nope" is not described`},
		{"gold without option", "d.json",
			`{"benchmark":"demo","scenarios":[{"slug":"s","tasks":[{"slug":"t","options":"AB","gold":"C"}]}]}`,
			"gold option C does not exist"},
		{"bad task", "d.json", `{"benchmark":"demo","scenarios":[{"slug":"s","tasks":[{"slug":"../t"}]}]}`, "not a slug"},
		{"unknown source", "f.json", `{"figures":[{"source":"nope","place":"Table 1"}]}`, `source "nope" is not described`},
		{"too few cells", "f.json", `{"sources":[{"id":"src"}],"figures":[{"source":"src","place":"Table 1",` +
			`"columns":[{"metric":"avg"}],"rows":[{"model":"M 1","cells":[]}]}]}`, "Table 1, M 1: 0 cells, but 1 columns"},
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
			"has 2 cells, but the table has 1 columns"},
		{"table number", "t.json", `{"tables":[{"id":"t","source":"src","columns":[{"key":"n","unit":"count"}],` +
			`"rows":[{"label":"x","cells":["1 a"]}]}]}`, `"1 a" is not a number`},
	}
	for _, tt := range tests {
		if got := refusals(ingesttest.LoadOfficial(t, ingesttest.Open(t), broken(tt.file, tt.data))); !strings.Contains(got, tt.want) {
			t.Errorf("%s: refused for %q, want %q", tt.name, got, tt.want)
		}
	}
	// Only known sources are judged: nobody else's bundle replaces the tables about printed numbers.
	db := ingesttest.Open(t)
	rep := ingesttest.LoadOfficial(t, db, broken("unrelated.txt", "y"))
	if list := must.Get(db.StatTables(t.Context(), "demo"))(t); len(rep.Refused) > 0 || len(rep.Runs) != 1 || len(list) != 1 {
		t.Errorf("the whole bundle: refused %v, %d runs, %d tables", rep.Refused, len(rep.Runs), len(list))
	}
}

func TestUnknownTaskIsLeftOutWithAWarning(t *testing.T) {
	rep := ingesttest.LoadOfficial(t, ingesttest.Open(t), broken("r.json", `{"benchmark":"demo","source":"src","date":"2026-01-02",`+
		`"tasks":["t","gone"],"runs":[{"model":"M 1","attempts":"21","avg":[0.5,1]}]}`))
	if r := rep.Runs[0]; r.Counts.Scored != 1 || len(r.Warnings) != 1 || !strings.Contains(r.Warnings[0].Message, "gone") {
		t.Errorf("%+v, want 1 trial and a warning about the task gone", r)
	}
}
