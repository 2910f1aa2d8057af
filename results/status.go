package results

// Status is the outcome of a trial. Each trial has exactly one.
type Status string

// Statuses as in docs/design.md#statuses. Each benchmark defines which of them count as a failed
// task (Benchmark.FailureRule).
const (
	Passed     Status = "passed"      // scored with full marks
	Failed     Status = "failed"      // scored with less than full marks
	NoAnswer   Status = "no_answer"   // scored zero because no answer could be extracted
	Timeout    Status = "timeout"     // agent ran out of time
	AgentError Status = "agent_error" // agent's own process failed
	InfraError Status = "infra_error" // environment, harness or network failed
	JudgeError Status = "judge_error" // recorded trial whose verdict is missing, unreadable or implausible
	NotJudged  Status = "not_judged"  // trial without a judge, such as a single transcript
	Missing    Status = "missing"     // trial that the dataset expects but the records lack
)

// Statuses returns all statuses in display order.
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

// IsError reports whether s is AgentError, InfraError or JudgeError.
func (s Status) IsError() bool {
	return s == AgentError || s == InfraError || s == JudgeError
}

// Evidence is the kind of records on which a leaderboard row is based.
type Evidence string

// Kinds of evidence, strongest first.
const (
	Recomputed Evidence = "recomputed" // scores recomputed from records with traces
	Records    Evidence = "records"    // verdicts without traces
	Published  Evidence = "published"  // reported results only
)

// Counts are the numbers of a run's trials by status. Error is the sum of the three error statuses.
// The status counts add up to Expected. Scored overlaps with them, because a trial with a timeout
// can have a score.
type Counts struct {
	Expected int `json:"expected"`  // number of trials that the dataset expects
	Scored   int `json:"scored"`    // number of trials with a score
	Passed   int `json:"passed"`    // number of trials with full marks
	Failed   int `json:"failed"`    // number of scored trials without full marks
	NoAnswer int `json:"no_answer"` // number of trials scored zero because no answer could be extracted
	Timeout  int `json:"timeout"`   // number of trials in which the agent ran out of time
	Error    int `json:"error"`     // number of trials with one of the three error statuses
	// NotJudged is the number of trials without a judge.
	NotJudged int `json:"not_judged"`
	Missing   int `json:"missing"` // number of expected trials without a record
}

// Add counts one trial with status s.
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

// Plus returns the sum of the counts of two runs.
func (c Counts) Plus(o Counts) Counts {
	return Counts{
		Expected: c.Expected + o.Expected, Scored: c.Scored + o.Scored, Passed: c.Passed + o.Passed, Failed: c.Failed + o.Failed,
		NoAnswer: c.NoAnswer + o.NoAnswer, Timeout: c.Timeout + o.Timeout, Error: c.Error + o.Error, NotJudged: c.NotJudged + o.NotJudged,
		Missing: c.Missing + o.Missing,
	}
}

// Complete reports whether every expected task has a score.
func (c Counts) Complete() bool { return c.Expected > 0 && c.Scored == c.Expected }
