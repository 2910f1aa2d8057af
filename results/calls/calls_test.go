package calls

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

func TestRead(t *testing.T) {
	tests := []struct {
		name, tool, args string
		want             Args
	}{
		{"openclaw exec", "exec", `{"command":"ls","pty":false}`, Args{Kind: "shell", Command: "ls", Rest: []Arg{{Name: "pty", Value: "false"}}}},
		{"codex shell", "shell", `{"command":["bash","-lc","ls -l"],"workdir":"/w"}`,
			Args{Kind: "shell", Command: "ls -l", Cwd: "/w", Rest: []Arg{{Name: "shell", Value: "bash -lc"}}}},
		{"terminus", "bash_command", `{"keystrokes":"ls\n","duration":0.1}`,
			Args{Kind: "shell", Command: "ls\n", Rest: []Arg{{Name: "duration", Value: "0.1"}}}},
		{"claude write", "Write", `{"file_path":"/a.py","content":"x\n"}`, Args{Kind: "write", Path: "/a.py", Content: "x\n"}},
		{"openhands create", "file_editor", `{"command":"create","path":"/a","file_text":"x"}`,
			Args{Kind: "write", Path: "/a", Content: "x", Rest: []Arg{{Name: "command", Value: "create"}}}},
		{"openhands view", "file_editor", `{"command":"view","path":"/a","view_range":[1,9]}`,
			Args{Kind: "read", Path: "/a", Range: "view range [1,9]", Rest: []Arg{{Name: "command", Value: "view"}}}},
		{"openclaw edits", "edit", `{"path":"p","edits":[{"oldText":"a\nb","newText":"a\nc"}]}`,
			Args{Kind: "edit", Path: "p", Changes: []Change{{"a\nb", "a\nc"}}}},
		{"claude edit", "Edit", `{"file_path":"p","old_string":"a","new_string":"b","replace_all":true}`,
			Args{Kind: "edit", Path: "p", Changes: []Change{{"a", "b"}}, Rest: []Arg{{Name: "replace_all", Value: "true"}}}},
		{"patch", "apply_patch", `{"input":"*** Begin Patch\n+a"}`, Args{Kind: "edit", Patch: "*** Begin Patch\n+a"}},
		{"read", "read", `{"path":"p","offset":3,"limit":10}`, Args{Kind: "read", Path: "p", Range: "offset 3, limit 10"}},
		{"grep is no read", "Grep", `{"pattern":"x","path":"p"}`, Args{Kind: "other", Raw: `{"pattern":"x","path":"p"}`}},
		{"search", "web_search", `{"query":"x"}`, Args{Kind: "other", Raw: `{"query":"x"}`}},
		{"message", "send_message", `{"message":"m","target":"t"}`, Args{Kind: "other", Raw: `{"message":"m","target":"t"}`}},
		{"no object", "x", `"ls"`, Args{Kind: "other", Raw: `"ls"`}},
		{"null", "x", `null`, Args{Kind: "other", Raw: `null`}},
		{"edits of another shape", "edit", `{"path":"p","edits":[{"line":3}]}`, Args{Kind: "other", Raw: `{"path":"p","edits":[{"line":3}]}`}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := Read(&results.ToolCall{Name: tt.tool, Arguments: json.RawMessage(tt.args)})
			must.Same(t, tt.want, got, "what was got")
		})
	}
}

// FuzzRead gives any arguments to any tool: every string of an object must
// be found in what is shown.
func FuzzRead(f *testing.F) {
	f.Add("exec", `{"command":"ls","cwd":"/","x":{"y":[1]}}`)
	f.Add("edit", `{"path":"p","edits":[{"oldText":"a","newText":"b"}],"z":"w"}`)
	f.Add("Read", `{"file_path":"p","limit":null}`)
	f.Add("apply_patch", `{"patch":"*** Begin Patch"}`)
	f.Fuzz(func(t *testing.T, tool, args string) {
		call := results.ToolCall{Name: tool, Arguments: json.RawMessage(args)}
		c := Read(&call)
		var all map[string]any
		if json.Unmarshal([]byte(args), &all) != nil || c.Raw != "" {
			return
		}
		var shown strings.Builder
		for _, x := range c.Changes {
			shown.WriteString(x.Old + "\n" + x.New + "\n")
		}
		for _, r := range c.Rest {
			shown.WriteString(r.Value + "\n")
		}
		shown.WriteString(strings.Join([]string{c.Path, c.Range, c.Cwd, c.Command, c.Content, c.Patch}, "\n"))
		for key, v := range all {
			if s, ok := v.(string); ok && c.Kind != Edit && !strings.Contains(shown.String(), strings.Trim(s, `"`)) &&
				!strings.ContainsAny(args, `\`) {
				t.Fatalf("%s=%q of %s is not shown: %+v", key, s, args, c)
			}
		}
	})
}
