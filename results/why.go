package results

import "slices"

// Explanation is what led to a failed verdict, as far as the records show it. All of it but
// what the checker says is inferred from the trace: by which rule, Rule says.
type Explanation struct {
	Reason *Reason       `json:"reason"`         // why it did not pass, in a sentence; null in databases of before it was found
	Failed []FailedCheck `json:"complaints"`     // at most FailedChecksMost
	More   int           `json:"more,omitempty"` // failed checks beyond these
}

// Reason is why a trial did not pass, in one sentence.
type Reason struct {
	Sentence string       `json:"sentence"`         // plain words, as a page shows them
	Head     string       `json:"head,omitempty"`   // the beginning of the sentence that says what happened
	Kind     ReasonKind   `json:"kind"`             // checker, mismatch, judge, check, key, value, text, form, file, program, option, answer, limit, loop, crash, refusal, harness, verdict, missing or unknown
	Rule     string       `json:"rule"`             // by which it was found, see /docs/why
	Likely   bool         `json:"likely,omitempty"` // the rule may be wrong here
	Places   []ReasonLink `json:"places,omitempty"` // where parts of it can be seen
}

// ReasonLink is where a part of a sentence can be seen: a step, a line of a raw
// record, or a check.
type ReasonLink struct {
	Words  string   `json:"words"`            // of the sentence, which lead there
	Step   *StepRef `json:"step,omitempty"`   // of a trace
	Record string   `json:"record,omitempty"` // name of a raw record
	Line   int      `json:"line,omitempty"`   // of that record, from 1
	Check  string   `json:"check,omitempty"`  // id of a check
}

// ReasonKind is what kind of thing kept a trial from passing.
type ReasonKind string

// The kinds of reasons, in display order.
const (
	ReasonChecker  ReasonKind = "checker"  // a check that no answer can pass
	ReasonMismatch ReasonKind = "mismatch" // a check that probably misses what is there in another form
	ReasonJudge    ReasonKind = "judge"    // what a judge wrote
	ReasonCheck    ReasonKind = "check"    // a named check or test failed
	ReasonKey      ReasonKind = "key"      // a key that is asked for is missing
	ReasonValue    ReasonKind = "value"    // another value stands there
	ReasonText     ReasonKind = "text"     // a text does not say what is asked for
	ReasonForm     ReasonKind = "form"     // it has another form
	ReasonFile     ReasonKind = "file"     // a file is missing
	ReasonProgram  ReasonKind = "program"  // the program that was asked for does not run
	ReasonOption   ReasonKind = "option"   // options were left out or wrongly chosen
	ReasonAnswer   ReasonKind = "answer"   // the reply is empty, unfinished or in another form
	ReasonLimit    ReasonKind = "limit"    // of time, steps or context
	ReasonLoop     ReasonKind = "loop"     // the same calls until the end
	ReasonCrash    ReasonKind = "crash"    // the agent's own program broke off
	ReasonRefusal  ReasonKind = "refusal"  // the agent declined
	ReasonHarness  ReasonKind = "harness"  // environment or harness failed
	ReasonVerdict  ReasonKind = "verdict"  // no verdict can be read or believed
	ReasonMissing  ReasonKind = "missing"  // no record of an attempt
	ReasonUnknown  ReasonKind = "unknown"  // the records do not say
)

// ReasonKinds lists all kinds in their order.
func ReasonKinds() []ReasonKind {
	return []ReasonKind{ReasonChecker, ReasonMismatch, ReasonJudge, ReasonCheck, ReasonKey, ReasonValue, ReasonText, ReasonForm, ReasonFile,
		ReasonProgram, ReasonOption,
		ReasonAnswer, ReasonLimit, ReasonLoop, ReasonCrash, ReasonRefusal, ReasonHarness, ReasonVerdict, ReasonMissing, ReasonUnknown}
}

// reasonWords name what kept a trial from passing and say what that means, in the order
// of the kinds.
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

// Title names the kind.
func (k ReasonKind) Title() string { return k.words(0) }

// Clause says what the title means.
func (k ReasonKind) Clause() string { return k.words(1) }

func (k ReasonKind) words(part int) string {
	if i := slices.Index(ReasonKinds(), k); i >= 0 {
		return reasonWords[i][part]
	}
	return string(k)
}

// RunReasons are the reasons for which trials of a run did not pass.
type RunReasons struct {
	Looked bool          // the run was gone through; else nothing is known
	Trials []TrialReason // of those that did not pass and are not here the records do not say
}

// TrialReason is why one trial did not pass.
type TrialReason struct {
	Trial    int64 // its number in the store
	Kind     ReasonKind
	Sentence string
}

// FailedChecksMost bounds the failed checks of one trial that are followed.
const FailedChecksMost = 8

// FailedCheck is a check or option that failed, or one thing that a checker says of it, with what
// led to it.
type FailedCheck struct {
	Text     string `json:"text"`               // what the checker says, or the option
	Option   string `json:"option,omitempty"`   // label of the option; empty for a checker's line
	Fault    string `json:"fault,omitempty"`    // of an option: omitted or extra
	Check    string `json:"check,omitempty"`    // id of the check that failed; empty if the record has one verdict
	File     string `json:"file,omitempty"`     // that it is about, as it is named there
	Field    string `json:"field,omitempty"`    // of the file
	Expected string `json:"expected,omitempty"` // value that the checker asked for
	Got      string `json:"got,omitempty"`      // value that it found

	Wrote *StepRef `json:"wrote,omitempty"` // call that left the file as the checker found it
	// Unwritten says that no call of the trace changed the file that is asked for.
	Unwritten bool     `json:"unwritten,omitempty"`
	Read      *StepRef `json:"read,omitempty"` // what showed the value that was found, or the option's passage, last before
	Seen      *StepRef `json:"seen,omitempty"` // what showed the expected value last before it was to be written
	// Unread says that the passage or the expected value is in nothing that the
	// agent was shown before.
	Unread bool `json:"unread,omitempty"`

	// Form is what the file has in the place of what the check misses, where that is likely
	// the same in another form; Pattern is what the check looks for.
	Form    string `json:"form,omitempty"`
	Pattern string `json:"pattern,omitempty"`
	// Under is the key under which the file has the value of a missing key.
	Under string `json:"under,omitempty"`
	// Access is whether the agent was shown the passage that decides an option.
	Access string `json:"access,omitempty"`
	// Source is the line of the environment that decides an option and was not shown.
	Source *SourceLine `json:"source,omitempty"`
}

// Whether an agent was shown the passage that decides an option.
const (
	AccessShown    = "shown"
	AccessCut      = "cut"      // it opened the file, but was not shown the passage
	AccessUnopened = "unopened" // it never opened the file
	AccessRefused  = "refused"  // it could not open the file
	AccessUnstated = "unstated" // no text of the environment has such a passage
)

// SourceLine is a line of a file or chat of the environment.
type SourceLine struct {
	File  string `json:"file"`
	Line  int    `json:"line"` // from 1
	Quote string `json:"quote"`
}

// The rules by which a step is found.
const (
	RuleNamed   = "named"   // the failed check names the file
	RuleCommand = "command" // the checker's command runs or reads the file
	RulePrompt  = "prompt"  // the prompt names the file
	RuleLast    = "last"    // the file that was changed last; no other is named
	RuleValue   = "value"   // the value stands in the text that was shown
	RuleWords   = "words"   // the passage shares the rarest words with the option
)

// StepRef is a step or call of a trace with what it shows.
type StepRef struct {
	Task    string `json:"task"`              // slug; an earlier one of the session may have led to it
	Attempt int    `json:"attempt"`           // from 1
	Step    int    `json:"step"`              // number of the step
	Call    int    `json:"call,omitempty"`    // of the step's calls, from 1; 0 for a message
	CallID  string `json:"call_id,omitempty"` // as the record has it
	Tool    string `json:"tool,omitempty"`    // as the record names it
	File    string `json:"file,omitempty"`    // from the workspace on
	By      string `json:"by,omitempty"`      // script that touched the file; empty if the call did
	Quote   string `json:"quote,omitempty"`   // line that has the value
	Lacks   bool   `json:"lacks,omitempty"`   // the file as it was left has no such field
	Rule    string `json:"rule"`              // by which it was found
	Likely  bool   `json:"likely,omitempty"`  // the rule may be wrong here
}

// TrialExplanation is what led to the verdict on a trial.
type TrialExplanation struct {
	Trial int64 // its number in the store
	Why   *Explanation
}
