package calls

import (
	"encoding/json"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

func TestNamedFiles(t *testing.T) {
	got := namedFiles("FAILED: docs/legal_complaint_draft.md not found, see 'out/报告.csv'.",
		"2.5 of 3. docs/legal_complaint_draft.md e.g. x", "a.b/c.json")
	must.Same(t, []string{"docs/legal_complaint_draft.md", "out/报告.csv", "e.g", "a.b/c.json"}, got, "what was got")
}

func TestWrites(t *testing.T) {
	tests := []struct {
		tool, args string
		want       bool
	}{
		{"write", `{"path":"/w/docs/a.md","content":"x"}`, true},
		{"edit", `{"path":"/w/docs/a.md","edits":[{"oldText":"a","newText":"b"}]}`, true},
		{"read", `{"path":"/w/docs/a.md"}`, false},
		{"exec", `{"command":"cat > docs/a.md <<'E'\nx\nE"}`, true},
		{"exec", `{"command":"echo x >> \"docs/a.md\""}`, true},
		{"exec", `{"command":"python -c \"open('docs/a.md','w')\""}`, true},
		{"exec", `{"command":"grep x docs/a.md > out"}`, false},
		{"exec", `{"command":"ls 2>&1 | cat - docs/a.md"}`, false},
		{"exec", `{"command":"cp x docs/a.md"}`, true},
	}
	for _, tt := range tests {
		call := results.ToolCall{Name: tt.tool, Arguments: json.RawMessage(tt.args)}
		c := Read(&call)
		must.Equal(t, tt.want, c.writes("docs/a.md"), "%s %s", tt.tool, tt.args)
	}
}
