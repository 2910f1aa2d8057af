package clawmark

import (
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
)

const (
	stateChecked   = "checked"
	stateUnchecked = "unchecked" // the stage ran, but no checks were run or recorded
	stateUnreached = "not_reached"
	stateFramework = "framework_error"
)

// stageResults returns the expected and recorded stages in order. The score of a stage covers its
// checks in the full rubric. It is nil if the stage has none.
func stageResults(rec *record, task *results.Task, v *verdict) []results.StageResult {
	recorded := map[string]*stage{}
	for i := range rec.Stages {
		if s := &rec.Stages[i]; recorded[s.ID] == nil {
			recorded[s.ID] = s
		}
	}
	var out []results.StageResult
	for _, id := range stageOrder(rec, task) {
		out = append(out, stageResult(id, recorded[id], v))
	}
	return out
}

// stageOrder returns the dataset's stages, then "final" if it has checks, then stages that occur
// only in the record.
func stageOrder(rec *record, task *results.Task) []string {
	var ids []string
	if task != nil {
		for _, s := range task.Facts.Stages {
			ids = append(ids, s.ID)
		}
		for _, c := range task.Checks {
			if c.Day == stageFinal && !slices.Contains(ids, stageFinal) {
				ids = append(ids, stageFinal)
			}
		}
	}
	for _, s := range rec.Stages {
		if !slices.Contains(ids, s.ID) {
			ids = append(ids, s.ID)
		}
	}
	return ids
}

func stageResult(id string, s *stage, v *verdict) results.StageResult {
	out := results.StageResult{ID: id, State: stateUnreached}
	if s == nil {
		return out
	}
	out.Error = s.Error
	if id != stageFinal {
		out.Success = s.Success // no agent runs in "final", so Success has only its default value there
	}
	switch {
	case id == stageFramework:
		out.State = stateFramework
	case s.raised():
		// The stage failed before its checks.
	case len(s.Verification) == 0:
		out.State = stateUnchecked
	default:
		out.State = stateChecked
		out.Score = v.stageScore(id)
	}
	return out
}

func (v *verdict) stageScore(id string) *float64 {
	got, full := 0.0, 0.0
	for _, c := range v.checks {
		if c.Day != id {
			continue
		}
		full += c.Weight
		if c.Passed != nil && *c.Passed {
			got += c.Weight
		}
	}
	if full == 0 {
		return nil
	}
	return new(got / full)
}

// ending is a trial's status. For an error it includes the stage that reported the error.
type ending struct {
	status results.Status
	kind   string
	text   string
}

// endOf determines the status by the rules in the package comment. Their order matters: the error
// of a stage that raised an exception may mention the timeout of a service.
func endOf(rec *record, v *verdict) ending {
	if v.allPassed {
		return ending{status: results.Passed}
	}
	rules := []struct {
		status results.Status
		kind   string
		holds  func(*stage) bool
	}{
		{results.InfraError, "framework_error", func(s *stage) bool { return s.ID == stageFramework }},
		{results.InfraError, "stage_raised", (*stage).raised},
		{results.Timeout, "timeout", hasTimedOut},
		{results.AgentError, "agent_exit", func(s *stage) bool { return s.Success != nil && !*s.Success }},
	}
	for _, rule := range rules {
		for i := range rec.Stages {
			if s := &rec.Stages[i]; rule.holds(s) {
				return ending{rule.status, rule.kind, s.ID + ": " + s.Error}
			}
		}
	}
	if len(rec.Stages) == 0 {
		return ending{results.InfraError, "no_stage", "the record has no stage"}
	}
	return ending{status: results.Failed}
}

func hasTimedOut(s *stage) bool { return strings.HasPrefix(s.Error, timeoutPrefix) }
