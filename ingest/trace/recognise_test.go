package trace_test

import (
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/ingest/head"
	"github.com/clawatlas/clawatlas/ingest/trace"
)

// TestRecogniseFixtures holds that the beginning of each fixture proves its dialect.
func TestRecogniseFixtures(t *testing.T) {
	proven := map[trace.Dialect]bool{}
	for name, dialect := range goldens {
		m := trace.Recognise(head.Of(name, readFixture(t, name)))
		proven[m.Dialect] = true
		if dialect == trace.DialectText {
			dialect = trace.Unknown
		}
		if m.Dialect != dialect {
			t.Errorf("%s is %q, want %q", name, m.Dialect, dialect)
		}
	}
	for _, d := range trace.Dialects() {
		if !proven[d] || d.Title() == "" {
			t.Errorf("%s: a fixture %v, title %q", d, proven[d], d.Title())
		}
	}
}

// TestSimilar holds that what is merely similar is refused and named.
func TestSimilar(t *testing.T) {
	for name, test := range map[string]struct{ file, text, looks, lacks string }{
		"a stream made as Claude Code's is": {"s.jsonl", `{"type":"system","subtype":"init","session_id":"s","model":"m"}
{"type":"user","message":{"role":"user","content":[{"type":"text","text":"go"}]},"session_id":"s"}
{"type":"assistant","message":{"role":"assistant","content":[{"type":"text","text":"done"}]},"session_id":"s"}
`, "Claude Code", "parentUuid"},
		"messages with parts":             {"s.jsonl", `{"uuid":"u","parentUuid":null,"sessionId":"s","type":"user","message":{"role":"user","other":[]}}`, "Claude Code", "parentUuid"},
		"a sample of an evaluation":       {"1_epoch_1.json", `{"id":1,"epoch":1,"input":"q","target":"a","messages":[{"role":"user","content":"q"},{"role":"assistant","content":"a"}],"scores":{"match":{"value":"C"}}}`, "chat messages", "next to the messages belongs to a record of another format"},
		"an agent's run with its outcome": {"a.traj.json", `{"info":{"exit_status":"Submitted","submission":""},"messages":[{"role":"user","content":"q"},{"role":"assistant","content":"a"}]}`, "chat messages", "exit_status"},
		"prompts":                         {"p.jsonl", `{"role":"user","content":"q"}`, "chat messages", "a reply from a model"},
		"steps without a version":         {"t.json", `{"steps":[{"step_id":1,"source":"agent","message":"m"}]}`, "ATIF", "schema_version"},
		"a version without steps":         {"t.json", `{"schema_version":"ATIF-v1.7"}`, "ATIF", "no steps"},
		"a log in lines":                  {"l.jsonl", `{"level":"info","msg":"started"}`, "", ""},
		"settings":                        {"c.json", `{"name":"x","version":"1"}`, "", ""},
		"a list of numbers":               {"n.json", `[1,2,3]`, "", ""},
		"ids and kinds of something else": {"e.jsonl", `{"id":"1","msg":{"type":"ping"}}`, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			m := trace.Recognise(head.Of(test.file, []byte(test.text)))
			if m.Dialect != trace.Unknown {
				t.Fatalf("taken for %s", m.Dialect)
			}
			if (test.looks == "") != (m.Looks == "") || !strings.Contains(m.Looks, test.looks) || !strings.Contains(m.Lacks, test.lacks) {
				t.Errorf("looks like %q, but %q", m.Looks, m.Lacks)
			}
		})
	}
}

// TestRecogniseCut holds that a long trajectory is known by its first 64 KB, wherever its
// version stands.
func TestRecogniseCut(t *testing.T) {
	long := strings.Repeat("x", head.Max)
	for _, text := range []string{
		`{"agent":{"name":"a","tool_definitions":["` + long + `"]},"schema_version":"ATIF-v1.6","steps":[]}`,
		`{"steps":[{"step_id":1,"source":"user","message":"` + long + `"}],"schema_version":"ATIF-v1.6"}`,
		`{"schema_version":"ATIF-v1.6","agent":{"name":"a","x":"` + long + `"},"steps":[]}`,
	} {
		if m := trace.Recognise(head.Of("t.json", []byte(text))); m.Dialect != trace.DialectATIF {
			t.Errorf("%.40s is %q", text, m.Dialect)
		}
	}
}
