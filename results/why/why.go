// Package why finds what in a trace led to a failed verdict: from what the checker
// says to the file and the field, from there to the call that wrote it, and to what
// the agent had read before. For an option it finds the passage that decides it and
// whether the agent was shown it. The functions are pure; no rule asks a model.
package why

import (
	"slices"
	"strconv"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/files"
)

// Rules is the version of the rules: reasons of an earlier version are found anew.
const Rules = 12

// Turn is one trial with its task and its trace.
type Turn struct {
	Task       *results.Task
	Trial      *results.StoredTrial
	Steps      []*results.Step
	Word       string          // what the benchmark calls a task
	Impossible string          // why no answer can pass the task; empty if one can
	Said       []Said          // records of the trial that its judge left
	Sources    func() []Source // the environment as it was; nil if its texts are not known

	names files.Names
}

// Said is a text of a judge: a raw record of the trial that a verifier left.
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

// sources are the texts of the environment without those that a harness gives to the agent
// by itself: files that are named first, then other files, then chats.
func (t *Turn) sources(named []string) []Source {
	if t.Sources == nil {
		return nil
	}
	list := slices.DeleteFunc(t.Sources(), func(x Source) bool { return bootstrap(x.Path) })
	rank := func(x Source) int {
		switch {
		case slices.ContainsFunc(named, func(n string) bool { return files.Match(x.Path, n) }):
			return 0
		case sessionID.MatchString(x.Path):
			return 2
		}
		return 1
	}
	slices.SortStableFunc(list, func(a, b Source) int { return rank(a) - rank(b) })
	for i := range list {
		list[i].lower = strings.ToLower(list[i].Text)
	}
	return list
}

func (t *Turn) word() string {
	if t.Word == "" {
		return "task"
	}
	return t.Word
}

// Reader goes through trials in the order in which they ran. What an agent read and
// wrote in one of them counts for the next ones, if both are of one recorded session.
// The zero value is ready to be used.
type Reader struct {
	sessions map[sessionKey]*session
}

type sessionKey struct {
	session string
	attempt int
}

// session is what an agent has read and written so far.
type session struct {
	history
	trail   *files.Trail
	touches []files.Touch          // that changed files
	reads   []files.Touch          // that opened files, without their text unless the agent made the file
	made    map[string]bool        // files that the agent made
	trials  []*results.StoredTrial // by the number in the touches
	counts  map[string]counted
}

// Turn goes on with a trial and says why it did not pass; nil if it passed, or if
// nobody judged it.
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
	s.trials = append(s.trials, t.Trial)
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

// rule is one way to find why a trial did not pass; the first that finds anything
// counts. The ids are those of docs/why.md.
type rule struct {
	id   string
	find func(*session, *Turn, *results.Explanation) *sentence
}

// rules stand in the order in which they are asked.
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
	{"calls", (*session).neverWorked},
}

// RuleUnknown is the rule of what no other explains.
const RuleUnknown = "unknown"

// reason is why a trial did not pass.
func (s *session) reason(t *Turn, w *results.Explanation) *results.Reason {
	for _, r := range rules {
		if found := r.find(s, t, w); found != nil {
			return found.reason(r.id)
		}
	}
	return Unknown(&t.Trial.Trial)
}

// impossible: no answer can pass the task, as its dataset shows.
func (s *session) impossible(t *Turn, _ *results.Explanation) *sentence {
	if t.Impossible == "" {
		return nil
	}
	fault := strings.TrimPrefix(t.Impossible, "its checker cannot run: ")
	if fault != t.Impossible {
		return say(results.ReasonChecker, "No answer can pass").then("The checker cannot run: “%s”", quote(fault, 14))
	}
	return say(results.ReasonChecker, "No answer can pass").then("%s", quote(fault, 22))
}

// Asks reports whether a trial is one of which it is asked why it did not pass.
func Asks(t *results.Trial) bool {
	return t.Status != results.Passed && t.Status != results.NotJudged && t.Attempts <= 1
}

// ByTrial tells by trial why those did not pass that were asked; none of the others, nor
// any of a run that nobody has looked at.
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

// Unknown says what is known of a trial of which the records do not say why it did
// not pass; nil where that is not asked.
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
