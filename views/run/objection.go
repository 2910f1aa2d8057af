package run

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/words"
)

// shownTasks is how many trials of an objection are linked at once; the rest
// unfolds.
const shownTasks = 8

// scenarioCount is how many trials of a scenario an objection rests on.
type scenarioCount struct {
	slug string
	n    int
}

// byScenario lists the scenarios of an objection, those with most trials first.
func byScenario(o results.Objection) []scenarioCount {
	var list []scenarioCount
	for slug, n := range o.Scenarios {
		list = append(list, scenarioCount{slug, n})
	}
	slices.SortFunc(list, func(a, b scenarioCount) int {
		return cmp.Or(b.n-a.n, strings.Compare(a.slug, b.slug))
	})
	return list
}

// trialsOf is the number of trials that an objection rests on.
func trialsOf(o results.Objection) int {
	n := 0
	for c := range maps.Values(o.Scenarios) {
		n += c
	}
	return n
}

// pointing says what a run that points at this one is to it.
func pointing(o results.Objection) string {
	switch {
	case o.Kind == results.ObjectionReplaced:
		return "This run corrects"
	case len(o.Tasks) > 0:
		return words.Plural(trialsOf(o), "trial of this run also stands", "trials of this run also stand") + " in"
	}
	return "The same records were also filed as"
}

// idle reports whether the run says that it corrects one, and does not.
func (r runView) idle() bool {
	return r.Stored.Run.Replaces != "" && !slices.ContainsFunc(r.PointingAt,
		func(o results.Run) bool { return o.Objects(results.ObjectionReplaced) })
}

// tasksLeft names the trials behind the first ones.
func tasksLeft(o results.Objection) string {
	return fmt.Sprintf("%s more", words.Count(len(o.Tasks)-shownTasks))
}

// beforeRun is the objection's sentence up to the run that it speaks of, whose
// link follows.
func beforeRun(o results.Objection) string {
	if text, ok := strings.CutSuffix(o.Message, o.Run); ok {
		return strings.TrimSpace(text)
	}
	return o.Message + ":"
}
