package ui

import (
	"strconv"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/words"
)

// Strip shows the rounds of a scenario in order, as one run took them.
type Strip struct {
	Label string // whose rounds these are, for screen readers
	Cells []StripCell
	Large bool // cells of 24 px instead of 12
}

// StripCell is one round.
type StripCell struct {
	Label      string // the round's own name
	Status     results.Status
	Href       string // its trial; may be empty
	Update     bool   // the environment changed before it
	Pref       bool   // a preference is checked after it
	Impossible bool   // no answer can pass it
	Note       string // more for the title; may be empty
}

// words say what the cell shows by its colour and marks.
func (c StripCell) words() string {
	parts := []string{c.Label + " " + words.StatusWord(c.Status)}
	if c.Update {
		parts = append(parts, "after an update")
	}
	if c.Pref {
		parts = append(parts, "preference round")
	}
	if c.Impossible {
		parts = append(parts, "no answer can pass")
	}
	if c.Note != "" {
		parts = append(parts, c.Note)
	}
	return strings.Join(parts, ", ")
}

// classes of the cell at index i: its marks and, where the rounds beside it
// ended in the same way, the underline of a streak.
func (s Strip) classes(i int) string {
	c := s.Cells[i]
	var list []string
	if c.Update {
		list = append(list, "up")
	}
	if c.Pref {
		list = append(list, "pref")
	}
	if c.Impossible {
		list = append(list, "impossible")
	}
	if s.inStreak(i) {
		streak := "streak-fail"
		if c.Status == results.Passed {
			streak = "streak-pass"
		}
		list = append(list, streak)
	}
	return strings.Join(list, " ")
}

// inStreak reports whether round i and one beside it were both passed or both
// not passed. A round without a record or without a judge is in no streak.
func (s Strip) inStreak(i int) bool {
	same := func(j int) bool {
		if j < 0 || j >= len(s.Cells) {
			return false
		}
		a, b := s.Cells[i].Status, s.Cells[j].Status
		return judged(b) && (a == results.Passed) == (b == results.Passed)
	}
	return judged(s.Cells[i].Status) && (same(i-1) || same(i+1))
}

func judged(s results.Status) bool { return s != results.Missing && s != results.NotJudged }

// summary is the text alternative of the whole strip.
func (s Strip) summary() string {
	passed, unjudged := 0, 0
	for _, c := range s.Cells {
		switch c.Status {
		case results.Passed:
			passed++
		case results.NotJudged:
			unjudged++
		}
	}
	text := strconv.Itoa(passed) + " of " + words.Plural(len(s.Cells), "round", "rounds") + " passed"
	if unjudged > 0 {
		text += ", " + strconv.Itoa(unjudged) + " not judged"
	}
	if s.Label == "" {
		return text
	}
	return s.Label + ": " + text
}
