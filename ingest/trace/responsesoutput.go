package trace

import (
	"cmp"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawatlas/clawatlas/results"
)

// noteItem reports whether items of a kind are neither said nor done: lists of tools,
// answers to requests for an approval, and what becomes of the context.
func noteItem(kind text) bool {
	switch kind {
	case "mcp_list_tools", "mcp_approval_response", "compaction", "compaction_trigger", "item_reference",
		"additional_tools", "configuration_update":
		return true
	}
	return false
}

// note keeps such an item beside the step of its response, or beside the next one.
func (c *responses) note(kind text, rest []byte, step *results.Step) error {
	if step == nil {
		c.t.left(rest)
		c.t.besideNext(kind)
		return nil
	}
	if rest == nil {
		rest = []byte("{}")
	}
	c.t.left(member(string(kind), rest))
	return nil
}

// compacted adds what a request for a shorter context has given: it stands for the
// conversation up to here, and the next request begins with it.
func (c *responses) compacted(line int, v jsontext.Value, p *response) error {
	c.known = nil
	for item := range elementsOf(p.Output) {
		c.known = append(c.known, responseKey(item.Clone()))
	}
	c.t.left(responseFields().rest(v))
	step := compaction(c.r.time(line, p.Created), "")
	step.Metrics = c.metrics(line, &p.Usage)
	return c.t.after(step)
}

// fault is the error of a call: a text, an object with a message, or one with blocks of
// content, as servers of MCP give it.
func (c *responses) fault(line int, v jsontext.Value) string {
	for name, blocks := range members(v) {
		if name != "content" {
			continue
		}
		if s, err := c.r.sayIn(line, blocks); err == nil && s.message != "" {
			return s.message
		}
	}
	var f failure
	if says(v) && json.Unmarshal(v, &f, decoding()) == nil {
		return string(f)
	}
	return ""
}

// toolOutput is one of the outputs of a tool that a provider runs.
type toolOutput struct {
	Type    text `json:"type"`
	Logs    text `json:"logs"` // of code
	URL     text `json:"url"`  // of a picture that code has drawn
	Image   text `json:"image_url"`
	FileID  text `json:"file_id"`
	Stdout  text `json:"stdout"` // of a command
	Stderr  text `json:"stderr"`
	Outcome struct {
		Type text   `json:"type"` // exit or timeout
		Exit number `json:"exit_code"`
	} `json:"outcome"`
}

// output reads one of the things that a tool gave: a block of content, logs, a picture, or
// what a command has printed. Of several commands the first that failed gives the exit
// code.
func (c *responses) output(line int, v jsontext.Value, res *results.Result) error {
	var out toolOutput
	if v.Kind() == '{' && json.Unmarshal(v, &out, decoding()) != nil {
		return c.block(line, v, res)
	}
	switch {
	case out.Logs != "" || out.Type == "logs":
		res.Content = join(res.Content, string(out.Logs), "\n")
	case out.Outcome.Type != "":
		res.Content = join(join(res.Content, string(out.Stdout), "\n"), string(out.Stderr), "\n")
		if out.Outcome.Type == "timeout" {
			res.Status = "failed"
			res.ErrorText = join(res.ErrorText, "the command ran out of time", "\n")
		}
		if out.Outcome.Exit.ok && (res.ExitCode == nil || *res.ExitCode == 0) {
			res.ExitCode = new(int(out.Outcome.Exit.v))
		}
	case out.Type == "image" && out.URL != "":
		return c.picture(line, out.URL, res)
	case out.Type == "computer_screenshot" && out.Image != "":
		return c.picture(line, out.Image, res)
	case out.Type == "computer_screenshot":
		res.Parts = append(res.Parts, results.Part{Type: "image", Note: "the record has only the id of a file: " + string(out.FileID)})
	default:
		return c.block(line, v, res)
	}
	return nil
}

// picture adds a picture by its address, which may hold its bytes.
func (c *responses) picture(line int, url text, res *results.Result) error {
	p, err := c.r.part(line, &block{Source: source{URL: url}})
	if err != nil {
		return err
	}
	res.Parts = append(res.Parts, p)
	return nil
}

// block adds a block of content.
func (c *responses) block(line int, v jsontext.Value, res *results.Result) error {
	s, err := c.r.sayIn(line, v)
	if err != nil {
		return err
	}
	res.Content, res.Parts = join(res.Content, s.message, "\n"), append(res.Parts, s.parts...)
	return nil
}

// responseFields says what becomes of the members of a response. Settings of the
// request that it repeats stand beside its step.
func responseFields() *fields {
	usage := use("input_tokens output_tokens total_tokens").
		and("input_tokens_details", use("cached_tokens")).and("output_tokens_details", use(""))
	return use("created_at status model instructions output").leave("id object").
		and("error", failureFields()).and("incomplete_details", use("reason")).and("usage", usage)
}

// requestFields says what becomes of the members of a request.
func requestFields() *fields { return use("input instructions") }

// responseItemFields says what becomes of an item of a kind. The cipher of reasoning and
// of a compaction says only that there was some.
func responseItemFields(kind text) *fields {
	switch {
	case noteItem(kind):
		return use("").leave("type encrypted_content")
	case kind == "tool_search_output":
		return use("tools status").leave("type id call_id")
	}
	return use("role content summary name arguments input action actions operation code queries").
		also("output outputs results result revised_prompt error status").
		leave("type id call_id encrypted_content")
}

// result pairs the result of a call.
func (c *responses) result(line int, it *responseItem, id string, v jsontext.Value, at *int64) error {
	res := results.Result{CallID: id, Timestamp: at, ErrorText: c.fault(line, it.Error), Status: string(it.Status)}
	switch {
	case it.Result != "":
		part, err := c.r.inline(line, results.Part{Type: "image", MediaType: "image/png"}, string(it.Result))
		if err != nil {
			return err
		}
		res.Parts = append(res.Parts, part)
	case it.Type == "tool_search_output", it.Type == "file_search_call":
		if says(v) {
			res.Content = validText(compact(v))
		}
	case v.Kind() == '[':
		for one := range elementsOf(v) {
			if err := c.output(line, one.Clone(), &res); err != nil {
				return err
			}
		}
	case v.Kind() == '{' && it.Type == "computer_call_output":
		if err := c.output(line, v, &res); err != nil {
			return err
		}
	case len(v) > 0:
		res.Content = stringOf(v)
	}
	res.Content = cmp.Or(res.Content, res.ErrorText)
	saysExit(&res)
	judge(&res, res.ErrorText != "" || it.Status == "incomplete")
	return c.t.answer(line, res)
}
