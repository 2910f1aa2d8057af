package sqlstore

import (
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/pack"
)

// tally is what one run's trials at one task came to. All tallies of a run are packed in one row of run_outcomes,
// because reading a thousand rows is as fast as finding ten thousand trials.
type tally struct {
	Scenario, Task string
	Trials         int            // that something judges
	Errors         int            // of Trials, without a score
	Unjudged       int            // that nothing judges
	Attempts       int            // that the scores are over
	Average        *float64       // of the scores; nil without one
	Mean           *float64       // of the scores, each counted with its attempts
	Status         results.Status // of the first attempt
	Gold           string         // the solution that a record names, as JSON; empty if none
	spending
	taskPlace `db:"-"` // set by eachOutcome
}

// spending is what the trials of a task took; each sum has the number of trials it is over.
type spending struct {
	Records    int // all trials of the task
	DurationMS int64
	DurationOf int
	Tokens     int64 // total, or input and output where no total is recorded
	TokensOf   int
	CostUSD    *float64
	CostOf     int
	Calls      int64 `db:"tool_calls"` // of trials with a trace
	CallsOf    int   `db:"tool_calls_of"`
}

// The bits of a packed outcome that say what follows.
const (
	outcomeScored   = 1 << iota // there is an average
	outcomeWeighted             // the mean is another number than the average
	_
	outcomeGold
	_
	outcomeCost
)

// packOutcomes writes outcomes behind their lengths, each beginning with scenario and task.
func packOutcomes(list []tally) []byte {
	all, b := []byte{}, []byte{} // a run without a trial has an empty row
	number := func(n int) { b = pack.AppendNumber(b, n) }
	text := func(s string) { b = pack.AppendText(b, s) }
	score := func(x float64) { b = pack.AppendFloat(b, x) }
	for i := range list {
		o := &list[i]
		b = b[:0]
		text(o.Scenario)
		text(o.Task)
		flags := o.flags()
		b = append(b, flags)
		text(string(o.Status))
		for _, n := range []int{o.Trials, o.Errors, o.Unjudged, o.Attempts} {
			number(n)
		}
		if flags&outcomeScored != 0 {
			score(*o.Average)
		}
		if flags&outcomeWeighted != 0 {
			score(*o.Mean)
		}
		if flags&outcomeGold != 0 {
			text(o.Gold)
		}
		number(o.Records)
		for _, sum := range []struct {
			n  int64
			of int
		}{{o.DurationMS, o.DurationOf}, {o.Tokens, o.TokensOf}, {o.Calls, o.CallsOf}} {
			number(sum.of)
			if sum.of > 0 {
				b = pack.AppendSigned(b, sum.n)
			}
		}
		if flags&outcomeCost != 0 {
			number(o.CostOf)
			score(*o.CostUSD)
		}
		all = pack.AppendText(all, b)
	}
	return all
}

func (o *tally) flags() byte {
	var flags byte
	if o.Average != nil {
		flags |= outcomeScored
	}
	if o.Mean != nil && o.Average != nil && *o.Mean != *o.Average {
		flags |= outcomeWeighted
	}
	if o.Gold != "" {
		flags |= outcomeGold
	}
	if o.CostUSD != nil {
		flags |= outcomeCost
	}
	return flags
}

// outcomeReader reads packed outcomes. It tries the n-th task of the former run first, because tasks mostly agree.
type outcomeReader struct {
	run   *pack.Reader
	one   *pack.Reader // the outcome
	tasks []knownTask
	at    int // of tasks
	find  func(scenario, task string) (taskPlace, bool)
	none  float64
	full  float64
}

// knownTask is a task that a run before had at this place.
type knownTask struct {
	head     string // scenario and task as they are packed
	scenario string
	task     string
	place    taskPlace
	wanted   bool
}

func newOutcomeReader(find func(scenario, task string) (taskPlace, bool)) *outcomeReader {
	return &outcomeReader{run: pack.NewReader(), one: pack.NewReader(), find: find, full: 1}
}

func (r *outcomeReader) open(data []byte) {
	r.run.Open(data)
	r.at = 0
}

func (r *outcomeReader) err() error {
	if err := r.run.Err(); err != nil {
		return err
	}
	return r.one.Err()
}

// next reads the next wanted outcome; ok is false at the end and after an error.
func (r *outcomeReader) next(o *tally) (ok bool) {
	for r.err() == nil && r.run.More() {
		r.one.Open(r.run.Bytes())
		task := r.task()
		if r.err() == nil && task.wanted {
			*o = tally{Scenario: task.scenario, Task: task.task, taskPlace: task.place}
			r.read(o)
			return r.err() == nil
		}
	}
	return false
}

// task reads the names at the beginning of an outcome.
func (r *outcomeReader) task() *knownTask {
	if r.at < len(r.tasks) {
		if k := &r.tasks[r.at]; r.one.Skip(k.head) {
			r.at++
			return k
		}
	}
	k := knownTask{scenario: r.one.Text(), task: r.one.Text()}
	k.head = string(r.one.Read())
	k.place, k.wanted = r.find(k.scenario, k.task)
	if r.at < len(r.tasks) {
		r.tasks[r.at] = k
	} else {
		r.tasks = append(r.tasks, k)
	}
	r.at++
	return &r.tasks[r.at-1]
}

func (r *outcomeReader) read(o *tally) {
	flags := r.one.Byte()
	o.Status = results.Status(r.one.Text())
	o.Trials, o.Errors, o.Unjudged, o.Attempts = r.one.Number(), r.one.Number(), r.one.Number(), r.one.Number()
	if flags&outcomeScored != 0 {
		o.Average = r.score()
		o.Mean = o.Average
	}
	if flags&outcomeWeighted != 0 {
		o.Mean = r.score()
	}
	if flags&outcomeGold != 0 {
		o.Gold = r.one.Text()
	}
	o.Records = r.one.Number()
	o.DurationMS, o.DurationOf = r.sum()
	o.Tokens, o.TokensOf = r.sum()
	o.Calls, o.CallsOf = r.sum()
	if flags&outcomeCost != 0 {
		o.CostOf, o.CostUSD = r.one.Number(), r.score()
	}
}

// sum reads a sum with the number of trials that it is over.
func (r *outcomeReader) sum() (n int64, of int) {
	if of = r.one.Number(); of == 0 {
		return 0, 0
	}
	return r.one.Signed(), of
}

func (r *outcomeReader) score() *float64 {
	switch x := r.one.Float(); x { // most are one of the two
	case 0:
		return &r.none
	case 1:
		return &r.full
	default:
		other := x // x itself would be stored for all
		return &other
	}
}
