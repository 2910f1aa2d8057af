// Package stats compares agent benchmark runs. Its functions are pure: the same
// arguments give the same answer, and nothing is read, logged or kept.
//
// Scores are 0..1. Level is a coverage such as 0.95. A "cluster" is a scenario:
// the tasks of one scenario share a workspace and a story, so they are not
// independent, and every interval or test that is meant to hold for other
// scenarios resamples, flips or swaps whole scenarios.
//
// What has no answer is never reported as a number. Functions that can meet such
// a case return ok=false, or say in their comment which value stands for it. A
// NaN among the inputs gives a NaN p-value or standard error. Slices that belong
// together but differ in length, and levels outside (0, 1), are mistakes of the
// calling program and panic.
//
// Random numbers come from the PCG generator of math/rand/v2 with a seed that
// the caller states: the same seed gives the same resamples, flips and swaps on
// every machine.
package stats

const (
	// Level is the coverage of the intervals that the site prints.
	Level = 0.95

	// Draws is the number of Monte Carlo draws behind tests.
	Draws = 10_000
	// RankDraws is the number of bootstrap draws in which systems are ranked: a share of them is exact to 0.022 (95 %).
	RankDraws = 2_000

	// Seed starts the generator. It is printed beside every resampled number so
	// that anybody can draw the same samples again.
	Seed uint64 = 1

	// ExactClusters is the largest number of clusters for which SignFlip and
	// SwapInterval enumerate all 2^G assignments; beyond it they draw at random.
	ExactClusters = 20
)

// Each use of a seed reads its own PCG stream, so that a test and an interval
// that share a seed do not share their random numbers.
const (
	streamResample uint64 = 1
	streamSignFlip uint64 = 2
	streamSwap     uint64 = 3
	streamStill    uint64 = 4
)

// tieTolerance is the relative difference below which two statistics count as
// equal. Rounding depends on the order of a sum (about 1e-16 per term); real
// differences between scores of countable tasks are far larger than 1e-12.
const tieTolerance = 1e-12
