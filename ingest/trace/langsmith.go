package trace

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawatlas/clawatlas/results"
)

// LangSmith reads a batch as LangSmith's clients send it: runs that were begun (post)
// and what became of them (patch), or a list of whole runs. A run of a model is a
// step, with those of its messages that no run before it had; a run of a tool is the
// result of the call that asked for it; chains only hold others.
func LangSmith(data []byte, s Sink) (Summary, error) {
	r := newReader(DialectLangSmith, s)
	l := &langSmith{r: r, t: newThread(r), runs: map[string]jsontext.Value{}, told: map[string]bool{}}
	err := r.elements(data, l.t, func(line int, dec *jsontext.Decoder) error {
		v, err := dec.ReadValue()
		if err != nil {
			return err
		}
		l.batch(v.Clone())
		return nil
	})
	if err != nil {
		return r.sum, err
	}
	if err := l.write(); err != nil {
		return r.sum, err
	}
	return r.finish(l.t)
}

// langSmith reads one batch.
type langSmith struct {
	r    *reader
	t    *thread
	runs map[string]jsontext.Value // by id, what was patched in its place
	told map[string]bool           // messages that were shown
}

// batch takes the runs of a document.
func (l *langSmith) batch(v jsontext.Value) {
	lists := 0
	for _, part := range []string{"post", "patch", "runs"} {
		for name, list := range members(v) {
			if name != part || list.Kind() != '[' {
				continue
			}
			lists++
			for run := range elementsOf(list) {
				l.take(run.Clone())
			}
		}
	}
	if lists == 0 {
		l.take(v)
	}
}

// take adds a run, or the members that a patch has anew.
func (l *langSmith) take(run jsontext.Value) {
	var p struct {
		ID    text `json:"id"`
		Order text `json:"dotted_order"`
	}
	_ = json.Unmarshal(run, &p, decoding())
	id := cmp.Or(string(p.ID), lastInOrder(string(p.Order)))
	if id == "" {
		l.r.repeated(0, "run without an id is left out")
		return
	}
	old, known := l.runs[id]
	if !known {
		l.runs[id] = run
		return
	}
	var names []string
	values := map[string][]byte{}
	for _, part := range []jsontext.Value{old, run} {
		for name, value := range members(part) {
			if _, had := values[name]; had && !says(value) {
				continue
			}
			if _, had := values[name]; !had {
				names = append(names, name)
			}
			values[name] = value.Clone()
		}
	}
	var whole beside
	for _, name := range names {
		whole.put(name, values[name])
	}
	l.runs[id] = jsontext.Value(whole.object())
}

// lastInOrder is the id at the end of an order: <time>Z<id> of each run from the root on,
// with dots between. The client for JavaScript names its patches by it alone.
func lastInOrder(order string) string {
	last := order[strings.LastIndexByte(order, '.')+1:]
	_, id, _ := strings.Cut(last, "Z")
	return id
}

// langSmithRun is one run.
type langSmithRun struct {
	ID      text           `json:"id"`
	Trace   text           `json:"trace_id"`
	Parent  text           `json:"parent_run_id"`
	Order   text           `json:"dotted_order"`
	Name    text           `json:"name"`
	Type    text           `json:"run_type"`
	Start   stamp          `json:"start_time"`
	End     stamp          `json:"end_time"`
	Inputs  jsontext.Value `json:"inputs"`
	Outputs jsontext.Value `json:"outputs"`
	Error   text           `json:"error"`
	Extra   struct {
		Metadata struct {
			Provider text `json:"ls_provider"`
			Model    text `json:"ls_model_name"`
		} `json:"metadata"`
	} `json:"extra"`
	Usage langSmithUsage `json:"usage_metadata"`
	kept  `json:"-"`
}

// langSmithUsage is what a run cost; cached tokens are part of the input.
type langSmithUsage struct {
	Input   number `json:"input_tokens"`
	Output  number `json:"output_tokens"`
	Details struct {
		CacheRead  number `json:"cache_read"`
		CacheWrite number `json:"cache_creation"`
	} `json:"input_token_details"`
	Cost number `json:"total_cost"`
}

// write adds the runs in the order in which they began.
func (l *langSmith) write() error {
	list := make([]langSmithRun, 0, len(l.runs))
	for _, id := range slices.Sorted(maps.Keys(l.runs)) {
		var run langSmithRun
		_ = json.Unmarshal(l.runs[id], &run, decoding()) // it is an object, and its members take any value
		list = append(list, run)
	}
	slices.SortStableFunc(list, func(a, b langSmithRun) int { return cmp.Compare(a.Order, b.Order) })
	for i := range list {
		run := &list[i]
		if l.r.sum.SessionID == "" {
			l.r.sum.SessionID = string(run.Trace)
		}
		l.r.doc = run.whole
		l.t.left(langSmithFields().rest(run.whole))
		if err := l.run(run); err != nil {
			return err
		}
		l.t.ended()
	}
	return nil
}

func (l *langSmith) run(run *langSmithRun) error {
	begun, ended := l.r.time(0, run.Start), l.r.time(0, run.End)
	switch run.Type {
	case "llm":
		return l.model(run, begun, ended)
	case "tool":
		return l.tool(run, ended)
	}
	if run.Parent == "" && run.Error != "" {
		l.r.sum.Error = string(run.Error)
	}
	l.t.besideNext(run.Type)
	return nil
}

// model adds a run of a model.
func (l *langSmith) model(run *langSmithRun, begun, ended *int64) error {
	own := l.t.take()
	for m := range elementsOf(messagesIn(run.Inputs)) {
		if err := l.given(m.Clone(), begun); err != nil {
			return err
		}
	}
	l.t.left(own)
	var out struct {
		Model   text    `json:"model"`
		Message message `json:"message"`
		Choices []struct {
			Finish  finish  `json:"finish_reason"`
			Message message `json:"message"`
		} `json:"choices"`
		Usage langSmithUsage `json:"usage_metadata"`
	}
	if len(run.Outputs) > 0 {
		if err := json.Unmarshal(run.Outputs, &out, decoding()); err != nil {
			return err
		}
	}
	said := out.Message
	if len(out.Choices) > 0 {
		said = out.Choices[0].Message
		said.StopO = out.Choices[0].Finish.reason
	}
	if said.Model = out.Model; said.Model == "" {
		said.Model = run.Extra.Metadata.Model
	}
	said.Provider = run.Extra.Metadata.Provider
	used := run.Usage
	if !used.Input.stated() {
		used = out.Usage
	}
	if used.Input.stated() {
		said.Usage = usage{Prompt: used.Input, Completion: used.Output, Cost: cost{used.Cost}}
		said.Usage.Details.Cached = used.Details.CacheRead
	}
	said.Error, said.Role = run.Error, "assistant"
	l.r.doc = run.Outputs
	at := ended
	if at == nil {
		at = begun
	}
	if err := l.r.put(l.t, 0, &said, at); err != nil {
		return err
	}
	if l.t.open != nil && l.t.open.Message == "" && len(l.t.open.ToolCalls) == 0 && says(run.Outputs) {
		l.t.left(member("outputs", compact(run.Outputs)))
	}
	return nil
}

// finish is why an answer ended: a word, or the last piece of a stream that holds it.
type finish struct{ reason text }

// UnmarshalJSONFrom implements json.UnmarshalerFrom.
func (f *finish) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	if dec.PeekKind() != '{' {
		return json.UnmarshalDecode(dec, &f.reason)
	}
	var piece struct {
		Finish text `json:"finish_reason"`
	}
	err := json.UnmarshalDecode(dec, &piece)
	f.reason = piece.Finish
	return err
}

// messagesIn is the list of messages in what a run was given; LangChain puts one list
// for each prompt of a batch around it.
func messagesIn(inputs jsontext.Value) jsontext.Value {
	for name, value := range members(inputs) {
		if name != "messages" {
			continue
		}
		for first := range elementsOf(value) {
			if first.Kind() == '[' {
				return first.Clone()
			}
			break
		}
		return value.Clone()
	}
	return nil
}

// given adds a message that the model was given and that was not shown before.
func (l *langSmith) given(v jsontext.Value, at *int64) error {
	key := canonical(v)
	if l.told[key] {
		return nil
	}
	l.told[key] = true
	var m message
	l.r.doc = v
	if v.Kind() != '{' || json.Unmarshal(v, &m, decoding()) != nil || m.Role != "user" && m.Role != "system" && m.Role != "developer" {
		return nil // answers and results have runs of their own
	}
	return l.r.put(l.t, 0, &m, at)
}

// tool adds the result of a call: to the one of its name that waits, or as a step.
func (l *langSmith) tool(run *langSmithRun, at *int64) error {
	res := results.Result{Timestamp: at, ErrorText: string(run.Error)}
	for _, value := range members(run.Outputs) {
		if res.Content == "" && value.Kind() == '"' {
			res.Content = stringOf(value)
		}
	}
	if res.Content == "" && says(run.Outputs) {
		res.Content = validText(compact(run.Outputs))
	}
	if res.Content == "" {
		res.Content = res.ErrorText
	}
	judge(&res, run.Error != "")
	if l.t.open != nil {
		for i := range l.t.open.ToolCalls {
			if l.t.open.ToolCalls[i].Name == string(run.Name) && !l.t.has(i) {
				res.CallID = l.t.open.ToolCalls[i].ID
				return l.t.answer(0, res)
			}
		}
	}
	if run.Name == "" {
		l.r.repeated(0, "call without the name of a tool is left out")
		return nil
	}
	step := &results.Step{Timestamp: at, Source: results.SourceAgent}
	own := l.t.take()
	if err := l.t.begin("", step); err != nil {
		return err
	}
	res.CallID = string(run.ID)
	step.ToolCalls = []results.ToolCall{{ID: res.CallID, Name: string(run.Name), Arguments: arguments(run.Inputs)}}
	l.t.left(own)
	return l.t.answer(0, res)
}
