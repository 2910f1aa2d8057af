package results

// Sweeps are the complete passes over all tasks behind a row's mean: runs of the system, or
// attempts of a run. Values are of the headline, 0 to 1.
type Sweeps struct {
	N      int          `json:"n"`      // at least 2
	Mean   float64      `json:"mean"`   // of the values
	Min    float64      `json:"min"`    // least value
	Max    float64      `json:"max"`    // greatest value
	SD     float64      `json:"sd"`     // standard deviation between the sweeps, with divisor n-1
	Values []SweepValue `json:"values"` // in the order in which the sweeps began
}

// SweepValue is the headline of one pass.
type SweepValue struct {
	Run     string  `json:"run"`               // slug
	Attempt int     `json:"attempt,omitempty"` // of the run, from 1; absent where the sweep is the whole run
	Value   float64 `json:"value"`             // 0 to 1
}

// Count returns the number of passes, at least 1.
func (s *Sweeps) Count() int {
	if s == nil {
		return 1
	}
	return s.N
}

// Runs returns the slugs of the runs, each once.
func (s *Sweeps) Runs() []string {
	if s == nil {
		return nil
	}
	var list []string
	for _, v := range s.Values {
		if len(list) == 0 || list[len(list)-1] != v.Run {
			list = append(list, v.Run)
		}
	}
	return list
}

// SweepScore is a pass's part of a board.
type SweepScore struct {
	Run     string    `json:"run"` // slug
	Attempt int       `json:"attempt,omitempty"`
	Values  []float64 `json:"values"` // of the headline, one for each convention
}

type SweepScores struct {
	List []SweepScore `json:"list"`
}

// RunEffect is the variance between runs of one system beyond chance at each task, pooled over the
// board's systems with several runs.
type RunEffect struct {
	Variance float64 `json:"variance"` // of one run; 0 where runs differ no more than chance lets them
	Between  float64 `json:"between"`  // variance between runs, with what chance makes of it
	DF       int     `json:"df"`       // runs of these systems, less one of each
	Runs     int     `json:"runs"`     // of the row's system
}

// LeastRunDF is the number of degrees of freedom from which runs of other systems are used for a
// system with one run.
const LeastRunDF = 4

// Added is the variance between runs, of a value or of a difference.
type Added struct {
	Variance, Between float64
	DF                int
}

// Covers reports whether the variance between the system's runs is known.
func (e *RunEffect) Covers() bool { return e != nil && (e.Runs > 1 || e.DF >= LeastRunDF) }

// Added returns the variance between runs that applies to the row's value, or zero.
func (e *RunEffect) Added() Added {
	if !e.Covers() {
		return Added{}
	}
	n := float64(max(1, e.Runs))
	return Added{e.Variance / n, e.Between / n, e.DF}
}

// Plus returns the variance for the difference of two systems.
func (a Added) Plus(b Added) Added {
	df := max(a.DF, b.DF)
	if a.DF > 0 && b.DF > 0 {
		df = min(a.DF, b.DF)
	}
	return Added{a.Variance + b.Variance, a.Between + b.Between, df}
}
