package world

import (
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/days"
)

// Noticed is how many changed objects the agent of a run noticed. Files and chats
// are never added up.
type Noticed struct {
	Files  NoticedKind   `json:"files"`  // changed files
	Chats  NoticedKind   `json:"chats"`  // changed chats
	Rounds NoticedRounds `json:"rounds"` // rounds with an update
}

// NoticedKind is it for the objects of one kind, as far as a round of their windows
// has a trace.
type NoticedKind struct {
	K         int                   `json:"k"`               // changes that were noticed: content, opened or script
	N         int                   `json:"n"`               // changes
	Told      map[string]days.Count `json:"told"`            // noticed by how the change is told: named, announced, silent
	Levels    map[string]int        `json:"levels"`          // changes by how far the agent got
	SameRound days.Count            `json:"same_round"`      // noticed in the round of the update
	Delay     *NoticedDelay         `json:"delay,omitempty"` // absent if none was noticed
	Untraced  int                   `json:"untraced"`        // changes of whose windows no round has a trace; in no count
}

// NoticedDelay is how late changes were noticed.
type NoticedDelay struct {
	MedianRounds float64 `json:"median_rounds"` // behind the update's round
	MaxRounds    int     `json:"max_rounds"`    // behind the update's round
	MedianCalls  float64 `json:"median_calls"`  // tool calls from the first one of the update's round, which is 1
	MaxCalls     int     `json:"max_calls"`     // tool calls
}

// NoticedRounds is it for the rounds of updates that have a trace.
type NoticedRounds struct {
	Any   days.Count         `json:"any"`   // at least one of the changed objects was noticed in its window
	Every days.Count         `json:"every"` // all of them were
	Same  days.Count         `json:"same"`  // all of them in the round itself
	Blind []results.TaskName `json:"blind"` // rounds that were answered without a look at any changed object
}

// NoticedBy sums up the looks of a run at the worlds of its benchmark; nil if there
// is none.
func NoticedBy(l *results.Looked, worlds []results.World) *Noticed {
	if len(l.Looks) == 0 {
		return nil
	}
	told := map[[4]string]string{}
	for i := range worlds {
		for _, c := range worlds[i].Changes {
			told[[4]string{worlds[i].Scenario, c.Round, c.Kind, c.Path}] = c.Told
		}
	}
	n := &Noticed{Rounds: NoticedRounds{Blind: []results.TaskName{}}}
	n.Files.add(l.Looks, File, told)
	n.Chats.add(l.Looks, Chat, told)
	for _, r := range l.Rounds {
		if r.Blind {
			n.Rounds.Blind = append(n.Rounds.Blind, results.TaskName{Scenario: r.Scenario, Task: r.Round})
		}
		if r.Traced {
			count(&n.Rounds.Any, r.Ever > 0)
			count(&n.Rounds.Every, r.Ever == r.Objects)
			count(&n.Rounds.Same, r.Same == r.Objects)
		}
	}
	return n
}

func (n *NoticedKind) add(looks []results.Look, kind Kind, told map[[4]string]string) {
	n.Told, n.Levels = map[string]days.Count{}, map[string]int{}
	var rounds, calls []int
	for i := range looks {
		l := &looks[i]
		if l.Kind != string(kind) {
			continue
		}
		if Level(l.Level) == Untraced {
			n.Untraced++
			continue
		}
		yes := Level(l.Level).Noticed()
		n.N++
		n.Levels[l.Level]++
		by := told[[4]string{l.Scenario, l.Round, l.Kind, l.Path}]
		way := n.Told[by]
		count(&way, yes)
		n.Told[by] = way
		count(&n.SameRound, yes && l.Rounds == 0)
		if yes {
			n.K++
			rounds, calls = append(rounds, l.Rounds), append(calls, l.Calls)
		}
	}
	if n.K > 0 {
		n.Delay = &NoticedDelay{MedianRounds: median(rounds), MaxRounds: slices.Max(rounds), MedianCalls: median(calls), MaxCalls: slices.Max(calls)}
	}
}

func median(list []int) float64 {
	slices.Sort(list)
	n := len(list)
	return float64(list[(n-1)/2]+list[n/2]) / 2
}
