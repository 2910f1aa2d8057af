package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/bundled/example"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/web"
	siteweb "github.com/clawatlas/clawatlas/web/site"
)

// An assistant finds the run of a system on its board, its failed trials, and why one
// failed, and gets the words of the site for what is not there.
func TestMCP(t *testing.T) {
	if testing.Short() {
		t.Skip("not among the quick tests: it starts processes")
	}
	db := ingesttest.OpenBundled(t)
	ingesttest.Load(t, db, example.FS, ingest.Identity{})
	here, there := mcp.NewInMemoryTransports()
	server := must.Get(newMCP(siteweb.NewSite(web.Config{Store: db, Version: "test"})).Connect(t.Context(), there, nil))(t)
	client := must.Get(mcp.NewClient(&mcp.Implementation{Name: "test"}, nil).Connect(t.Context(), here, nil))(t)
	defer server.Close()
	defer client.Close()
	ask := func(tool string, about map[string]any, v any) *mcp.CallToolResult {
		t.Helper()
		res := must.Get(client.CallTool(t.Context(), &mcp.CallToolParams{Name: tool, Arguments: about}))(t)
		if text := res.Content[0].(*mcp.TextContent).Text; v != nil && (res.IsError || json.Unmarshal([]byte(text), v) != nil) {
			t.Fatalf("%s: %s", tool, text)
		}
		return res
	}
	for _, x := range must.Get(client.ListTools(t.Context(), nil))(t).Tools {
		if x.Description == "" || !x.Annotations.ReadOnlyHint {
			t.Errorf("%s: %+v", x.Name, x)
		}
	}
	var board struct {
		Total int
		Rows  []struct{ Run string }
	}
	ask("leaderboard", map[string]any{"benchmark": "clawatlas-example", "limit": 1, "offset": 1}, &board)
	if board.Total != 4 || len(board.Rows) != 1 || board.Rows[0].Run == "" {
		t.Fatalf("%+v", board)
	}
	var runs struct {
		Runs []struct {
			Run    string
			Counts struct{ Scored, Passed int }
		}
	}
	ask("list_runs", map[string]any{"benchmark": "clawatlas-example", "model": "thorough-reader"}, &runs)
	if len(runs.Runs) != 1 {
		t.Fatalf("%+v", runs)
	}
	run, n := runs.Runs[0].Run, runs.Runs[0].Counts
	var failed struct {
		Judged, Total int
		Trials        []struct{ Scenario, Task, Why, URL string }
	}
	ask("list_failed_trials", map[string]any{"run": run, "limit": 2}, &failed)
	if failed.Judged != n.Scored || failed.Total != n.Scored-n.Passed || len(failed.Trials) != 2 || failed.Trials[0].Why == "" {
		t.Fatalf("%+v of %+v", failed, n)
	}
	var trial struct {
		URL   string
		Why   *struct{ Sentence string }
		Steps []any
	}
	first := failed.Trials[0]
	res := ask("show_trial", map[string]any{"run": run, "scenario": first.Scenario, "task": first.Task}, &trial)
	if trial.URL != first.URL || trial.Why == nil || len(trial.Steps) != 1 || !strings.Contains(res.Content[0].(*mcp.TextContent).Text, first.Why) {
		t.Errorf("%s: %s", first.Why, res.Content[0].(*mcp.TextContent).Text)
	}
	for _, wrong := range []struct {
		tool  string
		about map[string]any
	}{{"leaderboard", map[string]any{"benchmark": "none/../of these"}}, {"list_failed_trials", map[string]any{"run": "none"}}, {"show_trial", map[string]any{"run": run}},
		{"leaderboard", map[string]any{"benchmark": "clawatlas-example", "limit": 5000}}} {
		if res := ask(wrong.tool, wrong.about, nil); !res.IsError {
			t.Errorf("%+v is answered", wrong)
		}
	}
}

// A line that is no JSON is answered, and what follows it too.
func TestMCPMalformed(t *testing.T) {
	const hello = `{"jsonrpc":"2.0","id":%d,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},` +
		`"clientInfo":{"name":"t","version":"1"}}}`
	in, asks := io.Pipe()
	answers, out := io.Pipe()
	go func() {
		_ = newMCP(siteweb.NewSite(web.Config{Version: "test"})).Run(t.Context(), lineTransport(in, out))
	}()
	lines := bufio.NewScanner(answers)
	const ping = `{"jsonrpc":"2.0","id":8,"method":"ping"}`
	for _, x := range []struct{ ask, want string }{{"{bad", `"code":-32700`}, {fmt.Sprintf(hello, 7), `"id":7`}, {"]", `"code":-32700`},
		{"[" + ping + "]", `"code":-32600`}, {"{}", `"code":-32600`}, {`{"jsonrpc":"2.0","id":true,"method":"ping"}`, `"code":-32600`},
		{strings.Repeat("a", mcp.DefaultMaxLineLength+1), `"code":-32600`}, {ping, `"id":8`}} {
		must.Get(io.WriteString(asks, x.ask+"\n"))(t)
		if !lines.Scan() || !strings.Contains(lines.Text(), x.want) {
			t.Errorf("%.80s is answered with %s, %v, want %s", x.ask, lines.Text(), lines.Err(), x.want)
		}
	}
	asks.Close()
}
