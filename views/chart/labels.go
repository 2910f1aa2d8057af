package chart

import (
	"slices"

	"github.com/clawatlas/clawatlas/views/ui"
)

// box is a rectangle that a label or a point takes.
type box struct{ x, y, w, h float64 }

func (a box) meets(b box) bool {
	return a.x < b.x+b.w && b.x < a.x+a.w && a.y < b.y+b.h && b.y < a.y+a.h
}

// labelSide is one side of a point on which its label can stand. A far one is
// joined to its point by a thin line.
type labelSide struct {
	dx, dy float64
	anchor string
	far    bool
}

// labelSides are tried in this order.
func labelSides() []labelSide {
	list := []labelSide{
		{8, 4, "start", false}, {-8, 4, "end", false}, {0, -9, "middle", false}, {0, 18, "middle", false},
		{7, -6, "start", false}, {-7, -6, "end", false}, {7, 14, "start", false}, {-7, 14, "end", false},
	}
	for _, dy := range []float64{22, 36, 50} {
		list = append(list,
			labelSide{14, -dy + 4, "start", true}, labelSide{14, dy + 4, "start", true},
			labelSide{-14, -dy + 4, "end", true}, labelSide{-14, dy + 4, "end", true})
	}
	return list
}

// labelledMost is how many points can all have a label: beyond, only those of
// the frontier are tried.
const labelledMost = 150

// labels writes the name of each point at the first place where it meets
// nothing that is taken, points of the frontier first. It returns how many had
// to be left out; their names remain as titles.
func labels(f *figure, spots []spot) (left int) {
	var taken []box
	for _, s := range spots {
		taken = append(taken, box{s.x - pointRadius, s.y - pointRadius, 2 * pointRadius, 2 * pointRadius})
	}
	for _, front := range []bool{true, false} {
		for _, s := range spots {
			if s.Front != front || s.Label == "" {
				continue
			}
			if !front && len(spots) > labelledMost {
				left++
				continue
			}
			b, at, ok := room(f, s, taken)
			if !ok {
				left++
				continue
			}
			taken = append(taken, b)
			s.label(f, at)
		}
	}
	return left
}

func (s spot) label(f *figure, at labelSide) {
	class := "name"
	if !s.Front {
		class = "name other"
	}
	if at.far {
		f.line("lead", s.x, s.y, s.x+at.dx*0.8, s.y+at.dy-4)
	}
	f.words(class, at.anchor, s.x+at.dx, s.y+at.dy, labelMost, s.Label)
}

// room finds a place for the label of s.
func room(f *figure, s spot, taken []box) (box, labelSide, bool) {
	w := min(textWidth(ui.Plain(s.Label)), labelMost)
	for _, p := range labelSides() {
		b := box{s.x + p.dx, s.y + p.dy - fontSize + 1, w, fontSize + 2}
		switch p.anchor {
		case "end":
			b.x -= w
		case "middle":
			b.x -= w / 2
		}
		if free(f, b, taken) {
			return b, p, true
		}
	}
	return box{}, labelSide{}, false
}

func free(f *figure, b box, taken []box) bool {
	if b.x < f.room.x || b.x+b.w > f.room.x+f.room.w || b.y < f.room.y || b.y+b.h > f.room.y+f.room.h {
		return false
	}
	return !slices.ContainsFunc(taken, b.meets)
}
