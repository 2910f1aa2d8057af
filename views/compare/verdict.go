package compare

import (
	"fmt"
	"math"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/compare"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
)

// Lead is the verdict of a page: a sentence, its conclusion in bold, and a sentence about another
// significant difference, if there is one.
type Lead struct{ Said, Bold, Also string }

func (l Lead) String() string {
	return strings.TrimSpace(strings.TrimSpace(l.Said+" "+l.Bold) + " " + l.Also)
}

// conclude sets the verdict. AddReasons calls it again, because the reasons can add a sentence.
func (c *Comparison) conclude() {
	c.lead = c.headline()
	if o := c.Outcome; o != compare.NoCommon && o != compare.NoClaim && o != compare.Agree {
		c.lead.Also = c.also()
	}
	c.Verdict = c.lead.String()
}

// Refusal returns the reason why the runs cannot be compared; empty if they can.
func (c *Comparison) Refusal() string {
	word := c.Of.Words.Task
	switch {
	case !c.OneBenchmark():
		return fmt.Sprintf("%s is a run of %s and %s of %s. Their tasks and scores differ, so they cannot be compared.", c.A.Label,
			nameVersion(c.Of), c.B.Label, nameVersion(c.Other))
	case c.Result.Common == 0:
		return fmt.Sprintf("The two runs have no scored %s in common: %s has a score for %s, %s for %s.", word,
			c.A.Short, words.Counted(c.A.Counts.Scored, word), c.B.Short, words.Counted(c.B.Counts.Scored, word))
	}
	return ""
}

func nameVersion(b results.Benchmark) string { return strings.TrimSpace(b.Name + " " + b.Version) }

// headline states the difference in the headline metric and the conclusion from its test.
func (c *Comparison) headline() Lead {
	said := c.difference(c.Result.Find(c.Headline))
	switch c.Outcome {
	case compare.NoCommon:
		return Lead{Said: c.Refusal()}
	case compare.Agree:
		return Lead{Said: fmt.Sprintf("%s and %s have the same score on all %s:", c.A.Short, c.B.Short, c.common()), Bold: "no disagreements."}
	case compare.NoClaim:
		return Lead{Said: said + ":", Bold: "no ranking, because " + strings.Join(c.unranked(), " and ") + "."}
	case compare.TooFew:
		return Lead{Said: said + ":", Bold: fmt.Sprintf("too few %s for a significant difference.", words.Many(c.Result.Unit))}
	case compare.AheadA, compare.AheadB:
		return Lead{Said: said + ":", Bold: "significantly different."}
	}
	return Lead{Said: said + ":", Bold: "no significant difference."}
}

// difference states which side is better in a metric, by how much, and the test result.
func (c *Comparison) difference(m *compare.Metric) string {
	if m == nil || m.Diff == nil {
		return fmt.Sprintf("%s and %s have no common value of the headline metric", c.A.Short, c.B.Short)
	}
	info := views.MetricOf(m.Key)
	more, less := &c.A, &c.B
	x, y := m.A, m.B
	if *m.Diff < 0 {
		more, less, x, y = less, more, y, x
	}
	by := math.Abs(*m.Diff)
	text := fmt.Sprintf("%s scores %s higher than %s", more.Short, amount(info, by), less.Short)
	if by == 0 {
		text = fmt.Sprintf("%s and %s score the same", more.Short, less.Short)
	}
	in := []string{fmt.Sprintf("%s %s and %s", info.Label, info.Show(x), info.Show(y))}
	if m.Lower {
		in[0] += ", lower is better"
	}
	if m.CI != nil {
		lo, hi := m.CI.Lo, m.CI.Hi
		if *m.Diff < 0 {
			lo, hi = -hi, -lo
		}
		in = append(in, fmt.Sprintf("95 %% CI %s to %s", signed(info, lo), signed(info, hi)))
	}
	if m.P != nil {
		p := pWords(m.P)
		if b := c.Result.Board; m.Key == c.Headline && b != nil && b.Family > 1 {
			if adjusted := words.PValue(&b.Holm); adjusted != words.PValue(m.P) {
				p += fmt.Sprintf(", %s adjusted for %d comparisons on the leaderboard", adjusted, b.Family)
			}
		} else if len(c.Result.Metrics) > 1 {
			p += ", not adjusted"
		}
		in = append(in, p)
	}
	text += " (" + strings.Join(in, "; ") + ")"
	if p := c.Result.Find("points"); m.Key == c.Headline && p != nil && p.Diff != nil && *p.Diff**m.Diff < 0 {
		text += fmt.Sprintf("; by %s the order is reversed (%s and %s)", views.MetricOf(p.Key).Label, words.Pct(p.A), words.Pct(p.B))
	}
	return text
}

// pWords formats a p-value for use in a sentence.
func pWords(p *float64) string {
	text := words.PValue(p)
	if rest, small := strings.CutPrefix(text, "<"); small {
		return "p < " + rest
	}
	return "p = " + text
}

// amount formats an absolute difference with its unit.
func amount(m views.MetricInfo, by float64) string {
	if !m.Percent() {
		return m.Show(&by)
	}
	by *= 100
	return words.Fixed(&by, 1) + " points"
}

// signed formats a limit of an interval for use in a sentence.
func signed(m views.MetricInfo, x float64) string {
	text := m.Show(&x)
	if m.Percent() {
		y := x * 100
		text = words.Fixed(&y, 1)
	}
	if x > 0 {
		text = "+" + text
	}
	return text
}

// unranked returns the reasons why the runs are not ranked; empty if both are.
func (c *Comparison) unranked() []string {
	var list []string
	for _, s := range []*Side{&c.A, &c.B} {
		if !s.Complete {
			list = append(list, fmt.Sprintf("%s is incomplete (%s of %s scored)", s.Short, words.Frac(s.Counts.Scored, s.Counts.Expected),
				c.noun()))
		}
		for _, o := range s.Of.Exclusions {
			list = append(list, fmt.Sprintf("%s is not ranked (%s)", s.Short, strings.TrimSuffix(words.Plain(o.Message), ".")))
		}
	}
	return list
}

// also returns a sentence about a further significant difference: in a kind of failure, in the
// tasks that only one run passed, or in resource use.
func (c *Comparison) also() string {
	if c.Reasons != nil {
		for i := range c.Reasons.Kinds {
			k := &c.Reasons.Kinds[i]
			if !k.cause() {
				continue
			}
			who, n, m := c.A.Short, k.FailedA, k.FailedB
			if m > n {
				who, n, m = c.B.Short, m, n
			}
			return fmt.Sprintf("%s fails more often for one reason, %s: %d %s against %d (%s, adjusted for %s).", who,
				words.Small(k.Title), n, c.noun(), m, pWords(k.PHolm), words.Counted(c.Reasons.tested(), "kind"))
		}
	}
	if t := c.Paired; c.Result.TasksSeparate() && !c.Result.Separates() {
		return fmt.Sprintf("%s alone %s %d %s, %s alone %d (exact McNemar test, %s).", c.A.Short, c.Of.Full(), t.OnlyA, c.noun(),
			c.B.Short, t.OnlyB, pWords(t.McNemarP))
	}
	var best *compare.Metric
	for i := range c.Result.Spending {
		if m := &c.Result.Spending[i]; m.P != nil && *m.P*float64(len(c.Result.Spending)) < compare.Alpha && m.Diff != nil &&
			(best == nil || *m.P < *best.P) {
			best = m
		}
	}
	if best == nil {
		return ""
	}
	label, show := views.SpendingWords(best)
	who, by := c.A.Short, -*best.Diff
	if *best.Diff > 0 {
		who, by = c.B.Short, *best.Diff
	}
	name, unit, _ := strings.Cut(words.Small(label), ", ")
	return fmt.Sprintf("%s needs %s less %s per %s (%s).", who, strings.TrimSpace(show(&by, false)+" "+unit), name, c.Of.Words.Task,
		pWords(best.P))
}

// noun returns the benchmark's plural word for tasks.
func (c *Comparison) noun() string { return words.Many(c.Of.Words.Task) }

func (c *Comparison) common() string { return words.Counted(c.Result.Common, c.Of.Words.Task) }

// Warning is a caveat about the comparison.
type Warning struct {
	Code    string `json:"code"`    // machine-readable code
	Message string `json:"message"` // one or two sentences
}

// warn sets the warnings, most important first. Some of them mean that the difference cannot be
// attributed to the systems.
func (c *Comparison) warn(trials [2][]results.Trial) {
	c.Warnings, c.Comparable = []Warning{}, true
	add := func(blocks bool, code, format string, args ...any) {
		c.Warnings = append(c.Warnings, Warning{code, fmt.Sprintf(format, args...)})
		c.Comparable = c.Comparable && !blocks
	}
	if r := c.Refusal(); r != "" {
		add(true, "not_comparable", "%s", r)
		return
	}
	for _, s := range []*Side{&c.A, &c.B} {
		if !s.Complete {
			add(true, "incomplete", "%s is incomplete: %s of its expected %s have a score.", s.Short,
				words.Frac(s.Counts.Scored, s.Counts.Expected), c.noun())
		}
		for _, o := range s.Of.Exclusions {
			code := string(o.Kind)
			if o.Kind == results.ExclusionSnapshot {
				code = "superseded"
			}
			add(true, code, "%s is not ranked: %s.", s.Short, strings.TrimSuffix(words.Plain(o.Message), "."))
		}
	}
	if c.group[0] != c.group[1] {
		add(true, "harness_block", "The leaderboard ranks the two apart (“%s” and “%s”): the harnesses differ.", c.group[0], c.group[1])
	} else if a, b := c.A.System.Framework, c.B.System.Framework; a != b {
		add(false, "framework", "The harnesses differ: %s and %s.", frameworkName(a), frameworkName(b))
	}
	for _, f := range [][3]string{{results.FactDataset, "dataset", "dataset"}, {results.FactDatasetVersion, "dataset_version", "version of the dataset"},
		{results.FactAgentVersion, "agent_version", "version of the harness"}} {
		if x, y := c.A.Of.Facts[f[0]], c.B.Of.Facts[f[0]]; x != "" && y != "" && x != y {
			add(false, f[1], "The %s differs: %s and %s.", f[2], words.Plain(x), words.Plain(y))
		}
	}
	if n := c.Result.LeftOut.Total(); n > 0 {
		add(false, "left_out", "%s of %s lack a score in one run or both; every number here rests on the other %s.", words.Count(n),
			words.Counted(len(c.Result.Tasks), c.Of.Words.Task), words.Count(c.Result.Common))
	}
	faulty := 0
	for i := range c.Result.Tasks {
		if t := &c.Result.Tasks[i]; t.Common() && c.FaultyChecks.Reason(t.Task.Scenario, t.Task.Slug) != "" {
			faulty++
		}
	}
	if faulty > 0 {
		add(false, "doubtful", "%s of %s have a faulty check and count against both.", words.Count(faulty), c.common())
	}
	if c.Result.Extra > 0 {
		add(false, "extra_trials", "%s of tasks outside the dataset are left out.", words.Counted(c.Result.Extra, "trial"))
	}
	for _, s := range []*Side{&c.A, &c.B} {
		if s.Evidence != results.Recomputed {
			add(false, "no_traces", "%s has verdicts without traces.", s.Short)
		}
	}
	if a, b := attemptsPerTask(trials[0]), attemptsPerTask(trials[1]); a != b {
		add(false, "attempts", "%s has up to %s per %s, %s up to %s; a %[3]s counts with the mean of its attempts.", c.A.Short,
			words.Counted(a, "attempt"), c.Of.Words.Task, c.B.Short, words.Count(b))
	}
	if c.A.Run == c.B.Run {
		add(false, "same_run", "Both sides are the same run.")
	}
}

func frameworkName(framework string) string {
	if framework == "" {
		return "not recorded"
	}
	return framework
}

func attemptsPerTask(trials []results.Trial) int {
	most := 0
	for i := range trials {
		most = max(most, trials[i].Attempt, trials[i].Attempts)
	}
	return most
}
