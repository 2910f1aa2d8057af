package sqlite

import (
	"encoding/binary"
	"errors"
	"hash/fnv"
	"math"

	"github.com/clawatlas/clawatlas/results"
)

// tally is what one run's trials at one task came to. Pages over all runs need
// no more of them, and a run's outcomes are kept packed in one row of
// run_outcomes, because a thousand rows are read in the time that it takes to
// find ten thousand trials.
type tally struct {
	Scenario string         `db:"scenario"`
	Task     string         `db:"task"`
	Trials   int            `db:"trials"`   // that something judges
	Errors   int            `db:"errors"`   // of Trials, without a score
	Unjudged int            `db:"unjudged"` // that nothing judges
	Attempts int            `db:"attempts"` // that the scores are over
	Average  *float64       `db:"average"`  // of the scores; nil without one
	Mean     *float64       `db:"mean"`     // of the scores, each counted with its attempts
	Status   results.Status `db:"status"`   // of the first attempt
	Contrary bool           `db:"contrary"` // the agent was told the opposite of the verdict on the task before
	Gold     string         `db:"gold"`     // the solution that a record names, as JSON; empty if none
	Failed   []failedTrial  `db:"-"`
}

// failedTrial is an attempt that was scored below full marks.
type failedTrial struct {
	Attempt int    `db:"attempt"`
	Words   uint64 // sum over what the checker wrote; 0 if it wrote nothing
}

// wordsSum tells what checkers wrote apart.
func wordsSum(words string) uint64 {
	if words == "" {
		return 0
	}
	h := fnv.New64a()
	h.Write([]byte(words))
	return max(h.Sum64(), 1)
}

// The bits of a packed outcome that say what follows.
const (
	outcomeScored   = 1 << iota // there is an average
	outcomeWeighted             // the mean is another number than the average
	outcomeContrary
	outcomeGold
	outcomeFailed
)

// packOutcomes writes outcomes one after the other. Whole numbers are varints,
// texts have their length in front, and scores keep all their bits.
func packOutcomes(list []tally) []byte {
	var b []byte
	number := func(n int) { b = binary.AppendUvarint(b, uint64(n)) }
	text := func(s string) { number(len(s)); b = append(b, s...) }
	bits := func(x uint64) { b = binary.LittleEndian.AppendUint64(b, x) }
	for i := range list {
		o := &list[i]
		flags := o.flags()
		b = append(b, flags)
		text(o.Scenario)
		text(o.Task)
		text(string(o.Status))
		for _, n := range []int{o.Trials, o.Errors, o.Unjudged, o.Attempts} {
			number(n)
		}
		if flags&outcomeScored != 0 {
			bits(math.Float64bits(*o.Average))
		}
		if flags&outcomeWeighted != 0 {
			bits(math.Float64bits(*o.Mean))
		}
		if flags&outcomeGold != 0 {
			text(o.Gold)
		}
		if flags&outcomeFailed != 0 {
			number(len(o.Failed))
			for _, f := range o.Failed {
				number(f.Attempt)
				bits(f.Words)
			}
		}
	}
	return b
}

func (o *tally) flags() byte {
	var flags byte
	if o.Average != nil {
		flags |= outcomeScored
	}
	if o.Mean != nil && o.Average != nil && *o.Mean != *o.Average {
		flags |= outcomeWeighted
	}
	if o.Contrary {
		flags |= outcomeContrary
	}
	if o.Gold != "" {
		flags |= outcomeGold
	}
	if len(o.Failed) > 0 {
		flags |= outcomeFailed
	}
	return flags
}

var errOutcomes = errors.New("packed outcomes are damaged")

// outcomeReader reads what packOutcomes has written. Names that many runs share
// are kept once.
type outcomeReader struct {
	b     []byte
	err   error
	names map[string]string
}

// next reads one outcome; ok is false at the end and after an error.
func (r *outcomeReader) next(o *tally) (ok bool) {
	if r.err != nil || len(r.b) == 0 {
		return false
	}
	flags := r.b[0]
	r.b = r.b[1:]
	*o = tally{Scenario: r.name(), Task: r.name(), Status: results.Status(r.name()),
		Trials: r.number(), Errors: r.number(), Unjudged: r.number(), Attempts: r.number(), Contrary: flags&outcomeContrary != 0}
	if flags&outcomeScored != 0 {
		o.Average = r.score()
		o.Mean = o.Average
	}
	if flags&outcomeWeighted != 0 {
		o.Mean = r.score()
	}
	if flags&outcomeGold != 0 {
		o.Gold = r.name()
	}
	if flags&outcomeFailed != 0 {
		for range r.number() {
			o.Failed = append(o.Failed, failedTrial{Attempt: r.number(), Words: r.bits()})
			if r.err != nil {
				break
			}
		}
	}
	return r.err == nil
}

func (r *outcomeReader) number() int {
	n, size := binary.Uvarint(r.b)
	if size <= 0 || n > math.MaxInt32 {
		r.b, r.err = nil, errOutcomes
		return 0
	}
	r.b = r.b[size:]
	return int(n)
}

func (r *outcomeReader) name() string {
	n := r.number()
	if n > len(r.b) {
		r.b, r.err = nil, errOutcomes
		return ""
	}
	s, ok := r.names[string(r.b[:n])]
	if !ok {
		s = string(r.b[:n])
		r.names[s] = s
	}
	r.b = r.b[n:]
	return s
}

func (r *outcomeReader) bits() uint64 {
	if len(r.b) < 8 {
		r.b, r.err = nil, errOutcomes
		return 0
	}
	x := binary.LittleEndian.Uint64(r.b)
	r.b = r.b[8:]
	return x
}

func (r *outcomeReader) score() *float64 {
	x := math.Float64frombits(r.bits())
	return &x
}
