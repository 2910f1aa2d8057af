package failures

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/stats"
	"github.com/clawatlas/clawatlas/results/why"
	"github.com/clawatlas/clawatlas/results/words"
)

// Reasons counts the failure reasons of trials by kind.
type Reasons struct {
	NotPassed int           `json:"not_passed"` // number of trials that did not pass, except those with the status not_judged
	Unlooked  int           `json:"unlooked"`   // number of failed trials that were not analysed and are not in Kinds
	Kinds     []ReasonCount `json:"kinds"`      // reasons, most frequent first; unknown ones last

	judged map[results.TaskName]int                        // number of trials by task, except those with the status not_judged
	tasks  map[results.TaskName]map[results.ReasonKind]int // number of analysed failed trials by task and kind; the empty kind has the total of a task
}

// ReasonCount is the number of trials with one kind of failure reason.
type ReasonCount struct {
	Kind  results.ReasonKind `json:"kind"`          // id of the kind: checker, judge, check, key, value, text, form, file, program, option, answer, limit, loop, crash, refusal, harness, verdict, missing or unknown
	Title string             `json:"title"`         // display name
	N     int                `json:"n"`             // number of trials with this kind of reason
	Of    int                `json:"of"`            // number of trials that did not pass and were analysed
	Share float64            `json:"share"`         // ratio n / of, 0 to 1
	CI    *[2]float64        `json:"ci"`            // 95 % interval of the share: Wilson, or jackknife over tasks if several of the trials belong to one task; null below ten trials or if it cannot be computed
	URL   string             `json:"url,omitempty"` // URL of the list of these trials
}

// Add counts the trials of a run and returns the failure reasons by trial id.
func (r *Reasons) Add(trials []results.StoredTrial, known results.RunReasons) map[int64]results.TrialReason {
	if r.tasks == nil {
		r.tasks, r.judged = map[results.TaskName]map[results.ReasonKind]int{}, map[results.TaskName]int{}
	}
	kinds := why.ByTrial(trials, known)
	for i := range trials {
		t := &trials[i]
		if t.Status == results.NotJudged {
			continue
		}
		r.judged[t.TaskName()]++
		if t.Status == results.Passed {
			continue
		}
		r.NotPassed++
		x := kinds[t.ID]
		if x.Kind == "" {
			r.Unlooked++
			continue
		}
		of := r.tasks[t.TaskName()]
		if of == nil {
			of = map[results.ReasonKind]int{}
			r.tasks[t.TaskName()] = of
		}
		of[""]++
		of[x.Kind]++
	}
	return kinds
}

// leastOf is the minimum number of trials for which a share and its interval are shown.
const leastOf = 10

// Settle computes Kinds from the added trials. It calls url for the URL of the list of trials of
// each kind.
func (r *Reasons) Settle(url func(results.ReasonKind) string) {
	r.Kinds = []ReasonCount{}
	for _, kind := range results.ReasonKinds() {
		if x := r.Count(kind); x.N > 0 {
			x.URL = url(kind)
			r.Kinds = append(r.Kinds, x)
		}
	}
	slices.SortStableFunc(r.Kinds, func(a, b ReasonCount) int {
		return cmp.Or(cmp.Compare(unknownLast(a.Kind), unknownLast(b.Kind)), cmp.Compare(b.N, a.N))
	})
}

func unknownLast(k results.ReasonKind) int {
	if k == results.ReasonUnknown {
		return 1
	}
	return 0
}

// Count returns the count of one kind, which may be zero.
func (r *Reasons) Count(kind results.ReasonKind) ReasonCount {
	x := ReasonCount{Kind: kind, Title: kind.Title()}
	for _, of := range r.tasks {
		x.N, x.Of = x.N+of[kind], x.Of+of[""]
	}
	if x.Of > 0 {
		x.Share = float64(x.N) / float64(x.Of)
	}
	if ci, ok := r.interval(x); ok && x.Of >= leastOf {
		x.CI = &[2]float64{ci.Lo, ci.Hi}
	}
	return x
}

// interval returns the confidence interval of a share. It uses the Wilson interval if no two of the
// trials belong to the same task, and a jackknife over tasks otherwise.
func (r *Reasons) interval(x ReasonCount) (stats.Interval, bool) {
	if len(r.tasks) == x.Of {
		return stats.Wilson(x.N, x.Of, stats.Level), true
	}
	var without []float64
	for _, of := range r.tasks {
		if rest := x.Of - of[""]; rest > 0 {
			without = append(without, float64(x.N-of[x.Kind])/float64(rest))
		}
	}
	slices.Sort(without) // fixed order, so that the sum is reproducible
	se, df := stats.Jackknife(without)
	return stats.ShareInterval(x.Share, se, float64(df), stats.Level)
}

// paired tests whether two systems fail equally often for a reason, over the tasks on which both
// have verdicts. It uses the exact McNemar test if the shares differ by 0 or 1 on every task, and
// otherwise a sign-flip test on the differences.
func paired(a, b *Reasons, kind results.ReasonKind) (p float64, tasks int) {
	var diffs []float64
	for name, n := range a.judged {
		if m := b.judged[name]; m > 0 {
			tasks++
			if d := float64(a.tasks[name][kind])/float64(n) - float64(b.tasks[name][kind])/float64(m); d != 0 {
				diffs = append(diffs, d)
			}
		}
	}
	slices.Sort(diffs)
	table := stats.TwoByTwo{}
	for _, d := range diffs {
		switch d {
		case 1:
			table.OnlyA++
		case -1:
			table.OnlyB++
		}
	}
	if table.Discordant() == len(diffs) {
		return stats.McNemarExact(table), tasks
	}
	p, _ = stats.SignFlip(diffs, stats.Seed, stats.Draws)
	return p, tasks
}

// share formats the share of a reason and its interval in percent; both are empty if there are too
// few trials.
func share(x *ReasonCount) (value, ci string) {
	if x.Of < leastOf || x.CI == nil {
		return "", ""
	}
	return words.Pct(&x.Share), fmt.Sprintf("%.1f to %.1f", 100*x.CI[0], 100*x.CI[1])
}
