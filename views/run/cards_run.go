package run

import (
	"net/url"

	runreport "github.com/clawatlas/clawatlas/results/report/run"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/card"
)

// RunCard is the picture of a run: what it passed, its headline with the interval,
// and its fingerprint.
func RunCard(r *runreport.Run, p views.CardPlace) card.Card {
	v := runView{Run: r, Model: views.Name(r.Names, r.System.Model)}
	b := r.Stored.Benchmark
	x := card.Card{Title: views.InFull(words.System(v.Model, r.System)) + " on " + views.InFull(b.Name) + ": " + v.cardLead(),
		Sub: v.cardSub(), Foot: p.Foot("")}
	if run := views.FingerprintOf(r.Fingerprint, b, v.Model, ""); len(run.Rows) > 0 {
		x.Body = card.Field{Run: run}
	}
	return x
}

// cardQuery is what makes the card another one: not the default convention.
func (r runView) cardQuery() url.Values {
	if r.Convention == score.ConventionsOf(r.Stored.Benchmark)[0].ID {
		return nil
	}
	return url.Values{"convention": {r.Convention}}
}

// cardLead is what the run passed.
func (r runView) cardLead() string {
	c := r.Counts
	if c.NotJudged > 0 && c.Scored == 0 {
		return words.Plural(c.NotJudged, "trial", "trials") + " that nothing judges"
	}
	return words.Passed(c.Passed, c.Scored, c.Expected, r.unit())
}

// cardSub is the run's headline with its interval, and where that stands.
func (r runView) cardSub() string {
	m := views.MetricOf(r.Stored.Benchmark.Headline)
	said := ""
	if v, ok := r.Metrics[m.Key]; ok && v.Value != nil {
		said = m.Label + " " + m.Show(v.Value)
		if v.CI != nil {
			said += ", 95 % from " + m.Show(&v.CI[0]) + " to " + m.Show(&v.CI[1])
		}
		said += r.standing() + ". "
		if all := score.ConventionsOf(r.Stored.Benchmark); r.Convention != all[0].ID {
			said += words.Capital(r.Convention) + " convention. "
		}
	}
	if missing := r.Counts.Missing; missing > 0 {
		said += "Incomplete: " + words.Count(missing) + " without a record. "
	}
	if r.Scripted {
		said += views.ScriptedCard
	}
	return said
}
