package cycles

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"hash"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/align"
	"github.com/clawatlas/clawatlas/results/files"
	"github.com/clawatlas/clawatlas/results/outline"
)

// Cycle is a stretch of steps that makes the same calls turn after turn.
type Cycle struct {
	From    int      `json:"from"`    // number of its first step
	To      int      `json:"to"`      // number of its last step
	Turns   int      `json:"turns"`   // that were gone through as a whole
	Rest    int      `json:"rest"`    // steps of the turn that breaks off; 0 if none does
	TookMS  *int64   `json:"took_ms"` // milliseconds from its first step to the last answer; null where that is not recorded
	Members []Member `json:"members"` // the steps of one turn, in their order

	Kinds []outline.Kind `json:"-"` // what its first steps did, KindsMost at most
}

// KindsMost is of how many steps of a cycle it is kept what each of them did.
const KindsMost = 400

// Member is one step of each turn.
type Member struct {
	Tool    string `json:"tool"`          // name of its first call's tool, as recorded
	About   string `json:"about"`         // what the call is about, in a few words
	Calls   int    `json:"calls"`         // that the step makes
	Times   int    `json:"times"`         // that it was taken
	Failed  int    `json:"failed"`        // of those
	Refused int    `json:"refused"`       // of those
	Empty   int    `json:"found_nothing"` // of those
	First   Turn   `json:"first"`         // the first time
	Last    Turn   `json:"last"`          // the last time
	Answers int    `json:"answers"`       // different ones that it got
	Changed []int  `json:"changed"`       // steps whose answer is another than a turn before; the first 20
}

// Turn is a step of a cycle in one of its turns.
type Turn struct {
	Step   int    `json:"step"`      // its number
	Exit   *int   `json:"exit_code"` // of its first call; null where none is recorded
	TookMS *int64 `json:"took_ms"`   // milliseconds to the last of its answers; null where that is not recorded
}

// changedMost is how many changes of an answer are listed.
const changedMost = 20

// Of lists the cycles of the steps of a trace, or of a stretch of it, as a Finder does.
// The marks are those of the steps.
func Of(steps []results.Step, marks []outline.Mark, names files.Names) []Cycle {
	f := NewFinder(names)
	for i := range steps {
		f.Add(&steps[i], marks[i].Kind)
	}
	return f.Cycles()
}

// keyOf identifies what a step does; 0 where it calls nothing.
func keyOf(s *results.Step, names files.Names) uint64 {
	if len(s.ToolCalls) == 0 || s.Copied {
		return 0
	}
	h := sha256.New()
	fmt.Fprintf(h, "%q%q%q", s.Agent, s.Day, s.Boundary)
	for i := range s.ToolCalls {
		k := align.KeyOf(s.ToolCalls[i].Name, s.ToolCalls[i].Arguments, names)
		fmt.Fprintf(h, "%q%q", k.Tool, k.Arguments)
	}
	return number(h)
}

// number shortens a digest: of a million keys two are alike by chance once in forty
// million traces.
func number(h hash.Hash) uint64 { return binary.LittleEndian.Uint64(h.Sum(nil)) }

// answerOf identifies what the calls of a step were answered.
func answerOf(s *results.Step) uint64 {
	if s.Observation == nil {
		return 0
	}
	h := sha256.New()
	for i := range s.Observation.Results {
		r := &s.Observation.Results[i]
		fmt.Fprintf(h, "%t%q%q%q", r.Failed, r.Outcome, strings.TrimSpace(r.Content), r.ErrorText)
		for _, p := range r.Parts {
			fmt.Fprintf(h, "%q%q%d", p.Raw, p.Path, p.Bytes)
		}
	}
	return number(h)
}
