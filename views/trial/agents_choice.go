package trial

import (
	"path"
	"strings"

	"github.com/clawatlas/clawatlas/results"
)

// agentSign is something in two records by which a reference and a trace with its id
// agree.
type agentSign struct {
	Name  string `json:"-"`
	agree func(c *agentCall, x *results.NamedTrial, d *results.TrialDetails) bool
}

// agentCall is a reference with the trace in which it stands.
type agentCall struct {
	place  *results.RefPlace
	ids    results.TraceIDs
	caller results.TrialDetails
}

// answerLeast is the shortest text of a result that is taken for a sub-agent's answer.
const answerLeast = 20

// agentSigns are all that is looked at. A model is none of them: a sub-agent often
// has another than its caller.
var agentSigns = []agentSign{
	{"file", func(c *agentCall, x *results.NamedTrial, _ *results.TrialDetails) bool {
		return c.place.Ref.Path != "" && x.Task == results.Slug(stem(c.place.Ref.Path))
	}},
	{"session", func(c *agentCall, x *results.NamedTrial, _ *results.TrialDetails) bool {
		return both(c.ids.Session, x.IDs.Session)
	}},
	{"time", func(c *agentCall, x *results.NamedTrial, _ *results.TrialDetails) bool {
		return c.place.Holds(x.StartedAt)
	}},
	{"answer", func(c *agentCall, _ *results.NamedTrial, d *results.TrialDetails) bool {
		return d.Answer != nil && len(c.place.Answer) >= answerLeast && strings.HasPrefix(strings.TrimSpace(*d.Answer), c.place.Answer)
	}},
	{"agent and version", func(c *agentCall, _ *results.NamedTrial, d *results.TrialDetails) bool {
		return sameAgent(&c.caller, d)
	}},
	{"format", func(c *agentCall, _ *results.NamedTrial, d *results.TrialDetails) bool {
		return both(c.caller.Schema, d.Schema)
	}},
	{"workspace", func(c *agentCall, _ *results.NamedTrial, d *results.TrialDetails) bool {
		return both(c.caller.Workspace, d.Workspace)
	}},
}

// sameAgent reports whether two records name one agent in one version. What an agent
// calls often has its name and more ("terminus-2-summarization"); another version of
// it is no sign, because it was another time.
func sameAgent(caller, d *results.TrialDetails) bool {
	of := results.Slug(caller.Framework)
	return of != "" && strings.HasPrefix(results.Slug(d.Framework)+"-", of+"-") &&
		(caller.FrameworkVersion == "" || d.FrameworkVersion == "" || caller.FrameworkVersion == d.FrameworkVersion)
}

// both reports whether two records state the same.
func both(a, b string) bool { return a != "" && a == b }

// stem is the name of a file without its ending.
func stem(name string) string { return strings.TrimSuffix(path.Base(name), path.Ext(name)) }

// choose keeps of several traces with the id of a reference those that no other one
// beats: one beats another if it agrees with the call in all in which the other does,
// and in more. So signs that contradict each other decide nothing. Of one that is
// left it says by which signs.
func (c *agentCall) choose(list []*results.NamedTrial, details map[int64]results.TrialDetails) (kept []*results.NamedTrial, by []string) {
	if len(list) < 2 {
		return list, nil
	}
	agreed := make([]uint, len(list))
	all := ^uint(0)
	for i, x := range list {
		d := details[x.ID]
		for n, s := range agentSigns {
			if s.agree(c, x, &d) {
				agreed[i] |= 1 << n
			}
		}
		all &= agreed[i]
	}
	best := 0
	for i, a := range agreed {
		beaten := false
		for _, b := range agreed {
			beaten = beaten || a != b && a&b == a
		}
		if !beaten {
			kept, best = append(kept, list[i]), i
		}
	}
	if len(kept) > 1 {
		return kept, nil
	}
	for n, s := range agentSigns {
		if agreed[best]&^all&(1<<n) != 0 {
			by = append(by, s.Name)
		}
	}
	return kept, by
}
