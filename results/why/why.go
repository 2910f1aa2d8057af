// Package why infers the cause of a failed verdict from a trace. It follows the checker's message
// to the file and field, to the call that wrote it, and to what the agent had read before. For an
// option it finds the passage that decides it and whether the agent read that passage. The
// functions are pure, and no rule uses a model.
package why

import (
	"cmp"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/files"
)

// Rules is the version of the rules. Reasons found by a different version are out of date.
const Rules = 14

// Turn is one trial with its task and trace.
type Turn struct {
	Task       *results.Task
	Trial      *results.StoredTrial
	Steps      []*results.Step
	Word       string          // the benchmark's term for a task, such as "round"
	Impossible string          // reason why no answer can pass the task; empty if one can
	Said       []Said          // records of the judge about the trial
	Sources    func() []Source // returns the environment at the time of the trial; nil if its texts are unknown

	names files.Names
}

// Said is a raw record that a judge or verifier wrote about a trial.
type Said struct {
	Record string
	Text   string
}

func (t *Turn) prompt() string {
	if t.Task.Facts.Prompt != "" {
		return t.Task.Facts.Prompt
	}
	return t.Trial.Details.Prompt
}

// sources returns the texts of the environment, with chats last. It omits the chat of the trial
// itself and files that a harness adds to the agent's context.
func (t *Turn) sources() []Source {
	if t.Sources == nil {
		return nil
	}
	list := slices.DeleteFunc(t.Sources(), func(x Source) bool {
		return bootstrap.MatchString(x.Path) || strings.HasPrefix(t.Trial.Details.Session, strings.TrimSuffix(path.Base(x.Path), ".jsonl"))
	})
	slices.SortStableFunc(list, func(a, b Source) int {
		return cmp.Compare(sessionID.FindString(a.Path), "") - cmp.Compare(sessionID.FindString(b.Path), "")
	})
	for i := range list {
		list[i].lower = sentences.Replace(strings.ToLower(list[i].Text))
	}
	return list
}

func (t *Turn) word() string {
	if t.Word == "" {
		return "task"
	}
	return t.Word
}

// Reader analyses trials in the order in which they ran. If consecutive trials belong to one
// recorded session, texts that the agent read and wrote in one trial also count for the following
// ones. The zero value is ready to use.
type Reader struct {
	sessions map[sessionKey]*session
}

type sessionKey struct {
	session string
	attempt int
}

type session struct {
	history
	trail   *files.Trail
	touches []files.Touch          // file operations that changed a file
	reads   []files.Touch          // file operations that read a file; the text is kept only for files that the agent created
	made    map[string]bool        // files created by the agent
	trials  []*results.StoredTrial // trials of the session; file operations refer to them by index
	counts  map[string]counted
	passed  *Turn // previous trial, if it chose the correct options
}

// Turn adds the next trial of a session and returns its explanation; nil if the trial needs none
// (see Asks).
func (r *Reader) Turn(t Turn) *results.Explanation {
	if r.sessions == nil {
		r.sessions = map[sessionKey]*session{}
	}
	id := sessionKey{t.Trial.Details.Session, t.Trial.Attempt}
	s := r.sessions[id]
	if s == nil || id.session == "" {
		s = &session{trail: files.NewTrail(), counts: map[string]counted{}, made: map[string]bool{}}
		r.sessions[id] = s
	}
	t.names = files.NewNames(t.Trial.Details.Workspace)
	return s.turn(&t)
}

func (s *session) turn(t *Turn) *results.Explanation {
	task := *t.Task
	task.Options = Options(t.Task, cmp.Or(t.Trial.Details.Prompt, t.Task.Facts.Prompt))
	t.Task = &task
	s.trials = append(s.trials, t.Trial)
	if s.passed != nil && slices.ContainsFunc(t.Steps, func(x *results.Step) bool { return strings.Contains(x.Message, "[Previous Feedback]") }) {
		s.addTold(s.passed)
	}
	if s.passed = nil; t.Trial.Kind == results.KindMultiChoice && t.Trial.Status == results.Passed {
		s.passed = t
	}
	touches := s.trail.Follow(len(s.trials)-1, t.names, t.Steps)
	s.add(&t.Trial.Trial, t.Steps, touches, s.made)
	for _, x := range touches {
		switch {
		case x.Op.Changes() && !x.Failed:
			s.touches = append(s.touches, x)
		case x.Op == files.Read:
			if !s.made[x.Path] {
				x.Text, x.Known = "", false
			}
			s.reads = append(s.reads, x)
		}
	}
	if !Asks(&t.Trial.Trial) {
		return nil
	}
	w := &results.Explanation{Failed: []results.FailedCheck{}}
	switch {
	case len(t.Steps) == 0:
	case t.Trial.Kind != results.KindMultiChoice:
		w.Failed = append(w.Failed, s.checked(t)...)
	case t.Trial.Status == results.Failed && t.Trial.Selected != nil:
		w.Failed = append(w.Failed, s.options(t)...)
	}
	w.Reason = s.reason(t, w)
	if n := len(w.Failed); n > results.FailedChecksMost {
		w.Failed, w.More = w.Failed[:results.FailedChecksMost], n-results.FailedChecksMost
	}
	return w
}

// rule is one way to explain a failure. The first rule that returns a sentence is used. The ids are
// documented in docs/why.md.
type rule struct {
	id   string
	find func(*session, *Turn, *results.Explanation) *sentence
}

// rules lists all rules in the order in which they are tried.
var rules = []rule{
	{"impossible", (*session).impossible},
	{"verifier", (*session).verifierBroke},
	{"mismatch", (*session).mismatch},
	{"ended", (*session).ended},
	{"unanswered", (*session).unanswered},
	{"options", (*session).chose},
	{"judge", (*session).judged},
	{"checker", (*session).complained},
	{"checks", (*session).failedChecks},
	{"refused", (*session).refused},
	{"silent", (*session).silent},
	{"loop", (*session).looped},
}

// RuleUnknown is the id for failures that no rule explains.
const RuleUnknown = "unknown"

// reason returns the reason found by the first rule that matches, or the unknown reason.
func (s *session) reason(t *Turn, w *results.Explanation) *results.Reason {
	for _, r := range rules {
		if found := r.find(s, t, w); found != nil {
			return found.reason(r.id)
		}
	}
	return Unknown(&t.Trial.Trial)
}

// impossible returns a reason if the dataset shows that no answer can pass the task.
func (s *session) impossible(t *Turn, w *results.Explanation) *sentence {
	if t.Impossible == "" {
		return nil
	}
	fault := strings.TrimPrefix(t.Impossible, "its checker cannot run: ")
	if fault != t.Impossible {
		if len(w.Failed) > 0 && strings.Contains(w.Failed[0].Text, "SyntaxError") {
			fault = w.Failed[0].Text // as the record has it
		}
		return say(results.ReasonChecker, "No answer can pass").then("The checker cannot run: “%s”", quote(fault, 14))
	}
	return say(results.ReasonChecker, "No answer can pass").then("%s", quote(fault, 22))
}

// Asks reports whether a trial needs a failure reason: its status is neither Passed nor NotJudged
// (Missing is included), and it is a single attempt.
func Asks(t *results.Trial) bool {
	return t.Status != results.Passed && t.Status != results.NotJudged && t.Attempts <= 1
}

// ByTrial returns the failure reasons of trials by trial id. It is empty for a run that has not
// been analysed.
func ByTrial(trials []results.StoredTrial, known results.RunReasons) map[int64]results.TrialReason {
	m := map[int64]results.TrialReason{}
	if !known.Looked {
		return m
	}
	for i := range trials {
		if t := &trials[i]; Asks(&t.Trial) {
			m[t.ID] = results.TrialReason{Trial: t.ID, Kind: results.ReasonUnknown}
		}
	}
	for _, x := range known.Trials {
		if _, asked := m[x.Trial]; asked {
			m[x.Trial] = x
		}
	}
	return m
}

// Unknown returns the reason for a trial that no rule explains; nil if the trial needs no reason.
func Unknown(t *results.Trial) *results.Reason {
	if !Asks(t) {
		return nil
	}
	x := say(results.ReasonUnknown, "The records do not say why")
	switch text := strings.TrimSpace(t.Details.ErrorText); {
	case text != "":
		x.then("“%s”", quote(firstLine(text), 20))
	case t.Score != nil:
		x.then("Its score is %s %%", strconv.FormatFloat(*t.PointsOrScore()*100, 'f', 2, 64))
	default:
		x.then("It ended as “%s”", strings.ReplaceAll(string(t.Status), "_", " "))
	}
	if t.StepsTotal == 0 && len(t.Checks) == 0 {
		x.then("neither a trace nor a check is recorded")
	}
	return x.reason(RuleUnknown)
}
