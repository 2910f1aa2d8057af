package world

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
)

// AddStale adds the rounds in which a run wrote a value that an update had replaced, and
// nowhere the current one.
func (s *Scene) AddStale(to *results.Looked, scenario string, values []Value, turns []Turn) {
	at := s.RoundAt()
	for i := range values {
		v := &values[i]
		if v.Scenario != scenario {
			continue
		}
		for k := range turns {
			t := &turns[k]
			if !slices.ContainsFunc(v.Rounds, func(r string) bool { round, known := at[r]; return known && round == t.Round }) {
				continue
			}
			if p := v.stale(t); p != nil {
				list := append(s.changedAt(v.Update), *p, results.CaseProof{What: ProofHolds, Quote: v.Now})
				to.Signs = append(to.Signs, results.LookSign{Rule: SignStale, Scenario: scenario, Round: s.rounds[t.Round].Slug, Proof: list})
			}
		}
	}
	slices.SortStableFunc(to.Signs, func(a, b results.LookSign) int {
		if a.Scenario != scenario || b.Scenario != scenario {
			return 0
		}
		return cmp.Compare(at[a.Round], at[b.Round])
	})
}

// changedAt are the objects that change before a round.
func (s *Scene) changedAt(round string) []results.CaseProof {
	var list []results.CaseProof
	for i := range s.changes {
		if c := &s.changes[i]; s.rounds[c.Round].Slug == round {
			list = append(list, results.CaseProof{What: ProofChanged, Object: c.Object.Name(), Change: i + 1})
		}
	}
	return list
}

// stale finds where a round writes the old value; nil if it writes the new one too.
func (v *Value) stale(t *Turn) *results.CaseProof {
	var first *results.CaseProof
	var texts []string
	for _, step := range t.Steps {
		for _, x := range writings(step) {
			texts = append(texts, x.text)
			if line := lineOf(v.Old, x.text); line != "" && first == nil {
				first = &results.CaseProof{What: ProofWritten, Step: step.StepID, Call: x.call, Quote: short(line)}
			}
		}
	}
	if w, asked := v.In(prompted(t.Steps), texts); !asked || w != OldOnly {
		return nil
	}
	return first
}

func lineOf(pattern *regexp.Regexp, text string) string {
	m := pattern.FindStringIndex(text)
	if m == nil {
		return ""
	}
	from := strings.LastIndexByte(text[:m[0]], '\n') + 1
	line, _, _ := strings.Cut(text[from:], "\n")
	return strings.TrimSpace(line)
}
