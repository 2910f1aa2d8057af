package board

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/board"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/ui"
)

// line makes the row that is shown of a row of the board.
func (p boardView) line(r results.BoardRow) BoardLine {
	l := BoardLine{BoardRow: r, Outcomes: boardOutcomes(r.Counts)}
	if l.Name == "" {
		l.Name = r.System.Model
	}
	if name := reference(&r); name != "" {
		l.Name = name
	}
	l.Unranked = boardUnranked(&r, views.NounOr(p.Of.Words.Task, "task"))
	if r.Run != nil {
		if f, ok := p.Fingerprints[*r.Run]; ok {
			name := words.System(l.Name, r.System)
			if r.Sweeps != nil {
				name += ", newest sweep"
			}
			l.Thumb = views.FingerprintOf(f, p.Of, name, "")
		}
	}
	l.Tied, l.InPopulation = r.TieClass != nil && *r.TieClass == results.LeadersClass, board.InPopulation(&r)
	l.Repeated, l.Each = p.sweeps(&r)
	if len(l.Each) > 0 && p.Repeats != nil && p.Repeats.Find(*r.Run) != nil {
		l.RepeatedHref = link.To(url.Values{"run": {*r.Run}}, "b", p.Of.ID, "ablations")
	}
	var places, titles []string
	for _, fig := range r.Published {
		if fig.Value == nil {
			continue
		}
		places = append(places, fig.Table)
		if src, ok := p.Sources[fig.Source]; ok {
			titles = append(titles, src.Title)
		}
		switch fig.Verdict {
		case results.VerdictMatches:
			l.Matches++
		case results.VerdictDiffers:
			l.Differs = append(l.Differs, boardDifference(fig, p.Query.Convention))
		default:
			l.Unchecked++
		}
	}
	l.Place, l.Source = strings.Join(distinctSorted(places), ", "), strings.Join(distinctSorted(titles), ", ")
	return l
}

// sweeps says over how many sweeps a row's numbers are, how far these lie apart, and
// leads to each. Where no system has several nothing is said row by row.
func (p boardView) sweeps(r *results.BoardRow) (text string, each []SweepLink) {
	x := r.Sweeps
	if x == nil {
		if board.InPopulation(r) && slices.ContainsFunc(p.Whole.Rows, func(o results.BoardRow) bool { return o.Sweeps != nil }) &&
			!r.Metrics[p.Headline].Runs.Covers() {
			text = "one run: its run-to-run variation is unknown"
		}
		return text, nil
	}
	m := views.MetricOf(p.Headline)
	sd := 100 * x.SD
	text = fmt.Sprintf("mean of %d sweeps, %s to %s %%, standard deviation %s points", x.N,
		words.Pct(&x.Min), words.Pct(&x.Max), words.Fixed(&sd, 2))
	for i, v := range x.Values {
		s := SweepLink{Text: words.Pct(&v.Value), Href: link.Run(v.Run), Title: fmt.Sprintf("%s of sweep %d", m.Label, i+1)}
		if v.Attempt > 0 {
			s.Title += fmt.Sprintf(", attempt %d of its run", v.Attempt)
		}
		each = append(each, s)
	}
	return text, each
}

// boardDifference writes a contradicted figure: recomputed minus printed.
func boardDifference(p results.PublishedValue, convention string) Difference {
	d := Difference{Label: views.MetricOf(p.Metric).Label, Printed: words.Printed(p.Value, p.Digits, p.Unit)}
	if p.Difference != nil {
		x := -*p.Difference
		d.Text = words.PrintedChange(x, p.Digits, p.Unit)
	}
	if p.Convention != convention {
		d.Convention = p.Convention + " convention"
	}
	return d
}

// evidence are the marks of evidence that the rows of the board have.
func (p boardView) evidence() []results.Evidence {
	var list []results.Evidence
	for _, g := range p.Groups {
		for i := range g.Rows {
			list = append(list, g.Rows[i].Evidence)
		}
	}
	return list
}

// statuses are those that the rows of the board count.
func (p boardView) statuses() []results.Status {
	var list []results.Status
	for _, s := range results.Statuses() {
		if slices.ContainsFunc(p.Groups, func(g BoardGroup) bool {
			return slices.ContainsFunc(g.Rows, func(l BoardLine) bool { return l.counts(s) })
		}) {
			list = append(list, s)
		}
	}
	return list
}

// counts reports whether the row has an outcome of a status.
func (l BoardLine) counts(s results.Status) bool {
	return slices.ContainsFunc(l.Outcomes, func(o Outcome) bool { return o.Status == s })
}

// boardOutcomes are the counts of trials that are not zero, in the legend's order.
func boardOutcomes(c *results.Counts) []Outcome {
	if c == nil {
		return nil
	}
	var list []Outcome
	for _, o := range []Outcome{
		{Status: results.Passed, N: c.Passed}, {Status: results.Failed, N: c.Failed}, {Status: results.NoAnswer, N: c.NoAnswer},
		{Status: results.Timeout, N: c.Timeout}, {Status: results.AgentError, N: c.Error}, {Status: results.NotJudged, N: c.NotJudged},
		{Status: results.Missing, N: c.Missing},
	} {
		if o.N > 0 {
			list = append(list, o)
		}
	}
	return list
}

// boardUnranked says why a run has no rank. A printed figure has none either,
// as its mark says.
func boardUnranked(r *results.BoardRow, word string) string {
	var why []string
	switch {
	case r.Rank != nil || r.Run == nil:
		return ""
	case len(r.Objections) > 0:
		why = append(why, objectionWords(r.Objections))
	}
	if !r.Complete && r.Counts != nil {
		missing := r.Counts.Expected - r.Counts.Scored
		why = append(why, fmt.Sprintf("%s of %s without a score", words.Plural(missing, word, word+"s"), words.Count(r.Counts.Expected)))
	}
	if len(why) == 0 {
		why = append(why, "no value of the headline")
	}
	return "not ranked: " + strings.Join(why, "; ")
}

// objectionWords are what speaks against a run, in words.
func objectionWords(list []results.Objection) string {
	var words []string
	for _, o := range list {
		words = append(words, o.Message)
	}
	return ui.Plain(strings.Join(words, "; "))
}

// boardOtherRuns lists the runs that stand for no row of the board.
func boardOtherRuns(b results.Board, runs []results.Run, names map[string]string) []OtherRun {
	onBoard := map[string]bool{}
	for i := range b.Rows {
		if b.Rows[i].Run != nil {
			for _, slug := range report.SweepRuns(&b.Rows[i]) {
				onBoard[slug] = true
			}
		}
	}
	var list []OtherRun
	for _, r := range runs {
		if onBoard[r.Slug] {
			continue
		}
		o := OtherRun{Run: r, Name: names[r.System.Model], Why: "an older run of the same system"}
		if o.Name == "" {
			o.Name = r.System.Model
		}
		switch {
		case r.Objects(results.ObjectionSnapshot):
			o.Why = "superseded by a later snapshot of its source"
		case len(r.Objections) > 0:
			o.Why = "not ranked: " + objectionWords(r.Objections)
		case !r.Complete:
			o.Why = fmt.Sprintf("incomplete: %d of %d scored; another run stands for this system", r.Counts.Scored, r.Counts.Expected)
		}
		list = append(list, o)
	}
	return list
}
