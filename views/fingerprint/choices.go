package fingerprint

import "strings"

// Choices is a question with options: which are right, and what each row chose.
type Choices struct {
	Labels []string // of the options
	Gold   []bool   // those that are right
	Rows   []ChoiceRow
}

// ChoiceRow is what one system chose.
type ChoiceRow struct {
	Label string
	Picks []bool // by option
}

// The measures of choices in px.
const (
	choiceCell  = 13.0
	choicePitch = 17.0
	choiceHead  = 20.0 // letters, and dots under the right ones
)

func (c Choices) w() float64 { return float64(len(c.Labels))*choicePitch - (choicePitch - choiceCell) }

// head marks the right options.
func (c Choices) head() layers {
	var l layers
	for i, gold := range c.Gold {
		if gold {
			l.Disc(ClassPref, float64(i)*choicePitch+choiceCell/2, choiceHead-4, 2)
		}
	}
	return l
}

// row draws what was chosen: solid if right, a hollow cell if right and left out, one
// with a core if chosen and wrong, a dot if neither.
func (c Choices) row(r ChoiceRow) layers {
	var l layers
	for i, picked := range r.Picks {
		drawChoice(&l, c.Gold[i], picked, float64(i)*choicePitch, choiceCell)
	}
	return l
}

func drawChoice(l *layers, gold, picked bool, x, c float64) {
	switch {
	case gold && picked:
		l.Rect(ClassPassed, x, 0, c, c)
	case gold:
		drawHollow(l, ClassFailed, x, 0, c, Stroke)
	case picked:
		drawHollow(l, ClassFailed, x, 0, c, Stroke)
		l.Rect(ClassPassed, x+c/3, c/3, c/3, c/3)
	default:
		l.Disc(ClassMissing, x+c/2, c/2, c/7)
	}
}

func choice(gold, picked bool) layers {
	var l layers
	drawChoice(&l, gold, picked, 0, choiceCell)
	return l
}

// said is the text equivalent of a row.
func (c Choices) said(r ChoiceRow) string {
	var right, omitted, added []string
	for i, picked := range r.Picks {
		switch {
		case picked && c.Gold[i]:
			right = append(right, c.Labels[i])
		case picked:
			added = append(added, c.Labels[i])
		case c.Gold[i]:
			omitted = append(omitted, c.Labels[i])
		}
	}
	text := r.Label + ": chosen and right " + listed(right)
	if len(omitted) > 0 {
		text += ", right and left out " + listed(omitted)
	}
	if len(added) > 0 {
		text += ", chosen and wrong " + listed(added)
	}
	return text
}

func listed(list []string) string {
	if len(list) == 0 {
		return "none"
	}
	return strings.Join(list, " ")
}

// choiceKeys explain the shapes.
func choiceKeys() []key {
	list := []key{{word: "right option"}, {word: "chosen, right"}, {word: "right, left out"}, {word: "chosen, wrong"}}
	list[0].drawn.Disc(ClassPref, 6, 6, 2)
	drawChoice(&list[1].drawn, true, true, 0, 12)
	drawChoice(&list[2].drawn, true, false, 0, 12)
	drawChoice(&list[3].drawn, false, true, 0, 12)
	return list
}
