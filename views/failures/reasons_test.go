package failures

import (
	"math"
	"testing"

	"github.com/clawatlas/clawatlas/results"
)

// TestReasons: a trial without a stored reason is one of which the records do not say, one
// that nobody looked at is in no kind, and shares are of those that were looked at.
func TestReasons(t *testing.T) {
	trial := func(id int64, task string, attempts int, s results.Status) (x results.StoredTrial) {
		x.ID, x.Scenario, x.Task, x.Attempt, x.Attempts, x.Status = id, "s", task, int(id), attempts, s
		return x
	}
	trials := []results.StoredTrial{trial(1, "a", 1, results.Failed), trial(2, "b", 1, results.Timeout), trial(3, "c", 1, results.Failed),
		trial(4, "d", 1, results.Passed), trial(5, "e", 1, results.NotJudged), trial(6, "f", 3, results.Failed)}
	known := results.RunReasons{Looked: true, Trials: []results.TrialReason{{Trial: 1, Kind: results.ReasonKey}, {Trial: 2, Kind: results.ReasonLimit},
		{Trial: 4, Kind: results.ReasonKey}}}
	var r Reasons
	r.Add(trials, known)
	r.Settle(func(k results.ReasonKind) string { return string(k) })
	if r.NotPassed != 4 || r.Unlooked != 1 || len(r.Kinds) != 3 || r.Kinds[2].Kind != results.ReasonUnknown || r.Kinds[0].N != 1 ||
		r.Kinds[0].Of != 3 || r.Kinds[0].CI != nil || r.Kinds[0].URL != "key" {
		t.Errorf("%+v", r)
	}
	r = Reasons{}
	r.Add(trials, results.RunReasons{})
	r.Settle(func(results.ReasonKind) string { return "" })
	if r.NotPassed != 4 || r.Unlooked != 4 || len(r.Kinds) != 0 {
		t.Errorf("a run that nobody looked at: %+v", r)
	}
}

// TestReasonIntervals: attempts at one task are one case. Twelve trials, each of a task of
// its own, have Wilson's interval of 6 of 12; six tasks tried twice alike a wider one.
func TestReasonIntervals(t *testing.T) {
	width := func(tasks int) float64 {
		var r Reasons
		known := results.RunReasons{Looked: true}
		var trials []results.StoredTrial
		for i := range 12 {
			var x results.StoredTrial
			x.ID, x.Scenario, x.Task, x.Status = int64(i+1), "s", string(rune('a'+i%tasks)), results.Failed
			trials = append(trials, x)
			if i%2 == 0 {
				known.Trials = append(known.Trials, results.TrialReason{Trial: x.ID, Kind: results.ReasonFile})
			}
		}
		r.Add(trials, known)
		x := r.Count(results.ReasonFile)
		if x.N != 6 || x.Of != 12 || x.Share != .5 || x.CI == nil {
			t.Fatalf("%+v", x)
		}
		return x.CI[1] - x.CI[0]
	}
	if apart, twice := width(12), width(6); !(math.Abs(apart-0.4924) <= 1e-4) || twice < apart*1.3 {
		t.Errorf("widths %v of 12 tasks, %v of 6 tried twice", apart, twice)
	}
}
