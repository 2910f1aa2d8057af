package results

// Sweeps are a system's repeats, each a complete pass over all tasks, whose mean a leaderboard row
// shows. A repeat is a run of the system, or one attempt at every task in a run. Values are those
// of the headline metric, 0 to 1.
type Sweeps struct {
	N      int          `json:"n"` // number of repeats, at least 2
	Mean   float64      `json:"mean"`
	Min    float64      `json:"min"`
	Max    float64      `json:"max"`
	SD     float64      `json:"sd"`     // standard deviation of the values, with divisor n-1
	Values []SweepValue `json:"values"` // values in the order in which the repeats began
}

// SweepValue is the value of the headline metric in one repeat.
type SweepValue struct {
	Run     string  `json:"run"`               // slug of the run
	Attempt int     `json:"attempt,omitempty"` // number of the attempt, from 1; 0 if the repeat is a whole run
	Value   float64 `json:"value"`             // value, 0 to 1
}

// Count returns the number of repeats, which is 1 for nil.
func (s *Sweeps) Count() int {
	if s == nil {
		return 1
	}
	return s.N
}

// Runs returns the slugs of the runs without duplicates.
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

// SweepScore holds the headline values of one repeat.
type SweepScore struct {
	Run     string    `json:"run"` // slug of the run
	Attempt int       `json:"attempt,omitempty"`
	Values  []float64 `json:"values"` // value of the headline metric under each convention
}

type SweepScores struct {
	List []SweepScore `json:"list"`
}

// RunEffect is the variance between runs of the same system beyond the variance expected by chance
// at each task. It is pooled over the leaderboard's systems with several runs.
type RunEffect struct {
	Variance float64 `json:"variance"` // variance of a single run beyond chance; 0 if runs do not differ more than expected by chance
	Between  float64 `json:"between"`  // variance between runs, including variance by chance
	DF       int     `json:"df"`       // degrees of freedom: number of runs of the pooled systems minus number of those systems
	Runs     int     `json:"runs"`     // number of runs of the system in the row
}

// LeastRunDF is the minimum number of degrees of freedom at which the variance between other
// systems' runs is applied to a system with a single run.
const LeastRunDF = 4

// Added is the variance between runs that is added to the variance of a value or difference.
type Added struct {
	Variance, Between float64
	DF                int
}

// Covers reports whether the variance between the system's runs is known or can be taken from other
// systems.
func (e *RunEffect) Covers() bool { return e != nil && (e.Runs > 1 || e.DF >= LeastRunDF) }

// Added returns the variance between runs to add for the row's value; zero if unknown.
func (e *RunEffect) Added() Added {
	if !e.Covers() {
		return Added{}
	}
	n := float64(max(1, e.Runs))
	return Added{e.Variance / n, e.Between / n, e.DF}
}

// Plus returns the variance between runs to add for the difference of two systems.
func (a Added) Plus(b Added) Added {
	df := max(a.DF, b.DF)
	if a.DF > 0 && b.DF > 0 {
		df = min(a.DF, b.DF)
	}
	return Added{a.Variance + b.Variance, a.Between + b.Between, df}
}
