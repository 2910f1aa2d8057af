package cycles

import (
	"crypto/sha256"
	"fmt"
	"strings"

	"github.com/clawatlas/clawatlas/results"
)

// AgainLeast is the shortest answer, in bytes, of which it is said that it was given
// before: a shorter one is as long as the words that would stand for it.
const AgainLeast = 100

// Place is a result in a trace.
type Place struct {
	Step   int `json:"step"`   // its number
	Result int `json:"result"` // of the step's results, counted from 1
}

// Again says that an answer was given before.
type Again struct {
	Place     // where it was given first
	Times int `json:"times"` // how often until now, this one counted
}

// AnswersAgain finds the results of steps whose whole answer an earlier step got: the
// same text, but for white space around it, and the same outcome. Answers with
// pictures or files beside the text are left out, and so is context that was copied
// from an earlier trace.
func AnswersAgain(steps []results.Step) map[Place]Again {
	found := map[Place]Again{}
	seen := map[[sha256.Size]byte]Again{}
	for i := range steps {
		s := &steps[i]
		if s.Copied || s.Observation == nil {
			continue
		}
		for k := range s.Observation.Results {
			r := &s.Observation.Results[k]
			text := strings.TrimSpace(r.Content)
			if len(text) < AgainLeast || len(r.Parts) > 0 {
				continue
			}
			key := sha256.Sum256(fmt.Appendf(nil, "%t%q %s", r.Failed, r.Outcome, text))
			at := Place{s.StepID, k + 1}
			first, known := seen[key]
			if !known {
				first.Place = at
			}
			first.Times++
			seen[key] = first
			if first.Step != s.StepID {
				found[at] = first
			}
		}
	}
	return found
}
