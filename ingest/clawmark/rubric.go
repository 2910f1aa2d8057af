package clawmark

import (
	"fmt"
	"math"
	"regexp"
	"strings"

	"github.com/clawatlas/clawatlas/results"
)

// redLine matches the ids of red-line checks. It is used if the rubric is unknown. In the released
// tasks it matches exactly the 55 red-line checks.
var redLine = regexp.MustCompile(`(?i)red_?line`)

type judged struct {
	passed *bool
	weight *float64
	stage  string
	detail string
}

// verdict is the score of a record against the full rubric.
type verdict struct {
	rubric []results.CheckSpec
	checks []results.Check
	known  bool // set if the rubric comes from the dataset, not from the record

	score         float64
	allPassed     bool
	passed        int
	evaluated     int
	notes         []string // warnings about inconsistencies
	signal        string   // explanation if the recorded score differs from ours
	contradiction bool     // set if the recorded score contradicts the record's own checks
}

// judge scores the record. task may be nil.
func judge(rec *record, task *results.Task) *verdict {
	v := &verdict{}
	found, order := v.gather(rec)
	if task != nil && len(task.Checks) > 0 {
		v.rubric, v.known = task.Checks, true
		v.strangers(found, order)
	} else {
		v.rubric = recordedRubric(found, order)
	}
	var got, full, recorded float64
	var otherWeight []string
	v.allPassed = len(v.rubric) > 0
	for _, spec := range v.rubric {
		c := results.Check{ID: spec.ID, Day: spec.Day, Weight: spec.Weight, RedLine: spec.RedLine}
		full += spec.Weight
		if j := found[spec.ID]; j != nil {
			c.Passed, c.Detail = j.passed, j.detail
			recorded += spec.Weight
			if j.weight != nil && *j.weight != spec.Weight {
				otherWeight = append(otherWeight, spec.ID)
			}
		}
		if c.Passed != nil {
			v.evaluated++
		}
		if c.Passed != nil && *c.Passed {
			v.passed++
			got += spec.Weight
		} else {
			v.allPassed = false
		}
		v.checks = append(v.checks, c)
	}
	if full > 0 {
		v.score = got / full
	}
	if len(otherWeight) > 0 && v.known {
		v.note("recorded weights for %s differ from the rubric: using the rubric's", list(otherWeight))
	}
	v.compare(rec, got, full, recorded)
	return v
}

func (v *verdict) note(format string, args ...any) {
	v.notes = append(v.notes, fmt.Sprintf(format, args...))
}

// gather collects recorded checks from the stages and the flat list, and the order of their ids.
// Checks with contradictory verdicts count as not passed.
func (v *verdict) gather(rec *record) (map[string]*judged, []string) {
	found := map[string]*judged{}
	var order, contradiction, flatOnly []string
	add := func(it *item, stage string, inStage bool) {
		j := found[it.ID]
		if j == nil {
			found[it.ID] = &judged{passed: it.Passed, weight: it.Weight, stage: stage, detail: it.Detail}
			order = append(order, it.ID)
			if !inStage {
				flatOnly = append(flatOnly, it.ID)
			}
			return
		}
		if it.Passed != nil && j.passed != nil && *it.Passed != *j.passed {
			j.passed = new(bool)
			contradiction = append(contradiction, it.ID)
		}
	}
	for i := range rec.Stages {
		s := &rec.Stages[i]
		for k := range s.Verification {
			add(&s.Verification[k], s.ID, true)
		}
	}
	for i := range rec.Rubric {
		add(&rec.Rubric[i], "", false)
	}
	if len(contradiction) > 0 {
		v.note("contradicts itself on %s: counted as not passed", list(contradiction))
	}
	if len(flatOnly) > 0 {
		v.note("has %s in its rubric but in no stage", list(flatOnly))
	}
	return found, order
}

func (v *verdict) strangers(found map[string]*judged, order []string) {
	have := map[string]bool{}
	for _, spec := range v.rubric {
		have[spec.ID] = true
	}
	var unknown []string
	for _, id := range order {
		if !have[id] {
			unknown = append(unknown, id)
			delete(found, id)
		}
	}
	if len(unknown) > 0 {
		v.note("has checks that are not in the benchmark's rubric: %s: not counted", list(unknown))
	}
}

// maxWeight is the maximum weight of a recorded check. It ensures that sums cannot overflow.
const maxWeight = 1e9

func recordedRubric(found map[string]*judged, order []string) []results.CheckSpec {
	var specs []results.CheckSpec
	for _, id := range order {
		j := found[id]
		spec := results.CheckSpec{ID: id, Day: j.stage, RedLine: redLine.MatchString(id)}
		if j.weight != nil && *j.weight > 0 && *j.weight < maxWeight {
			spec.Weight = *j.weight
		}
		specs = append(specs, spec)
	}
	return specs
}

// compare explains why the recorded score differs from ours.
func (v *verdict) compare(rec *record, got, full, recorded float64) {
	if rec.Score == nil {
		v.note("has no recorded score: using %.4f, computed over the full rubric", v.score)
		return
	}
	if math.Abs(*rec.Score-v.score) < 1e-6 {
		return
	}
	own := 0.0
	if recorded > 0 {
		own = got / recorded
	}
	if math.Abs(*rec.Score-own) < 1e-6 {
		v.signal = fmt.Sprintf("recorded score %.4f covers %d of %d checks (weight %g of %g); over the full rubric it is %.4f",
			*rec.Score, v.evaluated, len(v.rubric), recorded, full, v.score)
		return
	}
	v.signal = fmt.Sprintf("recorded score %.4f does not follow from the recorded checks; over the full rubric it is %.4f",
		*rec.Score, v.score)
	v.contradiction = true
}

func list(ids []string) string {
	const most = 5
	if len(ids) <= most {
		return strings.Join(ids, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(ids[:most], ", "), len(ids)-most)
}
