package board_test

import (
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/board"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/resultstest"
)

// Equal headlines share the better rank, and the next one is skipped.
func TestEqualHeadlinesShareARank(t *testing.T) {
	in := synthetic(6, 8, 0.9, 0.5, 0.2)
	for _, model := range []string{"twin-a", "twin-b"} {
		twin := in.Runs[1]
		twin.Slug, twin.System.Model = model, model
		in.Runs = append(in.Runs, twin)
	}
	got := map[string]int{}
	for _, r := range makeBoards(in)[0].Rows {
		got[r.System.Model] = *r.Rank
	}
	must.Same(t, map[string]int{"m0": 1, "m1": 2, "twin-a": 2, "twin-b": 2, "m2": 5}, got, "ranks")
}

// The first class is what the family of all comparisons with the leader cannot
// tell from it; everything else is behind, however it differs among itself.
func TestOnlyTheLeadersGroupIsATie(t *testing.T) {
	in := synthetic(12, 28, 0.9, 0.88, 0.5, 0.3, 0.1)
	b := makeBoards(in)[0]
	got := map[string]int{}
	for _, r := range b.Rows {
		got[r.System.Model] = *r.TieClass
	}
	want := map[string]int{"m0": 1, "m1": 1, "m2": 2, "m3": 2, "m4": 2}
	must.Same(t, want, got, "classes")
	s := b.Statistics
	if !strings.Contains(s.Family, "each of 4 systems against the leader, adjusted by Holm") ||
		s.Comparisons != 4 || s.Systems != 5 || s.Alpha != board.Alpha || s.Tasks != 336 {
		t.Errorf("statistics = %+v, want the family of 4 comparisons over 5 systems", s)
	}
}

// A pair that one test separates stays a tie where it is one of many: with six
// scenarios the least p is 1/32, and two comparisons are already too many.
func TestClassesAreAdjustedForTheirNumber(t *testing.T) {
	two := makeBoards(synthetic(6, 4, 1, 0))[0]
	must.Equal(t, results.BehindClass, *row(t, two, "m1").TieClass, "of two systems the worse has class")
	three := makeBoards(synthetic(6, 4, 1, 0, 0))[0]
	if c := *row(t, three, "m1").TieClass; c != results.LeadersClass {
		t.Errorf("of three systems the worse has class %d, want %d: no p below 0.05 is left after Holm", c, results.LeadersClass)
	}
}

// A run that something speaks against stands last, unranked and with its
// reason, and never in the place of a run of its system that may be ranked.
func TestObjectedRunsAreNotRanked(t *testing.T) {
	in := synthetic(4, 6, 0.9, 0.5, 0.4)
	old, now := int64(1000), int64(2000)
	in.Runs[0].Exclusions = []results.Exclusion{{Kind: results.ExclusionModels, Message: "its records name two models"}}
	in.Runs[0].StartedAt, in.Runs[1].StartedAt = &now, &old
	b := makeBoards(in)[0]
	if last := b.Rows[2]; last.System.Model != "m0" || last.Rank != nil || last.TieClass != nil || len(last.Exclusions) != 1 {
		t.Errorf("last row = %+v, want the run that is spoken against", last)
	}
	if r := b.Rows[0]; *r.Rank != 1 || r.System.Model != "m1" {
		t.Errorf("first row = %+v, want m1 with rank 1", r)
	}
	in.Runs[1].System = in.Runs[0].System
	b = makeBoards(in)[0]
	if r := row(t, b, "m0"); *r.Run != "run-1" || *r.Rank != 1 || len(r.OtherRuns) != 1 {
		t.Errorf("row = %+v, want the older run, which may be ranked", r)
	}
	// What only misses tasks stands before what is spoken against.
	in.Runs[1].Complete, in.Runs[1].Trials = false, in.Runs[1].Trials[1:]
	if r := row(t, makeBoards(in)[0], "m0"); *r.Run != "run-1" || r.Rank != nil {
		t.Errorf("row = %+v, want the incomplete run, unranked", r)
	}
}

// What was printed of a system stands where it stood, whatever a stranger files
// under its name; a run that is complete and sound takes it over.
func TestPrintedRowsStay(t *testing.T) {
	v := 0.7
	for _, c := range []struct {
		name  string
		spoil func(r *results.ScoredRun)
		apart bool
	}{
		{"sound", func(*results.ScoredRun) {}, false},
		{"label", func(r *results.ScoredRun) {
			r.Exclusions = []results.Exclusion{{Kind: results.ExclusionLabel, Message: "another model"}}
		}, true},
		{"incomplete", func(r *results.ScoredRun) { r.Complete, r.Trials = false, r.Trials[1:] }, true},
		{"incomplete, of the records that were printed from", func(r *results.ScoredRun) {
			r.Complete, r.Trials, r.Facts = false, r.Trials[1:], map[string]string{"source": "site"}
		}, false},
	} {
		in := synthetic(4, 6, 0.9, 0.5)
		s := in.Runs[0].System
		in.Figures = []results.Figure{{Source: "site", Model: s.Model, Framework: s.Framework, Variant: s.Variant,
			Metric: "crs", Value: &v, Digits: 2, Unit: "percent", Board: true}}
		c.spoil(&in.Runs[0])
		b := makeBoards(in)[0]
		var runs, printed []results.BoardRow
		for _, r := range b.Rows {
			switch {
			case r.System.Model != s.Model:
			case r.Run != nil:
				runs = append(runs, r)
			default:
				printed = append(printed, r)
			}
		}
		if len(runs) != 1 || len(printed) != map[bool]int{true: 1}[c.apart] {
			t.Errorf("%s: %d rows of the run and %d of the figures alone", c.name, len(runs), len(printed))
			continue
		}
		if !c.apart {
			if len(runs[0].Published) != 1 {
				t.Errorf("%s: the run's row has the figures %+v, want one", c.name, runs[0].Published)
			}
			continue
		}
		if p := printed[0]; *p.Metrics["crs"].Value != v || p.Rank != nil || len(p.Published) != 1 || len(runs[0].Published) != 0 {
			t.Errorf("%s: printed row %+v", c.name, p)
		}
	}
}

// Recomputed runs stand for their system before bare records, however new
// those are.
func TestRecomputedStandsBeforeBareRecords(t *testing.T) {
	in := synthetic(3, 5, 0.9, 0.5)
	old, now := int64(1000), int64(2000)
	in.Runs[1].System = in.Runs[0].System
	in.Runs[0].StartedAt, in.Runs[1].StartedAt = &old, &now
	in.Runs[1].Evidence = results.Records
	if r := makeBoards(in)[0].Rows[0]; *r.Run != "run-0" || r.Evidence != results.Recomputed {
		t.Errorf("row = %+v, want the older run with traces", r)
	}
}

// A run of another revision is a group of its own, last and unranked; the
// provider's own agent is told by what the figure carries, not by its words.
func TestGroups(t *testing.T) {
	in := synthetic(3, 5, 0.9, 0.5)
	in.Runs[0].Exclusions = []results.Exclusion{{Kind: results.ExclusionRevision, Message: "other solutions"}}
	v := 0.7
	for _, f := range []results.Figure{
		{Model: "native", Native: true, Group: "clawarena/table3/any"},
		{Model: "worded", Group: "provider-native"},
	} {
		f.Framework, f.Metric, f.Value, f.Unit, f.Board = "f", "crs", &v, "percent", true
		in.Figures = append(in.Figures, f)
	}
	type place struct {
		Model, Group string
		Kind         results.GroupKind
	}
	var got []place
	b := makeBoards(in)[0]
	for _, r := range b.Rows {
		got = append(got, place{r.System.Model, r.Group, r.GroupKind})
	}
	want := []place{
		{"worded", "f", results.GroupFramework}, {"m1", "f", results.GroupFramework},
		{"native", "f (provider-native)", results.GroupNative},
		{"m0", "f (another revision of the dataset)", results.GroupRevision},
	}
	must.Same(t, want, got, "groups")
	if r := row(t, b, "m0"); r.Rank != nil {
		t.Errorf("the run of another revision has rank %d", *r.Rank)
	}
}

// An incomplete run has bounds in the place of every value that what is missing
// can change, stands last by the least it can be, and no figure is checked by it.
func TestIncompleteRowsHaveBounds(t *testing.T) {
	in := synthetic(2, 4, 1, 0.5)
	r := &in.Runs[0]
	r.Complete, r.Trials = false, r.Trials[:len(r.Trials)-1] // one round of the second scenario
	v := 1.0
	in.Figures = []results.Figure{{Model: "m0", Framework: "f", Metric: "tcr", Value: &v, Digits: 2, Unit: "percent", Board: true}}
	b := makeBoards(in)[0]
	got := b.Rows[len(b.Rows)-1]
	if got.Run == nil || *got.Run != r.Slug || got.Rank != nil || got.Complete {
		t.Fatalf("rows = %+v, want the incomplete one last", b.Rows)
	}
	tcr := got.Metrics["tcr"]
	if tcr.Value != nil || tcr.CI != nil || tcr.Bounds == nil || !resultstest.Near(tcr.Bounds[0], 7.0/8, 1e-12) ||
		!resultstest.Near(tcr.Bounds[1], 1, 1e-12) {
		t.Errorf("TCR = %+v, want 7 of 8 to 8 of 8 and no value", tcr)
	}
	if mc := got.Metrics["mc"]; mc.Value == nil && mc.Bounds == nil {
		t.Errorf("MC = %+v, want a value or bounds", mc)
	}
	if p := row(t, b, "m0").Published; len(got.Published) != 0 || len(p) != 1 ||
		p[0].Verdict != results.VerdictUnrecomputed || p[0].Recomputed != nil {
		t.Errorf("published = %+v, want it unchecked in a row of its own", p)
	}
}

// A source that leaves the same tasks out as its records is compared with them,
// although the row has bounds.
func TestIncompleteSnapshotIsComparedWithItsOwnSource(t *testing.T) {
	in := board.Input{Benchmark: results.Benchmark{ID: "b", Scoring: results.ScoringReward, Headline: "avg", Official: true}}
	x := 0.5
	in.Tasks = []results.Task{{Scenario: "s", Slug: "a", Ordinal: 1}, {Scenario: "s", Slug: "b", Ordinal: 2}}
	in.Runs = []results.ScoredRun{{
		Run:    results.Run{Slug: "r", System: results.System{Model: "m"}, Facts: map[string]string{"source": "site"}},
		Trials: []results.Trial{{Scenario: "s", Task: "a", Attempts: 3, Status: results.Failed, Score: &x}},
	}}
	in.Figures = []results.Figure{{Model: "m", Source: "site", Metric: "avg", Value: &x, Digits: 1, Unit: "percent", Board: true}}
	r := makeBoards(in)[0].Rows[0]
	if m := r.Metrics["avg"]; m.Value != nil || m.Bounds == nil || *m.Bounds != [2]float64{0.25, 0.75} {
		t.Errorf("avg = %+v, want 0.25 to 0.75", m)
	}
	if p := r.Published[0]; p.Verdict != results.VerdictMatches || *p.Recomputed != 0.5 {
		t.Errorf("published = %+v, want it confirmed by the records of its own source", p)
	}
}

// A mean over some of the systems would be of another population.
func TestMeanOver(t *testing.T) {
	half, one := 0.5, 1.0
	if mean, n := board.MeanOver([]*float64{&half, &one}); n != 2 || mean == nil || *mean != 0.75 {
		t.Errorf("of two values: %v over %d", mean, n)
	}
	if mean, n := board.MeanOver([]*float64{&half, nil}); n != 1 || mean != nil {
		t.Errorf("with one value missing: %v over %d, want no mean", mean, n)
	}
}
