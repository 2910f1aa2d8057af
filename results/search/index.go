package search

import "github.com/clawatlas/clawatlas/results"

// Doc is a step as an index takes it in, and as it is told again to take it out.
type Doc struct {
	Key     int64  // of the step; those of newer runs are higher, those of a trial follow each other
	Text    string // see StepText
	Tags    string // words for what a search can be narrowed by, with spaces between them
	Status  results.Status
	Attempt int // from 1
}

// Ask is what an index is asked: for the steps that hold the terms. Empty fields
// do not narrow it.
type Ask struct {
	Terms    []Term     // all of them must be met, and one at least is not negated
	Tags     [][]string // of each list one must be met
	From, To int64      // keys, both included; To 0 is no bound
	Status   results.Status
	Attempt  int
	Among    []int64 // keys
	Order    Order   // ByNewest, or ByRelevance by the terms alone
	Limit    int
	Offset   int
}
