package results

import "slices"

// Explanation says what led to a failed verdict, as far as the records show it. Everything except
// the checker's message is inferred from the trace; Rule names the rule that was used.
type Explanation struct {
	Reason *Reason       `json:"reason"`         // reason in one sentence; null in databases that were created before reasons were stored
	Failed []FailedCheck `json:"complaints"`     // failed checks, at most FailedChecksMost
	More   int           `json:"more,omitempty"` // number of failed checks that are not listed
}

// Reason explains in one sentence why a trial did not pass.
type Reason struct {
	Sentence string       `json:"sentence,omitempty"` // complete sentence for display
	Head     string       `json:"head,omitempty"`     // start of the sentence, which states what happened
	Kind     ReasonKind   `json:"kind,omitempty"`     // one of the ReasonKind constants
	Rule     string       `json:"rule"`               // id of the rule that found the reason; /docs/why describes the rules
	Likely   bool         `json:"likely,omitempty"`   // set if the rule may be wrong in this case
	Places   []ReasonLink `json:"places,omitempty"`   // links from words of the sentence to the evidence
}

// ReasonLink links words of a reason to their evidence: a step, a line of a raw record, or a check.
type ReasonLink struct {
	Words  string   `json:"words"`            // linked words of the sentence
	Step   *StepRef `json:"step,omitempty"`   // step of a trace; nil if the link leads elsewhere
	Record string   `json:"record,omitempty"` // name of a raw record; empty if the link leads elsewhere
	Line   int      `json:"line,omitempty"`   // line number in the raw record, from 1
	Check  string   `json:"check,omitempty"`  // id of a check; empty if the link leads elsewhere
}

// ReasonKind is the kind of a failure reason.
type ReasonKind string

// Kinds of failure reasons, in display order.
const (
	ReasonChecker  ReasonKind = "checker"  // faulty check that no answer can pass
	ReasonMismatch ReasonKind = "mismatch" // check that probably fails to recognise a correct value in a different form
	ReasonJudge    ReasonKind = "judge"    // statement by a judge
	ReasonCheck    ReasonKind = "check"    // failure of a named check or test
	ReasonKey      ReasonKind = "key"      // a required key is missing
	ReasonValue    ReasonKind = "value"    // a value is wrong
	ReasonText     ReasonKind = "text"     // a text lacks required content
	ReasonForm     ReasonKind = "form"     // a value has the wrong form
	ReasonFile     ReasonKind = "file"     // a required file is missing
	ReasonProgram  ReasonKind = "program"  // the requested program does not run
	ReasonOption   ReasonKind = "option"   // missing or wrong options
	ReasonAnswer   ReasonKind = "answer"   // the reply is empty, unfinished or in the wrong form
	ReasonLimit    ReasonKind = "limit"    // time, step or context limit reached
	ReasonLoop     ReasonKind = "loop"     // agent repeated a call until the end
	ReasonCrash    ReasonKind = "crash"    // the agent's own program crashed
	ReasonRefusal  ReasonKind = "refusal"  // refusal of the task by the agent
	ReasonHarness  ReasonKind = "harness"  // failure of the environment or harness
	ReasonVerdict  ReasonKind = "verdict"  // verdict missing, unreadable or implausible
	ReasonMissing  ReasonKind = "missing"  // attempt without a record
	ReasonUnknown  ReasonKind = "unknown"  // no reason in the records
)

// ReasonKinds returns all kinds in display order.
func ReasonKinds() []ReasonKind {
	return []ReasonKind{ReasonChecker, ReasonMismatch, ReasonJudge, ReasonCheck, ReasonKey, ReasonValue, ReasonText, ReasonForm, ReasonFile,
		ReasonProgram, ReasonOption,
		ReasonAnswer, ReasonLimit, ReasonLoop, ReasonCrash, ReasonRefusal, ReasonHarness, ReasonVerdict, ReasonMissing, ReasonUnknown}
}

// reasonWords holds the title of each kind and a clause that explains it, in the order of the
// kinds.
var reasonWords = [][2]string{
	{"Faulty check", "no answer can pass"},
	{"Checker mismatch, likely", "what the check misses is there in another form"},
	{"Judge's verdict", "a model judged the result as wrong"},
	{"Named check failed", "a test or rubric item with a name of its own"},
	{"JSON key missing", "a field has another name or is absent"},
	{"Wrong value", "another value than expected"},
	{"Required text missing", "a statement or format that the checker wants"},
	{"Wrong structure or type", "a shape that the checker rejects"},
	{"File missing", "the expected file was never written"},
	{"Program does not run", "the script under test fails"},
	{"Wrong options", "a correct option missed or a wrong one added"},
	{"No usable answer", "the reply is empty, unfinished or in another form"},
	{"Limit reached", "time, steps or context ran out"},
	{"Loop", "the same calls repeated until the end"},
	{"Agent crashed", "the agent's program broke off"},
	{"Refusal", "the agent declined the task"},
	{"Environment or harness failed", "not the agent's doing"},
	{"No readable verdict", "the checker's record cannot be read"},
	{"No record", "the attempt left no record"},
	{"No reason found", "the records do not say"},
}

// Title returns the title of the kind.
func (k ReasonKind) Title() string { return k.words(0) }

// Clause returns the clause that explains the title.
func (k ReasonKind) Clause() string { return k.words(1) }

func (k ReasonKind) words(part int) string {
	if i := slices.Index(ReasonKinds(), k); i >= 0 {
		return reasonWords[i][part]
	}
	return string(k)
}

// RunReasons holds the failure reasons of a run's trials.
type RunReasons struct {
	Looked bool          // set if the run was analysed; otherwise nothing is known about its trials
	Trials []TrialReason // trials with a known reason; for other trials that did not pass, the records do not show a reason
}

// TrialReason is the failure reason of one trial.
type TrialReason struct {
	Trial    int64 // id of the trial in the store
	Kind     ReasonKind
	Sentence string
}

// FailedChecksMost is the maximum number of failed checks that are analysed per trial.
const FailedChecksMost = 8

// FailedCheck is a failed check, a wrong option or a single message of a checker, with the steps
// that caused it.
type FailedCheck struct {
	Text     string `json:"text"`               // message of the checker, or text of the option
	Option   string `json:"option,omitempty"`   // label of the option; empty if the check is not about an option
	Fault    string `json:"fault,omitempty"`    // "omitted" or "extra"; empty if not an option
	Check    string `json:"check,omitempty"`    // id of the failed check; empty if the record has only one verdict
	File     string `json:"file,omitempty"`     // name of the file that is wrong, as written by the checker
	Field    string `json:"field,omitempty"`    // field in the file
	Expected string `json:"expected,omitempty"` // value that the checker expected
	Got      string `json:"got,omitempty"`      // value that the checker found

	Wrote *StepRef `json:"wrote,omitempty"` // call that left the file as the checker found it
	// Unwritten is set if no call in the trace changed the requested file.
	Unwritten bool     `json:"unwritten,omitempty"`
	Read      *StepRef `json:"read,omitempty"` // latest step that showed the agent the incorrect value or the option's passage before Wrote
	Seen      *StepRef `json:"seen,omitempty"` // latest step that showed the agent the expected value before Wrote
	// Unread is set if the agent had not received the expected value, or the deciding passage,
	// before.
	Unread bool `json:"unread,omitempty"`

	// Form is the text in the file that is probably equivalent to what the check did not find, but
	// has a different form. Pattern is what the check searches for.
	Form    string `json:"form,omitempty"`
	Pattern string `json:"pattern,omitempty"`
	// Under is the key under which the file contains the value of a missing key.
	Under string `json:"under,omitempty"`
	// Access states whether the agent received the passage that decides an option; see the
	// constants.
	Access string `json:"access,omitempty"`
	// Source is the line in the environment that decides an option; nil if the agent received it.
	Source *SourceLine `json:"source,omitempty"`
}

// Values of FailedCheck.Access, for the passage that decides an option.
const (
	AccessShown    = "shown"
	AccessCut      = "cut"      // the agent opened the file but did not receive the passage
	AccessUnopened = "unopened" // the agent never opened the file
	AccessRefused  = "refused"  // the agent could not open the file
	AccessUnstated = "unstated" // no text of the environment has the passage
)

// SourceLine is a line of a file or chat of the environment.
type SourceLine struct {
	File  string `json:"file"`
	Line  int    `json:"line"` // line number, from 1
	Quote string `json:"quote"`
}

// Rules that link a failed check to a step.
const (
	RuleNamed   = "named"   // the failed check names the file
	RuleCommand = "command" // the checker's command runs or reads the file
	RulePrompt  = "prompt"  // the prompt names the file
	RuleLast    = "last"    // the file was changed last, and no other file is named
	RuleValue   = "value"   // a text that the agent received contains the value
	RuleWords   = "words"   // a passage has the rarest words of the option
)

// StepRef refers to a step or call of a trace and to the evidence in it.
type StepRef struct {
	Task    string `json:"task"`              // slug of the task, which may be an earlier task of the session
	Attempt int    `json:"attempt"`           // number of the attempt, from 1
	Step    int    `json:"step"`              // number of the step, from 1
	Call    int    `json:"call,omitempty"`    // number of the call in the step, from 1; 0 for the step's message
	CallID  string `json:"call_id,omitempty"` // id of the call in the record
	Tool    string `json:"tool,omitempty"`    // name of the tool in the record
	File    string `json:"file,omitempty"`    // path relative to the workspace
	By      string `json:"by,omitempty"`      // path of the script file that accessed the file; empty if the call or its inline code did
	Quote   string `json:"quote,omitempty"`   // line that contains the value
	Lacks   bool   `json:"lacks,omitempty"`   // set if the resulting file does not contain the field
	Rule    string `json:"rule"`              // id of the rule that found the cause
	Likely  bool   `json:"likely,omitempty"`  // set if the rule may be wrong in this case

	Anchor string `json:"-"` // HTML anchor of the quoted line on its trial's page; empty until it is looked up
}

// Refs returns the steps that the explanation refers to; nil for a nil explanation.
func (w *Explanation) Refs() (list []*StepRef) {
	if w == nil {
		return nil
	}
	for i := range w.Failed {
		list = append(list, w.Failed[i].Wrote, w.Failed[i].Read, w.Failed[i].Seen)
	}
	if w.Reason != nil {
		for i := range w.Reason.Places {
			list = append(list, w.Reason.Places[i].Step)
		}
	}
	return slices.DeleteFunc(list, func(c *StepRef) bool { return c == nil })
}

// TrialExplanation is a trial's id and the explanation of its verdict.
type TrialExplanation struct {
	Trial int64 // id of the trial in the store
	Why   *Explanation
}
