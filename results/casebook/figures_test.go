package casebook

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/resultstest"
)

// says holds a case to figures that a test has computed.
func says(t *testing.T, slug string, want ...string) {
	t.Helper()
	c, ok, err := Find(slug)
	if err != nil || !ok {
		t.Fatalf("find %s: %v", slug, err)
	}
	text := strings.Join(strings.Fields(c.Text()), " ")
	for _, w := range want {
		if !strings.Contains(text, w) {
			t.Errorf("%s does not say %q", slug, w)
		}
	}
}

// TestCancelledFlight counts the site's results of the task, and the tasks without any
// point.
func TestCancelledFlight(t *testing.T) {
	for date, want := range map[string]string{"2026-07-03": "17 models have 49 attempts", "2026-06-10": "9 models"} {
		var s struct {
			Tasks []string
			Runs  []struct {
				Attempts string
				Avg      []*float64
			}
		}
		read(t, &s, filepath.Join(resultstest.ModuleRoot(t), "ingest", "bundled", "liveclawbench", "records-"+date+".json"))
		attempts, empty := 0, 0
		for i, task := range s.Tasks {
			sum := 0.0
			for _, r := range s.Runs {
				if r.Avg[i] != nil {
					sum += *r.Avg[i]
				}
				if task == "flight-cancel-claim" {
					attempts += must.Get(strconv.Atoi(r.Attempts[i : i+1]))(t)
				}
			}
			if sum == 0 {
				empty++
			} else if task == "flight-cancel-claim" {
				t.Errorf("%s: means of sum %v", date, sum)
			}
		}
		if got := fmt.Sprintf("%d models have %d attempts", len(s.Runs), attempts); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %s, want %s", date, got, want)
		}
		if date == "2026-07-03" && (empty != 4 || len(s.Tasks) != 134) {
			t.Errorf("%d of %d tasks without a point", empty, len(s.Tasks))
		}
		says(t, "liveclawbench-cancelled-flight", want, "Three other tasks of the 134")
	}
}

// TestSamePasses counts passes and streaks: those of the paper's worked example, and in
// the verdicts of the released run.
func TestSamePasses(t *testing.T) {
	says(t, "clawarena-same-passes", "Robustness 37.5 and CRS 48.75", "half of TCR, 30", "worth 18.75 points")
	for scores, want := range map[string]float64{"10101": 30, "11100": 48.75} {
		if _, _, _, crs := reliability(scores); math.Abs(crs-want) > 1e-9 {
			t.Errorf("%s: CRS %v, want %v", scores, crs, want)
		}
	}
	root := resultstest.Shared(t, "data", "clawarena", "vllm_gemma-4-31b-it_openclaw", "scoring")
	for scenario, rest := range map[string]string{"hil_g4": "%d passes stand in %d runs", "hil_i2": "%d of the other in %d"} {
		scores := ""
		for i := 1; ; i++ {
			path := filepath.Join(root, scenario, fmt.Sprint("q", i), "scoring.json")
			if _, err := os.Stat(path); err != nil {
				break
			}
			var r struct{ Score float64 }
			read(t, &r, path)
			scores += map[bool]string{true: "1", false: "0"}[r.Score == 1]
		}
		passed, streaks, tcr, crs := reliability(scores)
		says(t, "clawarena-same-passes", fmt.Sprintf("%d of %d", passed, len(scores)), fmt.Sprintf("(%.2f)", tcr),
			fmt.Sprintf("%.2f", crs), fmt.Sprintf(rest, passed, streaks))
	}
}

// reliability is by the equations of the paper's appendix D, in points.
func reliability(scores string) (passed, streaks int, tcr, crs float64) {
	runs := func(c string) (n, runs int) {
		for i := range scores {
			if scores[i:i+1] == c {
				if n++; i == 0 || scores[i-1:i] != c {
					runs++
				}
			}
		}
		return n, runs
	}
	n := float64(len(scores))
	passed, streaks = runs("1")
	failed, apart := runs("0")
	sc, fd := float64(passed-streaks)/(n-1), 1-float64(failed-apart)/(n-1)
	tcr = float64(passed) / n
	return passed, streaks, 100 * tcr, 50 * (tcr + sc*fd)
}

func read(t *testing.T, v any, path string) {
	t.Helper()
	if err := json.Unmarshal(must.Get(os.ReadFile(path))(t), v); err != nil {
		t.Fatalf("read %s: %v", path, err)
	}
}
