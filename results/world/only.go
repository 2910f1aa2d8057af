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

// onlyValue is a value that one change alone brings.
type onlyValue struct {
	change int32
	until  int // the first round whose question has it
	sure   bool
}

// values finds what each change alone brings: values that stand in the new state of
// the object, in no earlier state of it and in no other object at any time.
func (s *Scene) values(initial map[ObjectID][]byte) {
	s.only = map[string]onlyValue{}
	for i := range s.changes {
		s.ownValues(int32(i))
	}
	for id, data := range initial {
		eachValue(id.text(data), func(v string, _ strength) { delete(s.only, v) })
	}
	for i := range s.changes {
		c := &s.changes[i]
		eachValue(c.Object.text(c.After), func(v string, _ strength) {
			if x, ok := s.only[v]; ok && (s.changes[x.change].Object != c.Object || int(x.change) > i) {
				delete(s.only, v)
			}
		})
	}
	for i := range s.rounds {
		r := &s.rounds[i]
		eachValue(r.Question+"\n"+strings.Join(r.Options, "\n"), func(v string, _ strength) {
			if x, ok := s.only[v]; ok && x.until > i {
				x.until = i
				s.only[v] = x
			}
		})
	}
	s.possible()
}

// ownValues notes the values of a change that no change before it brings.
func (s *Scene) ownValues(change int32) {
	own := map[string]onlyValue{}
	c := &s.changes[change]
	eachValue(c.Object.ownText(c.After), func(v string, x strength) {
		if x != part && len(own) <= onlyMost {
			own[v] = onlyValue{change, len(s.rounds), x == sure}
		}
	})
	if len(own) > onlyMost {
		return
	}
	for v, x := range own {
		if _, taken := s.only[v]; !taken {
			s.only[v] = x
		}
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

// values is the text of an object in which values of its own are sought: heads of
// messages are the harness's.
func (id ObjectID) ownText(data []byte) string {
	text := id.text(data)
	if id.Kind == Chat {
		return chatHead.ReplaceAllString(text, "")
	}
	return text
}
