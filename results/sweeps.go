package results

// Sweeps are the complete passes over all tasks that the numbers of a board's row are
// means over: runs of the system and, of a run with several attempts at each task, the
// attempts of one number. Values are of the board's headline, 0 to 1.
type Sweeps struct {
	N      int          `json:"n"`      // at least 2
	Mean   float64      `json:"mean"`   // of the values
	Min    float64      `json:"min"`    // least value
	Max    float64      `json:"max"`    // greatest value
	SD     float64      `json:"sd"`     // standard deviation between the sweeps, with divisor n-1
	Extra  float64      `json:"extra"`  // what the sweeps add to each half of the interval, as a square: half² + extra²; 0 where they differ no more than chance at each task lets them
	Values []SweepValue `json:"values"` // in the order in which the sweeps began
}

// SweepValue is the headline in one sweep.
type SweepValue struct {
	Run     string  `json:"run"`               // slug
	Attempt int     `json:"attempt,omitempty"` // of the run, from 1; absent where the sweep is the whole run
	Value   float64 `json:"value"`             // 0 to 1
}

// Runs are the slugs of the runs that the sweeps are of, each once.
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

// SweepScore is what the board needs of one sweep of a run's system.
type SweepScore struct {
	Run     string    `json:"run"` // slug
	Attempt int       `json:"attempt,omitempty"`
	Values  []float64 `json:"values"` // of the headline, one for each convention
}

// SweepScores are the sweeps of a system and what they add to its intervals.
type SweepScores struct {
	List  []SweepScore `json:"list"`
	Extra []float64    `json:"extra"` // of the headline, one for each convention, see stats.Crossed
}

// Extra is what the sweeps of a row's system add to each half of its interval, see
// Sweeps; 0 for one sweep.
func (r *BoardRow) Extra() float64 {
	if r.Sweeps == nil {
		return 0
	}
	return r.Sweeps.Extra
}
