package sqlstore

import (
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/pack"
)

// tally is the outcome of one run's trials at one task. All tallies of a run are packed into one
// row of run_outcomes, because reading a thousand such rows takes as long as finding ten thousand
// trials.
type tally struct {
	Scenario, Task string
	Trials         int            // number of trials that have a judge
	Errors         int            // number of those trials without a score
	Unjudged       int            // number of trials without a judge
	Attempts       int            // number of attempts that the scores cover
	Average        *float64       // mean score over trials; nil without a score
	Mean           *float64       // mean score weighted by attempts
	Status         results.Status // status of the first attempt
	Gold           string         // solution in the record, as JSON; empty if there is none
	spending
	taskPlace `db:"-"`
}

// spending is the resource consumption of a task's trials. Each sum is followed by the number of
// trials that recorded the value.
type spending struct {
	Records    int // number of trials of the task
	DurationMS int64
	DurationOf int
	Tokens     int64 // number of tokens as recorded; input plus output tokens if no total is recorded
	TokensOf   int
	CostUSD    *float64
	CostOf     int
	Calls      int64 `db:"tool_calls"` // number of tool calls in trials with a trace
	CallsOf    int   `db:"tool_calls_of"`
}

// Flags of a packed outcome, which determine the optional fields.
const (
	outcomeScored   = 1 << iota // set if there is an average
	outcomeWeighted             // set if the mean differs from the average
	_
	outcomeGold
	_
	outcomeCost
)

// packOutcomes encodes outcomes, each with a length prefix and beginning with scenario and task.
func packOutcomes(list []tally) []byte {
	all, b := []byte{}, []byte{} // not nil, because a run without trials has an empty row
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

// outcomeReader decodes packed outcomes. It expects the same tasks in every run and looks up a task
// only if it differs from the one at the same position in the run before.
type outcomeReader struct {
	run   *pack.Reader
	one   *pack.Reader
	tasks []knownTask
	at    int // index of the expected task in tasks
	find  func(scenario, task string) (taskPlace, bool)
	none  float64
	full  float64
}

// knownTask is the task at one position in the run read before.
type knownTask struct {
	head     string // packed scenario and task
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

// next decodes the next outcome whose task is wanted; ok is false at the end and after an error.
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

func (r *outcomeReader) sum() (n int64, of int) {
	if of = r.one.Number(); of == 0 {
		return 0, 0
	}
	return r.one.Signed(), of
}

func (r *outcomeReader) score() *float64 {
	switch x := r.one.Float(); x { // most scores are 0 or 1
	case 0:
		return &r.none
	case 1:
		return &r.full
	default:
		other := x // declare a new variable here, so that 0 and 1 need no heap allocation
		return &other
	}
}
