package trace

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawatlas/clawatlas/results"
)

// How mini-swe-agent wraps what a command printed, unless its configuration has a
// form of its own.
var (
	outputCode  = regexp.MustCompile(`^<returncode>\s*(-?\d{1,9})\s*</returncode>\s*`)
	outputError = regexp.MustCompile(`(?s)^<exception>(.*?)</exception>\s*`)
	outputWhole = regexp.MustCompile(`(?s)^<output>\n?(.*?)\n?</output>\s*$`)
	outputCut   = regexp.MustCompile(`(?s)<elided_chars>\s*(.*?)\s*</elided_chars>`)
	outputTimed = regexp.MustCompile(`^The last command <command>`)
)

// observed takes the exit code and the output out of their tags. What has other
// tags stays as it is.
func (m *miniMessage) observed(res *results.Result) {
	said := res.Content
	if found := outputError.FindStringSubmatch(said); found != nil {
		res.ErrorText, said = strings.TrimSpace(found[1]), said[len(found[0]):]
	}
	if found := outputCode.FindStringSubmatch(said); found != nil {
		if code, err := strconv.Atoi(found[1]); err == nil {
			res.ExitCode = &code
		}
		said = said[len(found[0]):]
	}
	if found := outputWhole.FindStringSubmatch(said); found != nil {
		said = found[1]
	}
	if found := outputCut.FindStringSubmatch(said); found != nil {
		res.Truncation = "the model was not shown " + found[1]
	}
	res.Content = said
	if m.Extra.Code.ok && m.Extra.Code.unreal() == "" || m.Extra.Code.ok && m.Extra.Code.v < 0 && m.Extra.Code.v > -1e6 {
		res.ExitCode = new(int(m.Extra.Code.v))
	}
	if m.Extra.Exception != "" && res.ErrorText == "" {
		res.ErrorText = string(m.Extra.Exception)
	}
	judge(res, res.ErrorText != "" || outputTimed.MatchString(said))
	submitted(res)
}

// submitted shows a patch that a command printed at the end of a run as the change
// that it is.
func submitted(res *results.Result) {
	if res.ExitCode == nil && strings.HasPrefix(strings.TrimLeft(res.Content, " \t\r\n"), "diff --git ") {
		res.Diff, res.Content = res.Content, ""
	}
}

// printed takes the message of a user for what a command printed.
func (m *mini) printed(line int, msg *miniMessage, at *int64, call *results.ToolCall) error {
	s, err := m.r.say(line, msg.Content)
	if err != nil {
		return err
	}
	res := results.Result{CallID: call.ID, Content: s.message, Parts: s.parts, Timestamp: at}
	msg.observed(&res)
	m.t.left(msg.unshown(&res))
	m.t.left(s.also)
	return m.t.answer(line, res)
}

// result takes what a tool printed.
func (m *mini) result(line int, msg *miniMessage, at *int64) error {
	s, err := m.r.say(line, msg.Content)
	if err != nil {
		return err
	}
	res := m.r.toolResult(&msg.message, s, at)
	if msg.CallID != "" {
		res.CallID = string(msg.CallID)
	}
	msg.observed(&res)
	m.t.left(msg.unshown(&res))
	m.t.left(s.also)
	return m.t.answer(line, res)
}

// unshown is what the harness kept of an output and did not show to the model.
func (m *miniMessage) unshown(res *results.Result) []byte {
	raw := strings.TrimSpace(string(m.Extra.Raw))
	if raw == "" || strings.Contains(res.Content, raw) || strings.Contains(res.Diff, raw) {
		return nil
	}
	var b beside
	b.text("raw_output", m.Extra.Raw)
	return b.object()
}

// fromItems turns what the Responses API returned into a message.
func (m *miniMessage) fromItems(whole []byte) {
	if m.Type == "function_call_output" {
		m.Role, m.Content = "tool", content{{Type: "text", Text: text(stringOf(m.Output))}}
		return
	}
	m.Role = "assistant"
	for v := range elementsOf(m.Output) {
		var item struct {
			Type      text           `json:"type"`
			Content   content        `json:"content"`
			Summary   content        `json:"summary"`
			CallID    text           `json:"call_id"`
			Name      text           `json:"name"`
			Arguments jsontext.Value `json:"arguments"`
		}
		if json.Unmarshal(v, &item, decoding()) != nil {
			continue
		}
		switch item.Type {
		case "message":
			m.Content = append(m.Content, item.Content...)
		case "reasoning":
			for _, b := range append(item.Summary, item.Content...) {
				m.Reasoning += b.Text
			}
		case "function_call":
			m.ToolCalls = append(m.ToolCalls, call{ID: item.CallID, Function: function{Name: item.Name, Arguments: item.Arguments.Clone()}})
		}
	}
	for i := range m.Content { // their places are inside of an item
		m.Content[i].from, m.Content[i].to = 0, 0
	}
}
