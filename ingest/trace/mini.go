package trace

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawatlas/clawatlas/results"
)

var miniDialect = dialect{
	name: DialectMiniSWEAgent, title: "mini-swe-agent messages",
	why:  "it is a list of messages with the extension of mini-swe-agent's trajectories",
	is:   func(b *beginning) bool { return strings.HasSuffix(b.Name, ".traj.json") && isBareList(b.first) },
	data: MiniSWEAgent,
}

// shellTool is what a command is called that an agent wrote as text: the agent's
// harness runs it in a shell, and no record names a tool.
const shellTool = "bash"

// MiniSWEAgent reads a trajectory of mini-swe-agent: a list of messages, or an
// object that holds one in messages. Until 2.0, and with models that call no tools
// after it, a command is a fenced block of the answer, and what it printed is the
// next message of the user. It becomes a call of bash, so that it is shown and
// counted as the calls of newer versions are. The message keeps what stands around
// the block.
func MiniSWEAgent(data []byte, s Sink) (Summary, error) {
	r := newReader(DialectMiniSWEAgent, "mini-swe-agent", s)
	m := &mini{r: r, t: newThread(r), fields: miniFields()}
	list := jsontext.Value(data)
	if first := bytes.TrimLeft(data, " \t\r\n"); len(first) > 0 && first[0] == '{' {
		var doc miniDocument
		if err := json.Unmarshal(data, &doc, decoding()); err != nil {
			r.warn(r.sink.FirstLine, "not valid JSON, kept raw: %v", err)
			return r.finish(m.t, m.t.after(r.raw(data)))
		}
		m.open(&doc, data)
		if list = doc.Messages; list.Kind() != '[' {
			r.warn(0, "the trajectory has no list of messages")
			return r.done()
		}
	}
	err := r.elements(list, m.t, m.next)
	if err == nil {
		m.close()
	}
	return r.finish(m.t, err)
}

// miniDocument is a trajectory since 1.0.
type miniDocument struct {
	Messages jsontext.Value `json:"messages"`
	Info     struct {
		Version text `json:"mini_version"`
		Stats   struct {
			Cost  number `json:"instance_cost"`
			Calls number `json:"api_calls"`
		} `json:"model_stats"`
		Config struct {
			Agent struct {
				Action text `json:"action_regex"`
			} `json:"agent"`
			Model struct {
				Name   text `json:"model_name"`
				Action text `json:"action_regex"`
			} `json:"model"`
			Environment struct {
				Cwd text `json:"cwd"`
			} `json:"environment"`
		} `json:"config"`
	} `json:"info"`
}

// mini reads the messages of one trajectory.
type mini struct {
	r      *reader
	t      *thread
	fields *fields
	action *regexp.Regexp // of a command inside an answer
	asked  []string       // commands of the open answer, which wait for what they printed
	plain  string         // the open answer as it was written
	calls  number         // of the model, as the document counts them
}

// fenced is how a command stands in an answer, if the configuration does not say.
var fenced = regexp.MustCompile("(?s)```(?:bash|mswea_bash_command)\\s*\\n(.*?)\\n```")

// longestPattern bounds what is tried as a pattern of a configuration.
const longestPattern = 300

// open takes what the document states beside its messages.
func (m *mini) open(doc *miniDocument, data []byte) {
	r, info := m.r, &doc.Info
	if at := bytes.Index(data, doc.Messages); at > 0 {
		r.sink.FirstLine += bytes.Count(data[:at], []byte{'\n'})
	}
	r.sum.Model, r.sum.AgentVersion = string(info.Config.Model.Name), string(info.Version)
	r.sum.Workspace = string(info.Config.Environment.Cwd)
	if vendor, _, ok := strings.Cut(r.sum.Model, "/"); ok {
		r.sum.Provider = vendor
	}
	for _, pattern := range []text{info.Config.Agent.Action, info.Config.Model.Action} {
		re, err := regexp.Compile("(?s)" + string(pattern))
		if err == nil && pattern != "" && len(pattern) <= longestPattern && re.NumSubexp() == 1 {
			m.action = re
		}
	}
	m.calls = info.Stats.Calls
	if c := info.Stats.Cost; c.unreal() != "" {
		r.repeated(0, "instance_cost is "+c.unreal()+notRecorded)
	} else if c.ok && c.v > 0 {
		// Answers that could not be used are paid for and not among the messages.
		r.sum.Recorded.CostUSD = &c.v
		r.total = true
	}
}

// close says what the messages do not have.
func (m *mini) close() {
	m.ask()
	recorded := int64(m.r.sum.ModelCalls) + m.waiting()
	if n := m.calls.count(); n != nil && *n > recorded {
		m.r.repeated(0, fmt.Sprintf("%d of %d answers of the model are recorded: tokens are of those alone", recorded, *n))
	}
}

// waiting counts the open answer, which is not counted yet.
func (m *mini) waiting() int64 {
	if m.t.open != nil {
		return 1
	}
	return 0
}

// miniMessage is a message with what mini-swe-agent keeps beside it.
type miniMessage struct {
	message
	Extra miniExtra `json:"extra"`

	// Items of OpenAI's Responses API, which newer versions can keep as they came.
	Type   text           `json:"type"`
	Object text           `json:"object"`
	Output jsontext.Value `json:"output"`
	CallID text           `json:"call_id"`
}

// miniExtra is what no provider wrote.
type miniExtra struct {
	Response   miniResponse   `json:"response"`
	Actions    jsontext.Value `json:"actions"`
	Cost       number         `json:"cost"`
	Timestamp  stamp          `json:"timestamp"`
	Raw        text           `json:"raw_output"`
	Code       number         `json:"returncode"`
	Exception  text           `json:"exception_info"`
	Interrupt  text           `json:"interrupt_type"`
	ExitStatus text           `json:"exit_status"`
	Submission text           `json:"submission"`
}

// miniResponse is the provider's answer, of which the message is a copy.
type miniResponse struct {
	Model   text         `json:"model"`
	Created stamp        `json:"created"`
	Usage   usage        `json:"usage"`
	Choices []miniChoice `json:"choices"`
}

type miniChoice struct {
	Finish  text `json:"finish_reason"`
	Message struct {
		Reasoning  text           `json:"reasoning_content"`
		ReasoningO jsontext.Value `json:"reasoning"`
		Details    []struct {
			Type text `json:"type"`
		} `json:"reasoning_details"`
	} `json:"message"`
}

// miniFields says what becomes of the members of a message: its actions and the
// provider's answer repeat it.
func miniFields() *fields {
	f := messageFields()
	response := use("model created").leave("id object choices system_fingerprint").and("usage", usageFields())
	extra := use("cost timestamp returncode exception_info").leave("actions raw_output exit_status submission")
	f.and("extra", extra.and("response", response))
	f.leave("object type output call_id")
	f.when("exit", use(""))
	return f
}

// next reads one message.
func (m *mini) next(line int, dec *jsontext.Decoder) error {
	from := dec.InputOffset()
	var msg miniMessage
	if err := json.UnmarshalDecode(dec, &msg); err != nil {
		return err
	}
	whole := between(m.r.doc, from, dec.InputOffset())
	if msg.Object == "response" || msg.Type == "function_call_output" {
		msg.fromItems(whole)
	}
	m.t.left(m.r.news(m.fields.rest(whole)))
	defer m.t.ended()
	err := m.put(line, &msg)
	if errors.Is(err, errRole) {
		m.r.repeated(line, roleMessage(msg.Role))
		return m.t.after(m.r.raw(whole))
	}
	return err
}

func (m *mini) put(line int, msg *miniMessage) error {
	at := m.r.time(line, msg.Extra.Timestamp)
	switch msg.Role {
	case "assistant":
		return m.answer(line, msg, at)
	case "user":
		if n := m.answered(); n >= 0 && msg.Extra.Interrupt == "" {
			return m.printed(line, msg, at, &m.t.open.ToolCalls[n])
		}
		if msg.Extra.Interrupt != "" {
			m.forget()
			msg.Role = "system" // the harness speaks, not a user
		}
	case "tool":
		return m.result(line, msg, at)
	case "exit":
		return m.exit(line, msg, at)
	}
	return m.r.put(m.t, line, &msg.message, at)
}

// answer begins the step of an answer of the model.
func (m *mini) answer(line int, msg *miniMessage, at *int64) error {
	m.ask()
	x := &msg.Extra
	if at == nil {
		at = m.r.time(line, x.Response.Created)
	}
	if x.Response.Model != "" {
		msg.Model = x.Response.Model
	}
	if x.Response.Usage != (usage{}) {
		msg.Usage = x.Response.Usage
	}
	if x.Cost.ok && x.Cost.v > 0 {
		msg.Usage.Cost.Total = x.Cost
	}
	encrypted := false
	if len(x.Response.Choices) > 0 {
		c := &x.Response.Choices[0]
		msg.StopO = c.Finish
		if msg.Reasoning == "" && len(msg.ReasoningO) == 0 {
			msg.Reasoning, msg.ReasoningO = c.Message.Reasoning, c.Message.ReasoningO
		}
		for _, d := range c.Message.Details {
			encrypted = encrypted || d.Type == "reasoning.encrypted"
		}
	}
	if err := m.r.put(m.t, line, &msg.message, at); err != nil {
		return err
	}
	step := m.t.open
	step.Encrypted = step.Encrypted || encrypted && step.Reasoning == ""
	if len(step.ToolCalls) == 0 {
		m.plain, m.asked = step.Message, m.commands(step.Message, x.Actions)
		m.ask()
	}
	return nil
}

// commands are those that the harness took out of an answer: as the record states
// them, else the only block of the pattern. Of two blocks it takes none.
func (m *mini) commands(message string, actions jsontext.Value) []string {
	var list []string
	stated := false
	for v := range elementsOf(actions) {
		stated = true
		for name, value := range members(v) {
			if name == "command" && value.Kind() == '"' {
				list = append(list, stringOf(value))
			}
		}
	}
	if stated {
		return list
	}
	re := m.action
	re = cmp.Or(re, fenced)
	if found := re.FindAllStringSubmatch(message, 2); len(found) == 1 {
		return []string{strings.TrimSpace(found[0][1])}
	}
	return nil
}

// ask makes calls of the commands of the open answer.
func (m *mini) ask() {
	step := m.t.open
	if step == nil {
		m.asked = nil
	}
	for _, command := range m.asked {
		step.ToolCalls = append(step.ToolCalls, results.ToolCall{Name: shellTool, Arguments: textMember("command", command)})
		step.Message = withoutBlock(step.Message, command)
	}
	m.asked = nil
}

// anyBlock is a fenced block of any language.
var anyBlock = regexp.MustCompile("(?s)```[a-z_]*\\s*\\n(.*?)\\n```")

func withoutBlock(message, command string) string {
	for _, at := range anyBlock.FindAllStringSubmatchIndex(message, -1) {
		if strings.TrimSpace(message[at[2]:at[3]]) == strings.TrimSpace(command) {
			return strings.TrimSpace(strings.TrimSpace(message[:at[0]]) + "\n\n" + strings.TrimSpace(message[at[1]:]))
		}
	}
	return message
}

// answered is the first command of the open answer that nothing has answered yet;
// -1 if there is none.
func (m *mini) answered() int {
	if m.t.open == nil {
		return -1
	}
	for i := range m.t.open.ToolCalls {
		if m.t.open.ToolCalls[i].ID == "" && !m.t.has(i) {
			return i
		}
	}
	return -1
}

// forget takes the calls back that the harness did not run: it told the model so.
func (m *mini) forget() {
	if m.answered() == 0 {
		m.t.open.ToolCalls, m.t.open.Message = nil, m.plain
	}
}

// exit is the end of a trajectory: the answer to the call that submitted, or the
// reason for which it was ended.
func (m *mini) exit(line int, msg *miniMessage, at *int64) error {
	s, err := m.r.say(line, msg.Content)
	if err != nil {
		return err
	}
	if msg.Extra.ExitStatus == "Submitted" && m.t.waiting() {
		for i := range m.t.open.ToolCalls {
			if !m.t.has(i) {
				res := results.Result{CallID: m.t.open.ToolCalls[i].ID, Content: s.message, Parts: s.parts, Timestamp: at}
				submitted(&res)
				return m.t.answer(line, res)
			}
		}
	}
	step := meta(at, strings.TrimSpace(string(msg.Extra.ExitStatus)+"\n"+s.message))
	step.Parts = s.parts
	return m.t.after(step)
}
