package findings

import (
	"fmt"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/compare"
	"github.com/clawatlas/clawatlas/results/stats"
)

// system is a row of a board: ranked with an interval of a half width, or printed
// where that is 0.
func system(model, framework string, value, half float64, class int) results.BoardRow {
	m := results.MetricValue{Value: &value}
	r := results.BoardRow{System: results.System{Model: model, Framework: framework}, Name: model,
		Group: framework, GroupKind: results.GroupFramework}
	if half > 0 {
		run := "run-" + model + "-" + framework
		m.CI = &[2]float64{value - half, value + half}
		r.Run, r.Complete, r.TieClass = &run, true, &class
	}
	r.Metrics = map[string]results.MetricValue{"crs": m}
	return r
}

func boardOf(rows ...results.BoardRow) results.Board {
	return results.Board{Benchmark: "b", Headline: "crs", Rows: rows,
		Statistics: results.Statistics{Clusters: 12, Comparisons: 1, Unit: "scenario", Tasks: 337}}
}

func kindsOf(list []Finding) []string {
	slugs := []string{}
	for _, f := range list {
		slugs = append(slugs, f.Slug())
	}
	return slugs
}

func TestLead(t *testing.T) {
	diff := 0.0451
	pair := &compare.Comparison{Common: 337, Headline: "crs", Unit: "scenario", Units: 12,
		Metrics: []compare.Metric{{Key: "crs", Diff: &diff, CI: &stats.Interval{Lo: -0.03, Hi: 0.12}}}}
	for name, c := range map[string]struct {
		second   int
		clusters int
		pair     *compare.Comparison
		want     []string
	}{
		"tied":                 {results.LeadersClass, 12, pair, []string{"b-lead-is-tied"}},
		"ahead":                {results.BehindClass, 12, pair, []string{"b-lead-is-real"}},
		"no test could tell":   {results.LeadersClass, 4, pair, []string{}},
		"nothing was compared": {results.LeadersClass, 12, nil, []string{}},
	} {
		t.Run(name, func(t *testing.T) {
			b := boardOf(system("a", "f", 0.68, 0.05, results.LeadersClass), system("b", "f", 0.64, 0.1, c.second),
				system("printed", "f", 0.7, 0, 0))
			b.Statistics.Clusters = c.clusters
			list := Of(Input{Benchmark: results.Benchmark{ID: "b"}, Board: b, Pair: c.pair})
			if d := cmp.Diff(c.want, kindsOf(list)); d != "" {
				t.Fatal(d)
			}
			if len(list) == 0 {
				return
			}
			l := list[0].Lead
			if l.Ranked != 2 || l.N != 337 || *l.Diff != diff || *l.CI != [2]float64{-0.03, 0.12} ||
				l.Second.System.Model != "b" || !l.Above("crs") {
				t.Errorf("lead %+v", l)
			}
		})
	}
}

// TestSwing: the paired test of both ends decides; reported values make no finding, however
// far apart they lie, nor do rows in a provider's own agent and incomplete runs.
func TestSwing(t *testing.T) {
	b := boardOf(system("m", "f", 0.70, 0.05, results.LeadersClass), system("m", "g", 0.66, 0.05, results.LeadersClass))
	for holm, want := range map[float64]bool{0.049: true, 0.051: false} {
		e := compare.HarnessEffect{Model: "m", Frameworks: [2]string{"f", "g"}, Runs: [2]string{"run-m-f", "run-m-g"}, Difference: 0.04, PHolm: &holm, Family: 1}
		s := swing(Input{Board: b, Harness: []compare.HarnessEffect{e}})
		if (s != nil) != want || want && (s.Paired.Difference != 0.04 || s.Apart != 1) {
			t.Errorf("Holm %v: %+v", holm, s)
		}
	}
	if s := swing(Input{Board: b}); s != nil {
		t.Errorf("without a test: %+v", s)
	}
	reported := boardOf(system("m", "f", 0.7, 0, 0), system("m", "g", 0.1, 0, 0), system("other", "f", 0.5, 0.05, results.LeadersClass))
	if s := swing(Input{Board: reported}); s != nil {
		t.Errorf("of reported values: %+v", s)
	}
}

func TestFaulty(t *testing.T) {
	b := boardOf(system("a", "f", 0.6, 0.1, results.LeadersClass), system("printed", "f", 0.9, 0, 0))
	if list := Of(Input{Benchmark: results.Benchmark{ID: "b"}, Board: b}); len(list) != 0 {
		t.Errorf("findings %v of a board without doubts", kindsOf(list))
	}
	b.Impossible = []results.ImpossibleTask{{Scenario: "g3", Task: "q4", Reason: "r"},
		{Scenario: "g3", Task: "q7", Reason: "r"}, {Scenario: "a1", Task: "q1", Reason: "r"}}
	without := boardOf(system("a", "f", 0.7, 0.1, results.LeadersClass))
	list := Of(Input{Benchmark: results.Benchmark{ID: "b"}, Board: b, Without: without})
	if d := cmp.Diff([]string{"b-cannot-pass"}, kindsOf(list)); d != "" {
		t.Fatal(d)
	}
	d := list[0].Faulty
	b.Statistics.Tasks = 0
	if list := Of(Input{Board: b}); len(list) != 0 {
		t.Errorf("findings %v of a benchmark whose tasks nobody counts", kindsOf(list))
	}
	if d.Of != 337 || len(d.Tasks) != 3 || len(d.Systems) != 1 || *d.Systems[0].Without.Value != 0.7 {
		t.Errorf("faulty %+v", d)
	}
}

func identities(rules ...[3]any) results.StatTable {
	t := results.StatTable{ID: results.IdentitiesTable, Source: "paper", Computed: true,
		Columns: []results.StatColumn{{Key: "checked"}, {Key: "hold"}, {Key: "broken"}, {Key: "explained"}, {Key: "tried"}}}
	for _, r := range rules {
		checked, broken := float64(r[1].(int)), float64(r[2].(int))
		hold, explained := checked-broken, 0.0
		if len(t.Rows) == 0 { // the first rule's places all fit another reading
			explained = broken
		}
		t.Rows = append(t.Rows, results.StatRow{Label: r[0].(string),
			Cells: []results.StatCell{{Value: &checked}, {Value: &hold}, {Value: &broken}, {Value: &explained}, {Text: "x"}}})
	}
	return t
}

func TestArithmetic(t *testing.T) {
	table := identities([3]any{"fits another reading", 51, 51}, [3]any{"few places", 3, 3}, [3]any{"holds", 31, 0}, [3]any{"a third", 31, 11},
		[3]any{"under a quarter", 32, 7}, [3]any{"half", 27, 14}, [3]any{"a quarter", 40, 10})
	m := brokenIdentities(Input{Tables: []results.StatTable{{ID: "other"}, table}})
	if m == nil || len(m.All) != 7 {
		t.Fatalf("identities %+v", m)
	}
	if d := cmp.Diff([]Identity{{"half", 27, 14, 0, "x"}, {"a third", 31, 11, 0, "x"}, {"a quarter", 40, 10, 0, "x"}}, m.Rules); d != "" {
		t.Error(d)
	}
	for name, tables := range map[string][]results.StatTable{"no table": nil, "all hold": {identities([3]any{"holds", 31, 0})},
		"a printed table of that name": {{ID: results.IdentitiesTable}}, "all fit another reading": {identities([3]any{"r", 51, 51})},
		"a table that tries none": {{ID: results.IdentitiesTable, Computed: true, Columns: []results.StatColumn{{Key: "checked"}, {Key: "broken"}},
			Rows: table.Rows}}} {
		if m := brokenIdentities(Input{Tables: tables}); m != nil {
			t.Errorf("%s: identities %+v", name, m)
		}
	}
}

func TestOrder(t *testing.T) {
	var list []Finding
	for i, kinds := range [][]Kind{{Tied, Arithmetic}, {Tied, Swings, Arithmetic}, {Tied}} {
		for _, k := range kinds {
			list = append(list, Finding{Kind: k, Benchmark: results.Benchmark{ID: fmt.Sprint(i), Scripted: i == 0}})
		}
	}
	want := []string{"1-lead-is-tied", "1-harness-swing", "1-printed-misfits", "2-lead-is-tied", "0-lead-is-tied", "0-printed-misfits"}
	if d := cmp.Diff(want, kindsOf(Order(list))); d != "" {
		t.Error(d)
	}
}

// TestLooks: the finding holds while the interval of the difference does not reach 0,
// over enough objects of both kinds and enough scenarios.
func TestLooks(t *testing.T) {
	scenarios := func(n int, one ...Looked) *RunLooks {
		r := &RunLooks{Row: system("a", "f", 0.68, 0.05, results.LeadersClass)}
		for i := range n {
			r.Scenarios = append(r.Scenarios, one[i%len(one)])
		}
		return r
	}
	apart := Looked{Files: 4, FilesChanged: 4, Chats: 1, ChatsChanged: 5}
	more, fewer := apart, apart
	more.Chats, fewer.Chats = 2, 0
	mixed := []Looked{{Files: 4, FilesChanged: 4, Chats: 0, ChatsChanged: 4}, {Files: 0, FilesChanged: 4, Chats: 4, ChatsChanged: 4}}
	for name, c := range map[string]struct {
		looks *RunLooks
		holds bool
	}{
		"apart":         {scenarios(12, more, fewer), true},
		"all alike":     {scenarios(12, apart), false},
		"as often":      {scenarios(12, mixed...), false},
		"few scenarios": {scenarios(5, apart), false},
		"few objects":   {scenarios(9, Looked{Files: 1, FilesChanged: 1, ChatsChanged: 5}), false},
		"not known":     {nil, false},
	} {
		t.Run(name, func(t *testing.T) {
			list := Of(Input{Benchmark: results.Benchmark{ID: "b"}, Looks: c.looks, LooksKnown: 1})
			if got := len(list) == 1 && list[0].Slug() == "b-looks-by-kind"; got != c.holds {
				t.Fatalf("findings %v, want it to hold: %v", kindsOf(list), c.holds)
			}
			if !c.holds {
				return
			}
			l := list[0].Looks
			if !(math.Abs(l.Diff-0.8) <= 1e-12) || l.Total.Files != 48 || l.Total.ChatsChanged != 60 || l.CI.Lo <= 0 {
				t.Errorf("%+v, want a difference of 0.8 over 48 files and 60 chats", l)
			}
		})
	}
}
