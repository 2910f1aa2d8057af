package trace

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"

	"github.com/clawatlas/clawatlas/results"
)

// reader numbers and counts the steps of one transcript and passes them to the sink. All dialects
// use it.
type reader struct {
	sink   Sink
	sum    Summary
	spent  results.Metrics
	own    results.Metrics
	unsure struct{ tokens, cost bool } // set if a step states an impossible value, so that the sum is unknown
	total  bool                        // set if the transcript's own total is more reliable than the sum over the steps
	copied bool                        // set if an earlier transcript contains the current entry, see Sink.Known
	asIs   bool                        // set if the step comes from a document written by WriteATIF
	media  int
	seen   map[string]*repeat
	more   int // number of warnings beyond maxKinds kinds
	used   results.ModelsUsed
	first  string           // model of the first step that states one
	set    string           // model configured for the session, even if it never replied
	agents map[string]int   // number of sub-agents by name
	stands map[string]stand // steps covered by the last compaction, by agent
	doc    []byte           // JSON being decoded, to keep parts of it as raw text
	called map[string]bool
	agent  func() string // returns the agent determined from the data; nil if the dialect implies the agent
	end    func() error  // called after the last entry; may be nil
}

type repeat struct {
	line int
	n    int
}

func newReader(d Dialect, s Sink) *reader {
	s.FirstLine = cmp.Or(s.FirstLine, 1)
	return &reader{sink: s, sum: Summary{Dialect: d}, seen: map[string]*repeat{}, called: map[string]bool{},
		agents: map[string]int{}, stands: map[string]stand{}}
}

// agentPath returns a unique path for a sub-agent below parent. A sub-agent without a name is
// called "agent".
func (r *reader) agentPath(parent, name string) string {
	name = strings.Map(func(c rune) rune {
		if c == '/' || c < ' ' {
			return '-'
		}
		return c
	}, name)
	name = cmp.Or(name, "agent")
	if parent != "" {
		name = parent + "/" + name
	}
	r.agents[name]++
	if n := r.agents[name]; n > 1 {
		return fmt.Sprintf("%s-%d", name, n)
	}
	return name
}

// unnamed removes invalid calls from a step, such as calls without a name.
func (r *reader) unnamed(s *results.Step) {
	s.ToolCalls = slices.DeleteFunc(s.ToolCalls, func(c results.ToolCall) bool {
		warning := ""
		switch {
		case c.Name == "":
			warning = "a call without a tool name is invalid: kept only in the raw record"
		case string(c.Arguments) == "null":
			warning = "a call with null as its arguments is invalid: kept only in the raw record"
		case len(c.Arguments) == 0:
			r.repeated(0, "a call has no arguments")
		}
		if warning != "" {
			r.repeated(0, warning)
		}
		return warning != ""
	})
}

func (r *reader) emit(s *results.Step) error {
	r.sum.Steps++
	s.StepID = r.sum.Steps
	if !r.asIs {
		r.unnamed(s)
		r.compact(s)
	}
	for i := range s.ToolCalls {
		r.called[s.ToolCalls[i].Name] = true
	}
	r.when(s.Timestamp)
	if s.Observation != nil {
		for i := range s.Observation.Results {
			r.when(s.Observation.Results[i].Timestamp)
		}
	}
	if !s.Copied {
		r.count(s)
	}
	if r.sink.Step == nil {
		return nil
	}
	return r.sink.Step(s)
}

func (r *reader) count(s *results.Step) {
	r.sum.ToolCalls += len(s.ToolCalls)
	r.sum.FailedCalls += s.FailedCalls()
	r.spent.Add(s.Metrics)
	if s.Depth == 0 {
		r.own.Add(s.Metrics)
	}
	if s.Source != results.SourceAgent {
		return
	}
	if answered(s) {
		r.sum.ModelCalls++
	}
	r.used.Add(s)
	r.first = cmp.Or(r.first, s.ModelName)
	if s.Depth == 0 && s.Message != "" {
		r.sum.FinalMessage = s.Message
	}
}

// answered reports whether a step is a model call. An error without a model never reached one.
func answered(s *results.Step) bool {
	return s.Source == results.SourceAgent && (s.ModelName != "" || s.Error == "")
}

func (r *reader) when(ms *int64) {
	r.sum.StartedAt, r.sum.FinishedAt = results.Earlier(r.sum.StartedAt, ms), results.Later(r.sum.FinishedAt, ms)
}

// warn passes a warning to the sink at once. For warnings that may occur on every line, use
// repeated.
func (r *reader) warn(line int, format string, args ...any) {
	if r.sink.Warn != nil {
		r.sink.Warn(line, fmt.Sprintf(format, args...))
	}
}

// maxKinds is the maximum number of different warnings per transcript. maxMessage is their maximum
// length in bytes, because warnings can quote the record.
const (
	maxKinds   = 200
	maxMessage = 400
)

// repeated records a warning. Equal warnings are passed to the sink once, with the line of the
// first and the number of occurrences.
func (r *reader) repeated(line int, message string) {
	if len(message) > maxMessage {
		message = validText([]byte(message[:maxMessage])) + " ..."
	}
	if p := r.seen[message]; p != nil {
		p.n++
		return
	}
	if len(r.seen) >= maxKinds {
		r.more++
		return
	}
	r.seen[message] = &repeat{line: line, n: 1}
}

// refund subtracts usage from the total that emit will add a second time.
func (r *reader) refund(m *results.Metrics) {
	if m != nil {
		r.spent.Add(negative(m))
	}
}

// known checks whether an earlier transcript contains an entry with any of the ids. It joins the
// parts of an id with spaces and ignores ids with an empty part.
func (r *reader) known(ids ...[]text) {
	known := false
	for _, parts := range ids {
		if r.sink.Known == nil || slices.Contains(parts, "") {
			continue
		}
		id := ""
		for _, p := range parts {
			id = join(id, string(p), " ")
		}
		known = r.sink.Known(id) || known
	}
	r.copies(known)
}

func (r *reader) copies(copied bool) {
	if r.copied = copied; copied {
		r.repeated(0, "entry repeated from an earlier session: shown but not counted")
	}
}

func (r *reader) raw(data []byte) *results.Step {
	return &results.Step{Source: results.SourceSystem, Event: "raw", Raw: validText(wholePairs(bytes.Clone(data)))}
}

func (r *reader) decode(t *thread, line []byte, n int, v any) (damaged bool, err error) {
	r.doc = line
	if json.Unmarshal(line, v, decoding()) == nil {
		return false, nil
	}
	return true, r.unknown(t, line, n, nil, "line is not valid JSON: kept as raw text")
}

func meta(at *int64, message string) *results.Step {
	return &results.Step{Timestamp: at, Source: results.SourceSystem, Event: "meta", Message: message}
}

func (r *reader) unknown(t *thread, data []byte, line int, at *int64, warning string) error {
	r.repeated(line, warning)
	step := r.raw(data)
	step.Timestamp = at
	return t.after(step)
}

func (r *reader) done() (Summary, error) {
	byLine := func(a, b string) int { return cmp.Or(r.seen[a].line-r.seen[b].line, strings.Compare(a, b)) }
	for _, m := range slices.SortedFunc(maps.Keys(r.seen), byLine) {
		p := r.seen[m]
		if p.n > 1 {
			m += fmt.Sprintf(" (%d times, first here)", p.n)
		}
		r.warn(p.line, "%s", m)
	}
	if r.more > 0 {
		r.warn(0, "further kinds of warnings are omitted (%d times)", r.more)
	}
	if r.unsure.tokens {
		r.spent = results.Metrics{CostUSD: r.spent.CostUSD}
	}
	if r.unsure.cost {
		r.spent.CostUSD = nil
	}
	if r.agent != nil {
		r.sum.Agent = r.agent()
	}
	r.sum.Model = cmp.Or(r.sum.Model, r.used.Most(r.set), r.first, r.set)
	r.sum.Usage = fill(r.spent.Usage(), r.sum.Recorded)
	if r.total {
		r.sum.Usage = fill(r.sum.Recorded, r.spent.Usage())
	}
	return r.sum, nil
}

func validText(data []byte) string {
	return strings.ToValidUTF8(string(data), "\ufffd")
}

type stand struct {
	first    int // number of the agent's first step
	at       int // number of the step with the last compaction; 0 if there was none
	from, to int
}

// compact sets the range of steps that a compaction replaces: the steps since the agent's previous
// compaction. Some formats write a marker and a summary directly after each other. Both get the
// same range.
func (r *reader) compact(s *results.Step) {
	st, known := r.stands[s.Agent]
	if !known {
		st.first = s.StepID
	}
	if s.Event == "compaction" {
		if s.Compaction == nil {
			s.Compaction = &results.Compaction{}
		}
		if st.at == 0 || st.at != s.StepID-1 {
			if from := max(st.first, st.at+1); from < s.StepID {
				st.from, st.to = from, s.StepID-1
			}
		}
		s.Compaction.From, s.Compaction.To = st.from, st.to
		st.at = s.StepID
	}
	r.stands[s.Agent] = st
}
