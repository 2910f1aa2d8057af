package trace

import "github.com/clawatlas/clawatlas/results"

// stand is where an agent begins, and what its last compaction stands for.
type stand struct {
	first    int // step of the agent
	at       int // step of the last compaction; 0 before one
	from, to int
}

// compact says of a compaction which steps of its agent it stands for: those since
// the compaction before. Some formats write a mark and a summary right behind each
// other, which stand for the same.
func (r *reader) compact(s *results.Step) {
	if r.stands == nil {
		r.stands = map[string]stand{}
	}
	st, known := r.stands[s.Agent]
	if !known {
		st.first = s.StepID
	}
	if s.Event == "compaction" {
		if s.Compaction == nil {
			s.Compaction = &results.Compaction{}
		}
		if st.at == 0 || st.at != s.StepID-1 {
			if from := max(st.first, st.at+1); from < s.StepID {
				st.from, st.to = from, s.StepID-1
			}
		}
		s.Compaction.From, s.Compaction.To = st.from, st.to
		st.at = s.StepID
	}
	r.stands[s.Agent] = st
}
