// Package stats contains the statistical methods for comparing runs of agent benchmarks. Its
// functions are pure and deterministic.
//
// Scores are between 0 and 1, and level is a coverage such as 0.95. A cluster is a scenario: its
// tasks share a workspace and a story, so they are not independent. Intervals and tests that should
// generalise to other scenarios therefore resample, flip or swap whole scenarios.
//
// An undefined result is never reported as a number. Functions return ok=false for it, or document
// a special value. If the input contains NaN, the p-value or standard error is NaN. Slices that
// belong together but differ in length, and levels outside (0, 1), are programming errors and
// panic.
//
// Random numbers come from the PCG generator of math/rand/v2 with a seed from the caller, so that
// the same seed produces the same samples, flips and swaps on every machine.
package stats

const (
	// Level is the coverage of the intervals on the site.
	Level = 0.95

	// Draws is the number of random assignments in a Monte Carlo test.
	Draws = 10_000
	// RankDraws is the number of bootstrap samples in which systems are ranked. A share of the
	// samples has a Monte Carlo error of at most 0.022 (95 %).
	RankDraws = 2_000

	// Seed is the default seed. The site reports it with every number that depends on random
	// samples, so that the number can be reproduced.
	Seed uint64 = 1

	// ExactClusters is the largest number of clusters for which SignFlip and SwapInterval enumerate
	// all 2^G assignments. For more clusters they use random assignments.
	ExactClusters = 20
)

// PCG streams. Each use of a seed has its own stream, so that a test and an interval with the same
// seed use different random numbers.
const (
	streamResample uint64 = 1
	streamSignFlip uint64 = 2
	streamSwap     uint64 = 3
	streamStill    uint64 = 4
)

// tieTolerance is the relative difference below which two statistics count as equal. Rounding
// depends on the order of summation (about 1e-16 per term); real differences between scores of
// countable tasks are far larger than 1e-12.
const tieTolerance = 1e-12
