package world

import (
	"fmt"
	"strings"

	"github.com/clawatlas/clawatlas/results/pack"
)

// group identifies anchors that have the same changes and the same first round.
type group struct {
	owners string // formatted list of change indexes
	until  int
}

// Pack encodes the scene for UnpackScene, so that the texts of an environment are analysed only
// once and not for every run.
func (s *Scene) Pack() []byte {
	b := pack.AppendNumber(nil, len(s.rounds))
	for i := range s.rounds {
		b = pack.AppendText(b, s.rounds[i].Slug)
	}
	b = pack.AppendNumber(b, len(s.changes))
	for i := range s.changes {
		c := &s.changes[i]
		alike := 0
		if s.alike[i] {
			alike = 1
		}
		b = pack.AppendNumber(pack.AppendNumber(b, c.Round), alike)
		b = pack.AppendText(pack.AppendText(b, string(c.Object.Kind)), c.Object.Path)
	}
	var order []group
	lines := map[group][]string{}
	first, n := map[group]int32{}, 0
	for id, text := range s.anchors.texts {
		if len(s.owners[id]) == 0 {
			continue // the anchor does not identify any change
		}
		g := group{fmt.Sprint(s.owners[id]), s.until[id]}
		if lines[g] == nil {
			order, first[g] = append(order, g), int32(id)
		}
		lines[g] = append(lines[g], text)
		n++
	}
	b = pack.AppendNumber(b, n)
	for _, g := range order {
		owners := s.owners[first[g]]
		b = pack.AppendNumber(b, len(owners))
		for _, c := range owners {
			b = pack.AppendNumber(b, int(c))
		}
		b = pack.AppendNumber(b, g.until)
		b = pack.AppendText(b, strings.Join(lines[g], "\n"))
	}
	return b
}

// UnpackScene decodes the output of Pack. The changes of the scene have no texts.
func UnpackScene(b []byte) (*Scene, error) {
	r := pack.NewReader()
	r.Open(b)
	s := &Scene{}
	for n := r.Number(); len(s.rounds) < n && r.Err() == nil; {
		s.rounds = append(s.rounds, Round{Slug: r.Text()})
	}
	for n := r.Number(); len(s.changes) < n && r.Err() == nil; {
		c := Change{Round: r.Number()}
		s.alike = append(s.alike, r.Number() == 1)
		c.Object = ObjectID{Kind(r.Text()), r.Text()}
		s.changes = append(s.changes, c)
	}
	s.anchors = newPassages(min(r.Number(), len(b)/window))
	for r.More() && r.Err() == nil {
		var owners []int32
		for n := r.Number(); len(owners) < n && r.Err() == nil; {
			c := r.Number()
			if c >= len(s.changes) {
				r.Damaged()
			}
			owners = append(owners, int32(c))
		}
		s.unpackLines(owners, r.Number(), string(r.Bytes()), r)
	}
	if r.Err() != nil {
		return nil, r.Err()
	}
	s.index()
	return s, nil
}

func (s *Scene) unpackLines(owners []int32, until int, lines string, r *pack.Reader) {
	for line := range strings.SplitSeq(lines, "\n") {
		if len(line) < window {
			r.Damaged()
			return
		}
		s.anchors.add(line)
		s.owners, s.until = append(s.owners, owners), append(s.until, until)
	}
	if len(s.owners) != len(s.anchors.texts) {
		r.Damaged()
	}
}
