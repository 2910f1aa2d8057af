package cases

import (
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/pack"
)

// Pack extracts the evidence from a run's trials and read access (looked) and encodes it by
// scenario. It skips trials of tasks that are not in tasks. If a task has several attempts, the
// read access belongs to the first one.
func Pack(tasks []results.Task, trials []results.Trial, looked *results.Looked) map[string][]byte {
	w := watchedOf(looked)
	index, tasksOf := map[[2]string]int{}, map[string]int{} // index of each task in its scenario
	byName := map[[2]string]*results.Task{}
	for i := range tasks {
		k := [2]string{tasks[i].Scenario, tasks[i].Slug}
		index[k], byName[k] = tasksOf[k[0]], &tasks[i]
		tasksOf[k[0]]++
	}
	packed := map[string][]byte{}
	for i := range trials {
		k := [2]string{trials[i].Scenario, trials[i].Task}
		if t := byName[k]; t != nil {
			e := evidenceOf(t, &trials[i])
			w.add(&e, &trials[i])
			packed[k[0]] = e.pack(packed[k[0]], index[k])
		}
	}
	return packed
}

// Flags in encoded evidence; they determine which fields follow.
const (
	packScored = 1 << iota
	packFull   // set if the score is 1
	packOpposite
	packLoops
	packDetail // set if the detail differs from the status
	packRedLines
	packComplains
	packWatched
	packNoLook
	packDays
)

func (e *evidence) flags() int {
	var flags int
	for _, f := range []struct {
		on  bool
		bit int
	}{
		{e.scored, packScored}, {e.scored && e.score == 1, packFull},
		{e.opposite, packOpposite}, {e.loops != 0, packLoops}, {e.detail != string(e.status), packDetail},
		{len(e.redLines) > 0, packRedLines}, {e.complaint != "", packComplains},
		{e.watched, packWatched}, {len(e.noLook) > 0, packNoLook},
		{e.days != [2]dayChecks{}, packDays},
	} {
		if f.on {
			flags |= f.bit
		}
	}
	return flags
}

// pack appends the evidence for the task with index at. Integers are encoded as varints; texts and
// lists have a length prefix.
func (e *evidence) pack(b []byte, at int) []byte {
	flags := e.flags()
	b = pack.AppendNumber(b, at)
	b = pack.AppendNumber(b, max(e.attempt, 0))
	b = pack.AppendNumber(b, flags)
	b = pack.AppendText(b, string(e.status))
	if flags&packScored != 0 && flags&packFull == 0 {
		b = pack.AppendFloat(b, e.score)
	}
	if flags&packLoops != 0 {
		b = pack.AppendSigned(b, int64(e.loops))
	}
	if flags&packDetail != 0 {
		b = pack.AppendText(b, e.detail)
	}
	if flags&packRedLines != 0 {
		b = pack.AppendNumber(b, len(e.redLines))
		for _, r := range e.redLines {
			passed := byte(0)
			if r.passed {
				passed = 1
			}
			b = append(pack.AppendText(b, r.id), passed)
		}
	}
	if flags&packComplains != 0 {
		b = pack.AppendText(b, e.complaint)
	}
	if flags&packNoLook != 0 {
		b = packProof(b, e.noLook)
	}
	if flags&packDays != 0 {
		b = e.packDays(b)
	}
	return b
}

// unpacker decodes the output of pack.
type unpacker struct{ *pack.Reader }

func newUnpacker() *unpacker { return &unpacker{pack.NewReader()} }

// next decodes the evidence of one trial into e, whose memory it reuses; ok is false at the end and
// after an error.
func (u *unpacker) next(e *evidence) (at int, ok bool) {
	if u.Err() != nil || !u.More() {
		return 0, false
	}
	*e = evidence{redLines: e.redLines[:0]}
	at = u.Number()
	e.attempt = u.Number()
	flags := u.Number()
	e.status = results.Status(u.Text())
	if e.scored = flags&packScored != 0; flags&packFull != 0 {
		e.score = 1
	} else if e.scored {
		e.score = u.Float()
	}
	e.opposite = flags&packOpposite != 0
	if flags&packLoops != 0 {
		e.loops = int(u.Signed())
	}
	if e.detail = string(e.status); flags&packDetail != 0 {
		e.detail = u.Text()
	}
	if flags&packRedLines != 0 {
		for n := u.Number(); n > 0 && u.Err() == nil; n-- {
			e.redLines = append(e.redLines, redLineVerdict{u.Text(), u.Number() == 1})
		}
	}
	if flags&packComplains != 0 {
		e.complaint = u.Text()
	}
	e.watched = flags&packWatched != 0
	if flags&packNoLook != 0 {
		e.noLook = u.proof()
	}
	if flags&packDays != 0 {
		u.days(e)
	}
	return at, u.Err() == nil
}
