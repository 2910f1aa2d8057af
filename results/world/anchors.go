package world

import (
	"slices"
	"strings"
)

// Scene is an index of the changes in one scenario, by which read accesses to them are found in
// traces. All runs share it.
type Scene struct {
	changes []Change
	rounds  []Round
	alike   []bool // flag of each change: other files have the same base name
	names   []naming
	ends    []int // index of the round at which the file or chat changes again, for each change
	anchors passages
	owners  [][]int32 // indexes of the changes that each anchor identifies
	until   []int     // index of the first round whose question contains the anchor, for each anchor
	have    [][]int32 // anchors of each change
}

// NewScene builds the index from the changes that Replay returned for the same initial files and
// rounds.
//
// The anchors of a change are the long lines of the new content that occur neither in the old
// content nor in any other file or chat of the scenario at any time. Lines that occur elsewhere
// prove nothing, because a file may repeat a chat.
func NewScene(initial map[ObjectID][]byte, rounds []Round, changes []Change) *Scene {
	s := &Scene{changes: changes, rounds: rounds, anchors: newPassages(0)}
	chats := map[int]string{} // texts of changed chats, by change: parsing is slow, but texts of large tables would need much memory
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

// index computes the anchors of each change, the names of the files and chats, and the round at
// which each change is superseded.
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

// own adds a line of a change's new content as a candidate for its anchors.
func (s *Scene) own(change int32, line string) {
	id := s.anchors.add(line)
	if int(id) == len(s.owners) {
		s.owners = append(s.owners, nil)
	}
	if !slices.Contains(s.owners[id], change) {
		s.owners[id] = append(s.owners[id], change)
	}
}

// seenIn removes the anchors that occur in text and therefore do not prove that a change was read:
// those of changes of other files and chats, and those of the change that replaces text. text is
// the content of the file or chat id after the change with index after, or its initial content if
// after is -1.
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

// asked stores, for each anchor, the first round whose question contains it.
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

// known returns the number of a change's anchors that do not occur in any question up to the round.
func (s *Scene) known(change, round int) int {
	n := 0
	for _, a := range s.have[change] {
		if s.until[a] > round {
			n++
		}
	}
	return n
}
