// Package scorefile reads the small file of those who have scores and perhaps
// transcripts, and no harness of ours: scores.json, one run, with one object for each
// trial. Its fields are those that STAGE-Claw's paper tells of (arXiv 2606.10394,
// sections 2.3, 2.4 and 4.1, Table 2): points of a final state, the checks of that
// state, the types of failure, time, tokens, cost. docs/submit.md describes it.
//
// A trial of STAGE-Claw passes with more than 60 of 100 points, whatever else the file
// says; of any other benchmark it counts the share of its points, or 1 or 0 where the
// file says whether it passed.
package scorefile
