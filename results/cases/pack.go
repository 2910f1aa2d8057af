package cases

import (
	"encoding/binary"
	"errors"
	"math"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/item"
)

// Pack reduces a run's trials to what the rules look at, by scenario. Trials at
// tasks that are not among tasks are left out, as no rule counts them.
func Pack(tasks []results.Task, trials []results.Trial) map[string][]byte {
	index, tasksOf := map[[2]string]int{}, map[string]int{} // a task's index is that in its scenario
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
			packed[k[0]] = e.pack(packed[k[0]], index[k])
		}
	}
	return packed
}

// The bits of packed evidence that say what is so and what follows.
const (
	packScored = 1 << iota
	packFull   // the score is 1
	packSelected
	packGold
	packKept
	packContrary
	packLoops
	packDetail // it is not the status
	packRedLines
	packComplains
	packFormal
	packPreference
)

func (e *evidence) flags() uint64 {
	var flags uint64
	for _, f := range []struct {
		on  bool
		bit uint64
	}{
		{e.scored, packScored}, {e.scored && e.score == 1, packFull}, {e.selected != nil, packSelected}, {e.gold != nil, packGold},
		{e.kept, packKept}, {e.contrary, packContrary}, {e.loops != 0, packLoops}, {e.detail != string(e.status), packDetail},
		{len(e.redLines) > 0, packRedLines}, {e.complains, packComplains}, {e.formal, packFormal}, {e.preference, packPreference},
	} {
		if f.on {
			flags |= f.bit
		}
	}
	return flags
}

// pack appends the evidence at the task of index at: whole numbers are varints,
// texts and lists have their length in bytes in front.
func (e *evidence) pack(b []byte, at int) []byte {
	flags := e.flags()
	b = binary.AppendUvarint(b, uint64(at))
	b = binary.AppendUvarint(b, uint64(max(e.attempt, 0)))
	b = binary.AppendUvarint(b, flags)
	b = appendText(b, string(e.status))
	if flags&packScored != 0 && flags&packFull == 0 {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(e.score))
	}
	for _, l := range []struct {
		bit  uint64
		list []string
	}{{packSelected, e.selected}, {packGold, e.gold}} {
		if flags&l.bit != 0 {
			var inner []byte
			for _, s := range l.list {
				inner = appendText(inner, s)
			}
			b = appendText(b, string(inner))
		}
	}
	if flags&packLoops != 0 {
		b = binary.AppendVarint(b, int64(e.loops))
	}
	if flags&packDetail != 0 {
		b = appendText(b, e.detail)
	}
	if flags&packRedLines != 0 {
		b = binary.AppendUvarint(b, uint64(len(e.redLines)))
		for _, r := range e.redLines {
			passed := byte(0)
			if r.passed {
				passed = 1
			}
			b = append(appendText(b, r.id), passed)
		}
	}
	if flags&packComplains != 0 {
		b = appendText(appendText(b, e.complaint), string(e.cause))
	}
	return b
}

func appendText(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

var errEvidence = errors.New("packed evidence is damaged")

// unpacker reads what pack has written. Texts and lists that many trials share
// are kept once.
type unpacker struct {
	b     []byte
	err   error
	texts map[string]string
	lists map[string][]string
}

// next reads the evidence of one trial; ok is false at the end and after an
// error.
func (u *unpacker) next(e *evidence) (at int, ok bool) {
	if u.err != nil || len(u.b) == 0 {
		return 0, false
	}
	at = u.number()
	e.attempt = u.number()
	flags := u.number()
	e.status = results.Status(u.text())
	if e.scored = flags&packScored != 0; flags&packFull != 0 {
		e.score = 1
	} else if e.scored {
		e.score = u.float()
	}
	if flags&packSelected != 0 {
		e.selected = u.list()
	}
	if flags&packGold != 0 {
		e.gold = u.list()
	}
	e.kept, e.contrary = flags&packKept != 0, flags&packContrary != 0
	if flags&packLoops != 0 {
		e.loops = u.signed()
	}
	if e.detail = string(e.status); flags&packDetail != 0 {
		e.detail = u.text()
	}
	if flags&packRedLines != 0 {
		for n := u.number(); n > 0 && u.err == nil; n-- {
			e.redLines = append(e.redLines, redLineVerdict{u.text(), u.number() == 1})
		}
	}
	if e.complains = flags&packComplains != 0; e.complains {
		e.complaint, e.cause = u.text(), item.Cause(u.text())
	}
	e.formal, e.preference = flags&packFormal != 0, flags&packPreference != 0
	return at, u.err == nil
}

func (u *unpacker) fail() { u.b, u.err = nil, errEvidence }

func (u *unpacker) number() int {
	n, size := binary.Uvarint(u.b)
	if size <= 0 || n > math.MaxInt32 {
		u.fail()
		return 0
	}
	u.b = u.b[size:]
	return int(n)
}

func (u *unpacker) signed() int {
	n, size := binary.Varint(u.b)
	if size <= 0 {
		u.fail()
		return 0
	}
	u.b = u.b[size:]
	return int(n)
}

func (u *unpacker) float() float64 {
	if len(u.b) < 8 {
		u.fail()
		return 0
	}
	x := math.Float64frombits(binary.LittleEndian.Uint64(u.b))
	u.b = u.b[8:]
	return x
}

func (u *unpacker) bytes() []byte {
	n := u.number()
	if n > len(u.b) {
		u.fail()
		return nil
	}
	b := u.b[:n]
	u.b = u.b[n:]
	return b
}

func (u *unpacker) text() string {
	b := u.bytes()
	s, known := u.texts[string(b)]
	if !known {
		s = string(b)
		u.texts[s] = s
	}
	return s
}

// list reads a list that is not nil, also where it is empty.
func (u *unpacker) list() []string {
	b := u.bytes()
	if list, known := u.lists[string(b)]; known {
		return list
	}
	inner := &unpacker{b: b, texts: u.texts}
	list := []string{}
	for len(inner.b) > 0 {
		list = append(list, inner.text())
	}
	if inner.err != nil {
		u.fail()
		return nil
	}
	u.lists[string(b)] = list
	return list
}
