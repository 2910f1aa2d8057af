// Package results holds the nouns of agent benchmarks: what is attempted, what
// was recorded and what was published. It imports only the standard library,
// so that every other package can share its words.
//
// Scores are fractions from 0 to 1; only package views turns them into
// percentages. Times are Unix milliseconds in UTC. What a record does not
// state is nil, never zero.
package results
