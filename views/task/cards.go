package task

import (
	"slices"

	"github.com/clawatlas/clawatlas/results"
	taskreport "github.com/clawatlas/clawatlas/results/report/task"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/card"
	"github.com/clawatlas/clawatlas/views/fingerprint"
)

// TaskCard is the picture of a task: how many systems passed it, and which.
func TaskCard(t *taskreport.Task, p views.CardPlace) card.Card {
	v := taskView{Task: t}
	b := t.Records.Benchmark
	x := card.Card{Title: v.TitleWords(), Sub: words.Capital(v.kindNoun()) + " of " + b.Name}
	if t.Scored > 0 {
		x.Title = words.Count(t.Passed) + " of " + words.Counted(t.Scored, countedNoun(t.Counted)) + " passed " + x.Title
	} else {
		x.Sub += ". No verdict on it is counted"
	}
	if t.Graded && t.Mean != nil {
		x.Sub += ", mean score " + words.Pct(t.Mean) + "\u00a0%"
	}
	if t.Doubtful != nil {
		x.Sub += ". No answer can pass it"
	}
	if about := t.Facts.Descriptions["en"]; about != "" {
		x.Body = card.Prose(about)
	} else if t.Prompt != nil {
		x.Body = card.Prose(*t.Prompt)
	}
	list := card.Strips{}
	for _, o := range t.Outcomes() {
		said := words.StatusWord(o.Status)
		if t.Graded && o.Score != nil {
			said = words.Pct(o.Score) + "\u00a0%"
		}
		list = append(list, card.Strip{Name: o.Label, Value: said, Row: fingerprint.Row{Unordered: true,
			Cells: []fingerprint.Cell{{Status: o.Status, Score: o.Score}}}})
	}
	return withStrips(x, list, b, t.Counted, p)
}

// ScenarioCard is the picture of a scenario: the systems that are best at it.
func ScenarioCard(s *taskreport.Scenario, p views.CardPlace) card.Card {
	v := scenarioView{Scenario: s}
	x := card.Card{Title: v.TitleWords(), Sub: words.Counted(len(s.All), v.word()) + " of " + s.Of.Name}
	m := views.MetricOf(s.Of.Headline)
	scored := slices.Contains(s.Keys, m.Key)
	if scored {
		x.Sub += ". Systems by " + m.Label + ", best first"
	}
	strips := v.Strips()
	if s.Description != "" && s.Description != x.Title {
		x.Body = card.Prose(s.Description)
	}
	list := card.Strips{}
	for _, i := range s.Best() {
		r := &s.Runs[i]
		said := words.Count(r.Passed) + " of " + words.Count(r.Scored) + " passed"
		if none := r.Expected - r.Scored; none > 0 {
			said += ", " + words.Count(none) + " without a verdict"
		}
		if scored {
			said = m.Show(r.Metrics[m.Key]) + ", " + said
		}
		row := strips[i]
		row.Unordered = !v.inOrder()
		list = append(list, card.Strip{Name: r.Column.Label, Value: said, Row: row})
	}
	return withStrips(x, list, s.Of, s.Counted, p)
}

// countedNoun is what counts are over, in the singular.
func countedNoun(counted string) string {
	if counted == "ranked" {
		return "complete system"
	}
	return "run"
}

// withStrips is a card with the outcomes of systems in the place of what it is about,
// and how many of them have room.
func withStrips(x card.Card, list card.Strips, b results.Benchmark, counted string, p views.CardPlace) card.Card {
	if b.Scripted {
		x.Sub = views.ScriptedCard + x.Sub
	}
	x.Foot = p.Foot("")
	if n := len(list.Drawn()); n > 0 {
		x.Body, x.Foot.Count = list, words.Counted(len(list), countedNoun(counted))
		if n < len(list) {
			x.Foot.Count = "first " + words.Count(n) + " of " + x.Foot.Count
		}
	}
	return x
}
