package compare

import (
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/files"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/stats"
)

// A reason is that of the failed trial; beside it stands what the other wrote or chose.
func TestNewReason(t *testing.T) {
	passed := &results.StoredTrial{Trial: results.Trial{Attempt: 1, Selected: []string{"A", "C"}, StepsTotal: 7}}
	option := &results.Why{Reason: &results.Reason{Kind: results.ReasonOption, Sentence: "It missed option C."},
		Complaints: []results.Complaint{{Option: "C", Fault: "omitted"}}}
	r := NewReason(option, passed, nil)
	must.Equal(t, "It missed option C.", r.Text, "text")
	must.Equal(t, "A C", strings.Join(r.Passed.Chose, " "), "chose")
	loop := &results.Why{Reason: &results.Reason{Kind: results.ReasonLoop, Sentence: "It ran grep 155 times."}}
	must.Equal(t, 7, NewReason(loop, passed, nil).Passed.Steps, "steps")
	must.Equal(t, results.ReasonUnknown, NewReason(nil, passed, nil).Kind, "nothing known")
}

func TestCounterpart(t *testing.T) {
	touches := []files.Touch{{Step: 2, Op: files.Write, Path: "out/index.json", Text: "{\n \"count\": 9\n}", Known: true},
		{Step: 4, Op: files.Write, Path: "out/index.json", Text: "{\n \"count\": 7\n}", Known: true},
		{Step: 5, Op: files.Write, Path: "out/index.json", Failed: true}, {Step: 6, Op: files.Read, Path: "out/index.json"}}
	for _, test := range []struct {
		c    results.Complaint
		want Counterpart
	}{
		{results.Complaint{File: "index.json", Field: "a.count", Expected: "7"}, Counterpart{Wrote: "7", File: "out/index.json", Step: 4}},
		{results.Complaint{File: "index.json", Field: "a.count"}, Counterpart{Wrote: `"count": 7`, File: "out/index.json", Step: 4}},
		{results.Complaint{File: "index.json"}, Counterpart{File: "out/index.json", Step: 4}},
		{results.Complaint{File: "other.json", Expected: "7"}, Counterpart{}},
	} {
		var got Counterpart
		got.wrote(&test.c, touches)
		must.Same(t, test.want, got, "%+v", test.c)
	}
}

// Ticks are round, at most seven, and hold all that is drawn and zero.
func TestAxis(t *testing.T) {
	for _, test := range []struct {
		lo, hi float64
		want   string
	}{{-.178, .178, "−20 −10 0 +10 +20"}, {.02, .6, "0 +20 +40 +60"}, {-.4, .55, "−40 −20 0 +20 +40 +60"}, {0, 0, "−1 0 +1"}} {
		a := axisOf([]plotted{{At: test.hi, CI: &stats.Interval{Lo: test.lo, Hi: test.hi}}}, 5.5)
		var list []string
		for _, x := range a.ticks() {
			list = append(list, x.Text)
		}
		must.Equal(t, test.want, strings.Join(list, " "), "ticks")
	}
}

func TestLinesOf(t *testing.T) {
	got := linesOf("one\ntwo 7\nthree\nfour 7\n", func(l string) (bool, bool) { return strings.Contains(l, "7"), strings.HasPrefix(l, "four") })
	must.Same(t, []passageLine{{N: 2, Text: "two 7"}, {N: 4, Text: "four 7", Hit: true, Gap: true}}, got, "lines")
}
