package views_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/richtext"
)

func TestReadCall(t *testing.T) {
	type lines = []richtext.DiffLine
	tests := []struct {
		name, tool, args string
		want             views.CallArgs
	}{
		{"openclaw exec", "exec", `{"command":"ls","pty":false}`, views.CallArgs{Kind: "shell", Command: "ls", Rest: []views.Arg{{Name: "pty", Value: "false"}}}},
		{"codex shell", "shell", `{"command":["bash","-lc","ls -l"],"workdir":"/w"}`, views.CallArgs{Kind: "shell", Command: "ls -l", Cwd: "/w", Rest: []views.Arg{{Name: "shell", Value: "bash -lc"}}}},
		{"terminus", "bash_command", `{"keystrokes":"ls\n","duration":0.1}`, views.CallArgs{Kind: "shell", Command: "ls\n", Rest: []views.Arg{{Name: "duration", Value: "0.1"}}}},
		{"claude write", "Write", `{"file_path":"/a.py","content":"x\n"}`, views.CallArgs{Kind: "write", Path: "/a.py", Content: "x\n"}},
		{"openhands create", "file_editor", `{"command":"create","path":"/a","file_text":"x"}`, views.CallArgs{Kind: "write", Path: "/a", Content: "x", Rest: []views.Arg{{Name: "command", Value: "create"}}}},
		{"openhands view", "file_editor", `{"command":"view","path":"/a","view_range":[1,9]}`, views.CallArgs{Kind: "read", Path: "/a", Range: "view range [1,9]", Rest: []views.Arg{{Name: "command", Value: "view"}}}},
		{"openclaw edits", "edit", `{"path":"p","edits":[{"oldText":"a\nb","newText":"a\nc"}]}`, views.CallArgs{Kind: "edit", Path: "p", Change: lines{{Op: ' ', Text: "a"}, {Op: '-', Text: "b"}, {Op: '+', Text: "c"}}}},
		{"claude edit", "Edit", `{"file_path":"p","old_string":"a","new_string":"b","replace_all":true}`, views.CallArgs{Kind: "edit", Path: "p", Change: lines{{Op: '-', Text: "a"}, {Op: '+', Text: "b"}}, Rest: []views.Arg{{Name: "replace_all", Value: "true"}}}},
		{"patch", "apply_patch", `{"input":"*** Begin Patch\n+a"}`, views.CallArgs{Kind: "edit", Change: lines{{Op: '@', Text: "*** Begin Patch"}, {Op: '+', Text: "a"}}}},
		{"read", "read", `{"path":"p","offset":3,"limit":10}`, views.CallArgs{Kind: "read", Path: "p", Range: "offset 3, limit 10"}},
		{"grep is no read", "Grep", `{"pattern":"x","path":"p"}`, views.CallArgs{Kind: "other", Raw: `{"pattern":"x","path":"p"}`}},
		{"search", "web_search", `{"query":"x"}`, views.CallArgs{Kind: "other", Raw: `{"query":"x"}`}},
		{"message", "send_message", `{"message":"m","target":"t"}`, views.CallArgs{Kind: "other", Raw: `{"message":"m","target":"t"}`}},
		{"no object", "x", `"ls"`, views.CallArgs{Kind: "other", Raw: `"ls"`}},
		{"null", "x", `null`, views.CallArgs{Kind: "other", Raw: `null`}},
		{"edits of another shape", "edit", `{"path":"p","edits":[{"line":3}]}`, views.CallArgs{Kind: "other", Raw: `{"path":"p","edits":[{"line":3}]}`}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := views.ReadCall(&results.ToolCall{Name: tt.tool, Arguments: json.RawMessage(tt.args)})
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// FuzzReadCall gives any arguments to any tool: every string of an object must
// be found in what is shown.
func FuzzReadCall(f *testing.F) {
	f.Add("exec", `{"command":"ls","cwd":"/","x":{"y":[1]}}`)
	f.Add("edit", `{"path":"p","edits":[{"oldText":"a","newText":"b"}],"z":"w"}`)
	f.Add("Read", `{"file_path":"p","limit":null}`)
	f.Add("apply_patch", `{"patch":"*** Begin Patch"}`)
	f.Fuzz(func(t *testing.T, tool, args string) {
		call := results.ToolCall{Name: tool, Arguments: json.RawMessage(args)}
		c := views.ReadCall(&call)
		var all map[string]any
		if json.Unmarshal([]byte(args), &all) != nil || c.Raw != "" {
			return
		}
		var shown strings.Builder
		for _, l := range c.Change {
			shown.WriteString(l.Text + "\n")
		}
		for _, r := range c.Rest {
			shown.WriteString(r.Value + "\n")
		}
		shown.WriteString(strings.Join([]string{c.Path, c.Range, c.Cwd, c.Command, c.Content}, "\n"))
		for key, v := range all {
			if s, ok := v.(string); ok && c.Kind != views.CallEdit && !strings.Contains(shown.String(), strings.Trim(s, `"`)) && !strings.ContainsAny(args, `\`) {
				t.Fatalf("%s=%q of %s is not shown: %+v", key, s, args, c)
			}
		}
	})
}
