package harbor

import (
	"cmp"
	"path"
	"strings"

	"github.com/clawatlas/clawatlas/ingest/trace"
	"github.com/clawatlas/clawatlas/results"
)

type traceView struct {
	structured bool // set for a transcript, unset for a plain log
	answers    int  // number of usable model replies
	steps      int
	prompt     string
	final      string
	model      string
	provider   string
	agent      string
	session    string
	ids        results.TraceIDs
	workspace  string
	note       string
	solution   string
	usage      results.Usage
	from, to   *int64
}

func (all *traceView) add(sum trace.Summary, structured bool) {
	initial := !all.structured
	all.structured = all.structured || structured
	all.model, all.provider = cmp.Or(all.model, sum.Model), cmp.Or(all.provider, sum.Provider)
	all.workspace = cmp.Or(all.workspace, sum.Workspace)
	all.session, all.agent = cmp.Or(all.session, sum.SessionID), cmp.Or(all.agent, sum.Agent)
	all.ids = cmp.Or(all.ids, sum.TraceIDs())
	all.final = cmp.Or(sum.FinalMessage, all.final)
	all.from, all.to = results.Earlier(all.from, sum.StartedAt), results.Later(all.to, sum.FinishedAt)
	all.note = strings.TrimSpace(all.note + " " + sum.Error)
	u := recorded(sum.Usage)
	if initial {
		all.usage = u
		return
	}
	all.usage = results.Usage{
		Input: both(all.usage.Input, u.Input), Output: both(all.usage.Output, u.Output),
		CacheRead: both(all.usage.CacheRead, u.CacheRead), CacheWrite: both(all.usage.CacheWrite, u.CacheWrite),
		Total: both(all.usage.Total, u.Total), CostUSD: both(all.usage.CostUSD, u.CostUSD),
	}
}

// usageBeside takes the tokens from the agent's session if the displayed trace states none.
func (v *view) usageBeside(rest []string, dir string, all *traceView) {
	for _, name := range rest {
		if all.usage != (results.Usage{}) || rank(name, dir) > ownFormat {
			return
		}
		rec, err := v.j.record(name)
		if err != nil {
			continue
		}
		sum, _ := trace.Read(trace.Detect(name, rec.Data[:min(len(rec.Data), 64<<10)]), trace.Source{Data: rec.Data}, trace.Sink{})
		if u := recorded(sum.Usage); u != (results.Usage{}) {
			all.usage = u
			all.note = strings.TrimSpace(all.note + " The tokens are from " + path.Base(name) + ".")
		}
	}
}

// recorded removes zeros from the usage, because Harbor writes 0 for unknown values.
func recorded(u results.Usage) results.Usage {
	if zeroInt(u.Input) && zeroInt(u.Output) && zeroInt(u.CacheRead) && zeroInt(u.Total) {
		u = results.Usage{CostUSD: u.CostUSD}
	}
	if u.CostUSD != nil && *u.CostUSD == 0 {
		u.CostUSD = nil
	}
	return u
}

func zeroInt(v *int64) bool { return v == nil || *v == 0 }
