package fingerprint

import (
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/words"
)

// key is one entry of a legend: a shape of 12 px and its meaning.
type key struct {
	drawn layers
	word  string
}

// keys are the entries for what occurs in the rows.
func keys(rows []Row) []key {
	seen := map[results.Status]bool{}
	var update, pref, streak, partial, doubt bool
	for _, r := range rows {
		_, n := r.Streak()
		streak = streak || n > 1 && !r.Unordered
		for i := range r.Cells {
			c := &r.Cells[i]
			seen[c.Status] = true
			update, pref, partial = update || c.Update, pref || c.Pref, partial || c.partial() > 0
			doubt = doubt || c.Impossible && c.Status != results.Passed
		}
	}
	var list []key
	errors := false
	for _, s := range results.Statuses() {
		if !seen[s] || s.IsError() && errors {
			continue
		}
		k := key{word: words.StatusWord(s)}
		if s.IsError() {
			errors, k.word = true, "error"
		}
		(&Cell{Status: s}).draw(&k.drawn, 0, 0, 12)
		list = append(list, k)
	}
	add := func(has bool, word string, draw func(*layers)) {
		if has {
			k := key{word: word}
			draw(&k.drawn)
			list = append(list, k)
		}
	}
	score := 0.5
	add(partial, "score, in thirds from below", func(l *layers) { (&Cell{Status: results.Failed, Score: &score}).draw(l, 0, 0, 12) })
	add(doubt, "faulty check", func(l *layers) { (&Cell{Status: results.Failed, Impossible: true}).draw(l, 0, 0, 12) })
	add(update, "update before it", func(l *layers) { l.Triangle(ClassUpdate, 6, 8, 8) })
	add(pref, "preference checked", func(l *layers) { l.Disc(ClassPref, 6, 6, 1.5) })
	add(streak, "longest streak in the row", func(l *layers) { l.Rect(ClassStreak, 0, 6, 12, 1.5) })
	return list
}

// hasLetters reports whether any cell has a letter.
func hasLetters(rows []Row) bool {
	return slices.ContainsFunc(rows, func(r Row) bool {
		return slices.ContainsFunc(r.Cells, func(c Cell) bool { return c.letter() != "" })
	})
}
