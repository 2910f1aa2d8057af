// Package scorefile reads scores.json, a small file for users who have scores, and optionally
// transcripts, from an unsupported harness. The file contains one run with one object per trial.
// Its fields follow the STAGE-Claw paper (arXiv 2606.10394, sections 2.3, 2.4 and 4.1, Table 2):
// points for a final state, checks of that state, failure types, time, tokens, cost. docs/submit.md
// describes the file.
//
// A trial of STAGE-Claw passes with more than 60 of 100 points, even if a different verdict is
// recorded. In any other benchmark, the score of a trial is its points divided by the maximum. If
// the file only states whether the trial passed, the score is 1 or 0.
package scorefile
