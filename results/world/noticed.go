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
	Misses    []NoticedMiss         `json:"misses"`          // changes that were not noticed, in the dataset's order
}

// NoticedMiss is a change that the agent did not notice as long as that state stood.
type NoticedMiss struct {
	Scenario string               `json:"scenario"`         // slug
	Round    string               `json:"round"`            // slug of the round before which it happened
	Change   int                  `json:"change"`           // its number within the scenario, from 1
	Name     string               `json:"name"`             // what people call the object
	Effect   string               `json:"effect"`           // what became of it
	Gone     int                  `json:"gone"`             // lines or messages that are no longer there
	Told     string               `json:"told"`             // named, announced or silent
	Level    string               `json:"level"`            // refused, listed or never
	At       string               `json:"at,omitempty"`     // slug of the round with the call that was refused or that listed it
	Step     int                  `json:"step,omitempty"`   // of that round's trace, from 1
	Hidden   *results.LookListing `json:"hidden,omitempty"` // a listing of chats that left it out
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

	Passed LookedPasses `json:"passed"` // of the rounds with a verdict, those that were passed
}

// LookedPasses are the rounds of updates that were passed, by how many of the
// objects that had changed before the round were noticed in the round itself.
type LookedPasses struct {
	Every days.Count `json:"every"` // all of them
	Some  days.Count `json:"some"`  // some, and not all
	None  days.Count `json:"none"`  // none
	Blind days.Count `json:"blind"` // none, and the round was answered all the same
}

// change is what a look is at.
type change struct{ scenario, round, kind, path string }

// numbered is a change with its place in its scenario, from 1.
type numbered struct {
	*results.WorldChange
	no int
}

// NoticedBy sums up the looks of a run at the worlds of its benchmark; nil if there
// is none. passed are the verdicts on the rounds, as far as there are any.
func NoticedBy(l *results.Looked, worlds []results.World, passed map[results.TaskName]bool) *Noticed {
	if len(l.Looks) == 0 {
		return nil
	}
	changes := map[change]numbered{}
	for i := range worlds {
		for k := range worlds[i].Changes {
			c := &worlds[i].Changes[k]
			changes[change{worlds[i].Scenario, c.Round, c.Kind, c.Path}] = numbered{c, k + 1}
		}
	}
	n := &Noticed{Rounds: NoticedRounds{Blind: []results.TaskName{}}}
	n.Files.add(l.Looks, File, changes)
	n.Chats.add(l.Looks, Chat, changes)
	for i := range l.Rounds {
		n.Rounds.add(&l.Rounds[i], passed)
	}
	return n
}

func (n *NoticedRounds) add(r *results.LookedRound, passed map[results.TaskName]bool) {
	name := results.TaskName{Scenario: r.Scenario, Task: r.Round}
	if r.Blind {
		n.Blind = append(n.Blind, name)
	}
	if !r.Traced {
		return
	}
	count(&n.Any, r.Ever > 0)
	count(&n.Every, r.Ever == r.Objects)
	count(&n.Same, r.Same == r.Objects)
	yes, judged := passed[name]
	if !judged {
		return
	}
	if r.Blind {
		count(&n.Passed.Blind, yes)
	}
	switch r.Same {
	case r.Objects:
		count(&n.Passed.Every, yes)
	case 0:
		count(&n.Passed.None, yes)
	default:
		count(&n.Passed.Some, yes)
	}
}

func (n *NoticedKind) add(looks []results.Look, kind Kind, changes map[change]numbered) {
	n.Told, n.Levels, n.Misses = map[string]days.Count{}, map[string]int{}, []NoticedMiss{}
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
		yes, c := Level(l.Level).Noticed(), changes[change{l.Scenario, l.Round, l.Kind, l.Path}]
		n.N++
		n.Levels[l.Level]++
		if c.WorldChange != nil {
			way := n.Told[c.Told]
			count(&way, yes)
			n.Told[c.Told] = way
		}
		count(&n.SameRound, yes && l.Rounds == 0)
		switch {
		case yes:
			n.K++
			rounds, calls = append(rounds, l.Rounds), append(calls, l.Calls)
		case c.WorldChange != nil:
			n.Misses = append(n.Misses, NoticedMiss{Scenario: l.Scenario, Round: l.Round, Change: c.no,
				Name: c.Name, Effect: c.Effect, Gone: c.Removed, Told: c.Told,
				Level: l.Level, At: l.At, Step: l.Step, Hidden: l.Hidden})
		}
	}
	if n.K > 0 {
		n.Delay = &NoticedDelay{MedianRounds: median(rounds), MaxRounds: slices.Max(rounds),
			MedianCalls: median(calls), MaxCalls: slices.Max(calls)}
	}
}

func median(list []int) float64 {
	slices.Sort(list)
	n := len(list)
	return float64(list[(n-1)/2]+list[n/2]) / 2
}
