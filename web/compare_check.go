package web

import (
	"fmt"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views/ui"
)

// refusal says why the runs cannot be compared at all; empty if they can.
func (d *comparison) refusal() string {
	switch {
	case d.benchmark.ID != d.other.ID:
		return fmt.Sprintf("A is a run of %s and B of %s. Their tasks and scores are not the same, so no number of one can be set against the other.", nameVersion(d.benchmark), nameVersion(d.other))
	case d.Common == 0:
		word := d.benchmark.Words.Task
		a, b := d.LeftOut.NoB, d.LeftOut.NoA
		switch {
		case a == 0 && b == 0:
			return fmt.Sprintf("Neither run has a score for any %s, so there is nothing to count.", word)
		case a == 0 || b == 0:
			return fmt.Sprintf("%s has no score for any %s, so there is nothing to set against the other run.", map[bool]string{true: "A", false: "B"}[a == 0], word)
		}
		return fmt.Sprintf("The runs have no scored %s in common: A has a score for %s and B for %s others.", word, words.Plural(a, word, d.noun()), words.Count(b))
	}
	return ""
}

func nameVersion(b results.Benchmark) string {
	if b.Version == "" {
		return b.Name
	}
	return b.Name + " " + b.Version
}

// noun is the benchmark's word for tasks, in the plural.
func (d *comparison) noun() string { return d.benchmark.Words.Task + "s" }

// obstacle is a reason to be careful with the comparison.
type obstacle struct {
	Code    string `json:"code"`
	Message string `json:"message"`
	blocks  bool   // the two are not comparable as models
}

// obstacles lists them, the gravest first.
func (d *comparison) obstacles() []obstacle {
	var list []obstacle
	add := func(blocks bool, code, format string, args ...any) {
		list = append(list, obstacle{code, fmt.Sprintf(format, args...), blocks})
	}
	if r := d.refusal(); r != "" {
		add(true, "not_comparable", "%s", r)
		return list
	}
	d.standing(add)
	d.harness(add)
	if l := d.LeftOut; l.Total() > 0 {
		add(false, "left_out", "%s of %s are left out: %s scored in B only, %s in A only, %s in neither. All numbers of both runs are recomputed on the other %s alone and so differ from those of the runs' own pages.",
			words.Count(l.Total()), words.Plural(len(d.Tasks), "expected "+d.benchmark.Words.Task, "expected "+d.noun()), words.Count(l.NoA), words.Count(l.NoB), words.Count(l.NoScore), words.Count(d.Common))
	}
	if n := d.doubtfulCommon(); n > 0 {
		add(false, "doubtful", "%s of the %s compared cannot be passed by any answer; they are marked below and count against both runs.", words.Count(n), words.Plural(d.Common, d.benchmark.Words.Task, d.noun()))
	}
	if d.Extra > 0 {
		add(false, "extra_trials", "%s of tasks that the dataset does not have are left out.", words.Plural(d.Extra, "trial", "trials"))
	}
	for i, r := range []*results.ScoredRun{&d.a, &d.b} {
		letter := []string{"A", "B"}[i]
		if d.a.Evidence != results.Recomputed && d.b.Evidence != results.Recomputed {
			if i == 0 {
				add(false, "no_traces", "Neither run comes with traces: these are verdicts alone, so there is nothing to set side by side below them.")
			}
		} else if r.Evidence != results.Recomputed {
			add(false, "no_traces", "%s has verdicts without traces, so there is nothing to set side by side below the verdict.", letter)
		}
	}
	if a, b := attemptsPerTask(d.a.Trials), attemptsPerTask(d.b.Trials); a != b {
		add(false, "attempts", "A has up to %s per %s and B up to %s; a task counts with the mean of its attempts and as passed if all of them passed.",
			words.Plural(a, "attempt", "attempts"), d.benchmark.Words.Task, words.Count(b))
	}
	return list
}

// standing says of a run that is not ranked why it is not; then no verdict calls
// one of the two better.
func (d *comparison) standing(add func(blocks bool, code, format string, args ...any)) {
	for i, r := range []*results.ScoredRun{&d.a, &d.b} {
		letter := []string{"A", "B"}[i]
		if !r.Complete {
			add(true, "incomplete", "%s is incomplete: %s of its expected %s have a score. It is not ranked, and nothing below says that one of the two is better.", letter, words.Frac(r.Counts.Scored, r.Counts.Expected), d.noun())
		}
		for _, o := range r.Objections {
			code := string(o.Kind)
			if o.Kind == results.ObjectionSnapshot {
				code = "superseded"
			}
			add(true, code, "%s is not ranked: %s. Nothing below says that one of the two is better.", letter, strings.TrimSuffix(ui.Plain(o.Message), "."))
		}
	}
}

// harness warns where the difference may be one of the set-up.
func (d *comparison) harness(add func(blocks bool, code, format string, args ...any)) {
	a, b := d.a.System, d.b.System
	switch {
	case d.group[0] != d.group[1]:
		add(true, "harness_block", "A belongs to the block “%s” of the board and B to “%s”. These are different harnesses: the difference is one of the whole set-up, and not of the models.", d.group[0], d.group[1])
	case a.Framework != b.Framework:
		add(false, "framework", "A ran in %s and B in %s, so the difference is one of model and framework together.", frameworkName(a.Framework), frameworkName(b.Framework))
	}
	for _, f := range []struct{ key, code, what string }{
		{"dataset", "dataset", "dataset"}, {"dataset_version", "dataset_version", "version of the dataset"}, {"agent_version", "agent_version", "version of the framework"},
	} {
		if x, y := d.a.Facts[f.key], d.b.Facts[f.key]; x != "" && y != "" && x != y {
			add(false, f.code, "The records name another %s: %s in A, %s in B.", f.what, ui.Plain(x), ui.Plain(y))
		}
	}
}

func frameworkName(framework string) string {
	if framework == "" {
		return "a framework that is not recorded"
	}
	return framework
}

// attemptsPerTask is the largest number of attempts that any task has.
func attemptsPerTask(trials []results.Trial) int {
	most := 0
	for i := range trials {
		most = max(most, trials[i].Attempt, trials[i].Attempts)
	}
	return most
}

// doubtfulCommon counts the compared tasks that no answer can pass.
func (d *comparison) doubtfulCommon() int {
	n := 0
	for i := range d.Tasks {
		if t := &d.Tasks[i]; t.Common() && d.doubtful.Reason(t.Task.Scenario, t.Task.Slug) != "" {
			n++
		}
	}
	return n
}

// areComparable reports whether nothing stands against reading the difference as
// one between the two systems.
func areComparable(list []obstacle) bool {
	for _, o := range list {
		if o.blocks {
			return false
		}
	}
	return true
}
