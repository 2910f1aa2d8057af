package web

import (
	"fmt"
	"math"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/compare"
	"github.com/clawatlas/clawatlas/results/stats"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/ui"
)

// sentence is the comparison of the headline metric in plain words.
func (d *comparison) sentence() string {
	these := fmt.Sprintf("these %s", words.Plural(d.Common, d.benchmark.Words.Task, d.noun()))
	h := d.Find(d.Headline)
	switch v := d.Verdict(); v {
	case compare.NoCommon:
		return d.refusal()
	case compare.Agree:
		return fmt.Sprintf("A and B have the same score on all of %s: no disagreements, so the records hold no evidence for either.", these)
	case compare.NoClaim:
		return d.noClaim(these)
	case compare.TooFew:
		return d.tooFew(these)
	case compare.AheadA, compare.AheadB:
		return fmt.Sprintf("On %s %s is better than %s: %s (p %s).", these, leader(v), leader(other(v)), d.difference(h), words.PValue(h.P))
	}
	return fmt.Sprintf("%s cannot separate A and B: %s (p %s).", words.Capital(these), d.difference(h), words.PValue(h.P))
}

// verdict is what the page says: the headline, the tasks beside it, and what
// follows from both.
func (d *comparison) verdict() string {
	text := d.sentence()
	for _, more := range []string{d.tasksSentence(), d.follows()} {
		if more != "" {
			text += " " + more
		}
	}
	return text
}

// leader is the letter of the run that a verdict calls better.
func leader(v compare.Verdict) string {
	if v == compare.AheadA {
		return "A"
	}
	return "B"
}

func other(v compare.Verdict) compare.Verdict {
	if v == compare.AheadA {
		return compare.AheadB
	}
	return compare.AheadA
}

// noClaim says what stands against a verdict, and what can be seen all the same.
func (d *comparison) noClaim(these string) string {
	text := strings.Join(d.unranked(), "; ") + ": so nothing here says which of the two is better."
	if h := d.Find(d.Headline); h != nil && h.Diff != nil {
		text += fmt.Sprintf(" On %s %s (p %s).", these, d.difference(h), words.PValue(h.P))
	}
	return text
}

// unranked says of each run why it is not ranked; empty if both are.
func (d *comparison) unranked() []string {
	var list []string
	for i, r := range []*results.ScoredRun{&d.a, &d.b} {
		letter := []string{"A", "B"}[i]
		if !r.Complete {
			list = append(list, fmt.Sprintf("%s is incomplete (%s of %s scored)", letter, words.Count(r.Counts.Scored), words.Count(r.Counts.Expected)))
		}
		for _, o := range r.Objections {
			list = append(list, fmt.Sprintf("%s is not ranked (%s)", letter, strings.TrimSuffix(ui.Plain(o.Message), ".")))
		}
	}
	return list
}

// short is the verdict in a few words; where the tasks that one run alone passed
// say something else than the headline, it names both.
func (d *comparison) short() string {
	metric := views.MetricOf(d.Headline).Label
	switch v := d.Verdict(); v {
	case compare.Agree:
		return "No disagreements."
	case compare.NoClaim:
		return "No claim."
	case compare.TooFew:
		return "Too few to tell."
	case compare.AheadA, compare.AheadB:
		switch d.Endpoints() {
		case compare.EndpointsHeadline:
			return fmt.Sprintf("%s is ahead in %s, not in %s passed.", leader(v), metric, d.noun())
		case compare.EndpointsOpposed:
			return fmt.Sprintf("%s is ahead in %s, %s in %s passed.", leader(v), metric, leader(other(v)), d.noun())
		}
		return leader(v) + " is ahead."
	}
	if d.Endpoints() == compare.EndpointsTasks {
		return fmt.Sprintf("Not separable in %s; %s passes more %s.", metric, leader(d.TasksVerdict()), d.noun())
	}
	return "Not separable."
}

// tasksSentence is the second endpoint: the tasks that one run alone passed.
// Without a disagreement there is nothing to weigh.
func (d *comparison) tasksSentence() string {
	t := d.Table
	if t.Discordant() == 0 || d.Verdict() == compare.TooFew && !d.Fractional { // then the first sentence has it
		return ""
	}
	what := "passed"
	if d.Fractional {
		what = "has full marks on"
	}
	text := fmt.Sprintf("A alone %s %s and B alone %s (exact McNemar test, p %s)", what, words.Plural(t.OnlyA, d.benchmark.Words.Task, d.noun()), words.Count(t.OnlyB), words.PValue(&d.McNemar))
	switch {
	case !d.Ranked:
		return text + "."
	case d.TasksSeparate():
		return text + ", which separates them."
	}
	return text + ", which does not separate them."
}

// follows says what follows from both endpoints together.
func (d *comparison) follows() string {
	metric := views.MetricOf(d.Headline).Label
	switch d.Endpoints() {
	case compare.EndpointsTasks:
		return d.followsTasks(metric)
	case compare.EndpointsHeadline:
		return fmt.Sprintf("The difference lies in %s: that %s is better there is borne out, that it passes more %s is not.", metric, leader(d.Verdict()), d.noun())
	case compare.EndpointsOpposed:
		return fmt.Sprintf("The two point in opposite directions: %s is better in %s and %s passes more %s, so neither is better throughout.", leader(d.Verdict()), metric, leader(d.TasksVerdict()), d.noun())
	case compare.EndpointsAgree:
		if d.Separates() {
			return "Both tests say the same."
		}
	}
	return ""
}

// followsTasks is for tasks that separate beside a headline that does not.
func (d *comparison) followsTasks(metric string) string {
	more := leader(d.TasksVerdict())
	if d.Verdict() == compare.TooFew {
		return fmt.Sprintf("That %s passes more of these %s holds for them alone: whether it does in other %ss too, so few cannot tell.", more, d.noun(), d.benchmark.Words.Scenario)
	}
	if d.Unit == "scenario" {
		return fmt.Sprintf("The two disagree, because McNemar's test takes the %s as independent and the test of %s exchanges whole %ss: %s passes more of these %s, but in %s, by which the board ranks, the two are not separable.", d.noun(), metric, d.benchmark.Words.Scenario, more, d.noun(), metric)
	}
	return fmt.Sprintf("The two disagree, because %s counts partial marks and McNemar's test full marks alone: %s solves more %s in full, but in %s, by which the board ranks, the two are not separable.", metric, more, d.noun(), metric)
}

// difference words one metric: who has more, and how sure that is.
func (d *comparison) difference(m *compare.Metric) string {
	info := views.MetricOf(m.Key)
	more, less := "A", "B"
	if *m.Diff < 0 {
		more, less = less, more
	}
	text := fmt.Sprintf("the %s of %s is %s points above that of %s", info.Label, more, unsignedPoints(math.Abs(*m.Diff)), less)
	if *m.Diff == 0 {
		text = fmt.Sprintf("their %s is the same", info.Label)
	}
	if m.Lower {
		text += ", where less is better"
	}
	if m.CI != nil {
		text += fmt.Sprintf(", and the 95 %% interval of A − B runs from %s to %s", signedPoints(m.CI.Lo), signedPoints(m.CI.Hi))
	}
	return text
}

// tooFew says what can still be said where scenarios are too few for a test.
func (d *comparison) tooFew(these string) string {
	h := d.Find(d.Headline)
	text := ""
	if h != nil && h.Diff != nil {
		text = words.Capital(d.difference(h)) + ". "
	}
	if d.Unit == "scenario" {
		text += fmt.Sprintf("%s, whatever the difference, are too few for a test over scenarios", words.Capital(words.Plural(d.Units, d.benchmark.Words.Scenario, d.benchmark.Words.Scenario+"s")))
		if d.MinP < 1 {
			text += fmt.Sprintf(": its p cannot fall below %s", words.PValue(&d.MinP))
		}
		text += ". "
	}
	p, test := d.taskTest()
	verb := "cannot separate the two"
	if *p < compare.Alpha {
		verb = "would separate the two"
	}
	return text + fmt.Sprintf("Taken as independent, %s %s (%s, p %s).", these, verb, test, words.PValue(p))
}

// taskTest is the test that takes the tasks as independent.
func (d *comparison) taskTest() (p *float64, name string) {
	if !d.Fractional {
		return &d.McNemar, "exact McNemar test"
	}
	diffs := []float64{}
	for i := range d.Tasks {
		if t := &d.Tasks[i]; t.Common() {
			diffs = append(diffs, *t.A.Score-*t.B.Score)
		}
	}
	x, _ := stats.SignFlip(diffs, d.Seed, d.Draws)
	return &x, "sign-flip of the tasks' differences"
}

// notes say what could have been seen.
func (d *comparison) notes() []string {
	var list []string
	det := d.Detectable()
	what := "pass rate"
	if d.Fractional {
		what = "mean score"
	}
	if d.Score.Diff != nil && d.Score.SE != nil {
		text := fmt.Sprintf("In %s A has %s %%, B %s %%: %s points between them, standard error %s", what, words.Pct(d.Score.A), words.Pct(d.Score.B), words.Points(d.Score.Diff), unsignedPoints(*d.Score.SE))
		if d.Clustered.SE != nil {
			text += fmt.Sprintf(", or %s by %s", unsignedPoints(*d.Clustered.SE), d.benchmark.Words.Scenario)
		}
		list = append(list, text+".")
	}
	mde, basis := det.Clustered, "by "+d.benchmark.Words.Scenario
	if mde == nil {
		mde, basis = det.Tasks, "with independent "+d.noun()
	}
	if mde != nil {
		text := fmt.Sprintf("%s could have shown, with 80 %% power at the 5 %% level, a difference of %s points or more in %s (standard error %s)", words.Capital(words.Plural(d.Common, d.benchmark.Words.Task, d.noun())), unsignedPoints(*mde), what, basis)
		if det.Headline != nil {
			text += fmt.Sprintf(" and of %s points in %s", unsignedPoints(*det.Headline), views.MetricOf(d.Headline).Label)
		}
		text += "."
		if det.Needed != nil && *det.Needed > d.Common {
			text += fmt.Sprintf(" To find one of %s points, about %s %s like these would be needed.", unsignedPoints(math.Abs(*d.Score.Diff)), words.Count(*det.Needed), d.noun())
		}
		list = append(list, text)
	}
	return list
}

// fewUnits is the number of units below which the percentile bootstrap is known
// to cover clearly less than it claims.
const fewUnits = 10

// method says how the numbers were made, and what no interval here covers.
func (d *comparison) method() []string {
	sc := d.benchmark.Words.Scenario
	list := []string{
		fmt.Sprintf("Differences are A − B. Both runs are recomputed on the %s that both have scored; a task with several attempts counts with their mean and as passed if that is 1.", words.Plural(d.Common, d.benchmark.Words.Task, d.noun())),
	}
	unit := d.Unit
	if unit == "scenario" {
		unit = sc
	}
	if d.Units > 1 {
		list = append(list, fmt.Sprintf("Intervals of metrics are percentile bootstraps of %s %ss, %s draws with seed %d, the same draws for both runs.", words.Count(d.Units), unit, words.Count(d.Draws), d.Seed))
		if d.Units < fewUnits {
			list = append(list, fmt.Sprintf("From so few %ss a bootstrap makes intervals that are too narrow: read them as the least that is uncertain.", unit))
		}
	} else {
		list = append(list, fmt.Sprintf("With one %s there is nothing to resample, so metrics have neither interval nor p.", unit))
	}
	switch {
	case d.Unit == "scenario" && d.Units > 1 && d.Units <= stats.ExactClusters:
		list = append(list, fmt.Sprintf("The p of a metric comes from exchanging whole %ss between A and B, all %s ways; with %s %ss it cannot fall below %s.", sc, words.Count(1<<(d.Units-1)), words.Count(d.Units), sc, words.PValue(&d.MinP)))
	case d.Unit == "scenario" && d.Units > 1:
		list = append(list, fmt.Sprintf("The p of a metric comes from exchanging whole %ss between A and B at random, %s draws with seed %d.", sc, words.Count(d.Draws), d.Seed))
	case d.Unit == "task":
		list = append(list, fmt.Sprintf("The p of a metric comes from turning the signs of the tasks' differences, exactly for up to %d of them and by %s draws with seed %d beyond.", stats.ExactClusters, words.Count(d.Draws), d.Seed))
	}
	group := "Within groups p is the exact McNemar test and the interval is Newcombe's"
	if d.Fractional {
		group = "Scores are fractions, so within groups p turns the signs of the tasks' differences and the interval is Student's"
	}
	return append(list,
		group+fmt.Sprintf("; both take %s as independent. Holm's p is adjusted for the number of rows of its table.", d.noun()),
		fmt.Sprintf("Two runs are called separable if the p of %s lies below %s; the family of that test is this one pair. The %s that one run alone passed are a second endpoint, and its p is not adjusted for the first.", views.MetricOf(d.Headline).Label, words.Fixed(alpha(), 2), d.noun()),
		fmt.Sprintf("You chose this pair: its p-values are not adjusted for the %s that the runs of this benchmark could make.", words.Plural(d.pairs, "pair", "pairs")),
		"No interval here covers how much a system varies from run to run, which single runs cannot show, nor other settings, prompts or versions of the same model.")
}

func alpha() *float64 {
	x := compare.Alpha
	return &x
}

// unsignedPoints shows a fraction as percentage points without a sign.
func unsignedPoints(x float64) string { return words.Pct(&x) }

// signedPoints always has a sign, so that an interval reads as one of a difference.
func signedPoints(x float64) string { return words.Points(&x) }
