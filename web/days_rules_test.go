package web

import (
	"context"
	"maps"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/days"
	"github.com/clawatlas/clawatlas/results/must"
	boardreport "github.com/clawatlas/clawatlas/results/report/board"
	"github.com/clawatlas/clawatlas/results/resultstest"
)

// rulesServer has two runs of scripted agents over the short days: one that breaks
// the first rule of every day until it is told, and the same one with skills, which
// does so on the third day alone.
func rulesServer(t *testing.T) *testSite {
	t.Helper()
	return openSite(t, "rules", func(ctx context.Context, l *ingest.Loader) error {
		d, err := l.Store.FindDataset(ctx, "metaclaw-bench-small")
		if err != nil {
			return err
		}
		files := ingesttest.Rounds(t, d, "lab_model-a_openclaw", func(x *results.Task) string {
			if x.Slug == "r1" {
				return "FAIL: no\n"
			}
			return ""
		})
		maps.Copy(files, ingesttest.Rounds(t, d, "lab_model-a_openclaw_skills", func(x *results.Task) string {
			if x.Slug == "r1" && x.Scenario == "day03" {
				return "FAIL: no\n"
			}
			return ""
		}))
		return loadInto(ctx, l, false, ingest.Source{FS: files, Name: "scripted"})
	})
}

// TestDaysRules reads the file names (P2) off the records by hand: checked three
// times on day 3, twice on day 4, then after a pause on days 7 to 10.
func TestDaysRules(t *testing.T) {
	site := rulesServer(t)
	var got struct {
		Kind  string
		Rules []days.Rule
		Lines []boardreport.DayRules    `json:"rule_lines"`
		Pairs []boardreport.DayRulePair `json:"rule_pairs"`
	}
	site.object(t, "/api/v1/benchmarks/metaclaw-bench-small/days", &got)
	if got.Kind != boardreport.DaysScenarios || len(got.Rules) != 5 || len(got.Lines) != 2 || len(got.Pairs) != 1 {
		t.Fatalf("kind %s, %d rules, %d lines, %d pairs", got.Kind, len(got.Rules), len(got.Lines), len(got.Pairs))
	}
	if r := got.Rules[1]; r.ID != "P2" || r.Introduced != "day03" || r.Checks != 14 || len(r.Days) != 6 || r.Days[2].After != 3 {
		t.Errorf("P2: %+v", r)
	}
	count := func(k, n int) days.Count { return days.Count{K: k, N: n} }
	for _, sys := range got.Lines {
		want := days.RuleLine{Rule: "P2", All: count(10, 14), First: count(2, 5), Returned: count(1, 1), SameDay: count(4, 4)}
		if strings.Contains(sys.Name, "skills") {
			want = days.RuleLine{Rule: "P2", All: count(13, 14), First: count(5, 5), Returned: count(1, 1), SameDay: count(1, 1)}
		}
		line := sys.Lines[1]
		line.Points = nil
		must.Same(t, want, line, "%s", sys.Name)
	}
	pair := got.Pairs[0].Rules[1]
	if near := resultstest.Near(pair.P, .25, 1e-9); !near || pair.Both != 10 || pair.OnlyA != 0 || pair.OnlyB != 3 || pair.Neither != 1 {
		t.Errorf("pair %+v, want 10, 0, 3, 1 and 0.25", pair)
	}
}

// TestThirtyDays: a scripted agent over all 346 rounds that has forgotten the first
// rule when it comes back after 21 days: it breaks it wherever a command checks it
// first, in 11 of 17 checks.
func TestThirtyDays(t *testing.T) {
	site := openSite(t, "thirty-days", func(ctx context.Context, l *ingest.Loader) error {
		d, err := l.Store.FindDataset(ctx, "metaclaw-bench")
		if err != nil {
			return err
		}
		files := ingesttest.Rounds(t, d, "lab_model-a_openclaw", func(x *results.Task) string {
			if len(x.Facts.Rules) > 0 && x.Facts.Rules[0] == "P1" && x.Scenario >= "day26" {
				return "FAIL: no\n"
			}
			return ""
		})
		return loadInto(ctx, l, false, ingest.Source{FS: files, Name: "scripted"})
	})
	var got struct {
		Lines []boardreport.DayRules `json:"rule_lines"`
	}
	site.object(t, "/api/v1/benchmarks/metaclaw-bench/days", &got)
	if len(got.Lines) != 1 || len(got.Lines[0].Lines) != 5 {
		t.Fatalf("%+v", got.Lines)
	}
	p1, early, late := got.Lines[0].Lines[0], days.Count{}, days.Count{}
	for _, p := range p1.Points {
		sum := &early
		if p.Day >= "day26" {
			sum = &late
		}
		sum.K, sum.N = sum.K+p.Kept.K, sum.N+p.Kept.N
	}
	if early.K != 31 || early.N != 31 || late.K != 6 || late.N != 17 || p1.NotReached != 0 || p1.Returned.K != 0 || p1.Returned.N != 2 {
		t.Errorf("days 1 to 5 %+v, from 26 %+v, not reached %d, after a pause %+v", early, late, p1.NotReached, p1.Returned)
	}
	if page := squash(site.page(t, "/b/metaclaw-bench/days").Find("main")); !strings.Contains(page, "37 of 48") || !strings.Contains(page, "0 of 2") {
		t.Error("the page says otherwise")
	}
}
