package web

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/clawatlas/clawatlas/results/must"

	"github.com/clawatlas/clawatlas/ingest"
)

// sessionFile is a session of Claude Code in which one call fails and one file is
// edited and committed.
const sessionFile = `{"parentUuid":null,"type":"user","sessionId":"s1","uuid":"u1","cwd":"/w","timestamp":"2026-06-01T09:00:00.000Z","message":{"role":"user","content":"Count the words"}}
{"type":"assistant","sessionId":"s1","uuid":"u2","cwd":"/w","timestamp":"2026-06-01T09:00:05.000Z","message":{"id":"m1","role":"assistant","model":"claude-x","content":[{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"make"}}],"usage":{"input_tokens":10,"cache_creation_input_tokens":30,"cache_read_input_tokens":60,"output_tokens":7}}}
{"type":"user","sessionId":"s1","uuid":"u3","cwd":"/w","timestamp":"2026-06-01T09:00:06.000Z","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","is_error":true,"content":"Exit code 2\nmake: *** no <b>rule</b>"}]}}
{"type":"assistant","sessionId":"s1","uuid":"u4","cwd":"/w","timestamp":"2026-06-01T09:00:08.000Z","message":{"id":"m2","role":"assistant","model":"claude-x","content":[{"type":"tool_use","id":"t2","name":"Edit","input":{"file_path":"/w/count.py","old_string":"a","new_string":"b"}}]}}
{"type":"user","sessionId":"s1","uuid":"u5","cwd":"/w","timestamp":"2026-06-01T09:00:09.000Z","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t2","content":"ok"}]}}
{"type":"assistant","sessionId":"s1","uuid":"u6","cwd":"/w","timestamp":"2026-06-01T09:00:10.000Z","message":{"id":"m3","role":"assistant","model":"claude-x","content":[{"type":"tool_use","id":"t3","name":"Bash","input":{"command":"git commit -am 'fix: count <i>words</i>'"}}]}}
{"type":"user","sessionId":"s1","uuid":"u7","cwd":"/w","timestamp":"2026-06-01T09:00:11.000Z","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t3","content":"[main 077aa87] fix: count <i>words</i>\n 1 file changed"}]}}
{"type":"assistant","sessionId":"s1","uuid":"u8","cwd":"/w","timestamp":"2026-06-01T09:00:12.000Z","message":{"id":"m4","role":"assistant","model":"claude-x","content":[{"type":"text","text":"Counted."}]}}
`

// sessionSite serves one session that nobody judged.
func sessionSite(t *testing.T) (*testSite, string) {
	t.Helper()
	site := openSite(t, "session", func(ctx context.Context, l *ingest.Loader) error {
		_, err := l.Load(ctx, []ingest.Source{{FS: fstest.MapFS{"s.jsonl": {Data: []byte(sessionFile)}}, Name: "s.jsonl"}})
		return err
	})
	var runs struct {
		Runs []struct{ Run string }
	}
	site.object(t, "/api/v1/runs?benchmark=transcripts", &runs)
	return site, "/runs/" + runs.Runs[0].Run + "/files/s"
}

// TestSessionLeads: where no verdict stands, what the agent did leads, the same on the page, in
// JSON and as text; what is not recorded is no zero.
func TestSessionLeads(t *testing.T) {
	site, at := sessionSite(t)
	doc := site.page(t, at)
	must.Equal(t, "fix: count <i>words</i>: claude-x no verdict", squash(doc.Find("h1")), "title")
	lead := squash(doc.Find("ul.session"))
	for _, want := range []string{"1 prompt, 4 answers, 1 of 3 calls failed, 1 file changed", "commit, step 4 fix: count <i>words</i>", "“Counted.”", "count.py edited, +1 −1",
		"✕ step 2 Bash make: *** no <b>rule</b>"} {
		if !strings.Contains(lead, want) {
			t.Errorf("the facts lack %q:\n%s", want, lead)
		}
	}
	if href := doc.Find("ul.session a:contains('count.py')").AttrOr("href", ""); href != at+"#step-3" {
		t.Errorf("the file leads to %q", href)
	}
	var twin struct {
		Session struct {
			Title string
			Files []struct{ Path string } `json:"changed"`
		}
	}
	site.object(t, "/api/v1"+at, &twin)
	if twin.Session.Title != "fix: count <i>words</i>" || len(twin.Session.Files) != 1 || twin.Session.Files[0].Path != "count.py" {
		t.Errorf("JSON: %+v", twin)
	}
	text := request(site.Handler, http.MethodGet, at+"/text")
	if got := text.Header().Get("Content-Type"); got != "text/plain; charset=utf-8" {
		t.Errorf("text is served as %q", got)
	}
	for _, want := range []string{"fix: count <i>words</i>: claude-x no verdict\n", "  count.py edited, +1 −1\n", "\nSteps 1 to 5 of 5\nMarks of steps and results: × failed, ⊘ refused, ∅ found nothing\n",
		"== step 2, agent, × failed\n", "== result 1 of t1, × failed\n", "== call 1: Bash (t1)\n", "== step 3, agent\n", "== result 1 of t2: output\n"} {
		if !strings.Contains(text.Body.String(), want) {
			t.Errorf("the text lacks %q:\n%s", want, text.Body.String())
		}
	}
	if code := request(site.Handler, http.MethodGet, at+"/text?from=6").Code; code != http.StatusBadRequest {
		t.Errorf("text beyond the trace: status %d, want 400", code)
	}
}
