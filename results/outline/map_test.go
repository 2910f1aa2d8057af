package outline

import (
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// TestNewMap: a short trace has a mark for each step; of a longer one a mark of
// several steps shows the kind that a reader needs first, and sums.
func TestNewMap(t *testing.T) {
	marks := func(n int) []Mark {
		list := make([]Mark, n)
		for i := range list {
			list[i] = Mark{Step: i + 1, Kind: Looked}
		}
		return list
	}
	short := marks(BinsMost)
	short[3].DayHere = "d2"
	if m := NewMap(short); len(m.Bins) != BinsMost || m.Bins[3].Mark != &short[3] || !m.Kinds ||
		len(m.Days) != 1 || m.Days[0] != (DayBegin{"d2", 4}) {
		t.Errorf("%d marks, days %v", len(m.Bins), m.Days)
	}
	took, out := int64(5), int64(7)
	long := marks(BinsMost + 1)
	long[2].Kind, long[2].TookMS = Refused, &took
	long[3].Kind, long[3].TookMS, long[3].Tokens = Wrote, &took, &out
	long[BinsMost].Boundary = "replace"
	m := NewMap(long)
	sum := int64(10)
	want := []Bin{
		{From: 1, To: 2, Kind: Looked},
		{From: 3, To: 4, Kind: Refused, Failed: 1, TookMS: &sum, Tokens: &out},
	}
	must.Same(t, want, m.Bins[:2], "what was got")
	if last := m.Bins[len(m.Bins)-1]; last.From != 201 || last.To != 201 || last.Boundary != "replace" {
		t.Errorf("the last mark is %+v", last)
	}
	for _, n := range []int{1, 200, 201, 499, 500, 10_000, 1_000_000} {
		if bins := (n + BinSize(n) - 1) / BinSize(n); bins > BinsMost {
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
	want := &Map{
		Bins: []Bin{
			{From: 1, To: 50, Kind: Looked, TookMS: at(3000), Tokens: at(9)},
			{From: 51, To: 100, Kind: Failed, Failed: 2},
			{From: 101, To: 107, Kind: Said},
		},
		Days: []DayBegin{{"d1", 1}},
	}
	must.Same(t, want, m, "m")
}
