package report

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/outline"
)

func TestStretchOf(t *testing.T) {
	for step, want := range map[int]int{0: 1, 1: 1, 500: 1, 501: 501, 1000: 501, 10_001: 10_001} {
		if got := StretchOf(step); got != want {
			t.Errorf("StretchOf(%d) = %d, want %d", step, got, want)
		}
	}
}

// TestNewMap: a short trace has a mark for each step; of a longer one a mark of
// several steps shows the kind that a reader needs first, and sums.
func TestNewMap(t *testing.T) {
	marks := func(n int) []outline.Mark {
		list := make([]outline.Mark, n)
		for i := range list {
			list[i] = outline.Mark{Step: i + 1, Kind: outline.Looked}
		}
		return list
	}
	short := marks(MapMost)
	short[3].DayHere = "d2"
	if m := NewMap(short); len(m.Bins) != MapMost || m.Bins[3].Mark != &short[3] || !m.Kinds || len(m.Days) != 1 || m.Days[0] != (MapDay{"d2", 4}) {
		t.Errorf("%d marks, days %v", len(m.Bins), m.Days)
	}
	took, out := int64(5), int64(7)
	long := marks(MapMost + 1)
	long[2].Kind, long[2].TookMS = outline.Refused, &took
	long[3].Kind, long[3].TookMS, long[3].Tokens = outline.Wrote, &took, &out
	long[MapMost].Boundary = "replace"
	m := NewMap(long)
	sum := int64(10)
	want := []MapBin{
		{From: 1, To: 2, Kind: outline.Looked},
		{From: 3, To: 4, Kind: outline.Refused, Failed: 1, TookMS: &sum, Tokens: &out},
	}
	if diff := cmp.Diff(want, m.Bins[:2]); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if last := m.Bins[len(m.Bins)-1]; last.From != 201 || last.To != 201 || last.Boundary != "replace" {
		t.Errorf("the last mark is %+v", last)
	}
	for _, n := range []int{1, 200, 201, 499, 500, 10_000, 1_000_000} {
		if bins := (n + MapSize(n) - 1) / MapSize(n); bins > MapMost {
			t.Errorf("a map of %d has %d marks", n, bins)
		}
	}
}

// TestNewGroupMap: of sums it is known what failed and how long a stretch took until
// the next one; days that share the last line of the outline have no name.
func TestNewGroupMap(t *testing.T) {
	at := func(n int64) *int64 { return &n }
	m := NewGroupMap([]results.TraceGroup{
		{First: 1, Steps: 50, Calls: 3, TS: at(1000), TokensOut: at(9)},
		{First: 51, Steps: 50, Failed: 2, Calls: 3, TS: at(4000)},
		{First: 101, Steps: 7},
	}, []results.TraceGroup{{Day: "d1", First: 1}, {First: 60}})
	want := &TraceMap{
		Bins: []MapBin{
			{From: 1, To: 50, Kind: outline.Looked, TookMS: at(3000), Tokens: at(9)},
			{From: 51, To: 100, Kind: outline.Failed, Failed: 2},
			{From: 101, To: 107, Kind: outline.Said},
		},
		Days: []MapDay{{"d1", 1}},
	}
	if diff := cmp.Diff(want, m); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// TestSketchClosed: of a step that was too long to be opened the row says what it did.
func TestSketchClosed(t *testing.T) {
	k := NewSketch([]results.Step{{StepID: 51}, {StepID: 52}}, "")
	k.Closed([]results.StepRow{{StepID: 51, Bytes: BodyMost + 1, Calls: 2, Tools: "exec exec", Failed: 1}, {StepID: 52, Calls: 1}})
	want := []outline.Mark{{Step: 51, Kind: outline.Failed, Calls: 2, Tool: "exec exec"}, {Step: 52, Kind: outline.Said}}
	if diff := cmp.Diff(want, k.Marks); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if k.Mark(50) != nil || k.Mark(53) != nil || k.To() != 52 {
		t.Error("the stretch holds steps 51 and 52")
	}
}
