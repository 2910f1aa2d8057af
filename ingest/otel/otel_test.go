package otel_test

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/ingest/otel"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// read loads files and gives all trials.
func read(t testing.TB, files map[string]string) ([]ingesttest.Told, *ingest.RunReport) {
	t.Helper()
	fsys := fstest.MapFS{}
	for name, text := range files {
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
	}
	db := ingesttest.Open(t)
	rep := ingesttest.Load(t, db, fsys, ingest.Identity{})
	var list []ingesttest.Told
	for _, line := range rep.Runs {
		list = append(list, ingesttest.Trials(t, db, line.Run)...)
	}
	return list, rep
}

// file is one of the test's own records.
func file(t testing.TB, name string) string {
	t.Helper()
	data := must.Get(os.ReadFile(filepath.Join("testdata", name)))(t)
	return string(data)
}

// outline writes steps in few words.
func outline(steps []results.Step) string {
	var b strings.Builder
	for i := range steps {
		s := &steps[i]
		fmt.Fprintf(&b, "%s", s.Source)
		if s.Copied {
			b.WriteString(" before")
		}
		if s.Agent != "" {
			fmt.Fprintf(&b, " (%s)", s.Agent)
		}
		for _, text := range []string{s.Event, s.Message, s.Error} {
			if text != "" {
				fmt.Fprintf(&b, " %s", text)
			}
		}
		for j, c := range s.ToolCalls {
			fmt.Fprintf(&b, "; %s%s", c.Name, c.Arguments)
			if r := s.ResultOf(j); r != nil {
				fmt.Fprintf(&b, " = %s", r.Content)
				if r.Failed {
					b.WriteString(" (failed)")
				}
			}
		}
		if m := s.Metrics; m != nil {
			fmt.Fprintf(&b, " [%d %d]", *m.PromptTokens, *m.CompletionTokens)
		}
		b.WriteString("\n")
	}
	return b.String()
}

// one reads a file that holds one trial.
func one(t *testing.T, name, text string) ingesttest.Told {
	t.Helper()
	list, rep := read(t, map[string]string{name: text})
	if len(list) != 1 {
		t.Fatalf("%d trials, %+v %v", len(list), rep.Refused, rep.Warnings)
	}
	return list[0]
}

// TestEnvelopes reads an export of each kind.
func TestEnvelopes(t *testing.T) {
	for name, want := range map[string]string{
		"genai.jsonl": `system You tidy folders.
user Sort the notes by year.
agent; list_files{"path":"notes"} = a.txt
b.txt; read_file{"path":"notes/a.txt"} = no such file (failed) [100 20]
agent Two notes, one of them gone. [160 9]
`,
		"jaeger.json": `user What runs here?
agent; list_services{} = web, mail [50 7]
agent A web server and mail. [66 5]
`,
		"phoenix.json": `system before Be brief.
user before Hello
agent before Hello.
user And the weather?
agent; weather{"city":"Bern"} = rain [40 8]
agent Rain. [55 2]
`,
		"langfuse.json": `user Which day is it?
agent; today{} = Thursday [20 5]
agent Thursday. [30 10]
`,
		"sdk.json": `system Rhyme.
user A line on rain.
agent Rain, again. [12 4]
`,
	} {
		t.Run(name, func(t *testing.T) {
			got := one(t, name, file(t, name))
			if text := outline(got.Steps); text != want {
				t.Errorf("got\n%s\nwant\n%s", text, want)
			}
			if got.Trial.Status != results.NotJudged || got.Run.Complete {
				t.Errorf("status %s, complete %v: no outcome is recorded", got.Trial.Status, got.Run.Complete)
			}
		})
	}
}

// TestFiling holds what a trial is filed under, and what it costs.
func TestFiling(t *testing.T) {
	for name, want := range map[string]string{
		"genai.jsonl":   "otel-tidier tidier/sort-notes m-1-2026 tidier acme input 260 cost -",
		"jaeger.json":   "otel-ops ops/what-runs-here- m-1-2026 ops acme input 116 cost -",
		"phoenix.json":  "otel-traces helper.turn/and-the-weather m-2 helper.turn acme input 25 cost -",
		"langfuse.json": "otel-traces clerk/which-day-is-it m-3 clerk  input 50 cost 0.003",
		"sdk.json":      "otel-writer poet/rain m-4-1 writer acme input 12 cost -",
	} {
		got := one(t, name, file(t, name))
		cost := "-"
		if c := got.Trial.Usage.CostUSD; c != nil {
			cost = fmt.Sprint(*c)
		}
		s := got.Run.System
		task, _, _ := strings.Cut(got.Trial.Task, "-u")
		text := fmt.Sprintf("%s %s/%s %s %s %s input %d cost %s", got.Run.Benchmark, got.Trial.Scenario, task, s.Model,
			s.Framework, s.Provider, *got.Trial.Usage.Input, cost)
		if !strings.HasPrefix(text, strings.Split(want, "/")[0]) || !strings.HasSuffix(text, want[strings.Index(want, " m-"):]) {
			t.Errorf("%s:\n got %s\nwant %s", name, text, want)
		}
	}
}

// TestDoubled holds that what an exporter sends twice counts once: lines, spans in
// other lines, and whole files.
func TestDoubled(t *testing.T) {
	text := file(t, "genai.jsonl")
	want := one(t, "a.jsonl", text)
	other := strings.Replace(text, `"scope": {"name": "tracer"}`, `"scope": {"name": "again"}`, -1)
	for name, files := range map[string]map[string]string{
		"lines": {"a.jsonl": text + text}, "files": {"a.jsonl": text, "b.jsonl": text}, "requests": {"a.jsonl": text + other},
	} {
		list, rep := read(t, files)
		if len(list) != 1 || outline(list[0].Steps) != outline(want.Steps) {
			t.Errorf("%s: %d trials, %+v", name, len(list), rep)
			continue
		}
		if len(rep.Runs[0].Warnings) == 0 {
			t.Errorf("%s: nothing was said of it", name)
		}
	}
}

// TestLines holds that the order of lines, their being in several files, and one that
// is cut change nothing of the others.
func TestLines(t *testing.T) {
	text := file(t, "genai.jsonl")
	a, b, _ := strings.Cut(text, "\n")
	want := outline(one(t, "a.jsonl", text).Steps)
	for name, files := range map[string]map[string]string{
		"turned round": {"a.jsonl": b + a + "\n"}, "two files": {"a.jsonl": b, "b.jsonl": a}, "base64": {"a.jsonl": base64IDs(text)},
	} {
		list, rep := read(t, files)
		if len(list) != 1 || outline(list[0].Steps) != want {
			t.Errorf("%s: %d trials, %+v", name, len(list), rep)
		}
	}
	cut := one(t, "a.jsonl", a+"\n"+b[:len(b)/2])
	if got := outline(cut.Steps); !strings.Contains(got, "[100 20]") || strings.Contains(got, "[160 9]") {
		t.Errorf("cut in the second line:\n%s", got)
	}
}

// base64IDs writes the ids as a generic converter of protobuf does.
func base64IDs(text string) string {
	ids := regexp.MustCompile(`"([0-9a-f]{32}|[0-9a-f]{16})"`)
	return ids.ReplaceAllStringFunc(text, func(s string) string {
		raw, err := hex.DecodeString(strings.Trim(s, `"`))
		if err != nil {
			panic(err)
		}
		return `"` + base64.StdEncoding.EncodeToString(raw) + `"`
	})
}

// TestLies holds that a file of numbers that cannot be, of circles and of zeros makes
// no wrong number.
func TestLies(t *testing.T) {
	span := func(id, parent, attributes string) string {
		return fmt.Sprintf(`{"traceId":"%032d","spanId":"%016s","parentSpanId":"%016s","name":"chat",`+
			`"startTimeUnixNano":"1767225600000000000","attributes":[{"key":"gen_ai.operation.name","value":{"stringValue":"chat"}},`+
			`%s]}`, 7, id, parent, attributes)
	}
	request := func(spans ...string) string {
		return `{"resourceSpans":[{"scopeSpans":[{"spans":[` + strings.Join(spans, ",") + `]}]}]}`
	}
	tokens := func(n string) string {
		return `{"key":"gen_ai.usage.input_tokens","value":{"intValue":` + n + `}},{"key":"gen_ai.usage.output_tokens",` +
			`"value":{"intValue":"3"}},{"key":"gen_ai.request.model","value":{"stringValue":"m"}}`
	}
	for name, c := range map[string]struct {
		text string
		want string
	}{
		"negative": {request(span("a", "", tokens(`"-5"`))), "no count of tokens"},
		"twice": {request(span("a", "", tokens(`"5"`)+`,{"key":"gen_ai.usage.input_tokens","value":`+
			`{"intValue":"6"}}`)), "stated twice"},
		"huge":            {request(span("a", "", tokens(`"9e300"`))), "no count of tokens"},
		"below itself":    {request(span("a", "b", tokens(`"5"`)), span("b", "a", tokens(`"5"`))), "below itself"},
		"its own parent":  {request(span("a", "a", tokens(`"5"`))), "below itself"},
		"zeros twice":     {request(span("0", "", tokens(`"5"`)), span("0", "", tokens(`"5"`))), ""},
		"number of nanos": {strings.ReplaceAll(request(span("a", "", tokens(`5`))), `"1767225600000000000"`, `1767225600000000001`), ""},
	} {
		list, rep := read(t, map[string]string{"x.json": c.text})
		if len(rep.Refused) > 0 {
			t.Errorf("%s: refused %v", name, rep.Refused)
			continue
		}
		said := ""
		for _, r := range rep.Runs {
			for _, w := range r.Warnings {
				said += w.Message + "\n"
			}
		}
		if !strings.Contains(said, c.want) {
			t.Errorf("%s: warnings %q, want %q", name, said, c.want)
		}
		for _, tr := range list {
			in := tr.Trial.Usage.Input
			switch {
			case in != nil && *in != 5:
				t.Errorf("%s: %d tokens", name, *in)
			case in == nil && (c.want == "" || c.want == "below itself"):
				t.Errorf("%s: tokens were recorded and are lost", name)
			}
			if tr.Trial.StartedAt == nil || *tr.Trial.StartedAt != 1767225600000 {
				t.Errorf("%s: started at %v", name, tr.Trial.StartedAt)
			}
		}
	}
}

// TestAgain holds that a session in which the same is asked anew is a second attempt.
func TestAgain(t *testing.T) {
	text := file(t, "genai.jsonl")
	again := strings.ReplaceAll(strings.ReplaceAll(text, strings.Repeat("a1", 16), strings.Repeat("a2", 16)), "1767225600", "1767225700")
	list, rep := read(t, map[string]string{"a.jsonl": text, "b.jsonl": again})
	if len(list) != 2 || len(rep.Runs) != 1 || list[0].Trial.Attempt+list[1].Trial.Attempt != 3 {
		t.Errorf("%d trials, %+v", len(list), rep)
	}
}

// TestPlain holds that traces without an agent are refused, and say why.
func TestPlain(t *testing.T) {
	text := `{"resourceSpans":[{"scopeSpans":[{"spans":[{"traceId":"01","spanId":"02","name":"GET",` +
		`"attributes":[{"key":"http.method","value":{"stringValue":"GET"}}]}]}]}]}`
	list, rep := read(t, map[string]string{"x.json": text})
	if len(list) > 0 || len(rep.Warnings) != 1 || !strings.Contains(rep.Warnings[0].Message, "no span in it is of a model") {
		t.Errorf("%d trials, %+v %v", len(list), rep.Refused, rep.Warnings)
	}
	// The same where the sign would have to stand behind what detection reads.
	long := strings.Replace(text, `"GET","attributes"`, `"`+strings.Repeat("GET ", 20000)+`","attributes"`, 1)
	list, rep = read(t, map[string]string{"x.json": long})
	if len(list) > 0 || len(rep.Refused) != 1 || !strings.Contains(rep.Refused[0].Reason, "none of a model") {
		t.Errorf("%d trials, %+v %v", len(list), rep.Refused, rep.Warnings)
	}
}

// TestSubagent holds that an agent whose span is below the tool of another one is its
// sub-agent, and that its calls count beside the main one's.
func TestSubagent(t *testing.T) {
	span := func(id, parent, name string, start int, attributes ...string) string {
		var list []string
		for i := 0; i < len(attributes); i += 2 {
			list = append(list, fmt.Sprintf(`{"key":%q,"value":{"stringValue":%q}}`, attributes[i], attributes[i+1]))
		}
		return fmt.Sprintf(`{"traceId":"%032d","spanId":"%016s","parentSpanId":"%016s","name":%q,`+
			`"startTimeUnixNano":"176722560%010d","endTimeUnixNano":"176722560%010d","attributes":[%s]}`,
			7, id, parent, name, start*1000000, start*1000000+500000, strings.Join(list, ","))
	}
	model := func(id, parent string, start int, in, out, tokens string) string {
		return span(id, parent, "chat", start, "gen_ai.operation.name", "chat", "gen_ai.request.model", "m",
			"gen_ai.input.messages", in, "gen_ai.output.messages", out, "gen_ai.usage.input_tokens", tokens, "gen_ai.usage.output_tokens", "1")
	}
	ask := `[{"role":"user","parts":[{"type":"text","content":"Plan a trip."}]}]`
	call := `[{"role":"assistant","parts":[{"type":"tool_call","id":"c","name":"ask_guide","arguments":{"city":"Bern"}}]}]`
	spans := []string{
		span("1", "", "invoke_agent planner", 0, "gen_ai.operation.name", "invoke_agent", "gen_ai.agent.name", "planner"),
		model("2", "1", 1, ask, call, "10"),
		span("3", "1", "execute_tool ask_guide", 2, "gen_ai.operation.name", "execute_tool", "gen_ai.tool.name", "ask_guide",
			"gen_ai.tool.call.id", "c", "gen_ai.tool.call.result", "Old town."),
		span("4", "3", "invoke_agent guide", 3, "gen_ai.operation.name", "invoke_agent", "gen_ai.agent.name", "guide"),
		model("5", "4", 4, `[{"role":"user","parts":[{"type":"text","content":"Bern?"}]}]`, `[{"role":"assistant",`+
			`"parts":[{"type":"text","content":"Old town."}]}]`, "7"),
		model("6", "1", 6, ask[:len(ask)-1]+","+call[1:len(call)-1]+`,{"role":"tool","parts":[{"type":"tool_call_response",`+
			`"id":"c","response":"Old town."}]}]`, `[{"role":"assistant","parts":[{"type":"text","content":"Go to the old town."}]}]`, "20"),
	}
	got := one(t, "x.json", `{"resourceSpans":[{"scopeSpans":[{"spans":[`+strings.Join(spans, ",")+`]}]}]}`)
	want := `user Plan a trip.
agent; ask_guide{"city":"Bern"} = Old town. [10 1]
user (guide) Bern?
agent (guide) Old town. [7 1]
agent Go to the old town. [20 1]
`
	if text := outline(got.Steps); text != want {
		t.Errorf("got\n%s\nwant\n%s", text, want)
	}
	if r := got.Steps[1].ResultOf(0); r.Subagent != "guide" || *got.Trial.Usage.Input != 37 {
		t.Errorf("sub-agent %q, %d tokens", r.Subagent, *got.Trial.Usage.Input)
	}
}

// TestCompaction holds that a conversation from which messages were taken is not told
// a second time.
func TestCompaction(t *testing.T) {
	model := func(id string, start int, in, out string) string {
		return fmt.Sprintf(`{"traceId":"%032d","spanId":"%016s","name":"chat","startTimeUnixNano":"176722560%010d",`+
			`"attributes":[{"key":"gen_ai.operation.name","value":{"stringValue":"chat"}},{"key":"gen_ai.request.model",`+
			`"value":{"stringValue":"m"}},{"key":"gen_ai.input.messages","value":{"stringValue":%q}},{"key":"gen_ai.output.messages",`+
			`"value":{"stringValue":%q}}]}`,
			7, id, start*1000000, in, out)
	}
	msg := func(role, text string) string {
		return fmt.Sprintf(`{"role":%q,"parts":[{"type":"text","content":%q}]}`, role, text)
	}
	list := func(m ...string) string { return "[" + strings.Join(m, ",") + "]" }
	spans := []string{
		model("1", 1, list(msg("user", "one")), list(msg("assistant", "first"))),
		model("2", 2, list(msg("user", "one"), msg("assistant", "first"), msg("user", "two")), list(msg("assistant", "second"))),
		model("3", 3, list(msg("user", "so far: one"), msg("user", "two"), msg("assistant", "second"), msg("user", "three")),
			list(msg("assistant", "third"))),
	}
	got := one(t, "x.json", `{"resourceSpans":[{"scopeSpans":[{"spans":[`+strings.Join(spans, ",")+`]}]}]}`)
	want := `user one
agent first
user two
agent second
system compaction The next call of the model was given the conversation without 2 earlier messages of it.
user so far: one
user three
agent third
`
	if text := outline(got.Steps); text != want {
		t.Errorf("got\n%s\nwant\n%s", text, want)
	}
}

// FuzzRead gives the format any file. Whatever it claims must be readable into a
// database, and nothing in it may end up with a score.
func FuzzRead(f *testing.F) {
	names := must.Get(filepath.Glob(filepath.Join("testdata", "*.json*")))(f)
	for _, name := range names {
		data := must.Get(os.ReadFile(name))(f)
		f.Add(data, strings.HasSuffix(name, "l"))
		f.Add(bytes.ReplaceAll(data, []byte("00000000000000"), []byte("")), false)
	}
	f.Fuzz(func(t *testing.T, data []byte, lines bool) {
		name := "x.json"
		if lines {
			name = "x.jsonl"
		}
		fsys := fstest.MapFS{name: {Data: data}}
		entries := must.Get(fsys.ReadDir("."))(t)
		if len((otel.Format{}).Detect(fsys, ".", entries)) == 0 {
			return
		}
		rep := ingesttest.Load(t, ingesttest.Open(t), fsys, ingest.Identity{})
		for _, r := range rep.Runs {
			if r.Counts.Scored != 0 {
				t.Errorf("scored: %+v", r)
			}
		}
	})
}

// TestOlderGenAI holds that the names of 2024 are read where the newer ones are absent,
// and the plain ones of a tool's span.
func TestOlderGenAI(t *testing.T) {
	chat := one(t, "chat.json", `{"gen_ai.operation.name":"chat","gen_ai.response.model":"m",`+
		`"gen_ai.prompt":"[{\"role\":\"user\",\"parts\":[{\"type\":\"text\",\"content\":\"Rain?\"}]}]",`+
		`"gen_ai.completion":"{\"text\":\"Yes.\",\"finish_reason\":\"stop\"}"}`)
	if got, want := outline(chat.Steps), "user before Rain?\nagent Yes.\n"; got != want && got != strings.Replace(want, " before", "", 1) {
		t.Errorf("%s", got)
	}
	tool := one(t, "tool.json", `{"gen_ai.operation.name":"execute_tool","gen_ai.tool.name":"weather",`+
		`"gen_ai.tool.call.id":"1","input":"{\"city\":\"Bonn\"}","output":"sunny"}`)
	if got := outline(tool.Steps); !strings.Contains(got, `weather{"city":"Bonn"} = sunny`) {
		t.Errorf("%s", got)
	}
}

// TestWhoseTokens holds that tokens count once, and only those of the model: an evaluator
// states what it has used itself, and the cache is in the input or beside it.
func TestWhoseTokens(t *testing.T) {
	phoenix := func(kind, tokens string) string {
		return fmt.Sprintf(`[{"name":"a","context":{"trace_id":"c","span_id":"1"},"span_kind":"AGENT","parent_id":null,`+
			`"attributes":{"input.value":"Hi"}},`+
			`{"name":"m","context":{"trace_id":"c","span_id":"2"},"span_kind":"LLM","parent_id":"1","attributes":{"llm.model_name":"m",`+
			`"output.value":"Ho","llm.token_count.completion":2,%s}},`+
			`{"name":"e","context":{"trace_id":"c","span_id":"3"},"span_kind":%q,"parent_id":"1","attributes":{"output.value":"good",`+
			`"llm.token_count.prompt":700}}]`, tokens, kind)
	}
	langfuse := func(kind, tokens string) string {
		return fmt.Sprintf(`{"trace":{"id":"c","projectId":"p","timestamp":"2026-01-01T00:00:00Z"},"observations":[`+
			`{"id":"1","traceId":"c","type":"GENERATION","startTime":"2026-01-01T00:00:01Z","model":"m","input":"Hi","output":"Ho",`+
			`"usageDetails":{"output":2,%s}},`+
			`{"id":"2","traceId":"c","type":%q,"startTime":"2026-01-01T00:00:02Z","name":"e","output":"good",`+
			`"usageDetails":{"input":700,"output":1}}]}`, tokens, kind)
	}
	for name, c := range map[string]struct{ text, want string }{
		"an evaluator": {phoenix("EVALUATOR", `"llm.token_count.prompt":10`), "10 and 0 cached, agent 1, aside 1, llm 1"},
		"a guardrail":  {phoenix("GUARDRAIL", `"llm.token_count.prompt":10`), "10 and 0 cached, agent 1, aside 1, llm 1"},
		"the cache in the input": {phoenix("CHAIN", `"llm.token_count.prompt":40,`+
			`"llm.token_count.prompt_details.cache_read":30`), "10 and 30 cached, agent 1, llm 1, other 1"},
		"the cache beside it": {phoenix("CHAIN", `"llm.token_count.prompt":10,`+
			`"llm.token_count.prompt_details.cache_read":30`), "10 and 30 cached, agent 1, llm 1, other 1"},
		"an evaluator of Langfuse": {langfuse("EVALUATOR", `"input":10`), "10 and 0 cached, aside 1, llm 1"},
		"the cache in its total":   {langfuse("SPAN", `"input":10,"input_cached_tokens":30,"total":42`), "10 and 30 cached, llm 1, other 1"},
	} {
		got, cached := one(t, "x.json", c.text), int64(0)
		if n := got.Trial.Usage.CacheRead; n != nil {
			cached = *n
		}
		must.Equal(t, c.want, fmt.Sprintf("%d and %d cached, %s", *got.Trial.Usage.Input, cached, got.Run.Facts["span_kinds"]), "%s", name)
	}
}
