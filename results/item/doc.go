// Package item looks at one task over many systems: how it discriminates, which
// options are omitted or wrongly chosen, and what signals that the task itself is
// faulty. Its functions are pure.
//
// The words are those of item analysis: an item is a task, and the rest is what
// the same system scored on all other tasks of the benchmark.
package item
