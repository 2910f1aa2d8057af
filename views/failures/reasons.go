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

// Reasons are why trials did not pass, in kinds.
type Reasons struct {
	NotPassed int           `json:"not_passed"` // trials that were judged and did not pass
	Unlooked  int           `json:"unlooked"`   // of them those of which nobody has looked for the reason; they are in no kind
	Kinds     []ReasonCount `json:"kinds"`      // the commonest first; what the records do not say comes last

	judged map[results.TaskName]int                        // trials with a verdict
	tasks  map[results.TaskName]map[results.ReasonKind]int // of the trials in kinds; all of a task under the empty kind
}

// ReasonCount is one of the kinds.
type ReasonCount struct {
	Kind  results.ReasonKind `json:"kind"`          // checker, judge, check, key, value, text, form, file, program, option, answer, limit, loop, crash, refusal, harness, verdict, missing or unknown
	Title string             `json:"title"`         // in words
	N     int                `json:"n"`             // trials of the kind
	Of    int                `json:"of"`            // trials that did not pass and whose reason was looked for
	Share float64            `json:"share"`         // n of of, 0 to 1
	CI    *[2]float64        `json:"ci"`            // 95 % interval of the share: Wilson's; where a task has several of the trials that of its tasks, by the jackknife; null below ten trials, or where there is none
	URL   string             `json:"url,omitempty"` // of the list of these trials
}

// Add counts the trials of a run and tells by trial why it failed.
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

// leastOf is how many trials a share needs to be shown, and to have an interval.
const leastOf = 10

// Settle makes the kinds of what was added; url is the list of a kind.
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

// Count is one kind of what was added, which may be none.
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

// interval takes trials as independent where each is of another task.
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
	slices.Sort(without) // one order for one sum
	se, df := stats.Jackknife(without)
	return stats.ShareInterval(x.Share, se, float64(df), stats.Level)
}

// paired tests whether a reason is as frequent in both, over the tasks that both were
// judged on: the shares of a task's trials that failed for it, with their signs exchanged.
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

// share is a count's share in per cent with its interval, from ten trials on.
func share(x *ReasonCount) (value, ci string) {
	if x.Of < leastOf || x.CI == nil {
		return words.NotRecorded, words.NotRecorded
	}
	return words.Pct(&x.Share), fmt.Sprintf("%.1f to %.1f", 100*x.CI[0], 100*x.CI[1])
}
