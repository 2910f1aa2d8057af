package world

import (
	"strings"

	"github.com/clawatlas/clawatlas/results"
	worldreport "github.com/clawatlas/clawatlas/results/report/world"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/results/world"
)

// worldDiff is a change with the parts of it that the page shows.
type worldDiff struct {
	worldreport.WorldChange
	Round string
	Gone  []results.WorldPart // of a chat, beside Now
	Now   []results.WorldPart
	Left  int // parts beyond these
}

// What the differences of a page may take in all, and about how much markup a part
// has around its text.
const (
	worldMost    = 128 << 10
	worldPartTag = 96
)

// worldDiffs takes of every change as much as the page has room for; what a short
// one leaves goes to the others.
func worldDiffs(w *worldreport.WorldScenario) []worldDiff {
	var list []worldDiff
	rest, n := worldMost, w.Objects
	for _, e := range w.Epochs {
		for _, c := range e.Changes {
			d := worldDiff{WorldChange: c, Round: e.Round}
			rest -= d.fill(rest / max(n, 1))
			n--
			list = append(list, d)
		}
	}
	return list
}

// fill takes parts for so many bytes, and gives what it took. What a chat holds now
// gets half of them, and what is gone the rest.
func (d *worldDiff) fill(most int) int {
	if d.Kind != string(world.Chat) {
		return d.take(&d.Now, d.Parts, most)
	}
	var gone, now []results.WorldPart
	for _, p := range d.Parts {
		if p.Mark == string(world.Minus) {
			gone = append(gone, p)
		} else {
			now = append(now, p)
		}
	}
	if len(gone) == 0 {
		return d.take(&d.Now, now, most)
	}
	used := d.take(&d.Now, now, most/2)
	return used + d.take(&d.Gone, gone, most-used)
}

func (d *worldDiff) take(into *[]results.WorldPart, parts []results.WorldPart, most int) int {
	used := 0
	for i, p := range parts {
		if used += len(p.Text) + worldPartTag; used > most && i > 0 {
			for _, left := range parts[i:] {
				d.Left += max(left.Left, 1)
			}
			return used
		}
		*into = append(*into, p)
	}
	return used
}

// newLabel heads what a chat holds now.
func newLabel(c worldreport.WorldChange) string {
	text := "New: " + words.Count(c.Added)
	if c.Kept > 0 {
		text += ", kept: " + words.Count(c.Kept)
	}
	return text
}

// partHead is who says a message and when.
func partHead(p results.WorldPart) string {
	if p.Speaker == "" {
		return p.Role
	}
	return strings.TrimSpace(p.Speaker + " " + p.Time)
}

// partText is the text of a message without the head that stands beside it.
func partText(p results.WorldPart) string {
	text := p.Text
	if p.Speaker != "" {
		if _, after, ok := strings.Cut(text, "]"); ok && strings.HasPrefix(text, "[") {
			text = strings.TrimSpace(after)
		}
	}
	if p.Cut {
		text += " …"
	}
	return text
}
