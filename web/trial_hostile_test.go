package web

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode"

	"github.com/PuerkitoBio/goquery"

	"github.com/clawatlas/clawatlas/results"
)

// hostileSteps are records that would break a page that trusts them, each many
// times over so that they fill a window.
func hostileSteps() map[string]func(i int) *results.Step {
	call := func(n int, name string, args any) []results.ToolCall {
		raw, err := json.Marshal(args)
		if err != nil {
			panic(err) // literals are always JSON
		}
		list := make([]results.ToolCall, n)
		for i := range list {
			list[i] = results.ToolCall{ID: fmt.Sprint(i), Name: name, Arguments: raw}
		}
		return list
	}
	answers := func(n int, content string) *results.Observation {
		o := &results.Observation{Results: make([]results.Result, n)}
		for i := range o.Results {
			o.Results[i] = results.Result{CallID: fmt.Sprint(i), Content: content, Failed: true, Failure: "exit_code"}
		}
		return o
	}
	message := func(text string) func(int) *results.Step {
		return func(int) *results.Step { return &results.Step{Source: "agent", Message: text, Reasoning: text} }
	}
	long := strings.Repeat("x", 20_000)
	return map[string]func(i int) *results.Step{
		"tags":               message(strings.Repeat("<script>alert(1)</script><img src=x onerror=alert(1)>", 500)),
		"tables":             message(strings.Repeat("a|", 150) + "\n" + strings.Repeat("-|", 150) + "\n" + strings.Repeat("|\n", 300)),
		"images in markdown": message(strings.Repeat("![a](http://evil.test/x.png) [b](javascript:alert(1)) ", 400)),
		"one long line":      message(strings.Repeat("文", 50_000)),
		"terminal": func(int) *results.Step {
			return &results.Step{Source: "agent", ToolCalls: call(1, "exec", map[string]string{"command": long}), Observation: answers(1, strings.Repeat("\x1b[31m\x1b[?25l\x9b8m<b>", 20_000))}
		},
		"many calls": func(int) *results.Step {
			return &results.Step{Source: "agent", ToolCalls: call(1000, "exec", map[string]string{"command": "ls"}), Observation: answers(1000, "ok")}
		},
		"long names": func(int) *results.Step {
			s := &results.Step{Source: "agent", Event: long, Agent: long, Day: long, ModelName: long, StopReason: long, Boundary: long, ToolCalls: call(1, long, map[string]string{"path": long, "content": long, long: long}), Observation: answers(1, "")}
			r := &s.Observation.Results[0]
			r.Cwd, r.Status, r.Failure, r.Truncation, r.Summary, r.ErrorText, r.Diff, r.Subagent = long, long, long, long, long, long, long, long
			return s
		},
		"deep json": func(int) *results.Step {
			return &results.Step{Source: "agent", ToolCalls: call(1, "x", map[string]string{"a": "b"}), Observation: answers(1, strings.Repeat(`{"a":[`, 5000)+strings.Repeat("]}", 5000))}
		},
		"conversation": func(int) *results.Step {
			return &results.Step{Source: "agent", Observation: answers(1, `{"messages":[`+strings.Repeat(`{"role":"<b>","name":"\u202e","content":"<script>alert(1)</script>","timestamp":"<i>"},`, 2000)+`{"role":"user","content":"[WeChat <u> D1 00:00] `+long+`"}]}`)}
		},
		"mail and events": func(int) *results.Step {
			s := &results.Step{Source: "agent", Observation: answers(2, `[`+strings.Repeat(`{"from":"<b>","to":["`+long+`"],"subject":"<img src=x>","body":"<script>","date":"x"},`, 10)+`{"from":"a","subject":"b","date":"c"}]`)}
			s.Observation.Results[1].Content = `[` + strings.Repeat(`{"title":"<b>`+long+`","start":"2026-01-01","location":"<script>","description":"`+long+`","end":"2026-01-01"},`, 10) + `{"title":"b","start":"2026-01-01","end":"2026-01-02"}]`
			return s
		},
		"wide tables": func(int) *results.Step {
			s := &results.Step{Source: "agent", Observation: answers(3, "["+strings.Repeat(`{"a":"<b>","b":"`+long[:500]+`"},`, 500)+`{"a":1,"b":2}]`)}
			s.Observation.Results[1].Content = "| <b> | b |\n|---|---|\n" + strings.Repeat("| <script> | \u202e |\n", 5000)
			s.Observation.Results[2].Content = strings.Repeat("ab,", 23) + "n\n" + strings.Repeat(strings.Repeat(",", 23)+"1\n", 3000)
			return s
		},
		"large edit": func(int) *results.Step {
			return &results.Step{Source: "agent", ToolCalls: call(1, "edit", map[string]string{"path": "p", "old_string": strings.Repeat("a\nb\n", 3000), "new_string": strings.Repeat("b\na\n", 3000)})}
		},
		"files written again": func(i int) *results.Step {
			text := strings.Repeat(fmt.Sprintf("<script>%d</script>\u202e\n", i%2)+strings.Repeat("\x1b[31m", 30)+"\n", 300)
			return &results.Step{Source: "agent", ToolCalls: call(1, "write", map[string]string{"path": "<b>\u202e.html", "content": text}), Observation: &results.Observation{Results: []results.Result{{CallID: "0", Content: "ok"}}}}
		},
		"many files": func(i int) *results.Step {
			s := &results.Step{Source: "agent", Observation: &results.Observation{}}
			for k := range 90 {
				s.ToolCalls = append(s.ToolCalls, call(1, "write", map[string]string{"path": fmt.Sprint("f", k), "content": long + fmt.Sprint(i)})...)
				s.ToolCalls[k].ID = fmt.Sprint(k)
				s.Observation.Results = append(s.Observation.Results, results.Result{CallID: fmt.Sprint(k), Content: "ok"})
			}
			return s
		},
		"attachments": func(int) *results.Step {
			s := &results.Step{Source: "user", Message: "see"}
			for i := range 100 {
				s.Parts = append(s.Parts, results.Part{Type: "image", MediaType: "image/png", Path: "\u202e<b>", Raw: fmt.Sprint(long, i)})
			}
			return s
		},
		"media types": func(int) *results.Step {
			return &results.Step{Source: "user", Parts: []results.Part{{Type: "image", MediaType: "image/svg+xml", Raw: "../x.svg"}, {Type: "file", MediaType: "text/html", Raw: "a//b"}, {Type: "audio", MediaType: "audio/wav", Raw: "./s.wav"}}}
		},
	}
}

// TestHostileTrace opens windows full of records that are made to break a
// page: each answers, stays under 300 KB and holds nothing that acts.
func TestHostileTrace(t *testing.T) {
	const most = 300 << 10
	traces := map[string]func(func(*results.Step) error) error{}
	names := map[string]string{}
	for name, make := range hostileSteps() {
		if testing.Short() && name != "tags" && name != "terminal" && name != "mail and events" {
			continue // views/step and views/richtext try every kind
		}
		slug := results.Slug(name)
		names[slug] = name
		traces[slug] = func(yield func(*results.Step) error) error {
			for i := range 25 {
				if err := yield(make(i)); err != nil {
					return err
				}
			}
			return nil
		}
	}
	site := traceSite(t, traces)
	for slug, name := range names {
		t.Run(name, func(t *testing.T) {
			for _, query := range []string{"", "/steps/2", "/steps/2?text=r1", "/files"} {
				rec := site.get("/runs/run/s/" + slug + query)
				if rec.Code == 400 && strings.Contains(query, "text=") {
					continue // it has no result
				}
				if rec.Code != 200 {
					t.Fatalf("GET %s: %d: %.500s", query, rec.Code, rec.Body)
				}
				limit := most
				if strings.HasPrefix(query, "/steps") {
					limit = 3 * most // a step is shown whole there
				}
				if n := rec.Body.Len(); n > limit {
					t.Errorf("%q has %d KB, want at most %d", query, n>>10, limit>>10)
				}
				if doc, err := goquery.NewDocumentFromReader(rec.Body); err != nil {
					t.Error(err)
				} else {
					inert(t, doc)
				}
			}
			if rec := site.get("/runs/run/s/" + slug + "/steps/2?plain=1"); rec.Code != 200 || rec.Header().Get("Content-Type") != "text/plain; charset=utf-8" {
				t.Errorf("plain: %d, %s", rec.Code, rec.Header().Get("Content-Type"))
			}
			if rec := site.get("/api/v1/runs/run/s/" + slug + "?limit=3"); rec.Code != 200 || !json.Valid(rec.Body.Bytes()) {
				t.Errorf("API: %d", rec.Code)
			}
		})
	}
}

// inert checks that a page holds one script, which is the site's, no handler,
// no address of another scheme or host that is loaded, and no character that
// acts without being seen.
func inert(t *testing.T, doc *goquery.Document) {
	t.Helper()
	if n := doc.Find("script").Length(); n != 1 {
		t.Errorf("%d scripts, want the site's own", n)
	}
	doc.Find("*").Not(`link[rel="canonical"][href^="http://example.com/"]`).Each(func(_ int, s *goquery.Selection) {
		for _, a := range s.Nodes[0].Attr {
			bad := strings.HasPrefix(a.Key, "on") || a.Key == "style" ||
				(a.Key == "src" || s.Nodes[0].Data == "link") && strings.Contains(a.Val, "//") ||
				a.Key == "href" && !strings.HasPrefix(a.Val, "/") && !strings.HasPrefix(a.Val, "#") && !strings.HasPrefix(a.Val, "http")
			if bad && a.Key != "rel" {
				t.Errorf("<%s %s=%.80q>", s.Nodes[0].Data, a.Key, a.Val)
			}
		}
	})
	for _, r := range doc.Text() {
		if r != '\n' && r != '\t' && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == 0x200b) {
			t.Errorf("%U is not visible", r)
			return
		}
	}
}
