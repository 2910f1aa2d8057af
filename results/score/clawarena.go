package score

import (
	"github.com/clawatlas/clawatlas/results"
)

// Conventions for aggregating ClawArena scores.
const (
	Paper    = "paper"
	Report   = "report"
	Scenario = "scenario"
)

// Streaks counts the streaks of passed and failed rounds in one scenario, in the order of the
// dataset. A round is passed if its score is at least 1.
type Streaks struct {
	N         int     // number of rounds with a verdict
	Sum       float64 // sum of the round scores
	S, K      int     // number of passed rounds, and number of streaks of passed rounds
	SF, KF    int     // number of failed rounds, and number of streaks of failed rounds
	Successes []int   // lengths of the streaks of passed rounds
	Failures  []int   // lengths of the streaks of failed rounds
}

// CountStreaks counts the streaks in a list of scores, each from 0 to 1.
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

// TCR returns the Task Completion Rate, which is the mean score; NaN if there are no rounds.
func (st Streaks) TCR() float64 { return st.Sum / float64(st.N) }

// SC returns Success Cohesion, (S-k)/(N-1), or 0 if N <= 1 or k = 0 (ClawArena, arXiv 2604.04202,
// section on Robustness).
func (st Streaks) SC() float64 {
	if st.N <= 1 || st.K == 0 {
		return 0
	}
	return float64(st.S-st.K) / float64(st.N-1)
}

// FD returns Failure Dispersion, 1-(Sf-kf)/(N-1), or 1 if N <= 1 or no round failed (same section
// as SC).
func (st Streaks) FD() float64 {
	if st.N <= 1 || st.KF == 0 {
		return 1
	}
	return 1 - float64(st.SF-st.KF)/float64(st.N-1)
}

// Robustness returns the product of SC and FD.
func (st Streaks) Robustness() float64 { return st.SC() * st.FD() }

// CRS returns the composite reliability score of the scenario, (TCR+Robustness)/2.
func (st Streaks) CRS() float64 { return (st.TCR() + st.Robustness()) / 2 }

// Components of a ClawArena unit vector. A unit is one scenario; every metric under every
// convention is a function of the sum over scenarios.
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
	caMC    // mean score of the scenario's multi-choice rounds
	caHasMC // 1 if the scenario has a multi-choice round
	caEC
	caHasEC
	caOne
	caDim
)

// ClawArenaKeys returns the metric keys in the order of the paper's Table 3.
func ClawArenaKeys() []string {
	return []string{"crs", "tcr", "mc", "ec", "robustness", "sc", "fd"}
}

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

// clawArenaEval computes crs, tcr, mc, ec, robustness, sc and fd from summed vectors.
// docs/design.md#clawarena defines the conventions: paper reproduces Table 3 of the paper, report
// matches the harness's report.json, and scenario averages the scenario scores. A metric without
// rounds is NaN.
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
