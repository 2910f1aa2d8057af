package results

// Status says how a trial ended. Each trial has exactly one.
type Status string

// The statuses of docs/design.md#statuses. Which of them count as a failed task is
// the benchmark's own rule (Benchmark.FailureRule).
const (
	Passed     Status = "passed"      // scored, full marks
	Failed     Status = "failed"      // scored, less than full marks
	NoAnswer   Status = "no_answer"   // scored zero because nothing could be extracted
	Timeout    Status = "timeout"     // the agent ran out of time
	AgentError Status = "agent_error" // the agent's own process failed
	InfraError Status = "infra_error" // environment, harness or network failed
	JudgeError Status = "judge_error" // a verdict was due for a recorded trial, and none can be read or believed
	NotJudged  Status = "not_judged"  // nothing judges the trial, as nothing judges a loose transcript
	Missing    Status = "missing"     // expected by the dataset, but there is no record
)

// Statuses lists all statuses in display order.
func Statuses() []Status {
	return []Status{Passed, Failed, NoAnswer, Timeout, AgentError, InfraError, JudgeError, NotJudged, Missing}
}

// Valid reports whether s is a known status.
func (s Status) Valid() bool {
	for _, k := range Statuses() {
		if s == k {
			return true
		}
	}
	return false
}

// IsError reports whether s is one of the three error statuses.
func (s Status) IsError() bool {
	return s == AgentError || s == InfraError || s == JudgeError
}

// Evidence is what a row of a leaderboard rests on.
type Evidence string

// The three kinds of evidence, strongest first.
const (
	Recomputed Evidence = "recomputed" // from records with traces
	Records    Evidence = "records"    // from verdicts without traces
	Published  Evidence = "published"  // a printed figure only
)

// Counts are a run's denominators. Error sums the three error statuses. Statuses partition
// Expected; Scored does not, because a timeout can have a score.
type Counts struct {
	Expected int `json:"expected"`  // trials that the dataset asks for
	Scored   int `json:"scored"`    // trials with a score
	Passed   int `json:"passed"`    // trials scored with full marks
	Failed   int `json:"failed"`    // trials scored with less than full marks
	NoAnswer int `json:"no_answer"` // trials scored zero because nothing could be extracted
	Timeout  int `json:"timeout"`   // trials in which the agent ran out of time
	Error    int `json:"error"`     // trials that ended in one of the three errors
	// NotJudged counts trials that were not to be judged.
	NotJudged int `json:"not_judged"`
	Missing   int `json:"missing"` // expected trials without a record
}

// Add counts one trial of status s.
func (c *Counts) Add(s Status, scored bool) {
	c.Expected++
	if scored {
		c.Scored++
	}
	switch s {
	case Passed:
		c.Passed++
	case Failed:
		c.Failed++
	case NoAnswer:
		c.NoAnswer++
	case Timeout:
		c.Timeout++
	case NotJudged:
		c.NotJudged++
	case Missing:
		c.Missing++
	default:
		c.Error++
	}
}

// Plus adds the counts of two runs.
func (c Counts) Plus(o Counts) Counts {
	return Counts{
		Expected: c.Expected + o.Expected, Scored: c.Scored + o.Scored, Passed: c.Passed + o.Passed, Failed: c.Failed + o.Failed,
		NoAnswer: c.NoAnswer + o.NoAnswer, Timeout: c.Timeout + o.Timeout, Error: c.Error + o.Error, NotJudged: c.NotJudged + o.NotJudged,
		Missing: c.Missing + o.Missing,
	}
}

// Complete reports whether every expected task has a score.
func (c Counts) Complete() bool { return c.Expected > 0 && c.Scored == c.Expected }
