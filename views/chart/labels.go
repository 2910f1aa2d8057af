package chart

import "github.com/clawatlas/clawatlas/views/ui"

// box is a rectangle that a label or a point takes.
type box struct{ x, y, w, h float64 }

func (a box) meets(b box) bool {
	return a.x < b.x+b.w && b.x < a.x+a.w && a.y < b.y+b.h && b.y < a.y+a.h
}

// place is one side of a point on which its label can stand.
type place struct {
	dx, dy float64
	anchor string
}

// labels writes the name of each point on the first side where it meets
// nothing that is taken, points of the frontier first. It returns how many had to be left
// out; their names remain as titles.
func labels(f *figure, spots []spot, taken []box) (left int) {
	for _, s := range spots {
		taken = append(taken, box{s.x - pointRadius, s.y - pointRadius, 2 * pointRadius, 2 * pointRadius})
	}
	for _, front := range []bool{true, false} {
		for _, s := range spots {
			if s.front != front || s.Label == "" {
				continue
			}
			b, at, ok := room(f, s, taken)
			if !ok {
				left++
				continue
			}
			taken = append(taken, b)
			class := "name"
			if !front {
				class = "name other"
			}
			f.words(class, at.anchor, s.x+at.dx, s.y+at.dy, labelMost, s.Label)
		}
	}
	return left
}

// room finds a place for the label of s.
func room(f *figure, s spot, taken []box) (box, place, bool) {
	w := min(textWidth(ui.Plain(s.Label)), labelMost)
	for _, p := range []place{
		{8, 4, "start"}, {-8, 4, "end"}, {0, -9, "middle"}, {0, 18, "middle"},
		{7, -6, "start"}, {-7, -6, "end"}, {7, 14, "start"}, {-7, 14, "end"},
	} {
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
	return box{}, place{}, false
}

func free(f *figure, b box, taken []box) bool {
	if b.x < scatterLeft || b.x+b.w > f.w || b.y < scatterTop-16 || b.y+b.h > f.h-scatterBottom+2 {
		return false
	}
	for _, t := range taken {
		if b.meets(t) {
			return false
		}
	}
	return true
}
