package ingest

import (
	"fmt"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/score"
)

// reportContradicts begins the message of the exclusion for a run whose own report differs from its
// records.
const reportContradicts = "its own report contradicts its records"

// reportNumbers maps the numbers of a run report to their values computed from the records.
type reportNumbers map[reportNumber]*float64

// reportNumber identifies a number in a report. convention is empty for the report's default
// convention.
type reportNumber struct{ scope, key, convention string }

// computedReport computes all numbers that the run's own report can contain from the trials.
func computedReport(r *results.Run, d *results.Dataset, trials []results.Trial) reportNumbers {
	out := reportNumbers{}
	if len(r.Reported) == 0 {
		return out
	}
	for _, m := range score.Reported(d.Benchmark.Scoring, d.Tasks, trials) {
		if m.Value != nil {
			out[reportNumber{m.Scope, m.Key, strings.TrimPrefix(m.Convention, score.Report)}] = m.Value
		}
	}
	return out
}

func (c reportNumbers) of(rep *results.Reported) *float64 {
	scope := ""
	if rep.Scenario != "" {
		scope = results.ScopeScenario.Of(rep.Scenario)
	}
	return c[reportNumber{scope, rep.Metric, rep.Convention}]
}

// judgeReport sets or clears the exclusion of a run whose report differs from its records. It
// reports whether the exclusion changed.
func judgeReport(r *results.Run, complete bool, computed reportNumbers) bool {
	n, first := 0, ""
	for i := range r.Reported {
		rep := &r.Reported[i]
		want := computed.of(rep)
		if rep.Value == nil || want == nil || score.Agrees(*rep, *want) {
			continue
		}
		if n++; n == 1 {
			first = fmt.Sprintf("it states %s of %s as %v, the records give %v", rep.Metric, orRun(rep.Scenario), *rep.Value, *want)
		}
	}
	var now *results.Exclusion
	if !complete {
		n = 0 // the report may cover records that are missing here; incomplete runs are not ranked anyway
	}
	if n > 0 {
		now = &results.Exclusion{Kind: results.ExclusionContradiction, Message: reportContradicts + ": " + first}
	}
	if n > 1 {
		now.Message = fmt.Sprintf("%s in %d numbers, the first: %s", reportContradicts, n, first)
	}
	return judge(r, now, func(o results.Exclusion) bool {
		return o.Kind == results.ExclusionContradiction && strings.HasPrefix(o.Message, reportContradicts)
	})
}
