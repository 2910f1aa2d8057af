// Package results defines the data types of agent benchmarks: tasks, recorded runs and published
// results. It imports only the standard library, so every other package can use it.
//
// Scores are fractions from 0 to 1; only package views turns them into percentages. Times are Unix
// milliseconds in UTC. A value missing from the records is nil, never zero.
package results
