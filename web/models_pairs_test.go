package web

import (
	"slices"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/report"
	modelreport "github.com/clawatlas/clawatlas/results/report/model"
	"github.com/clawatlas/clawatlas/results/resultstest"
)

// modelPairs are the pairs of a model's only ranked place on LiveClawBench.
func modelPairs(t *testing.T, site *testSite, model string) *modelreport.SystemPairs {
	t.Helper()
	var api struct {
		Places []struct {
			Benchmark string
			Run       *string
			Pairs     *modelreport.SystemPairs
		}
	}
	site.object(t, "/api/v1/models/"+model, &api)
	for _, p := range api.Places {
		if p.Benchmark == "liveclawbench" {
			return p.Pairs
		}
	}
	t.Fatalf("%s has no place on LiveClawBench", model)
	return nil
}

// boardOf reads the default board of LiveClawBench.
func boardOf(t *testing.T, site *testSite, convention string) results.Board {
	t.Helper()
	return must.Get(site.Store.FindBoard(t.Context(), "liveclawbench", convention, ""))(t)
}

// A pair is seen alike from both sides where both lists say anything of it, and
// no system outside the population is in any list.
func TestPairsFromBothSides(t *testing.T) {
	site := bareServer(t)
	b := boardOf(t, site, "")
	ranked := map[string]bool{}
	seen := map[[2]string]modelreport.Rival{}
	for _, row := range b.Rows {
		list := modelPairs(t, site, row.System.Model)
		if row.Run == nil || !row.Complete {
			if list != nil {
				t.Errorf("%s is not ranked and has pairs", row.System.Model)
			}
			continue
		}
		ranked[*row.Run] = true
		for _, r := range list.Rows {
			seen[[2]string{*row.Run, r.Run}] = r
		}
	}
	opposite := map[modelreport.Relation]modelreport.Relation{modelreport.Better: modelreport.Worse, modelreport.Worse: modelreport.Better}
	for at, r := range seen {
		back, ok := seen[[2]string{at[1], at[0]}]
		if !ok || !ranked[at[1]] || *back.P != *r.P || !resultstest.Near(*back.Difference, -*r.Difference, 1e-12) {
			t.Errorf("%v: %+v, seen from the other side %+v", at, r, back)
		}
		if back.Relation == r.Relation && r.Relation != modelreport.NotSeparable || back.Relation != modelreport.NotSeparable && r.Relation != modelreport.NotSeparable && back.Relation != opposite[r.Relation] {
			t.Errorf("%v: %s, seen from the other side %s", at, r.Relation, back.Relation)
		}
	}
	if len(seen) != 15*14 {
		t.Errorf("%d pairs, want each of 15 systems against 14", len(seen))
	}
}

// The board tests its leader against each other system, and those are the pairs
// of the leader's page: both tie it with the same systems.
func TestLeaderTiesWithTheBoards(t *testing.T) {
	site := bareServer(t)
	tied, behind := map[string]bool{}, map[string]bool{}
	leader := ""
	for _, r := range boardOf(t, site, "").Rows {
		switch {
		case r.TieClass == nil:
		case leader == "":
			leader = r.System.Model
		case *r.TieClass == results.LeadersClass:
			tied[*r.Run] = true
		default:
			behind[*r.Run] = true
		}
	}
	if len(tied) == 0 || len(behind) == 0 {
		t.Fatalf("%d share the lead of %s, %d behind", len(tied), leader, len(behind))
	}
	list := modelPairs(t, site, leader)
	for _, r := range list.Rows {
		if (r.Relation == modelreport.NotSeparable) != tied[r.Run] || (r.Relation == modelreport.Better) != behind[r.Run] {
			t.Errorf("%s: %s on the page of %s, sharing the lead on the board: %v", r.Run, r.Relation, leader, tied[r.Run])
		}
	}
	if len(list.Rows) != len(tied)+len(behind) {
		t.Errorf("%d pairs on the page, %d on the board", len(list.Rows), len(tied)+len(behind))
	}
}

// TestModelPairsPage: the page lists the pairs by relation, with the rank interval
// and the family, and counts them in the table of ranks.
func TestModelPairsPage(t *testing.T) {
	site := bareServer(t)
	list := modelPairs(t, site, "gpt-5.5")
	doc := site.page(t, "/models/gpt-5.5")
	if n := doc.Find("#pairs ~ .vs li").Length(); n != len(list.Rows) {
		t.Errorf("%d systems in the three lists, want %d", n, len(list.Rows))
	}
	if got := squash(doc.Find(".verdict")); !strings.HasPrefix(got, "LiveClawBench: rank 1–6 of 15, better than 5, not separable from 9, worse than none.") {
		t.Errorf("verdict %q", got)
	}
	section := doc.Find("#pairs ~ details section").First()
	if n := section.Find("tbody tr:not(.group)").Length(); n != len(list.Rows) {
		t.Errorf("%d systems listed, want %d", n, len(list.Rows))
	}
	var groups []string
	for _, tr := range section.Find("tr.group").EachIter() {
		groups = append(groups, squash(tr))
	}
	if got := strings.Join(groups, "; "); got != "Separably better than 5 systems; Not separable from 9 systems" {
		t.Errorf("groups %q", got)
	}
	if got := squash(doc.Find("main")); !strings.Contains(got, "adjusted by Holm's method for the comparisons of the better placed of the two with all that are ranked below it, lies below 0.05") || strings.Contains(got, "Tie class") {
		t.Error("the page does not state its family, or still has bands")
	}
	// The row of LiveClawBench, whose figures are those of the board.
	for _, row := range boardOf(t, site, "").Rows {
		if row.Run == nil || *row.Run != gpt55 {
			continue
		}
		text := squash(doc.Find(`#places table`).First().Find(`tbody tr:contains("LiveClawBench")`))
		for _, want := range []string{"5 of 14", "9 of 14", "0 of 14"} {
			if !strings.Contains(text, want) {
				t.Errorf("the row %q lacks %q", text, want)
			}
		}
		if row.RankInterval == nil || !strings.Contains(text, "of 15") {
			t.Errorf("the row %q has no rank among the 15 ranked systems", text)
		}
	}
	for _, tr := range doc.Find("#places table").First().Find("tbody tr").EachIter() {
		if text := squash(tr); strings.Contains(text, "published") && !strings.Contains(text, "printed") {
			t.Errorf("a printed place has a rank: %q", text)
		}
	}
}

// The tests with the leader that a page has from the board are those that it would make
// of the records itself, and no test with another leader is taken for one.
func TestTestsOfTheBoard(t *testing.T) {
	ctx, store := t.Context(), bareServer(t).Store
	s, _ := newServer(Config{Store: store})
	v := must.Get(s.LoadBench(ctx, "liveclawbench"))(t)
	group := v.Ranked()[0].Group
	g := must.Get(s.LoadGroup(ctx, v, group))(t)
	stored := must.Get(store.LeaderTests(ctx, v.Benchmark.ID))(t)
	others := slices.Clone(stored)
	for i := range stored {
		others[i].P, others[i].Against = 0.9, "x"+stored[i].Against
		if stored[i].Convention != v.Board.Convention {
			stored[i].P = 0.9
		}
	}
	made, taken, none := report.NewJudgedGroup(v, g, nil), report.NewJudgedGroup(v, g, stored), report.NewJudgedGroup(v, g, others)
	known := 0
	for _, test := range stored {
		if test.Convention == v.Board.Convention && strings.HasPrefix(test.Against, *g.Systems[0].Row.Run+" ") {
			known++
		}
	}
	if len(g.Systems) < 5 || known < len(g.Systems)-1 {
		t.Fatalf("%d systems, %d tests with the leader", len(g.Systems), known)
	}
	for i := 1; i < len(g.Systems); i++ {
		want := made.Families.Judge(0, i)
		must.Equal(t, want, taken.Families.Judge(0, i), "the test of the board for %s", *g.Systems[i].Row.Run)
		must.Equal(t, want, none.Families.Judge(0, i), "among tests with others, %s", *g.Systems[i].Row.Run)
	}
}
