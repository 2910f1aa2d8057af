package world

import (
	"bytes"
	"fmt"
	"slices"
)

// Replay applies the writes of all rounds to the initial environment, which it does not modify. It
// returns the changes by round, in the order in which the files and chats were first written. It
// keeps references to the bytes of initial and of the writes, so these must not change.
//
// The writes have the same effect as in ClawArena's harness: new overwrites, append adds at the
// end, insert adds lines after a given line, delete removes lines. Other actions are skipped. The
// environment is kept from round to round.
func Replay(initial map[ObjectID][]byte, rounds []Round) ([]Change, []Problem) {
	state := make(map[ObjectID][]byte, len(initial))
	for id, data := range initial {
		state[id] = data
	}
	var changes []Change
	var problems []Problem
	for i := range rounds {
		r := &rounds[i]
		first := len(changes)
		for _, w := range r.Writes {
			before, exists := state[w.Object]
			after, effect, err := w.apply(before, exists)
			if err != nil {
				problems = append(problems, Problem{Round: i, Update: w.Update, Object: w.Object, Reason: err.Error()})
				continue
			}
			state[w.Object] = after
			changes = join(changes, first, Change{Round: i, Updates: []string{w.Update}, Object: w.Object,
				Effect: effect, Told: r.told(w.Object), Before: before, After: after})
		}
	}
	return changes, problems
}

// join adds a change. Several writes to a file or chat before the same round form a single change,
// because the agent cannot see intermediate versions.
func join(changes []Change, first int, c Change) []Change {
	for i := first; i < len(changes); i++ {
		was := &changes[i]
		if was.Object != c.Object {
			continue
		}
		was.After = c.After
		if !slices.Contains(was.Updates, c.Updates[0]) {
			was.Updates = append(was.Updates, c.Updates[0])
		}
		if was.Effect != New && was.Effect != Replaced && was.Effect != c.Effect {
			was.Effect = Replaced
		}
		return changes
	}
	return append(changes, c)
}

func (w *Write) apply(before []byte, exists bool) ([]byte, Effect, error) {
	switch w.Action {
	case ActionNew:
		if exists {
			return w.Data, Replaced, nil
		}
		return nonNil(w.Data), New, nil
	case ActionAppend:
		if !exists {
			return nonNil(w.Data), New, nil
		}
		return slices.Concat(before, w.Data), Appended, nil
	case ActionInsert:
		lines := bytes.SplitAfter(before, []byte("\n"))
		if w.After < 0 || w.After > len(lines) {
			return nil, "", fmt.Errorf("insert after line %d of %d", w.After, len(lines))
		}
		return bytes.Join(slices.Insert(lines, w.After, w.Data), nil), Inserted, nil
	case ActionDelete:
		if !exists {
			return nil, "", fmt.Errorf("delete from a file that does not exist")
		}
		return w.without(bytes.SplitAfter(before, []byte("\n"))), Deleted, nil
	}
	return nil, "", fmt.Errorf("unknown action %q", w.Action)
}

// without returns the content without the deleted lines. It ignores ranges beyond the end.
func (w *Write) without(lines [][]byte) []byte {
	kept := []byte{}
	for i, line := range lines {
		if !slices.ContainsFunc(w.Lines, func(r LineRange) bool { return r.From <= i && i < r.To }) {
			kept = append(kept, line...)
		}
	}
	return kept
}

func nonNil(data []byte) []byte {
	if data == nil {
		return []byte{}
	}
	return data
}
