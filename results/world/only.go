package world

import (
	"regexp"
	"strings"
)

// chatHead is the head of a message: channel, speaker and time.
var chatHead = regexp.MustCompile(`(?m)^\[[^\]\n]*\]`)

// onlyMost is how many values of an object are kept: of a long table some would
// stand anywhere by chance.
const onlyMost = 2000

// onlyValue is a value that one change alone brings: it stands in the new state of the
// object, in no earlier state of it and in no other object at any time.
type onlyValue struct {
	change int32
	until  int // the first round whose question has it
	sure   bool
}

// ownValues notes the values of the state after a change that no change before it brings.
func (s *Scene) ownValues(change int32, text string) {
	if s.changes[change].Object.Kind == Chat {
		text = chatHead.ReplaceAllString(text, "") // heads of messages are the harness's
	}
	own := map[string]onlyValue{}
	eachValue(text, func(v string, x strength) {
		if x != part && len(own) <= onlyMost {
			own[v] = onlyValue{change, len(s.rounds), x == sure}
		}
	})
	if len(own) > onlyMost {
		return
	}
	for v, x := range own {
		if _, taken := s.only[v]; !taken {
			s.only[strings.Clone(v)] = x // not a part of the text, which would stay in memory
		}
	}
}

// valuesIn takes away the values of changes that another object has too, or an earlier
// state of the same. The text is of an object's state after a change, or, with -1, before
// the first one.
func (s *Scene) valuesIn(id ObjectID, text string, after int) {
	eachValue(text, func(v string, _ strength) {
		if x, ok := s.only[v]; ok && (s.changes[x.change].Object != id || int(x.change) > after) {
			delete(s.only, v)
		}
	})
}

// askedValues finds from which round on a question gives a value away.
func (s *Scene) askedValues() {
	for i := range s.rounds {
		r := &s.rounds[i]
		eachValue(r.Question+"\n"+strings.Join(r.Options, "\n"), func(v string, _ strength) {
			if x, ok := s.only[v]; ok && x.until > i {
				x.until = i
				s.only[v] = x
			}
		})
	}
}

// possible drops what no round can show: a round that asks for files to be written,
// within the window, before any question gives the value away.
func (s *Scene) possible() {
	for v, x := range s.only {
		shows := false
		for r := s.changes[x.change].Round; r < min(s.ends[x.change], x.until); r++ {
			shows = shows || s.rounds[r].Exec
		}
		if !shows {
			delete(s.only, v)
		}
	}
}
