package world

import (
	"slices"
	"strings"
)

// Scene is an index of the changes of one scenario, by which looks at them are found in
// traces. All runs share it.
type Scene struct {
	changes []Change
	rounds  []Round
	alike   []bool // by change: more objects have the base name
	names   []naming
	ends    []int // by change: the round before which the object changes again
	anchors passages
	owners  [][]int32 // changes, by anchor
	until   []int     // by anchor: the first round whose question has it
	have    [][]int32 // anchors, by change
}

// NewScene indexes the changes that Replay made of the same initial files and rounds.
//
// The anchors of a change are the long lines of the object's new state that stand neither
// in its old state nor in any other object of the scenario at any time. Lines that objects
// share prove nothing: a file may repeat a chat.
func NewScene(initial map[ObjectID][]byte, rounds []Round, changes []Change) *Scene {
	s := &Scene{changes: changes, rounds: rounds, anchors: newPassages(0)}
	chats := map[int]string{} // texts by change: reading a chat takes long, keeping a large table much memory
	for i := range changes {
		text := changes[i].Object.text(changes[i].After)
		if changes[i].Object.Kind == Chat {
			chats[i] = text
		}
		for line := range strings.Lines(text) {
			if line = normal(line); long(line) {
				s.own(int32(i), line)
			}
		}
	}
	for id, data := range initial {
		s.seenIn(id, normal(id.text(data)), -1)
	}
	for i := range changes {
		text, chat := chats[i]
		if !chat {
			text = changes[i].Object.text(changes[i].After)
		}
		s.seenIn(changes[i].Object, normal(text), i)
	}
	s.asked()
	s.shared(initial)
	s.index()
	return s
}

// index derives the anchors by change, the names of the objects and the end of each window.
func (s *Scene) index() {
	s.have = make([][]int32, len(s.changes))
	for id, list := range s.owners {
		for _, c := range list {
			s.have[c] = append(s.have[c], int32(id))
		}
	}
	s.ends = make([]int, len(s.changes))
	for i := range s.changes {
		s.names = append(s.names, s.changes[i].Object.naming(s.alike[i]))
		s.ends[i] = len(s.rounds)
		for _, later := range s.changes[i+1:] {
			if later.Object == s.changes[i].Object {
				s.ends[i] = later.Round
				break
			}
		}
	}
}

// own adds a line of the state after a change as a possible anchor.
func (s *Scene) own(change int32, line string) {
	id := s.anchors.add(line)
	if int(id) == len(s.owners) {
		s.owners = append(s.owners, nil)
	}
	if !slices.Contains(s.owners[id], change) {
		s.owners[id] = append(s.owners[id], change)
	}
}

// seenIn removes anchors that stand in another object too, and those that the next change
// of the same object merely keeps. text is the state of id after that change; -1: before
// the first.
func (s *Scene) seenIn(id ObjectID, text string, after int) {
	next := -1
	for i := after + 1; i < len(s.changes) && next < 0; i++ {
		if s.changes[i].Object == id {
			next = i
		}
	}
	s.anchors.in(text, func(a int32) {
		s.owners[a] = slices.DeleteFunc(s.owners[a], func(c int32) bool {
			return s.changes[c].Object != id || int(c) == next
		})
	})
}

// asked finds the first round whose question contains an anchor.
func (s *Scene) asked() {
	s.until = make([]int, len(s.owners))
	for i := range s.until {
		s.until[i] = len(s.rounds)
	}
	for i := range s.rounds {
		r := &s.rounds[i]
		text := normal(r.Question + "\n" + strings.Join(r.Options, "\n"))
		s.anchors.in(text, func(a int32) { s.until[a] = min(s.until[a], i) })
	}
}

// known counts the anchors of a change that no question up to a round contains.
func (s *Scene) known(change, round int) int {
	n := 0
	for _, a := range s.have[change] {
		if s.until[a] > round {
			n++
		}
	}
	return n
}
