package parquet_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	pq "github.com/parquet-go/parquet-go"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/ingest/parquet"
	"github.com/clawatlas/clawatlas/ingest/source"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// line is a row as LiveClawBench publishes it.
type line struct {
	Model      string   `parquet:"model_name,dict"`
	Case       string   `parquet:"case_name"`
	ID         int64    `parquet:"case_id"`
	Domain     string   `parquet:"domain,optional"`
	Difficulty string   `parquet:"difficulty"`
	Factors    []string `parquet:"complexity_factor,list"`
	Trajectory string   `parquet:"trajectory,optional,zstd"`
	Reward     *float64 `parquet:"reward,optional"`
	Correct    *bool    `parquet:"is_correct,optional"`
}

func num(x float64) *float64 { return &x }

// doc is a trajectory of one prompt and one answer.
func doc(agent, answer string) string {
	return fmt.Sprintf(`{"schema_version":"ATIF-v1.2","session_id":"s","agent":{"name":%q,"version":"1","model_name":"m"},"steps":[`+
		`{"step_id":1,"timestamp":"2026-04-01T10:00:00Z","source":"user","message":"go"},`+
		`{"step_id":2,"timestamp":"2026-04-01T10:00:05Z","source":"agent","message":%q}]}`, agent, answer)
}

// table writes rows in groups of the given size.
func table[T any](t testing.TB, group int, rows ...T) []byte {
	t.Helper()
	var b bytes.Buffer
	w := pq.NewGenericWriter[T](&b)
	for i, r := range rows {
		if i > 0 && i%group == 0 {
			must.Do(t, w.Flush())
		}
		must.Get(w.Write([]T{r}))(t)
	}
	must.Do(t, w.Close())
	return b.Bytes()
}

// dump writes out the trials of a run, one line each.
func dump(t *testing.T, db *ingesttest.DB, slug string) []string {
	t.Helper()
	run := must.Get(db.FindRun(t.Context(), slug))(t)
	trials := must.Get(db.RunTrials(t.Context(), run.ID, ""))(t)
	var out []string
	for _, tr := range trials {
		full := must.Get(db.FindTrial(t.Context(), slug, tr.Scenario, tr.Task, tr.Attempt))(t)
		score, answer := "-", "-"
		if full.Score != nil {
			score = fmt.Sprint(*full.Score)
		}
		if full.Details.Answer != nil {
			answer = *full.Details.Answer
		}
		out = append(out, fmt.Sprintf("%s/%s#%d %s %s %s", tr.Scenario, tr.Task, tr.Attempt, full.Status, score, answer))
	}
	return out
}

func load(t *testing.T, db *ingesttest.DB, fsys fs.FS, id ingest.Identity) *ingest.RunReport {
	t.Helper()
	rep := ingesttest.Load(t, db, fsys, id)
	if len(rep.Refused) > 0 {
		t.Fatalf("refused: %+v", rep.Refused)
	}
	return rep
}

func file(data []byte) *fstest.MapFile { return &fstest.MapFile{Data: data} }

// TestExport reads rows of two models that are interleaved, in groups of two,
// so that a run's rows lie in several groups and a group has rows of both.
func TestExport(t *testing.T) {
	yes := true
	rows := []line{
		{Model: "vendor/m-1", Case: "case-a", Domain: "Mail", Difficulty: "Easy", Factors: []string{"A1", "B2"}, Trajectory: doc("openclaw", "1a1"), Reward: num(1), Correct: &yes},
		{Model: "m-2", Case: "case-a", Domain: "Mail", Trajectory: doc("openclaw", "2a1"), Reward: num(0)},
		{Model: "vendor/m-1", Case: "case-a", Domain: "Mail", Trajectory: doc("openclaw", "1a2"), Reward: num(0.25)},
		{Model: "vendor/m-1", Case: "Case B", Domain: "Web", Reward: num(1)},
		{Model: "m-2", Case: "Case B", Domain: "Web", Trajectory: doc("openclaw", "2b1")},
		{Model: "m-2", Case: "case-a", Domain: "Mail", Trajectory: doc("other", "2a1"), Reward: num(1)},
		{Model: "m-2", Case: "case-a", Domain: "Mail", Trajectory: doc("openclaw", "2a2"), Reward: num(1.5)},
	}
	want := map[string][]string{
		"m-1 openclaw": {"mail/case-a#1 passed 1 1a1", "mail/case-a#2 failed 0.25 1a2", "web/case-b#1 passed 1 -", "web/case-b#2 missing - -"},
		"m-2 openclaw": {"mail/case-a#1 failed 0 2a1", "mail/case-a#2 judge_error 0 2a2", "web/case-b#1 judge_error 0 2b1", "web/case-b#2 missing - -"},
		"m-2 other":    {"mail/case-a#1 passed 1 2a1"},
	}
	for _, group := range []int{1, 2, 100} {
		t.Run(fmt.Sprint(group), func(t *testing.T) {
			db := ingesttest.Open(t)
			rep := load(t, db, fstest.MapFS{"x/My Export.parquet": file(table(t, group, rows...))}, ingest.Identity{})
			got := map[string][]string{}
			for _, r := range rep.Runs {
				got[r.System.Model+" "+r.System.Framework] = dump(t, db, r.Run)
				if r.Benchmark != "my-export" {
					t.Errorf("benchmark %s, want one named after the file", r.Benchmark)
				}
			}
			must.Same(t, want, got, "trials")
			task, err := db.FindTask(t.Context(), "my-export", "mail", "case-a")
			if err != nil || cmp.Diff([]string{"A1", "B2"}, task.Facts.Factors) != "" || task.Facts.Difficulty != "easy" {
				t.Errorf("task %+v, %v", task.Facts, err)
			}
		})
	}
}

// TestRecords keeps what a reward rests on, and tells runs apart that differ
// only in it.
func TestRecords(t *testing.T) {
	row := line{Model: "m", Case: "c", ID: 7, Trajectory: doc("a", "/home/somebody/x"), Reward: num(1)}
	db := ingesttest.Open(t)
	first := load(t, db, fstest.MapFS{"x.parquet": file(table(t, 10, row))}, ingest.Identity{}).Runs[0]
	again := load(t, db, fstest.MapFS{"x.parquet": file(table(t, 10, row))}, ingest.Identity{}).Runs[0]
	row.Reward = num(0)
	other := load(t, db, fstest.MapFS{"x.parquet": file(table(t, 10, row))}, ingest.Identity{}).Runs[0]
	if !again.Unchanged || again.Run != first.Run || other.Run == first.Run || other.Unchanged {
		t.Errorf("runs %s, %s (unchanged %v), %s", first.Run, again.Run, again.Unchanged, other.Run)
	}
	run := must.Get(db.FindRun(t.Context(), first.Run))(t)
	tr := must.Get(db.FindTrial(t.Context(), first.Run, "cases", "c", 1))(t)
	raws := must.Get(db.Raws(t.Context(), run.ID, tr.ID))(t)
	got := map[string]string{}
	for _, r := range raws {
		got[r.Name] = string(must.Get(io.ReadAll(must.Get(db.RawReader(t.Context(), r.ID))(t)))(t))
	}
	want := map[string]string{
		"x.parquet/row-000001/row.json":        `{"model_name":"m","case_name":"c","case_id":"7","reward":1}`,
		"x.parquet/row-000001/trajectory.json": strings.Replace(doc("a", "/home/somebody/x"), "somebody", "[user]", 1),
	}
	must.Same(t, want, got, "raw records")
	if run.Evidence != results.Recomputed || run.StartedAt == nil || *run.FinishedAt-*run.StartedAt != 5000 {
		t.Errorf("run %+v", run)
	}
}

// TestBenchmark puts cases of a described benchmark into it.
func TestBenchmark(t *testing.T) {
	db := ingesttest.OpenBundled(t)
	d, err := db.FindDataset(t.Context(), "liveclawbench")
	if err != nil || len(d.Tasks) == 0 {
		t.Fatalf("bundled tasks: %v", err)
	}
	task := d.Tasks[0]
	rows := []line{
		{Model: "m", Case: task.Slug, Trajectory: doc("openclaw", "x"), Reward: num(1)},
		{Model: "m", Case: "01-" + strings.ReplaceAll(d.Tasks[1].Slug, "-", "_"), Reward: num(0)},
		{Model: "m", Case: "no such case", Reward: num(1)},
	}
	rep := load(t, db, fstest.MapFS{"train.parquet": file(table(t, 2, rows...))}, ingest.Identity{})
	r := rep.Runs[0]
	if r.Benchmark != "liveclawbench" || r.Counts.Scored != 2 || r.Counts.Expected != len(d.Tasks) {
		t.Errorf("benchmark %s, counts %+v", r.Benchmark, r.Counts)
	}
	if len(r.Warnings) != 1 || !strings.Contains(r.Warnings[0].Message, "no such case: shown but not counted") {
		t.Errorf("warnings %+v", r.Warnings)
	}
	if got := load(t, db, fstest.MapFS{"train.parquet": file(table(t, 2, rows...))}, ingest.Identity{Benchmark: "mine"}).Runs[0]; got.Benchmark != "mine" {
		t.Errorf("benchmark %s, want the one that was named", got.Benchmark)
	}
}

// TestShards reads the files of one table as one, and others apart.
func TestShards(t *testing.T) {
	one := line{Model: "m", Case: "c", Reward: num(1)}
	two := line{Model: "m", Case: "c", Reward: num(0)}
	db := ingesttest.Open(t)
	rep := load(t, db, fstest.MapFS{
		"train-00000-of-00002.parquet": file(table(t, 1, one)),
		"train-00001-of-00002.parquet": file(table(t, 1, two)),
		"test.parquet":                 file(table(t, 1, one)),
		"notes.parquet":                file(table(t, 1, struct{ Note string }{"x"})),
		"readme.md":                    file([]byte("x")),
	}, ingest.Identity{Framework: "f"})
	got := map[string]int{}
	for _, r := range rep.Runs {
		got[r.Benchmark+" "+r.System.Framework] = len(dump(t, db, r.Run))
	}
	must.Same(t, map[string]int{"train f": 2, "test f": 1}, got, "attempts")
}

// TestTypes reads columns of other types: plain text factors, whole numbers,
// no optional column at all, and a trajectory that is no ATIF.
func TestTypes(t *testing.T) {
	type plain struct {
		Model      string `parquet:"model_name"`
		Case       string `parquet:"case_name"`
		Factors    string `parquet:"complexity_factor"`
		Trajectory []byte `parquet:"trajectory"`
		Reward     int32  `parquet:"reward"`
		Correct    int64  `parquet:"is_correct"`
	}
	chat := `[{"role":"user","content":"go"},{"role":"assistant","content":"done"}]`
	db := ingesttest.Open(t)
	rep := load(t, db, fstest.MapFS{"x.parquet": file(table(t, 5,
		plain{"m", "a", "A1, C2", []byte(chat), 1, 0},
		plain{"m", "b", "none", []byte("not JSON"), 0, 0},
		plain{"", "b", "", nil, 0, 0},
	))}, ingest.Identity{})
	want := []string{"cases/a#1 passed 1 done", "cases/b#1 failed 0 -"}
	must.Same(t, want, dump(t, db, rep.Runs[0].Run), "trials")
	var got []string
	for _, w := range rep.Runs[0].Warnings {
		got = append(got, w.Message)
	}
	wantWarnings := []string{
		"row 3 names no model or no case: skipped",
		"no trajectory of m names its agent (name it with --framework)",
		"row 1: is_correct is false, but the reward is 1: using the reward",
		"row 2: its trajectory has an unknown format",
	}
	must.Same(t, wantWarnings, got, "warnings")
	if task, err := db.FindTask(t.Context(), "x", "cases", "a"); err != nil || cmp.Diff([]string{"A1", "C2"}, task.Facts.Factors) != "" {
		t.Errorf("factors %v, %v", task.Facts.Factors, err)
	}
}

// TestZip reads an entry of a zip, which has no random access.
func TestZip(t *testing.T) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	w := must.Get(z.Create("data/x.parquet"))(t)
	must.Get(w.Write(table(t, 1, line{Model: "m", Case: "c", Trajectory: doc("a", "x"), Reward: num(1)})))(t)
	must.Do(t, z.Close())
	name := filepath.Join(t.TempDir(), "x.zip")
	must.Do(t, os.WriteFile(name, b.Bytes(), 0o600))
	src := must.Get(source.Open(name, source.Limits{}))(t)
	t.Cleanup(func() { src.Close() })
	t.Setenv("TMPDIR", t.TempDir())
	db := ingesttest.Open(t)
	if rep := load(t, db, src.FS, ingest.Identity{}); len(rep.Runs) != 1 {
		t.Errorf("got %d runs, want 1", len(rep.Runs))
	}
	left, err := filepath.Glob(filepath.Join(os.TempDir(), "clawatlas-*"))
	if err != nil || len(left) > 0 {
		t.Errorf("temporary files are left: %v, %v", left, err)
	}
}

// TestDetect claims tables of trajectories and nothing else.
func TestDetect(t *testing.T) {
	good := table(t, 1, line{Model: "m", Case: "c", Reward: num(1)})
	huge := append(bytes.Clone(good[:len(good)-8]), "\xff\xff\xff\x7fPAR1"...)
	type odd struct {
		Model      int64  `parquet:"model_name"`
		Case       string `parquet:"case_name"`
		Trajectory string `parquet:"trajectory"`
		Reward     string `parquet:"reward"`
	}
	for _, test := range []struct {
		name, file string
		data       []byte
		want       int
	}{
		{"export", "x.parquet", good, 1},
		{"other columns", "x.parquet", table(t, 1, struct{ A, B string }{"x", "y"}), 0},
		{"other types", "x.parquet", table(t, 1, odd{}), 0},
		{"another name", "x.txt", good, 0},
		{"cut off", "x.parquet", good[:len(good)-20], 0},
		{"no end", "x.parquet", good[:10], 0},
		{"claims a huge footer", "x.parquet", huge, 0},
		{"empty", "x.parquet", nil, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			fsys := fstest.MapFS{test.file: file(test.data)}
			entries := must.Get(fsys.ReadDir("."))(t)
			if got := (parquet.Format{}).Detect(fsys, ".", entries); len(got) != test.want {
				t.Errorf("claims %+v, want %d", got, test.want)
			}
		})
	}
}

// FuzzRead gives the format damaged tables: it may refuse, not fall.
func FuzzRead(f *testing.F) {
	good := table(f, 1, line{Model: "m", Case: "c", Trajectory: doc("a", "x"), Reward: num(1)}, line{Model: "m", Case: "d", Factors: []string{"A1"}})
	f.Add(good)
	for _, i := range []int{10, len(good) / 3, len(good) / 2, len(good) - 30} {
		bad := bytes.Clone(good)
		bad[i] ^= 0x55
		f.Add(bad)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 1<<16 {
			return
		}
		ingesttest.Load(t, ingesttest.Open(t), fstest.MapFS{"x.parquet": file(data)}, ingest.Identity{})
	})
}
