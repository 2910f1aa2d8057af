package web

import (
	"strconv"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/nested"
)

// nestedSteps hold one result of each kind that is shown in a form of its own.
func nestedSteps() map[string]string {
	return map[string]string{
		"history":  `{"sessionKey":"agent:a:ada_im_1","messages":[{"role":"user","content":[{"type":"text","text":"[IM Ada D1 10:00] the key <b>"}]},{"role":"assistant","content":[{"type":"text","text":"I look."},{"type":"toolCall","name":"read"}]},{"role":"assistant","content":[{"type":"text","text":"[Ack]"}]}]}`,
		"rows":     `[{"item":"tea","price":3.5},{"item":"<b>","price":12}]`,
		"document": "# Notes\n\n| Name | Share |\n|---|--:|\n| a | 40 |\n\n**From:** Ada\n**To:** Bo\n**Subject:** Lunch\n\nend\n",
		"plain":    "nothing, of\nthat, kind\nhere, at all",
	}
}

func nestedSite(t *testing.T) *testSite {
	t.Helper()
	traces := map[string]func(func(*results.Step) error) error{}
	for name, content := range nestedSteps() {
		traces[name] = func(yield func(*results.Step) error) error {
			return yield(&results.Step{Source: "agent", ToolCalls: []results.ToolCall{{ID: "1", Name: "x", Arguments: []byte(`{"url":null,"b":[],"c":"","x":3}`)}},
				Observation: &results.Observation{Results: []results.Result{{CallID: "1", Content: content}}}})
		}
	}
	return traceSite(t, traces)
}

// TestNested opens a result of each kind: it stands in its own form, with the record's
// text in a fold, and as it was written on request.
func TestNested(t *testing.T) {
	site := nestedSite(t)
	want := map[string][]string{
		"history":  {".cv > li.msg:not(.new)", "3", ".fold li .txt", "1", ".nest > .own > .js", "1"},
		"rows":     {".nest .nt tbody tr", "2", ".nest .nt td.num", "2", ".nest > .own > .js", "1"},
		"document": {".out .nt tbody tr#step-1-r1-L5", "1", ".out tbody#step-1-r1-L4", "1", ".out tr#step-1-r1-L3 th", "2", ".out .mail > .ln", "3", ".out [id^=step-1-r1-L]", "10"},
		"plain":    {".nest", "0", ".nt", "0", ".out .ln", "3"},
	}
	for name, list := range want {
		doc := site.page(t, "/runs/run/s/"+name)
		inert(t, doc)
		for i := 0; i < len(list); i += 2 {
			if got := doc.Find(list[i]).Length(); strconv.Itoa(got) != list[i+1] {
				t.Errorf("%s: %s: got %d, want %s", name, list[i], got, list[i+1])
			}
		}
		if got := doc.Find(".call > .fold .arg").Map(func(_ int, s *goquery.Selection) string { return s.Text() }); !cmp.Equal(got, []string{"url = null", "b = []", `c = ""`}) {
			t.Errorf("%s: arguments without a value: %q", name, got)
		}
		if got := doc.Find(".in.other").Text(); strings.Join(strings.Fields(got), " ") != "x 3" {
			t.Errorf("%s: arguments: %q", name, got)
		}
		plain := site.get("/runs/run/s/" + name + "/steps/1?plain=1").Body.String()
		laid := map[string]string{"history": "Ada  D1 10:00\nthe key <b>\n\nassistant\nI look.\n  called read\n"}[name]
		if !strings.Contains(plain, laid) || !strings.Contains(plain, nestedSteps()[name]) ||
			laid == "" && strings.Contains(plain, "laid out") {
			t.Errorf("%s: plain text: %s", name, plain)
		}
		if doc := site.page(t, "/runs/run/s/"+name+"?view=source"); doc.Find(".nest, .nt").Length() > 0 {
			t.Errorf("%s: not as it was written", name)
		}
	}
}

// testNestedReal holds a conversation of the released run: its messages, those that
// the update brought as the world counts them, and the confirmations that are left out.
func testNestedReal(t *testing.T) {
	site := lookedServer(t)
	want := map[string]int{"sessions_history conversation": 26, "sessions_list table": 10, "read mail": 9, "read table": 152, "exec table": 3}
	must.Same(t, want, nestedKinds(t, site.Store), "recognised")
	doc := site.page(t, "/runs/"+gemmaRun+"/hil_h3/q13")
	step, ok := doc.Find(".nest > .cv > li.new").First().Closest("[id^=step-]").Attr("id")
	if !ok {
		t.Fatal("no step has a new message")
	}
	one := site.page(t, "/runs/"+gemmaRun+"/hil_h3/q13/steps/"+strings.Split(step, "-")[1])
	for name, doc := range map[string]*goquery.Document{"window": doc, "step": one} {
		got := map[string]int{"messages": doc.Find(".nest > .cv > li").Length(), "new": doc.Find(".nest > .cv > li.new").Length(), "acks": doc.Find(".nest .fold .cv li").Length()}
		if d := cmp.Diff(map[string]int{"messages": 12, "new": 12, "acks": 4}, got); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	}
	if text := doc.Find(".moment").Text(); !strings.Contains(text, "12 messages new") {
		t.Errorf("the world says: %s", text)
	}
}

// nestedKinds counts what is recognised in the results of the released run, by tool.
func nestedKinds(t *testing.T, store Store) map[string]int {
	t.Helper()
	ctx := t.Context()
	run := must.Get(realRun(ctx, store))(t)
	trials := must.Get(store.RunTrials(ctx, run.ID, ""))(t)
	count := map[string]int{}
	for i := range trials {
		rows := must.Get(store.StepRows(ctx, &trials[i], 1, trials[i].StepsTotal))(t)
		steps := must.Get(store.Steps(ctx, &trials[i], rows))(t)
		for _, s := range steps {
			for c := range s.ToolCalls {
				if r := s.ResultOf(c); r != nil {
					if v := nested.Read(r.Content); v.Kind != nested.None {
						count[s.ToolCalls[c].Name+" "+string(v.Kind)]++
					}
				}
			}
		}
	}
	return count
}
