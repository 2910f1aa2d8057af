package score

import (
	"github.com/clawatlas/clawatlas/results"
)

// The conventions by which ClawArena's numbers are aggregated in the wild.
const (
	Paper    = "paper"
	Report   = "report"
	Scenario = "scenario"
)

// Streaks are the run lengths of one scenario's rounds, taken in the order of
// the dataset. A round is a success if its score is at least 1.
type Streaks struct {
	N         int     // rounds with a verdict
	Sum       float64 // of their scores
	S, K      int     // successes, and the number of runs that they form
	SF, KF    int     // failures, and the number of runs that they form
	Successes []int   // lengths of the success runs
	Failures  []int   // lengths of the failure runs
}

// CountStreaks counts the runs in scores, which lie in 0..1.
func CountStreaks(scores []float64) Streaks {
	st := Streaks{N: len(scores)}
	for i, x := range scores {
		st.Sum += x
		pass := x >= 1
		first := i == 0 || (scores[i-1] >= 1) != pass
		list, n, runs := &st.Failures, &st.SF, &st.KF
		if pass {
			list, n, runs = &st.Successes, &st.S, &st.K
		}
		*n++
		if first {
			*runs++
			*list = append(*list, 0)
		}
		(*list)[len(*list)-1]++
	}
	return st
}

// TCR is the Task Completion Rate, the mean score; NaN without rounds.
func (st Streaks) TCR() float64 { return st.Sum / float64(st.N) }

// SC is Success Cohesion, (S-k)/(N-1), and 0 if N <= 1 or k = 0
// (ClawArena, arXiv 2604.04202, section on Robustness).
func (st Streaks) SC() float64 {
	if st.N <= 1 || st.K == 0 {
		return 0
	}
	return float64(st.S-st.K) / float64(st.N-1)
}

// FD is Failure Dispersion, 1-(Sf-kf)/(N-1), and 1 if N <= 1 or there is
// no failure (the same section).
func (st Streaks) FD() float64 {
	if st.N <= 1 || st.KF == 0 {
		return 1
	}
	return 1 - float64(st.SF-st.KF)/float64(st.N-1)
}

// Robustness is SC x FD of the scenario.
func (st Streaks) Robustness() float64 { return st.SC() * st.FD() }

// CRS is the composite reliability score of the scenario, (TCR+Robustness)/2.
func (st Streaks) CRS() float64 { return (st.TCR() + st.Robustness()) / 2 }

// Components of a ClawArena unit vector: one unit is one scenario, and every
// metric under every convention is a function of the sum over scenarios.
const (
	caSum = iota // sum of scores
	caN
	caMCSum
	caMCN
	caECSum
	caECN
	caSC
	caFD
	caRob
	caCRS
	caTCR
	caMC    // mean of the scenario's multi-choice rounds
	caHasMC // 1 if it has any
	caEC
	caHasEC
	caOne
	caDim
)

// ClawArenaKeys are the metric keys in the order of the paper's Table 3.
func ClawArenaKeys() []string {
	return []string{"crs", "tcr", "mc", "ec", "robustness", "sc", "fd"}
}

// clawArenaUnit makes the vector of one scenario from its scored rounds.
func clawArenaUnit(kinds []string, scores []float64) []float64 {
	v := make([]float64, caDim)
	st := CountStreaks(scores)
	if st.N == 0 {
		return v
	}
	for i, x := range scores {
		switch kinds[i] {
		case results.KindMultiChoice:
			v[caMCSum] += x
			v[caMCN]++
		case results.KindExecCheck:
			v[caECSum] += x
			v[caECN]++
		}
	}
	v[caSum], v[caN] = st.Sum, float64(st.N)
	v[caSC], v[caFD], v[caRob], v[caCRS], v[caTCR] = st.SC(), st.FD(), st.Robustness(), st.CRS(), st.TCR()
	if v[caMCN] > 0 {
		v[caMC], v[caHasMC] = v[caMCSum]/v[caMCN], 1
	}
	if v[caECN] > 0 {
		v[caEC], v[caHasEC] = v[caECSum]/v[caECN], 1
	}
	v[caOne] = 1
	return v
}

// clawArenaEval computes crs tcr mc ec robustness sc fd from summed vectors.
// The conventions are those of docs/design.md#clawarena: paper is what reproduces
// Table 3 of the paper, report is the harness's report.json, scenario is the
// mean of the scenarios' own scores. A metric without rounds is NaN.
func clawArenaEval(convention string, s, out []float64) {
	sc, fd := s[caSC]/s[caOne], s[caFD]/s[caOne]
	tcr, mc, ec := s[caTCR]/s[caOne], s[caMC]/s[caHasMC], s[caEC]/s[caHasEC]
	rob := s[caRob] / s[caOne]
	var crs float64
	switch convention {
	case Paper:
		tcr, mc, ec = s[caSum]/s[caN], s[caMCSum]/s[caMCN], s[caECSum]/s[caECN]
		rob = sc * fd
		crs = (tcr + rob) / 2
	case Report:
		crs = (tcr + sc*fd) / 2
	default:
		crs = s[caCRS] / s[caOne]
	}
	out[0], out[1], out[2], out[3], out[4], out[5], out[6] = crs, tcr, mc, ec, rob, sc, fd
}
