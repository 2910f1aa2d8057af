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

// Flags in encoded evidence; some of them determine which fields follow.
const (
	packZero = 1 << iota
	packOpposite
	packLoops
	packWatched
	packNoLook
	packDays
)

func (e *evidence) flags() int {
	var flags int
	for i, on := range []bool{e.zero, e.opposite, e.loops != 0, e.watched, len(e.noLook) > 0, e.days != [2]dayChecks{}} {
		if on {
			flags |= 1 << i
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
	if flags&packLoops != 0 {
		b = pack.AppendSigned(b, int64(e.loops))
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
	*e = evidence{}
	at = u.Number()
	e.attempt = u.Number()
	flags := u.Number()
	e.status = results.Status(u.Text())
	e.zero = flags&packZero != 0
	e.opposite = flags&packOpposite != 0
	if flags&packLoops != 0 {
		e.loops = int(u.Signed())
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
