package trace

import (
	"bytes"
	"errors"
	"fmt"
	"path"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawatlas/clawatlas/results"
)

var atifDialect = dialect{
	name: DialectATIF, title: "ATIF trajectory",
	signs: []string{`"schema_version":"ATIF`}, data: ATIF,
}

// newestATIF is the newest minor version supported.
const newestATIF = 8

// maxATIF is the maximum nesting depth of sub-agents and the maximum number of continuations of a
// trajectory.
const maxATIF = 64

// ATIF reads a document in the Agent Trajectory Interchange Format (Harbor RFC 0001), versions 1.0
// to 1.8. Steps of sub-agents follow the step that refers to them, whether they are embedded or in
// separate files. A continuation follows the last step. ATIF returns an error only for JSON that is
// not a trajectory. It warns about all other deviations from the format.
func ATIF(data []byte, s Sink) (Summary, error) {
	r := newReader(DialectATIF, s)
	top, err := parseTrajectory(data)
	if err != nil {
		return r.sum, err
	}
	a := &atif{r: r, top: top, first: r.sink.FirstLine, files: map[string]*trajectory{}}
	r.sum.SessionID, r.sum.TrajectoryID = string(top.SessionID), string(top.ID)
	if top.SessionID == "" {
		r.sum.SessionID = string(top.ID)
	}
	r.sum.Schema = string(top.Schema)
	r.sum.Agent, r.sum.AgentVersion = string(top.Agent.Name), string(top.Agent.Version)
	r.sum.Model = string(top.Agent.Model)
	r.sum.Recorded = top.Final.usage(r)
	var of ownDocument
	top.own = own(top.Extra, &of) && of.Version == 1
	if err := a.read(top); err != nil {
		return r.sum, err
	}
	if err := a.emitPlaced(); err != nil {
		return r.sum, err
	}
	if !top.own {
		a.compareTotals(top)
		return r.done()
	}
	sum, err := r.done()
	of.restore(&sum)
	return sum, err
}

type atif struct {
	r     *reader
	top   *trajectory
	first int                    // line number at which the main document begins
	files map[string]*trajectory // trajectories by file path; nil for a missing file

	placed []placed // steps of a document written by WriteATIF, collected until all have been read

	lacking int // number of missing trajectories that are referred to
}

type trajectory struct {
	Schema    text         `json:"schema_version"`
	SessionID text         `json:"session_id"`
	ID        text         `json:"trajectory_id"`
	Agent     atifAgent    `json:"agent"`
	Steps     span         `json:"steps"`
	Notes     text         `json:"notes"`
	Final     finalMetrics `json:"final_metrics"`
	Next      text         `json:"continued_trajectory_ref"`
	Subs      atifSubs     `json:"subagent_trajectories"`

	Extra   jsontext.Value `json:"extra"`
	Unknown jsontext.Value `json:",embed"`

	data   []byte // text that contains Steps
	file   string
	parent *trajectory // trajectory in which this one is embedded
	path   string      // path of the agent; empty until it is known
	depth  int
	shown  bool
	own    bool // set if WriteATIF wrote the trajectory
}

type atifAgent struct {
	Name    text           `json:"name"`
	Version text           `json:"version"`
	Model   text           `json:"model_name"`
	Tools   mark           `json:"tool_definitions"`
	Extra   mark           `json:"extra"`
	Unknown jsontext.Value `json:",embed"`
}

type finalMetrics struct {
	Prompt     number         `json:"total_prompt_tokens"`
	Completion number         `json:"total_completion_tokens"`
	Cached     number         `json:"total_cached_tokens"`
	Cost       number         `json:"total_cost_usd"`
	Steps      number         `json:"total_steps"`
	Extra      mark           `json:"extra"`
	Unknown    jsontext.Value `json:",embed"`
}

func (f *finalMetrics) usage(r *reader) results.Usage {
	u := usage{Prompt: f.Prompt, Completion: f.Completion}
	u.Details.Cached, u.Cost.Total = f.Cached, f.Cost
	total := r.recorded(0, &u)
	return total.Usage()
}

type atifSubs []*trajectory

// span is the byte range of a value that is decoded later.
type span struct {
	kind     jsontext.Kind
	from, to int64
}

func (s *span) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	v, err := dec.ReadValue()
	s.kind, s.to = v.Kind(), dec.InputOffset()
	s.from = s.to - int64(len(v))
	return err
}

func (a *atifAgent) bare() any { return &a.Name }

func parseTrajectory(data []byte) (*trajectory, error) {
	if first := bytes.TrimLeft(data, " \t\r\n"); len(first) == 0 || first[0] != '{' {
		return nil, errors.New("read ATIF: not a JSON object")
	}
	t := &trajectory{}
	if err := json.Unmarshal(data, t, decoding()); err != nil {
		var syntax *jsontext.SyntacticError
		if errors.As(err, &syntax) {
			line := 1 + bytes.Count(data[:min(int(syntax.ByteOffset), len(data))], []byte{'\n'})
			return nil, fmt.Errorf("read ATIF: line %d: %w", line, syntax.Err)
		}
		return nil, fmt.Errorf("read ATIF: %w", err)
	}
	if t.Steps.kind != '[' {
		return nil, errors.New("read ATIF: there is no list of steps")
	}
	t.adopt(data, "")
	return t, nil
}

func (t *trajectory) adopt(data []byte, file string) {
	t.data, t.file = data, file
	for i, sub := range t.Subs {
		if sub == nil {
			t.Subs[i] = &trajectory{}
		}
		t.Subs[i].parent = t
		t.Subs[i].adopt(data, file)
	}
}

// read emits the steps of t, then those of the trajectories that it embeds or refers to, and of its
// continuations.
func (a *atif) read(t *trajectory) error {
	for range maxATIF {
		t.shown = true
		a.check(t)
		if err := a.steps(t); err != nil {
			return err
		}
		for _, sub := range t.Subs {
			if sub.shown {
				continue
			}
			if !a.top.own {
				a.note(t, 0, "embedded sub-agent that no step refers to: shown after the last step")
			}
			if err := a.follow(t, sub); err != nil {
				return err
			}
		}
		if t.Next == "" {
			return nil
		}
		next, err := a.file(t, string(t.Next))
		if err != nil {
			return err
		}
		if next == nil || next.shown {
			a.lacking++
			a.note(t, 0, fmt.Sprintf("continuation %q is not in the record", t.Next))
			return nil
		}
		next.path, next.depth = t.path, t.depth
		t = next
	}
	a.note(t, 0, fmt.Sprintf("more than %d continuations: the rest is skipped", maxATIF))
	return nil
}

func (a *atif) follow(t, sub *trajectory) error {
	if sub.shown {
		return nil
	}
	a.name(t, sub)
	if sub.depth > maxATIF {
		sub.shown = true
		a.note(t, 0, fmt.Sprintf("sub-agents more than %d levels deep: skipped", maxATIF))
		return nil
	}
	return a.read(sub)
}

func (a *atif) name(t, sub *trajectory) {
	if sub.path != "" {
		return
	}
	sub.path, sub.depth = a.r.agentPath(t.path, string(sub.Agent.Name)), t.depth+1
}

// file returns the trajectory in the file with the given name, or nil if there is none.
func (a *atif) file(t *trajectory, name string) (*trajectory, error) {
	if a.r.sink.File == nil {
		return nil, nil
	}
	full := path.Join(path.Dir(t.file), name)
	if known, ok := a.files[full]; ok {
		return known, nil
	}
	data, err := a.r.sink.File(full)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", full, err)
	}
	a.files[full] = nil
	if data == nil {
		return nil, nil
	}
	if bytes.Equal(data, a.top.data) {
		return a.top, nil
	}
	found, err := parseTrajectory(data)
	if err != nil {
		a.note(t, 0, fmt.Sprintf("%s: %v", full, err))
		return nil, nil
	}
	found.adopt(data, full)
	a.files[full] = found
	return found, nil
}

func (a *atif) note(t *trajectory, line int, message string) {
	if t.file != "" {
		message, line = t.file+": "+message, 0
	}
	a.r.repeated(line, message)
}

func (a *atif) check(t *trajectory) {
	version, ok := strings.CutPrefix(string(t.Schema), "ATIF-v1.")
	minor, err := strconv.Atoi(version)
	switch {
	case t.parent != nil && t.Schema == "":
	case !ok || err != nil || minor < 0:
		a.note(t, 0, fmt.Sprintf("schema_version is %q, which is not a version of ATIF 1", t.Schema))
	case minor > newestATIF:
		a.note(t, 0, fmt.Sprintf("schema_version %s is newer than ATIF-v1.%d, the latest supported version", t.Schema, newestATIF))
	}
	a.unknown(t, 0, "the document", t.Unknown)
	a.unknown(t, 0, "agent", t.Agent.Unknown)
	a.unknown(t, 0, "final_metrics", t.Final.Unknown)
}

func (a *atif) unknown(t *trajectory, line int, where string, v jsontext.Value) {
	for name := range Members(v) {
		a.note(t, line, fmt.Sprintf("%s has the unknown member %q", where, name))
	}
}

// compareTotals warns if a document's totals differ both from the sum of all steps and from the sum
// of the main agent's steps. Some agents report the latter. Totals are larger than the sum if an
// agent records only part of the tokens in its steps, and smaller if they exclude sub-agents. The
// larger number is shown.
func (a *atif) compareTotals(top *trajectory) {
	all, own := a.r.spent, a.r.own
	prompt, completion := top.Final.Prompt, top.Final.Completion
	if prompt.fault() != "" || completion.fault() != "" || a.r.unsure.tokens {
		return // there is a separate warning for this
	}
	stated := prompt.v + completion.v
	a.r.total = stated > float64(value(all.PromptTokens)+value(all.CompletionTokens))
	if agrees(prompt, all.PromptTokens) && agrees(completion, all.CompletionTokens) ||
		agrees(prompt, own.PromptTokens) && agrees(completion, own.CompletionTokens) {
		return
	}
	why := ""
	if a.lacking > 0 && a.r.total {
		why = "; the others can be of the trajectories that are not in the record"
	}
	a.r.warn(0, "final_metrics states %.0f prompt and %.0f completion tokens, but the steps add up to %d and %d%s",
		prompt.v, completion.v, value(all.PromptTokens), value(all.CompletionTokens), why)
}

func agrees(total number, sum *int64) bool {
	return !total.ok || sum == nil || int64(total.v) == *sum
}
