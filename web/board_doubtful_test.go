package web

import (
	"context"
	"encoding/json"
	"io/fs"
	"math"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/bundled/example"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/resultstest"
	"github.com/clawatlas/clawatlas/views"
)

// brokenCheck is a line that no version of Python parses.
const brokenCheck = `assert d['a'] == 1, f'wrong: {d[chr(39)]a{chr(39)]}'`

// faultySite serves the example with two faults of our making: the check of
// ex_library_outage/q2 cannot run, as the words of all four runs say, and the
// skimmer lacks the record of ex_office_move/q1.
func faultySite(t testing.TB) *testSite {
	t.Helper()
	return openSite(t, "faulty", func(ctx context.Context, l *ingest.Loader) error {
		fsys, err := faultyExample()
		if err != nil {
			return err
		}
		return loadInto(ctx, l, true, ingest.Source{FS: fsys, Name: "faulty runs"})
	})
}

func faultyExample() (fstest.MapFS, error) {
	out := fstest.MapFS{}
	err := fs.WalkDir(example.FS, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(example.FS, path)
		if err != nil {
			return err
		}
		switch {
		case strings.Contains(path, "skimmer") && strings.Contains(path, "/ex_office_move/q1/"):
			return nil
		case strings.HasSuffix(path, "/report/report.json"):
			return nil // of the records without the faults: it would contradict these
		case strings.HasSuffix(path, "eval/ex_library_outage/questions.json"):
			data, err = change(data, func(m map[string]any) {
				m["rounds"].([]any)[1].(map[string]any)["eval"].(map[string]any)["command"] = "python3 -c \"import json; " + brokenCheck + "\""
			})
		case strings.HasSuffix(path, "ex_library_outage/q2/infer_result.json"):
			data, err = change(data, func(m map[string]any) {
				m["inline_score"] = map[string]any{"passed": false, "exit_code": 1, "stdout": "", "stderr": "  File \"<string>\", line 1\n    " + brokenCheck + "\n    ^^^^^\nSyntaxError: invalid syntax"}
			})
		case strings.HasSuffix(path, "ex_library_outage/q2/scoring.json"):
			data, err = change(data, func(m map[string]any) {
				m["score"], m["metrics"] = 0.0, map[string]any{"passed": false}
			})
		}
		out[path] = &fstest.MapFile{Data: data}
		return err
	})
	return out, err
}

func change(data []byte, edit func(map[string]any)) ([]byte, error) {
	var m map[string]any
	if err := json.Unmarshal(data, &m); err != nil {
		return nil, err
	}
	edit(m)
	return json.Marshal(m)
}

type boardAnswer struct {
	Without    string
	Impossible []results.ImpossibleTask `json:"doubtful"`
	Statistics results.Statistics
	Rows       []results.BoardRow
}

func (s *testSite) Board(t *testing.T, query string) (boardAnswer, map[string]results.BoardRow) {
	t.Helper()
	var b boardAnswer
	s.object(t, "/api/v1/benchmarks/clawatlas-example/leaderboard"+query, &b)
	rows := map[string]results.BoardRow{}
	for _, r := range b.Rows {
		rows[r.System.Model] = r
	}
	return b, rows
}

// The round whose check cannot run is named on the full board, and the variant ranks over the
// other rounds.
func TestBoardWithoutImpossible(t *testing.T) {
	site := faultySite(t)
	full, before := site.Board(t, "")
	without, after := site.Board(t, "?without=doubtful")
	if len(full.Impossible) != 1 || full.Impossible[0].Scenario != "ex_library_outage" || full.Impossible[0].Task != "q2" || !strings.Contains(full.Impossible[0].Reason, "SyntaxError") {
		t.Fatalf("doubtful = %+v, want the round with the broken check", full.Impossible)
	}
	if full.Without != "" || without.Without != "doubtful" || !cmp.Equal(full.Impossible, without.Impossible) {
		t.Errorf("without = %q and %q, lists %v and %v", full.Without, without.Without, full.Impossible, without.Impossible)
	}
	if full.Statistics.Tasks != 31 || without.Statistics.Tasks != 30 {
		t.Errorf("%d and %d rounds, want 31 and 30", full.Statistics.Tasks, without.Statistics.Tasks)
	}
	a, b := before["thorough-reader"], after["thorough-reader"]
	if a.Counts.Passed != b.Counts.Passed || b.Counts.Expected != a.Counts.Expected-1 {
		t.Errorf("counts %+v and %+v, want the same passed of one less", a.Counts, b.Counts)
	}
	if want := float64(a.Counts.Passed) / 30; !resultstest.Near(*b.Metrics["tcr"].Value, want, 1e-12) || *b.Rank != 1 {
		t.Errorf("TCR without the round = %v with rank %d, want %v and 1", *b.Metrics["tcr"].Value, *b.Rank, want)
	}
	site.wantStatus(t, "/b/clawatlas-example?without=broken", 400)
	site.wantStatus(t, "/api/v1/benchmarks/clawatlas-example/leaderboard?without=all", 400)
}

// The five rounds of the released run whose checks hold an error of syntax are
// found from its records, and without them its numbers are those of the
// published finding.
func testFiveRoundsOfClawArena(t *testing.T) {
	site := realServer(t)
	var full, without boardAnswer
	site.object(t, "/api/v1/benchmarks/clawarena/leaderboard", &full)
	site.object(t, "/api/v1/benchmarks/clawarena/leaderboard?without=doubtful", &without)
	var got []string
	for _, d := range full.Impossible {
		got = append(got, d.Scenario+"/"+d.Task)
	}
	must.Same(t, []string{"hil_g3/q4", "hil_g3/q7", "hil_g3/q11", "hil_g3/q16", "hil_g3/q25"}, got, "rounds that cannot be passed")
	for _, r := range without.Rows {
		if r.Run == nil {
			if r.Metrics["crs"].Value != nil {
				t.Errorf("%s: a printed figure over all rounds stands on the board without five", r.Name)
			}
			continue
		}
		if r.Counts.Expected != 332 || r.Counts.Passed != 254 || math.Round(*r.Metrics["tcr"].Value*1e4) != 7651 || math.Round(*r.Metrics["crs"].Value*1e4) != 6520 {
			t.Errorf("without the five: %+v, TCR %v, CRS %v, want 254 of 332, 76.51 and 65.20", r.Counts, *r.Metrics["tcr"].Value, *r.Metrics["crs"].Value)
		}
	}
	if got := squash(site.page(t, "/b/clawarena").Find("#faulty")); !strings.Contains(got, "Five of 337 rounds cannot be passed") {
		t.Errorf("the board says %q", got)
	}
}

// An incomplete run has bounds instead of each value that a missing round can change.
func TestIncompleteRunShowsBounds(t *testing.T) {
	site := faultySite(t)
	b, rows := site.Board(t, "")
	r := rows["skimmer"]
	if last := b.Rows[len(b.Rows)-1]; last.System.Model != "skimmer" || r.Rank != nil || r.TieClass != nil || r.Complete {
		t.Errorf("last row = %+v, want the incomplete run", last)
	}
	tcr := r.Metrics["tcr"]
	lo, hi := float64(r.Counts.Passed)/31, float64(r.Counts.Passed+1)/31
	if tcr.Value != nil || tcr.Bounds == nil || !resultstest.Near(tcr.Bounds[0], lo, 1e-12) || !resultstest.Near(tcr.Bounds[1], hi, 1e-12) {
		t.Errorf("TCR = %+v, want %v to %v", tcr, lo, hi)
	}
	if ec := r.Metrics["ec"]; ec.Value == nil || ec.Bounds != nil {
		t.Errorf("EC = %+v, want its value: the missing round is no exec check", ec)
	}
	lines := site.csv(t, "/b/clawatlas-example?format=csv")
	col := lines[len(lines)-1]
	crs := r.Metrics["crs"].Bounds
	least, most := 100*crs[0], 100*crs[1]
	if col["model"] != "skimmer" || col["crs_pct"] != "" || col["crs_pct_lo"] != views.Exact(&least) || col["crs_pct_hi"] != views.Exact(&most) || col["rank"] != "" {
		t.Errorf("CSV of the incomplete run: %v", col)
	}
}
