package metric

import "github.com/clawatlas/clawatlas/results"

// clawArena returns the metrics of the ClawArena paper. Except for Robustness, the formulas
// describe one scenario of N rounds: S rounds passed, in k uninterrupted streaks, and Sf rounds
// failed, in kf streaks (docs/design.md#clawarena). The convention defines how scenarios are
// combined, see package score.
func clawArena() []Metric {
	of := func(key, label, name, note, counted, over string) Metric {
		return Metric{Key: key, Label: label, Name: name, Note: note, Unit: Percent, Digits: 2, Counted: counted, Over: over,
			Scoring: []results.Scoring{results.ScoringClawArena}, Source: "arXiv 2604.04202v2, section on metrics and appendix D"}
	}
	return []Metric{
		of("crs", "CRS", "Composite Reliability Score", "mean of TCR and Robustness", "TCR + Robustness", "2"),
		of("tcr", "TCR", "Task Completion Rate", "mean score of the rounds", "sum of the scores", "rounds"),
		of("mc", "MC", "multi-choice", "mean score of the multiple-choice rounds",
			"sum of their scores", "multiple-choice rounds"),
		of("ec", "EC", "exec check", "mean score of the rounds that a script checks", "sum of their scores", "script-checked rounds"),
		of("robustness", "Robustness", "Robustness", "SC times FD", "SC × FD", ""),
		of("sc", "SC", "Success Cohesion", "how far successes stand together", "S − k: passed rounds right after a passed one",
			"N − 1; 0 if N ≤ 1 or k = 0"),
		of("fd", "FD", "Failure Dispersion", "how far failures stand apart",
			"N − 1 − (Sf − kf): neighbours that are not both failed", "N − 1; 1 if N ≤ 1"),
	}
}
