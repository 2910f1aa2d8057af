package web

import (
	"context"
	"encoding/json"
	"net/http"
	"os"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	worldreport "github.com/clawatlas/clawatlas/results/report/world"
	"github.com/clawatlas/clawatlas/results/resultstest"
)

const exampleWorld = "/b/clawatlas-example/world/scenarios/ex_office_move"

// worldServer serves the bundled facts and the public tree of ClawArena.
func worldServer(t testing.TB) *testSite {
	t.Helper()
	path := resultstest.Shared(t, "world", "clawarena", "data", "clawarena")
	return openSite(t, "clawarena-world", func(ctx context.Context, l *ingest.Loader) error {
		return loadInto(ctx, l, false, ingest.Source{FS: os.DirFS(path), Name: "tree"})
	})
}

func worldOf(t *testing.T, site *testSite) *worldreport.World {
	t.Helper()
	w := &worldreport.World{}
	must.Do(t, json.Unmarshal(site.get("/api/v1/benchmarks/clawarena/world").Body.Bytes(), w))
	return w
}

// The bundled facts and the public tree give the counts that were made without
// this program.
func testWorldGolden(t *testing.T) {
	data := must.Get(os.ReadFile(resultstest.Shared(t, "golden", "golden_gemma.json")))(t)
	var golden struct {
		Dataset struct {
			Rounds  int            `json:"update_rounds"`
			Entries int            `json:"bound_update_entries"`
			Objects int            `json:"changed_objects"`
			Effects map[string]int `json:"effects"`
			Gone    int            `json:"messages_lost_by_overwriting"`
			Added   int            `json:"messages_added"`
			Told    map[string]int `json:"told"`
		} `json:"dataset"`
	}
	must.Do(t, json.Unmarshal(data, &golden))
	for name, site := range map[string]*testSite{"facts": bareServer(t), "tree": worldServer(t)} {
		w := worldOf(t, site)
		got := golden
		d := &got.Dataset
		d.Rounds, d.Entries, d.Objects, d.Gone, d.Added = w.Updates, w.Entries, w.Objects, w.Messages.Gone, w.Messages.Added
		e, told := w.Effects, w.Told
		d.Effects = map[string]int{"session/appended": e.Chats.Appended, "workspace/new": e.Files.New, "session/replaced": e.Chats.Replaced, "workspace/replaced": e.Files.Replaced}
		d.Told = map[string]int{"session/announced": told.Chats.Announced, "session/named": told.Chats.Named, "session/silent": told.Chats.Silent,
			"workspace/announced": told.Files.Announced, "workspace/named": told.Files.Named, "workspace/silent": told.Files.Silent}
		if diff := cmp.Diff(golden, got); diff != "" {
			t.Errorf("%s (-golden +now):\n%s", name, diff)
		}
		if e.Files.Total() != 49 || e.Chats.Total() != 57 || w.Messages.Emptied != 37 || w.Appended != (results.WorldAppended{Chats: 43, Replaced: 43}) || len(w.Scenarios) != 12 {
			t.Errorf("%s: %+v", name, w.WorldCounts)
		}
	}
}

// The page says in words what the harness does to chats that authors call appended.
func TestWorldPage(t *testing.T) {
	doc := bareServer(t).page(t, "/b/clawarena/world")
	text := squash(doc.Find("main"))
	for _, want := range []string{"45 updates in 12 scenarios change 106 objects: 49 files and 57 chats.",
		"In the OpenClaw layout the update overwrites the chat in 43 of 57 cases and adds to it in 14; 979 earlier messages vanish, and of " +
			"37 chats nothing earlier is left. The dataset’s authors call all 43 of them appended.",
		"In the Claude Code layout the update overwrites the chat in 39 of 57 cases and writes 18 beside the one of that name, which stays as it was;",
		"In the NanoBot and PicoClaw layouts the update overwrites the chat in 57 of 57 cases;"} {
		if !strings.Contains(text, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
	if n := doc.Find("table").First().Find("tbody tr").Length(); n != 12 {
		t.Errorf("the first table has %d scenarios, want 12", n)
	}
	if n := doc.Find("table").First().Find("td a[href^='/b/clawarena/world/scenarios/']").Length(); n != 45 {
		t.Errorf("the strips have %d updates, want 45", n)
	}
	for path, want := range map[string]bool{"/b/clawarena": true, "/b/liveclawbench": false} {
		if got := bareServer(t).page(t, path).Find(".tabs a[href$='/world']").Length() == 1; got != want {
			t.Errorf("%s has the tab: %v, want %v", path, got, want)
		}
	}
}

// A chat that the harness overwrites is shown as it was and as it is, with the
// authors' word.
func testWorldScenarioReal(t *testing.T) {
	site := worldServer(t)
	doc := site.page(t, "/b/clawarena/world/scenarios/hil_h3")
	epochs := doc.Find("section.ep").Map(func(_ int, s *goquery.Selection) string { return squash(s.Find(".hd")) })
	want := []string{"Startq1 to q6", "Update 1before q7: 1 file new", "Update 2before q13: 1 file replaced, 1 chat replaced (37 messages gone)",
		"Update 3before q19: 1 file new, 2 chats replaced (60 messages gone)", "Update 4before q25: 1 chat replaced (29 messages gone)"}
	must.Same(t, want, epochs, "epochs")
	chat := doc.Find("#change-2").Parent()
	if got := squash(chat.Find("summary")); got != "2 friend_lihao_im ± replaced before q13: 52 messages before, 16 after authors: append · harness: replaced" {
		t.Errorf("summary %q", got)
	}
	if gone, added := chat.Find("del").Length(), chat.Find("ins").Length(); gone != 37 || added != 12 {
		t.Errorf("%d messages struck through, %d new; want 37 and 12", gone, added)
	}
	if got := squash(doc.Find("#update-2 > div").Eq(2)); got != "TOLD2 announced3 named" {
		t.Errorf("told %q", got)
	}
	for _, side := range []string{"before", "after"} {
		rec := site.get("/b/clawarena/world/scenarios/hil_h3/2/" + side)
		n := strings.Count(rec.Body.String(), `"type":"message"`) + strings.Count(rec.Body.String(), `"type": "message"`)
		if want := map[string]int{"before": 52, "after": 16}[side]; n != want || rec.Code != http.StatusOK {
			t.Errorf("the text %s has %d messages, want %d", side, n, want)
		}
	}
}

// The example's tree: a group of two, one of which is appended to a file.
func TestWorldExample(t *testing.T) {
	site := testServer(t)
	doc := site.page(t, exampleWorld)
	if got := squash(doc.Find(".lead")); got != "thorough-reader · clawatlas-runner: 2 updates, 3 objects changed; opened 3 of 3 files." {
		t.Errorf("lead %q", got)
	}
	if doc.Find("details:not([open])").Length() > 0 || doc.Find("details.wdiff").Length() != 3 {
		t.Error("a change is folded without a script")
	}
	before, after := site.get(exampleWorld+"/2/before"), site.get(exampleWorld+"/2/after")
	if !strings.HasPrefix(after.Body.String(), before.Body.String()) || after.Body.Len() <= before.Body.Len() {
		t.Error("the appended file does not begin with what it was")
	}
	if h := after.Header(); h.Get("Content-Type") != "text/plain; charset=UTF-8" || h.Get("Content-Security-Policy") != RawPolicy {
		t.Errorf("headers %v", h)
	}
	for path, want := range map[string]int{
		exampleWorld + "/1/before": 404, exampleWorld + "/1/beside": 404, exampleWorld + "/0/after": 404, exampleWorld + "/4/after": 404, exampleWorld + "/x/after": 404,
		"/b/clawatlas-example/world/scenarios/none": 404, "/b/none/world": 404, "/b/clawmark/world": 200, "/b/clawarena/world/scenarios/hil_h3": 200, "/b/clawarena/world/scenarios/hil_h3/1/after": 404,
	} {
		if rec := site.get(path); rec.Code != want {
			t.Errorf("%s: status %d, want %d", path, rec.Code, want)
		}
	}
}
