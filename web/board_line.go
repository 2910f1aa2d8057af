package web

import (
	"fmt"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/board"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/ui"
)

// line makes the row that is shown of a row of the board.
func (d *boardData) line(r results.BoardRow) views.BoardLine {
	l := views.BoardLine{BoardRow: r, Outcomes: boardOutcomes(r.Counts)}
	if l.Name == "" {
		l.Name = r.System.Model
	}
	l.Unranked = boardUnranked(&r, nounOf(d.benchmark.Words.Task, "task"))
	l.Tied, l.InPopulation = r.TieClass != nil && *r.TieClass == results.LeadersClass, board.InPopulation(&r)
	var places, titles []string
	for _, p := range r.Published {
		if p.Value == nil {
			continue
		}
		places = append(places, p.Table)
		if src, ok := d.sources[p.Source]; ok {
			titles = append(titles, src.Title)
		}
		switch p.Verdict {
		case results.VerdictMatches:
			l.Matches++
		case results.VerdictDiffers:
			l.Differs = append(l.Differs, boardDifference(p, d.query.convention))
		default:
			l.Unchecked++
		}
	}
	l.Place, l.Source = strings.Join(distinctSorted(places), ", "), strings.Join(distinctSorted(titles), ", ")
	return l
}

// boardDifference writes a contradicted figure: recomputed minus printed.
func boardDifference(p results.PublishedValue, convention string) views.Difference {
	d := views.Difference{Label: views.MetricOf(p.Metric).Label, Printed: printed(p.Value, p.Digits, p.Unit)}
	if p.Difference != nil {
		x := -*p.Difference
		d.Text = signed(x, p.Digits, p.Unit)
	}
	if p.Convention != convention {
		d.Convention = p.Convention + " convention"
	}
	return d
}

// printed writes a figure as its source prints it.
func printed(v *float64, digits int, unit string) string {
	if v == nil {
		return words.NotRecorded
	}
	x := *v
	if unit == "percent" {
		x *= 100
	}
	return words.Fixed(&x, digits)
}

// signed writes a difference with its sign, in the unit of the figure. It is
// given one digit more where the printed digits would show it as nothing.
func signed(x float64, digits int, unit string) string {
	text := printed(&x, digits, unit)
	if !strings.ContainsAny(text, "123456789") && x != 0 {
		text = printed(&x, digits+1, unit)
	}
	if x > 0 && text != words.NotRecorded {
		return "+" + text
	}
	return text
}

// boardOutcomes are the counts of trials that are not zero, in the legend's order.
func boardOutcomes(c *results.Counts) []views.Outcome {
	if c == nil {
		return nil
	}
	var list []views.Outcome
	for _, o := range []views.Outcome{
		{Status: results.Passed, N: c.Passed}, {Status: results.Failed, N: c.Failed}, {Status: results.NoAnswer, N: c.NoAnswer},
		{Status: results.Timeout, N: c.Timeout}, {Status: results.AgentError, N: c.Error}, {Status: results.NotJudged, N: c.NotJudged}, {Status: results.Missing, N: c.Missing},
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
func boardOtherRuns(b results.Board, runs []results.Run, names map[string]string) []views.OtherRun {
	onBoard := map[string]bool{}
	for i := range b.Rows {
		if b.Rows[i].Run != nil {
			onBoard[*b.Rows[i].Run] = true
		}
	}
	var list []views.OtherRun
	for _, r := range runs {
		if onBoard[r.Slug] {
			continue
		}
		o := views.OtherRun{Run: r, Name: names[r.System.Model], Why: "an older run of the same system"}
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
