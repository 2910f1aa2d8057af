// Package scorefile reads scores.json, a small file for users who have scores and optionally
// transcripts but no supported harness. The file holds one run with one object per trial. Its
// fields follow STAGE-Claw's paper (arXiv 2606.10394, sections 2.3, 2.4 and 4.1, Table 2): points
// of a final state, checks of that state, failure types, time, tokens, cost. docs/submit.md
// describes it.
//
// A trial of STAGE-Claw passes with more than 60 of 100 points, regardless of a recorded verdict. A
// trial of any other benchmark scores its share of points, or 1 or 0 if the file states whether it
// passed.
package scorefile
