package trace

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawatlas/clawatlas/results"
)

var sweDialect = dialect{
	name: DialectSWEAgent, title: "SWE-agent history",
	why: "it is a history with the extension of SWE-agent's trajectories",
	is: func(b *beginning) bool {
		return strings.HasSuffix(b.Name, ".traj") && !b.first.HasAny("trajectory", "info") && isBareList(b.first.Get("history"))
	},
	data: SWEAgent,
}

// SWEAgent reads a trajectory of SWE-agent. What the agent did stands in its list
// trajectory: an action and what the environment answered. The prompts, and the tool
// calls that 1.x asks for, stand in its list history alone. Demonstrations that a
// prompt begins with are left to the raw record. A trajectory without steps is a
// demonstration itself: its history is the conversation.
func SWEAgent(data []byte, s Sink) (Summary, error) {
	r := newReader(DialectSWEAgent, "swe-agent", s)
	r.doc = data
	w := &swe{r: r, t: newThread(r), messages: sweMessageFields(), steps: sweStepFields()}
	var doc sweDocument
	if err := json.Unmarshal(data, &doc, decoding()); err != nil {
		r.warn(r.sink.FirstLine, "not valid JSON, kept raw: %v", err)
		return r.finish(w.t, w.t.after(r.raw(data)))
	}
	w.open(&doc)
	return r.finish(w.t, w.read(&doc))
}

type sweDocument struct {
	Trajectory jsontext.Value `json:"trajectory"`
	History    jsontext.Value `json:"history"`
	Attempts   jsontext.Value `json:"attempts"`
	Replay     jsontext.Value `json:"replay_config"`
	Info       struct {
		Stats struct {
			Cost     number `json:"instance_cost"`
			Sent     number `json:"tokens_sent"`
			Received number `json:"tokens_received"`
		} `json:"model_stats"`
		Version text `json:"swe_agent_version"`
	} `json:"info"`
}

type swe struct {
	r               *reader
	t               *thread
	messages, steps *fields
	list            []jsontext.Value // steps of the trajectory
	next            int              // the first of them that is not read yet
	fresh           bool             // the open step waits for its observation in the history
}

// sweMessage is a message of the history.
type sweMessage struct {
	message
	Demo    flag    `json:"is_demo"`
	Thought text    `json:"thought"`
	Action  text    `json:"action"`
	CallIDs texts   `json:"tool_call_ids"`
	Thinks  content `json:"thinking_blocks"`
}

// sweStep is a step of the trajectory.
type sweStep struct {
	Action      text           `json:"action"`
	Observation content        `json:"observation"`
	Response    text           `json:"response"`
	Thought     text           `json:"thought"`
	Seconds     number         `json:"execution_time"`
	State       jsontext.Value `json:"state"`
	Messages    jsontext.Value `json:"messages"`
	Query       jsontext.Value `json:"query"`
	ToolCalls   calls          `json:"tool_calls"`
}

// sweMessageFields says what becomes of the members of a message of the history.
func sweMessageFields() *fields {
	f := messageFields()
	return f.and("thinking_blocks", blockFields()).leave("message_type is_demo thought action tool_call_ids")
}

// sweStepFields says what becomes of the members of a step: its input repeats all
// that came before it.
func sweStepFields() *fields {
	call := use("id").leave("type").and("function", use("name arguments"))
	return use("action observation thought execution_time state").leave("messages query response").and("tool_calls", call)
}

// open takes what the document states beside its lists.
func (w *swe) open(doc *sweDocument) {
	r, stats := w.r, &doc.Info.Stats
	r.sum.AgentVersion = string(doc.Info.Version)
	r.sum.Model = sweModel(doc.Replay)
	// A replay counts its calls and nothing else: zeros say nothing then.
	u := usage{Prompt: stats.Sent, Completion: stats.Received}
	u.Cost.Total = stats.Cost
	r.sum.Recorded = r.recorded(0, &u)
	if says(doc.Attempts) {
		n := 0
		for range elementsOf(doc.Attempts) {
			n++
		}
		r.repeated(0, fmt.Sprintf("%d attempts are recorded, of which the one that was chosen is shown; the others are in the raw record", n))
	}
	for v := range elementsOf(doc.Trajectory) {
		w.list = append(w.list, v.Clone())
	}
}

// sweModel is the model that a configuration names. It is an object, or the same as
// a text.
func sweModel(config jsontext.Value) string {
	if config.Kind() == '"' {
		config = jsontext.Value(stringOf(config))
	}
	var c struct {
		Agent struct {
			Model struct {
				Name text `json:"name"`
			} `json:"model"`
		} `json:"agent"`
	}
	if config.Kind() != '{' || json.Unmarshal(config, &c, decoding()) != nil {
		return ""
	}
	return string(c.Agent.Model.Name)
}

// read goes through the history and takes the steps along.
func (w *swe) read(doc *sweDocument) error {
	if !says(doc.History) && len(w.list) > 0 {
		if err := w.prompts(); err != nil {
			return err
		}
	}
	demos := 0
	for v := range elementsOf(doc.History) {
		var m sweMessage
		if err := json.Unmarshal(v, &m, decoding()); err != nil {
			w.r.repeated(0, "a message of the history cannot be read and is kept raw")
			if err := w.t.after(w.r.raw(v)); err != nil {
				return err
			}
			continue
		}
		if m.Demo {
			demos += len(v)
			continue
		}
		if demos > 0 {
			w.t.aside(textMember("demonstration", fmt.Sprintf("%d bytes in the raw record", demos)))
			demos = 0
		}
		if err := w.message(&m, v); err != nil {
			return err
		}
	}
	for w.next < len(w.list) {
		if err := w.step(nil); err != nil {
			return err
		}
	}
	return nil
}

// message adds a message of the history.
func (w *swe) message(m *sweMessage, v jsontext.Value) error {
	w.r.doc = v
	rest := w.messages.rest(v)
	switch m.Role {
	case "assistant":
		at := w.find(m)
		for w.next < at {
			if err := w.step(nil); err != nil {
				return err
			}
		}
		w.t.left(w.r.news(rest))
		defer w.t.ended()
		if at < 0 {
			return w.alone(m)
		}
		return w.step(m)
	case "tool", "user":
		if w.fresh {
			w.fresh = m.Role == "tool"
			return w.observed(m)
		}
	}
	w.t.left(w.r.news(rest))
	defer w.t.ended()
	if m.Role == "tool" && len(m.CallIDs) > 0 {
		m.ToolCallID = m.CallIDs[0]
	}
	err := w.r.put(w.t, 0, &m.message, nil)
	if err == errRole {
		w.r.repeated(0, roleMessage(m.Role))
		return w.t.after(w.r.raw(v))
	}
	return err
}

// lookAhead is how many steps an answer may be away from the last one that was
// found in the history.
const lookAhead = 50

// find returns the step that an answer of the history is of, -1 if it is of none.
func (w *swe) find(m *sweMessage) int {
	for i := w.next; i < min(len(w.list), w.next+lookAhead); i++ {
		s := w.parse(i)
		action := strings.TrimSpace(string(s.Action))
		same := action == strings.TrimSpace(string(m.Action)) &&
			(action != "" && i == w.next || strings.TrimSpace(string(s.Thought)) == strings.TrimSpace(string(m.Thought)))
		if same && (m.Action != "" || m.Thought != "") || s.Response != "" && m.Content.plain() == string(s.Response) {
			return i
		}
	}
	return -1
}

// plain is content that is one text.
func (c content) plain() string {
	if len(c) == 1 && c[0].Type == "text" {
		return string(c[0].Text)
	}
	return ""
}

func (w *swe) parse(i int) *sweStep {
	var s sweStep
	if json.Unmarshal(w.list[i], &s, decoding()) != nil {
		return &sweStep{}
	}
	return &s
}

// step adds the next step of the trajectory; m is the answer in the history, which
// has the calls, or nil.
func (w *swe) step(m *sweMessage) error {
	s, whole := w.parse(w.next), w.list[w.next]
	w.next++
	w.list[w.next-1] = nil
	step := &results.Step{Source: results.SourceAgent, ModelName: w.r.sum.Model, Message: strings.TrimSpace(string(s.Thought))}
	if step.Message == "" && s.Action == "" {
		step.Message = string(s.Response)
	}
	asked := s.ToolCalls
	if m != nil {
		if len(m.ToolCalls) > 0 {
			asked = m.ToolCalls
		}
		said, err := w.r.say(0, m.Thinks)
		if err != nil {
			return err
		}
		step.Reasoning, step.Encrypted = said.reasoning, said.encrypted
		step.Reasoning = cmp.Or(step.Reasoning, string(m.Reasoning))
	}
	step.ToolCalls = asked.made()
	action := strings.TrimSpace(string(s.Action))
	switch {
	case len(step.ToolCalls) == 0 && action != "":
		step.ToolCalls = []results.ToolCall{{Name: shellTool, Arguments: textMember("command", string(s.Action))}}
	case len(step.ToolCalls) == 1 && action != "" && !strings.Contains(textOfCall(&step.ToolCalls[0]), action):
		step.ToolCalls[0].Also = textMember("action", string(s.Action))
	}
	w.t.left(w.r.news(w.steps.rest(whole)))
	w.t.left(s.unshown(step.Message))
	if err := w.t.begin("", step); err != nil {
		return err
	}
	w.fresh = true
	return w.environment(s)
}

// made are the calls of a message.
func (c calls) made() []results.ToolCall {
	var list []results.ToolCall
	for i := range c {
		id := c[i].ID
		id = cmp.Or(id, c[i].CallID)
		list = append(list, results.ToolCall{ID: string(id), Name: string(c[i].Function.Name), Arguments: arguments(c[i].Function.Arguments)})
	}
	return list
}

// textOfCall is what a call says, for looking whether its action says more.
func textOfCall(c *results.ToolCall) string {
	all := []string{c.Name}
	for _, value := range members(jsontext.Value(c.Arguments)) {
		all = append(all, stringOf(value))
	}
	return strings.Join(all, "\n")
}

func textMember(name, s string) []byte {
	quoted, _ := jsontext.AppendQuote(nil, s)
	var b beside
	b.put(name, quoted)
	return b.object()
}

// unshown is the response of the model where it says more than thought and action.
func (s *sweStep) unshown(shown string) []byte {
	response := string(s.Response)
	for _, part := range []string{shown, strings.TrimSpace(string(s.Action))} {
		response = strings.Replace(response, part, "", 1)
	}
	if strings.Trim(response, " \t\r\n`") == "" || strings.TrimSpace(string(s.Response)) == shown {
		return nil
	}
	if lang := strings.Trim(response, " \t\r\n`"); lang == "bash" || lang == "sh" || lang == "DISCUSSION" {
		return nil
	}
	return textMember("response", string(s.Response))
}

// alone adds an answer that no step of the trajectory is of, as a demonstration has
// them.
func (w *swe) alone(m *sweMessage) error {
	said, err := w.r.say(0, m.Content)
	if err != nil {
		return err
	}
	step := &results.Step{
		Source: results.SourceAgent, ModelName: w.r.sum.Model, Message: said.message, Parts: said.parts,
		Reasoning: said.reasoning, ToolCalls: append(said.calls, m.ToolCalls.made()...),
	}
	if action := string(m.Action); len(step.ToolCalls) == 0 && strings.TrimSpace(action) != "" {
		step.ToolCalls = []results.ToolCall{{Name: shellTool, Arguments: textMember("command", action)}}
		if thought := strings.TrimSpace(string(m.Thought)); thought != "" {
			step.Message = thought
		}
	}
	w.fresh = true
	return w.t.begin("", step)
}

// prompts are those of the input of the first step, where there is no history.
func (w *swe) prompts() error {
	s := w.parse(0)
	input := s.Query
	if !says(input) {
		input = s.Messages
	}
	for v := range elementsOf(input) {
		var m sweMessage
		if json.Unmarshal(v, &m, decoding()) != nil || m.Demo || m.Role != "system" && m.Role != "user" {
			continue
		}
		if err := w.message(&m, v); err != nil {
			return err
		}
	}
	return nil
}
