package clawarena

import (
	"context"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
)

// scoreKeys returns pairs of a score's key in report.json and the name of our metric. summary and
// by_test use different keys for two of the scores.
func scoreKeys() [][2]string {
	return [][2]string{
		{"crs", "composite_reliability_score"}, {"tcr", "task_completion_rate"}, {"robustness", "robustness"},
		{"sc", "avg_sc"}, {"fd", "avg_fd"}, {"sc", "sc"}, {"fd", "fd"},
	}
}

// readReport reads the run's report.json for comparison. An unreadable report only causes a
// warning.
func (r *run) readReport(ctx context.Context) error {
	if r.located.report == "" {
		return nil
	}
	rec, err := r.in.Record(r.located.report)
	if err != nil {
		r.out.Warn(ingest.Warn(r.located.report, 0, "%v", err))
		return nil
	}
	if err := r.out.Raw(ctx, rec); err != nil {
		return err
	}
	var root node
	if err := rec.Decode(&root); err != nil {
		r.out.Warn(ingest.WarnOf(r.located.report, "", err))
		return nil
	}
	r.report = &reportCheck{root: &root, data: rec.Data, name: r.located.report}
	r.reported("", root.field("summary"))
	if list := root.field("by_test"); list != nil {
		for _, t := range list.items {
			if id := t.field("test_id").word(); id != "" {
				r.reported(id, t)
			}
		}
	}
	if v := root.field("summary").float("accuracy"); v != nil {
		r.meta.Reported = append(r.meta.Reported, results.Reported{File: r.located.report, Metric: "tcr", Value: v, Digits: 9,
			Convention: "paper"}) // convention of results/score: mean over all rounds
	}
	if days := root.field("by_task"); days != nil {
		for i, day := range days.keys {
			r.reportedScore(day, "tcr", days.fields[i].float("accuracy"))
		}
	}
	for _, k := range [][2]string{{"mc", results.KindMultiChoice}, {"ec", results.KindExecCheck}} {
		r.reportedScore("", k[0], root.field("by_type").field(k[1]).float("task_completion_rate"))
	}
	return nil
}

func (r *run) reported(scenario string, n *node) {
	for _, k := range scoreKeys() {
		r.reportedScore(scenario, k[0], n.float(k[1]))
	}
}

func (r *run) reportedScore(scenario, metric string, v *float64) {
	if v != nil {
		r.meta.Reported = append(r.meta.Reported, results.Reported{File: r.located.report, Scenario: scenario, Metric: metric, Value: v,
			Digits: 4})
	}
}
