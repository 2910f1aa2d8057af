package web

import (
	"os"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/resultstest"
)

// TestClaims holds the verdicts on the papers' statements, with numbers that scripts outside
// of this program have made of the transcribed tables and the site's task results.
func TestClaims(t *testing.T) {
	site := bareServer(t)
	n := 0
	for benchmark, wants := range map[string][]string{
		"clawarena": {"holds: range 29.46; GPT-5.5 in 4 harnesses: range 23.78; GPT-5.1 in 4 harnesses: range 16.61; Kimi K2.5 in 4 harnesses: range 22.17",
			"holds: TCR: 0 of 4 models lower, mean +0.35 (no interval); MC: 3 of 4 models lower, mean −1.84",
			"does not hold: SC 47.89 is number 4 of 4 from the top; its baseline FD 90.38 is number 4 of 4", "open: ", "open: 0 of 31", "open: 0 of 31"},
		"clawmark": {"holds: best Score: 75.80 over 100 tasks (Claude Sonnet 4.6); best Task Success: 20.00 over 100 tasks (Claude Opus 4.6)",
			"holds: 6 of 7 models lower, mean −6.57 (95 % CI −10.60 to −1.80)"},
		"liveclawbench": {"open: A1, 1 task pair: +3.33 (no interval); A2: no pair that the benchmark still lists; B1, 1 task pair: −44.67 (no interval); " +
			"B2: no pair that the benchmark still lists; C1, 7 task pairs: −27.35 (95 % CI −59.66 to +4.95); C2, 6 task pairs: −31.96 (95 % CI −67.70 to +3.78)"},
		"stage-claw": {"holds: best Score: 77.10 over 40 tasks (Claude Opus 4.7); best First-Pass: 80.00",
			"holds: DeepSeek-V4-Pro · openclaw, virtual less state-based, 40 tasks: +6.93 (no interval); Qwen3.5-Plus · openclaw, virtual less state-based, 40 tasks: +4.83",
			"holds: Time of 11 models: r −0.50 (95 % CI −0.85 to 0.14); Score and Tokens of 11 models: r 0.39 (95 % CI −0.27 to 0.80); " +
				"Score and Cost of 11 models: r 0.75 (95 % CI 0.28 to 0.93)", "open: "},
	} {
		rows := site.csv(t, "/b/"+benchmark+"/about?table=claims&format=csv")
		if len(rows) != len(wants) {
			t.Fatalf("%s has %d claims, want %d", benchmark, len(rows), len(wants))
		}
		for i, row := range rows {
			verdict, numbers, _ := strings.Cut(wants[i], ": ")
			if strings.Replace(row["verdict"], results.ClaimOpen, "open", 1) != verdict || !strings.Contains(row["numbers"], numbers) {
				t.Errorf("%s: %s: %s, want %s", row["statement"], row["verdict"], row["numbers"], wants[i])
			}
			quote, _, _ := strings.Cut(row["statement"], "”")
			if words := len(strings.Fields(quote)); words > 25 || !strings.Contains(row["statement"], "” (") {
				t.Errorf("%s: %d words are quoted", row["statement"], words)
			}
			n++
		}
		if page := site.page(t, "/b/"+benchmark+"/about"); page.Find("#claims").Length() != 1 {
			t.Errorf("%s: the page has no statements", benchmark)
		}
	}
	f := findingOf(t, site, "clawarena-paper-statements")
	if n < 12 || f == nil || !strings.Contains(f.Sentence, "contradict 1 of 6") || findingOf(t, site, "clawmark-paper-statements") != nil {
		t.Errorf("%d statements, finding %+v", n, f)
	}
}

// testClaims holds what Gemma's records say of two sentences on single scenarios, which no
// other configuration has public records for, and of update volume.
func testClaims(t *testing.T) {
	rows := realServer(t).csv(t, "/b/clawarena/about?table=claims&format=csv")
	for i, want := range map[int]string{3: "45 rounds with updates, 1 run: r 0.08 (95 % CI −0.22 to 0.37)",
		4: "1 of 31 reported configurations", 5: "21.40 (hil_s1) to 89.77, range 68.37 points or 319.5"} {
		if rows[i]["verdict"] != results.ClaimOpen || !strings.Contains(rows[i]["numbers"], want) {
			t.Errorf("%v, want %s", rows[i], want)
		}
	}
	for benchmark, paper := range map[string]string{"clawarena": "000_17f71bba752ba64e.txt", "stage-claw": "001_9192b4f2cda0a278.txt",
		"clawmark": "003_24f9004b6320d476.txt", "liveclawbench": "004_a94f8936a37c48ba.txt"} {
		text := string(must.Get(os.ReadFile(resultstest.Shared(t, "papers", paper)))(t))
		text = strings.NewReplacer("\\", "", "\n", " ", "’", "'").Replace(text)
		for _, row := range realServer(t).csv(t, "/b/"+benchmark+"/about?table=claims&format=csv") {
			quote, _, _ := strings.Cut(strings.TrimPrefix(strings.ReplaceAll(row["statement"], "’", "'"), "“"), "”")
			if !strings.Contains(text, quote) {
				t.Errorf("%s does not say %q", paper, quote)
			}
		}
	}
}
