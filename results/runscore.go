package results

// RunScore is a system's contribution to the leaderboards of a benchmark, stored with the run that
// represents it. It depends only on the dataset and the system's own runs, so a new run does not
// affect other systems.
type RunScore struct {
	Run     int64  // id of the run, see Run.ID
	Without string // set of excluded tasks, see Board.Without
	// Key is a digest of everything except the run's records that the numbers depend on: tasks,
	// formulas and random seeds. A score with a different key is out of date.
	Key      string
	Complete bool
	Counts   Counts
	Clusters int // number of resampling units
	// Bounded is set if a verdict is missing. Each value then lies between Failed and Passed.
	Bounded     bool
	Conventions []ConventionScore // scores in the order of score.Conventions
	// Units are the unit vectors in the order of the dataset, see score.SystemUnits. They exist
	// only for a complete run and are loaded only on request.
	Units [][]float64
	// Sweeps holds the scores of the system's repeats; nil if there is only one.
	Sweeps *SweepScores
}

// ConventionScore holds the values of a run under one convention, one per metric in the order of
// the metrics. A missing value is NaN.
type ConventionScore struct {
	Convention string
	Values     []float64 // values over the tasks with a verdict
	SE, DF     []float64 // standard errors and their degrees of freedom, over the units of a complete run; NaN if they cannot be estimated
	// Between and Chance describe the system's run-to-run variation, see stats.RunVariance; NaN if
	// there is only one run.
	Between, Chance []float64
	Failed          []float64 // values if every missing verdict counts as failed; see Bounded
	Passed          []float64 // values if every missing verdict counts as passed
	// Draws holds the headline value in each bootstrap sample, packed by stats.PackDraws. It is nil
	// if the run is incomplete or has no headline value, or if it was not requested.
	Draws []byte
}

// LeaderTest is the paired test of a run against the leader of its leaderboard.
type LeaderTest struct {
	Without    string
	Convention string
	Run        int64   // id of the run, see Run.ID
	Against    string  // slug of the leader and key of the leader's score
	P          float64 // two-sided p-value; NaN if the run or the leader has no data
}
