package task

import (
	"strings"

	taskreport "github.com/clawatlas/clawatlas/results/report/task"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/card"
)

// WrittenCard is the picture of a written case: its title and first lines.
func WrittenCard(d *taskreport.WrittenCase, p views.CardPlace) card.Card {
	v := writtenView{WrittenCase: d}
	x := card.Card{Title: d.Title, Sub: "A case study of " + v.Name(), Foot: p.Foot("")}
	if len(d.Dimensions) > 0 {
		x.Sub += " about " + strings.Join(d.Dimensions, " and ")
	}
	for _, b := range d.Blocks {
		if prose := views.FirstProse(b.Markdown); prose != "" {
			x.Body = card.Prose(prose)
			break
		}
	}
	return x
}

// MinedCard is the picture of a case that a rule has found: what it shows, and in
// how many trials.
func MinedCard(d *taskreport.MinedCase, p views.CardPlace) card.Card {
	x := card.Card{Title: d.Title, Body: card.Prose(d.Finding), Foot: p.Foot(words.Counted(d.TrialsTotal, "trial"))}
	x.Sub = d.FoundBy.Title + ", found by rule in the records of " + d.About.Name
	if d.About.Scripted {
		x.Sub = views.ScriptedCard + x.Sub
	}
	return x
}
