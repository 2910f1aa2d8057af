package metric

import "github.com/clawatlas/clawatlas/results"

// clawArena holds the metrics of the ClawArena paper. The formulas of all but
// Robustness are for one scenario; how scenarios become one number is the
// convention's matter, see package score.
func clawArena() []Metric {
	of := func(key, label, name, note string) Metric {
		return Metric{Key: key, Label: label, Name: name, Note: note, Unit: Percent, Digits: 2,
			Scoring: []results.Scoring{results.ScoringClawArena}, Source: "arXiv 2604.04202v2, section on metrics and appendix D"}
	}
	return []Metric{
		of("crs", "CRS", "Composite Reliability Score", "mean of TCR and Robustness"),
		of("tcr", "TCR", "Task Completion Rate", "passed rounds"),
		of("mc", "MC", "multi-choice", "passed multiple-choice rounds"),
		of("ec", "EC", "exec check", "passed rounds that a script checks"),
		of("robustness", "Robustness", "Robustness", "SC times FD"),
		of("sc", "SC", "Success Cohesion", "how far successes stand together"),
		of("fd", "FD", "Failure Dispersion", "how far failures stand apart"),
	}
}
