// Package item analyses single tasks over many systems: how well a task discriminates between
// systems, which options are omitted or wrongly chosen, and which signals suggest that the task
// itself is faulty. Its functions are pure.
//
// It uses the terms of item analysis: an item is a task, and the rest is the same system's mean
// score on all other tasks of the benchmark.
package item
