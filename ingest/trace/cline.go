package trace

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawatlas/clawatlas/ingest/head"
)

// clineDialect is the conversation that Cline and Roo Code keep of a task: Anthropic's
// messages with a time and, of Cline, the model and its tokens. Where the model was not
// given tools it writes calls as tags into its text, and results come as text.
var clineDialect = dialect{
	name: DialectCline, title: "Cline or Roo task",
	why: "its messages have the time of Cline's and the <task> or the model that Cline states",
	is: func(b *beginning) bool {
		return anyOf(b.items, func(v *head.Value) bool {
			return v.HasAll("role", "content", "ts") && (v.Has("modelInfo") ||
				strings.HasPrefix(v.Get("content").First().String("text"), "<task>") || strings.HasSuffix(b.Name, "api_conversation_history.json"))
		})
	},
	data: clineTask,
}

type clineMessage struct {
	message
	TS        stamp `json:"ts"`
	ModelInfo struct {
		Model text `json:"modelId"`
	} `json:"modelInfo"`
	Metrics struct {
		Tokens struct { // cached ones are among those of the prompt
			Prompt     number `json:"prompt"`
			Completion number `json:"completion"`
			Cached     number `json:"cached"`
		} `json:"tokens"`
		Cost cost `json:"cost"`
	} `json:"metrics"`
}

// cline reads one task.
type cline struct {
	r      *reader
	t      *thread
	fields *fields
	open   []block // calls without a result
	tagged int
}

func clineTask(data []byte, s Sink) (Summary, error) {
	r := newReader(DialectCline, "", s)
	c := &cline{r: r, t: newThread(r), fields: messageFields().also("ts").leave("call_id").and("modelInfo", use("modelId")).
		and("metrics", use("cost").and("tokens", use("prompt completion cached")))}
	return r.finish(c.t, r.elements(data, c.t, c.add))
}

func (c *cline) add(line int, dec *jsontext.Decoder) error {
	from := dec.InputOffset()
	var m clineMessage
	if err := json.UnmarshalDecode(dec, &m); err != nil {
		return err
	}
	whole := between(c.r.doc, from, dec.InputOffset())
	c.t.left(c.r.news(c.fields.rest(whole)))
	defer c.t.ended()
	m.Timestamp, m.Model = m.TS, m.ModelInfo.Model
	if m.Model != "" {
		c.r.sum.Agent = "cline"
	}
	if m.Metrics.Tokens.Prompt.stated() || m.Metrics.Cost.Total.stated() {
		m.Usage = usage{Prompt: m.Metrics.Tokens.Prompt, Completion: m.Metrics.Tokens.Completion, Cost: m.Metrics.Cost,
			Details: promptDetails{Cached: m.Metrics.Tokens.Cached}}
	}
	list := []message{m.message}
	switch m.Role {
	case "assistant":
		list[0].Content = c.called(m.Content)
	case "user":
		list = c.answered(&m.message)
	}
	for i := range list {
		err := c.r.put(c.t, line, &list[i], nil)
		if errors.Is(err, errRole) {
			c.r.repeated(line, roleMessage(m.Role))
			err = c.t.after(c.r.raw(whole))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// called makes calls of the tags in an answer's text.
func (c *cline) called(list content) (out content) {
	for _, b := range list {
		if b.Type == "text" {
			rest, calls := c.tags(string(b.Text))
			if b.Text = text(rest); rest != "" || len(calls) == 0 {
				out = append(out, b)
			}
			out = append(out, calls...)
			continue
		}
		out = append(out, b)
	}
	c.open = nil
	for _, b := range out {
		if b.isCall() {
			c.open = append(c.open, b)
		}
	}
	return out
}

// answered tells results in a prompt from what a person wrote, and both from what the
// program says of its surroundings.
func (c *cline) answered(m *message) []message {
	said, told := *m, *m
	said.Content, told.Content, told.Role = nil, nil, "system"
	typed := false
	for i := 0; i < len(m.Content); i++ {
		b := m.Content[i]
		result, is := c.result(string(b.Text))
		switch {
		case b.Type == "text" && is:
			if len(result.Content) == 0 && i+1 < len(m.Content) && !isSurroundings(&m.Content[i+1]) {
				i++
				result.Content = content{m.Content[i]}
			}
			said.Content = append(said.Content, result)
		case b.isResult():
			c.open = slices.DeleteFunc(c.open, func(x block) bool { return x.ID == b.ToolUseID })
			said.Content = append(said.Content, b)
		case isSurroundings(&b):
			told.Content = append(told.Content, b)
		default:
			typed = true
			said.Content = append(said.Content, b)
		}
	}
	switch {
	case len(told.Content) == 0:
		return []message{said}
	case typed: // a person's words stand in one message with their surroundings
		said.Content = append(said.Content, told.Content...)
		return []message{said}
	case len(said.Content) == 0:
		return []message{told}
	}
	return []message{said, told}
}

func isSurroundings(b *block) bool {
	s := strings.TrimSpace(string(b.Text))
	return b.Type == "text" && (strings.HasPrefix(s, "<environment_details>") || strings.HasPrefix(s, "# task_progress") ||
		strings.HasPrefix(s, "[ERROR] You did not use a tool"))
}

// result is a text such as "[read_file for 'a.py'] Result:" with what follows, as the
// result of the call that is open.
func (c *cline) result(s string) (block, bool) {
	head, rest, found := strings.Cut(s, "] Result:")
	if !found || len(c.open) == 0 || !strings.HasPrefix(head, "[") || strings.Contains(head, "\n") {
		return block{}, false
	}
	name, _, _ := strings.Cut(head[1:], " ")
	at := max(slices.IndexFunc(c.open, func(b block) bool { return string(b.Name) == name }), 0)
	b := block{Type: "tool_result", ToolUseID: c.open[at].ID}
	if rest = strings.TrimSpace(rest); rest != "" {
		b.Content = content{{Type: "text", Text: text(rest)}}
		b.IsError = flag(strings.HasPrefix(rest, "The tool execution failed"))
	}
	c.open = slices.Delete(c.open, at, at+1)
	return b, true
}

// clineTools are the tools that are called by tags.
var clineTools = strings.Fields(`access_mcp_resource apply_diff ask_followup_question attempt_completion browser_action codebase_search
	execute_command fetch_instructions focus_chain insert_content list_code_definition_names list_files load_mcp_documentation new_rule
	new_task plan_mode_respond read_file replace_in_file report_bug search_and_replace search_files summarize_task switch_mode
	update_todo_list use_mcp_tool web_fetch write_to_file`)

// tags cuts the calls out of a text. They have no ids, so that their place is one.
func (c *cline) tags(s string) (rest string, calls []block) {
	for _, name := range clineTools {
		before, inner, found := strings.Cut(s, "<"+name+">\n")
		if !found {
			continue
		}
		inner, after, _ := strings.Cut(inner, "</"+name+">")
		var args beside
		for inner = strings.TrimSpace(inner); strings.HasPrefix(inner, "<"); inner = strings.TrimSpace(inner) {
			param, value, found := strings.Cut(inner[1:], ">")
			end := strings.Index(value, "</"+param+">")
			if param == "content" || param == "diff" { // files have tags themselves
				end = strings.LastIndex(value, "</"+param+">")
			}
			if !found || end < 0 {
				break
			}
			args.text(param, text(strings.Trim(value[:end], "\n")))
			inner = value[end+len(param)+3:]
		}
		if inner != "" {
			args.text("more", text(inner))
		}
		c.tagged++
		calls = append(calls, block{Type: "tool_use", ID: text("tag-" + strconv.Itoa(c.tagged)), Name: text(name), Input: jsontext.Value(args.object())})
		s = strings.TrimSpace(before + after)
	}
	return s, calls
}
