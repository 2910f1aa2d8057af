package sqlstore

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/jmoiron/sqlx"

	"github.com/clawatlas/clawatlas/results"
)

// agentSums sums the steps of each agent in a trace and collects the references to other traces.
type agentSums struct {
	list  []results.TraceAgent
	spent []results.Metrics // token use and cost of each agent, in the order of list
	at    map[string]int
	refs  []results.RefPlace
}

func (a *agentSums) add(s *results.Step) {
	if a.at == nil {
		a.at = map[string]int{}
	}
	i, known := a.at[s.Agent]
	if !known && len(a.list) < results.TraceAgentsMost {
		i = len(a.list)
		a.at[s.Agent], known = i, true
		a.list = append(a.list, results.TraceAgent{Agent: s.Agent, First: s.StepID})
		a.spent = append(a.spent, results.Metrics{})
	}
	if known {
		addStep(&a.list[i], &a.spent[i], s)
	}
	a.addRefs(s)
}

func addStep(g *results.TraceAgent, spent *results.Metrics, s *results.Step) {
	g.Steps++
	if s.Timestamp != nil {
		g.StartedAt, g.FinishedAt = results.Earlier(g.StartedAt, s.Timestamp), results.Later(g.FinishedAt, s.Timestamp)
	}
	if s.Observation != nil {
		for i := range s.Observation.Results {
			g.FinishedAt = results.Later(g.FinishedAt, s.Observation.Results[i].Timestamp)
		}
	}
	if s.Source == results.SourceAgent && s.Message != "" {
		g.Said = beginning(s.Message, results.AgentSaidMost)
	}
	if s.Copied {
		return
	}
	g.Calls += len(s.ToolCalls)
	g.Failed += s.FailedCalls()
	spent.Add(s.Metrics)
}

func (a *agentSums) addRefs(s *results.Step) {
	if s.Observation == nil {
		return
	}
	for i := range s.Observation.Results {
		r := &s.Observation.Results[i]
		tool := ""
		for j := range s.ToolCalls {
			if r.CallID != "" && s.ToolCalls[j].ID == r.CallID {
				tool = s.ToolCalls[j].Name
			}
		}
		refs := r.Refs
		if len(refs) == 0 && r.Subagent != "" {
			refs = []results.TraceRef{{Agent: r.Subagent}}
		}
		for _, ref := range refs {
			if len(a.refs) < results.TraceRefsMost {
				a.refs = append(a.refs, results.RefPlace{
					Step: s.StepID, Result: i + 1, Agent: s.Agent, Tool: tool, Ref: ref,
					Answer: beginning(strings.TrimSpace(r.Content), results.RefAnswerMost), StartedAt: s.Timestamp, FinishedAt: r.Timestamp,
				})
			}
		}
	}
}

// end returns the completed sums; nil if the trace has neither sub-agents nor references to other
// traces.
func (a *agentSums) end() []results.TraceAgent {
	if len(a.list) <= 1 && len(a.refs) == 0 {
		return nil
	}
	for i := range a.refs {
		at, known := a.at[a.refs[i].Ref.Agent]
		if g := a.refs[i]; known && g.Ref.Agent != "" && a.list[at].Caller == 0 {
			a.list[at].Caller, a.list[at].Result = g.Step, g.Result
		}
	}
	for i := range a.list {
		a.list[i].Usage = a.spent[i].Usage()
	}
	return a.list
}

// beginning returns the beginning of a text, at most the given number of bytes and without
// splitting a character.
func beginning(s string, most int) string {
	if len(s) <= most {
		return s
	}
	for most > 0 && !utf8.RuneStart(s[most]) {
		most--
	}
	return s[:most]
}

func (w *trialWriter) saveAgents() error {
	if ids := w.row.TraceIDs; w.steps > 0 && ids != (results.TraceIDs{}) {
		if err := w.run.add(idRows, w.n, ids.Trajectory, ids.Session); err != nil {
			return fmt.Errorf("save ids of trace: %w", err)
		}
	}
	for i, g := range w.agents.end() {
		data, err := json.Marshal(g)
		if err != nil {
			return fmt.Errorf("encode sub-agent %s: %w", g.Agent, err)
		}
		if err := w.run.add(agentRows, w.n, i, string(data)); err != nil {
			return fmt.Errorf("save sub-agent %s: %w", g.Agent, err)
		}
	}
	for i, r := range w.agents.refs {
		data, err := json.Marshal(r)
		if err != nil {
			return fmt.Errorf("encode reference of step %d: %w", r.Step, err)
		}
		if err := w.run.add(refRows, w.n, i, r.Ref.Trajectory, r.Ref.Session, string(data)); err != nil {
			return fmt.Errorf("save reference of step %d: %w", r.Step, err)
		}
	}
	return nil
}

// TraceAgents returns the agents of a trace in the order of their first steps. It returns none for
// a trace with neither sub-agents nor references to other traces.
func (db *DB) TraceAgents(ctx context.Context, trial int64) ([]results.TraceAgent, error) {
	const q = "SELECT data FROM trace_agents WHERE trial_id = ?1" + ofTrial1 + " ORDER BY ordinal LIMIT 1000"
	return valuesOf[results.TraceAgent](ctx, db.r, "list sub-agents", q, trial)
}

// TraceRefs returns the references to other traces in the traces of the given trials, by trial id.
func (db *DB) TraceRefs(ctx context.Context, trials []int64) (map[int64][]results.RefPlace, error) {
	out := map[int64][]results.RefPlace{}
	err := db.inBlocks(ctx, "list references", "SELECT trial_id, data FROM trace_refs WHERE trial_id IN (?) /*! AND run_id IN (?) */ "+
		"ORDER BY trial_id, ordinal", trials, func(rows *sqlx.Rows) error {
		var id int64
		var text string
		if err := rows.Scan(&id, &text); err != nil {
			return err
		}
		var p results.RefPlace
		err := fromJSON(text, &p)
		out[id] = append(out[id], p)
		return err
	})
	return out, err
}

// FindTraceIDs returns the ids by which other traces can refer to the trial's trace.
func (db *DB) FindTraceIDs(ctx context.Context, trial int64) (results.TraceIDs, error) {
	const q = "SELECT trajectory, session FROM trace_ids WHERE trial_id = ?1" + ofTrial1 + " LIMIT 1"
	list, err := ListOf[results.TraceIDs](ctx, db.r, "find ids of trace", q, trial)
	if err != nil || len(list) == 0 {
		return results.TraceIDs{}, err
	}
	return list[0], nil
}

type namedTrialRow struct {
	trialRow
	Trajectory, Session string
	Data                string
}

func (r namedTrialRow) named() (results.NamedTrial, error) {
	t, err := r.trial()
	return results.NamedTrial{StoredTrial: t, IDs: results.TraceIDs{Trajectory: r.Trajectory, Session: r.Session}}, err
}

// foundTrials joins a table "found" with a column trial_id to the tables needed for trialColumns.
const foundTrials = `
FROM found f
JOIN trials t ON t.id = f.trial_id /*! AND t.run_id = f.run_id */
JOIN runs r ON r.id = t.run_id
JOIN benchmarks b ON b.id = r.benchmark_id
JOIN tasks k ON k.id = t.task_id
JOIN scenarios s ON s.id = k.scenario_id`

// namedMost is the maximum number of trials returned for one list of ids.
const namedMost = 500

// NamedTrials returns the trials of a benchmark whose trace or session has one of the given ids.
func (db *DB) NamedTrials(ctx context.Context, benchmark string, ids []string) ([]results.NamedTrial, error) {
	wanted, err := toJSON(ids)
	if err != nil {
		return nil, err
	}
	q := `WITH wanted AS (SELECT value FROM ` + db.dialect.Texts("?") + ` x),
found AS (
  SELECT i.trial_id, /*! i.run_id, */ i.trajectory, i.session FROM wanted w JOIN trace_ids i ON i.trajectory = w.value AND i.trajectory <> ''
  UNION
  SELECT i.trial_id, /*! i.run_id, */ i.trajectory, i.session FROM wanted w JOIN trace_ids i ON i.session = w.value AND i.session <> ''
)
SELECT f.trajectory, f.session, ` + trialColumns + foundTrials + `
WHERE b.slug = ?
ORDER BY s.slug, k.slug, r.slug, t.attempt
LIMIT ?`
	rows, err := ListOf[namedTrialRow](ctx, db.r, "find traces by their ids", q, wanted, benchmark, namedMost)
	if err != nil {
		return nil, err
	}
	return each(rows, namedTrialRow.named)
}

// RefsTo returns the references in a benchmark's traces to a trace with one of the given ids.
func (db *DB) RefsTo(ctx context.Context, benchmark string, ids results.TraceIDs) ([]results.RefFrom, error) {
	const q = `WITH found AS (
  SELECT trial_id, /*! run_id, */ ordinal, data FROM trace_refs WHERE trajectory = ?1 AND trajectory <> ''
  UNION
  SELECT trial_id, /*! run_id, */ ordinal, data FROM trace_refs WHERE session = ?2 AND session <> ''
)
SELECT f.data, COALESCE(i.trajectory, '') AS trajectory, COALESCE(i.session, '') AS session, ` + trialColumns + foundTrials + `
LEFT JOIN trace_ids i ON i.trial_id = t.id /*! AND i.run_id = t.run_id */
WHERE b.slug = ?3
ORDER BY s.slug, k.slug, r.slug, t.attempt, f.ordinal
LIMIT ?4`
	rows, err := ListOf[namedTrialRow](ctx, db.r, "find references to a trace", q, ids.Trajectory, ids.Session, benchmark, namedMost)
	if err != nil {
		return nil, err
	}
	return each(rows, func(r namedTrialRow) (from results.RefFrom, err error) {
		if from.NamedTrial, err = r.named(); err == nil {
			err = fromJSON(r.Data, &from.Place)
		}
		return from, err
	})
}
