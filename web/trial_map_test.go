package web

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// repeating are steps that ask for three files in turn, of which the second is
// missing, after a prompt and a look around; the last file changes at step 50.
func repeating(steps int) func(yield func(*results.Step) error) error {
	return func(yield func(*results.Step) error) error {
		for i := 1; i <= steps; i++ {
			at := int64(i) * 1000
			done := at + 500
			s := &results.Step{Timestamp: &at, Source: results.SourceAgent}
			file, answer := []string{"a.md", "b.md", "c.md"}[i%3], strings.Repeat("what stands in the file ", 6)
			r := results.Result{CallID: "c", Content: answer, Timestamp: &done}
			switch {
			case i == 1:
				s.Source, s.Message = results.SourceUser, "Go on."
			case i == 2:
				file = "README.md"
			case i%3 == 1:
				r.Content, r.Failed, r.Failure = "No such file: b.md", true, "is_error"
			case i%3 == 2 && i >= 50:
				r.Content = "Changed: " + answer
			}
			if i > 1 {
				s.ToolCalls = []results.ToolCall{{ID: "c", Name: "read", Arguments: json.RawMessage(`{"path":"docs/` + file + `"}`)}}
				s.Observation = &results.Observation{Results: []results.Result{r}}
			}
			if err := yield(s); err != nil {
				return err
			}
		}
		return nil
	}
}

// TestTraceCycle: what repeats is one item in each window that has a part of it, with
// its turns, a row for each of its calls, and its steps folded below.
func TestTraceCycle(t *testing.T) {
	site := traceSite(t, map[string]func(func(*results.Step) error) error{"loop": repeating(62)})
	for _, x := range []struct {
		query, fold, others string
		steps               int // folded
	}{
		{"", "Steps 3 to 50 as recorded, of 60", "step 51", 48},
		{"?from=51", "Steps 51 to 62 as recorded, of 60", "step 3", 12},
	} {
		doc := site.page(t, "/runs/run/s/loop"+x.query)
		loop := doc.Find("#cycle-3")
		if got, want := squash(loop.Find(".body > h3").First()), "Steps 3 to 62 repeat: 20 turns of 3 steps"; got != want {
			t.Errorf("%s: the title is %q, want %q", x.query, got, want)
		}
		if n := loop.Find(".turns rect").Length(); n != 60 {
			t.Errorf("%s: %d cells, want 60", x.query, n)
		}
		var rows []string
		for _, tr := range loop.Find("tbody tr").EachIter() {
			rows = append(rows, strings.Join(tr.Children().Map(func(_ int, td *goquery.Selection) string { return squash(td) }), "|"))
		}
		want := []string{
			"read a.md|20||the same|–|3|60|0.5 → 0.5",
			"read b.md|20|× failed each time|the same|–|4|61|0.5 → 0.5",
			"read c.md|20||2 different, another one at 50|–|5|62|0.5 → 0.5",
		}
		must.Same(t, want, rows, "%s", x.query)
		fold := loop.Find("details.fold").First()
		if _, open := fold.Attr("open"); open || squash(fold.Find("summary").First()) != x.fold || fold.Find("li[id^=step-]").Length() != x.steps {
			t.Errorf("%s: the fold %q has %d steps, want %q with %d", x.query, squash(fold.Find("summary").First()), fold.Find("li[id^=step-]").Length(), x.fold, x.steps)
		}
		must.Equal(t, x.others, squash(loop.Find(".body > .lbl a")), "%s: its other steps are at", x.query)
		if n := doc.Find(".outline a[href='#cycle-3']").Length(); n != 1 {
			t.Errorf("%s: %d lines of the outline for the cycle", x.query, n)
		}
	}
	found := site.page(t, "/runs/run/s/loop?find=missing&match=1")
	if found.Find("#cycle-3 details[open]").Length() != 0 {
		t.Error("the fold is open though nothing was found in it")
	}
	found = site.page(t, "/runs/run/s/loop?find=b.md&match=1")
	if found.Find("#cycle-3 > .body > details[open] mark").Length() == 0 {
		t.Error("the fold of the cycle is closed over a match of the search")
	}
}

// TestSameAnswer: an answer that was given before is a line that leads there, with
// the whole folded below.
func TestSameAnswer(t *testing.T) {
	doc := traceSite(t, map[string]func(func(*results.Step) error) error{"loop": repeating(62)}).page(t, "/runs/run/s/loop")
	same := doc.Find("#step-5 .same")
	if got, want := squash(same.Find("p")), "The same answer as at step 2, now 3 times."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if href := same.Find("a").AttrOr("href", ""); href != "#step-2-r1" || doc.Find(href).Length() != 1 {
		t.Errorf("it leads to %q", href)
	}
	if !strings.Contains(same.Find("details").Text(), "what stands in the file") || doc.Find("#step-2 .same").Length() != 0 {
		t.Error("the answer is not folded below, or the first one is no answer of its own")
	}
}

// TestTraceMapLinks: each mark leads to its step, also in another window, and says what
// it is; a search that led here is marked on it.
func TestTraceMapLinks(t *testing.T) {
	site := traceSite(t, map[string]func(func(*results.Step) error) error{"loop": repeating(62)})
	doc := site.page(t, "/runs/run/s/loop?find=Changed")
	cells := doc.Find(".tmap .cells a")
	if cells.Length() != 62 {
		t.Fatalf("%d marks, want 62", cells.Length())
	}
	for i, want := range map[int][2]string{
		0:  {"#step-1", "1, no call"},
		3:  {"#step-4", "4, failed, read b.md, 500 ms"},
		61: {"/runs/run/s/loop?find=Changed&from=51#step-62", "62, looked or ran, read c.md, 500 ms"},
	} {
		if href, title := cells.Eq(i).AttrOr("href", ""), squash(cells.Eq(i).Find("title")); href != want[0] || title != want[1] {
			t.Errorf("mark %d leads to %q and says %q, want %q", i, href, title, want)
		}
	}
	if n := doc.Find(".tmap .mk-hit").Length(); n != 5 {
		t.Errorf("%d marks have a match, want steps 50, 53, 56, 59 and 62", n)
	}
	if doc.Find(".tmap .here").Length() != 1 || doc.Find(".tmap a:not([tabindex='-1'])").Length() != 0 {
		t.Error("the window is not framed, or the marks are in the order of tabs")
	}
}

// crossing are 1,200 steps of which 481 to 530 ask for three files in turn; the last
// of them is another one from step 510 on. Step 700 is a compaction, the call of step
// 900 was refused, and that of step 1000 writes a file.
func crossing(yield func(*results.Step) error) error {
	for i := 1; i <= 1200; i++ {
		at := int64(i) * 1000
		done := at + 500
		file, answer := fmt.Sprintf("f%d.md", i), "text"
		s := &results.Step{Timestamp: &at, Source: results.SourceAgent}
		if i >= 481 && i <= 530 {
			if file = []string{"a.md", "b.md", "c.md"}[(i-481)%3]; file == "c.md" && i >= 510 {
				answer = "another text"
			}
		}
		name, args := "read", `{"path":"docs/`+file+`"}`
		r := results.Result{CallID: "c", Content: answer, Timestamp: &done}
		switch i {
		case 700:
			s.Event, s.Boundary, s.Message = "compaction", "replace", "what was before"
		case 900:
			r.Failed, r.Failure, r.Outcome = true, "is_error", results.OutcomeRefused
		case 1000:
			name, args = "write", `{"path":"out.md","content":"x"}`
		}
		if i != 700 {
			s.ToolCalls = []results.ToolCall{{ID: "c", Name: name, Arguments: json.RawMessage(args)}}
			s.Observation = &results.Observation{Results: []results.Result{r}}
		}
		if err := yield(s); err != nil {
			return err
		}
	}
	return nil
}

// TestCycleAcrossStretches: a cycle is one of the whole trace, also where a border of
// windows and of stretches that a page reads goes through it: from both sides it has
// the same turns, first and last step and changes.
func TestCycleAcrossStretches(t *testing.T) {
	site := traceSite(t, map[string]func(func(*results.Step) error) error{"long": crossing})
	for _, x := range []struct{ query, fold, others, changed string }{
		{"?from=451", "Steps 481 to 500 as recorded, of 50", "step 501", "/runs/run/s/long?from=501#step-510"},
		{"?from=501", "Steps 501 to 530 as recorded, of 50", "step 481", "#step-510"},
		{"?from=491", "Steps 491 to 530 as recorded, of 50", "step 481", "#step-510"},
	} {
		loop := site.page(t, "/runs/run/s/long"+x.query).Find("#cycle-481")
		if got, want := squash(loop.Find(".body > h3").First()), "Steps 481 to 530 repeat: 16 turns of 3 steps and 2 more"; got != want {
			t.Errorf("%s: the title is %q, want %q", x.query, got, want)
		}
		if n := loop.Find(".turns rect").Length(); n != 50 {
			t.Errorf("%s: %d cells, want 50", x.query, n)
		}
		last := loop.Find("tbody tr").Last()
		row := strings.Join(last.Children().Map(func(_ int, td *goquery.Selection) string { return squash(td) }), "|")
		if want := "read c.md|16||2 different, another one at 510|–|483|528|0.5 → 0.5"; row != want {
			t.Errorf("%s: the last row is %q, want %q", x.query, row, want)
		}
		must.Equal(t, x.changed, last.Find("a").First().AttrOr("href", ""), "%s: the change is at", x.query)
		must.Equal(t, x.fold, squash(loop.Find("details.fold > summary").First()), "%s: the fold", x.query)
		must.Equal(t, x.others, squash(loop.Find(".body > .lbl a")), "%s: its other steps are at", x.query)
	}
	var got struct {
		Cycles []struct{ From, To, Turns, Rest int }
	}
	for from, want := range map[int]string{1: "[{481 530 16 2}]", 600: "[{481 530 16 2}]", 1100: "[]"} {
		got.Cycles = nil
		rec := site.get(fmt.Sprintf("/api/v1/runs/run/s/long?limit=2&from=%d", from))
		if err := json.Unmarshal(rec.Body.Bytes(), &got); err != nil || fmt.Sprint(got.Cycles) != want {
			t.Errorf("from %d: the API lists %v (%v), want %s", from, got.Cycles, err, want)
		}
	}
}

// TestMapOfWhole: the map of a trace that no page reads as a whole has what each of
// its steps did and where the context was cut, as that of a short one.
func TestMapOfWhole(t *testing.T) {
	site := traceSite(t, map[string]func(func(*results.Step) error) error{"long": crossing})
	doc := site.page(t, "/runs/run/s/long?from=51")
	var kinds []string // of marks that are not as most
	for i, rect := range doc.Find(".tmap .cells a > rect:first-of-type").EachIter() {
		if class := rect.AttrOr("class", ""); class != "mk-looked" {
			kinds = append(kinds, fmt.Sprint(i*10+1, " ", class))
		}
	}
	must.Same(t, []string{"891 mk-refused", "991 mk-wrote"}, kinds, "marks of ten steps")
	if lines := doc.Find(".tmap .cells path.bound"); lines.Length() != 1 || lines.AttrOr("d", "") != "M700 0V16" {
		t.Errorf("%d lines of a compaction, the first at %q", lines.Length(), lines.AttrOr("d", ""))
	}
	if got, want := squash(doc.Find(".tmap .key")), "looked or ran wrote ⊘ refused a mark is 10 steps a dashed line: the context was cut"; got != want {
		t.Errorf("the key is %q, want %q", got, want)
	}
	if href, title := doc.Find(".tmap .cells a").Last().AttrOr("href", ""), squash(doc.Find(".tmap .cells a title").Last()); href != "/runs/run/s/long?from=1151#step-1191" || title != "1 191–1 200, 5.0 s" {
		t.Errorf("the last mark leads to %q and says %q", href, title)
	}

	db := writable(t, site) // as it is while the run is still being gone through
	run := must.Get(db.FindRun(t.Context(), "run"))(t)
	must.Do(t, db.SaveOverviews(t.Context(), "bench", run.ID, "test", nil))
	doc = (&testSite{Store: site.Store, Handler: New(unhurried(site.Store))}).page(t, "/runs/run/s/long?from=501")
	if n, key := doc.Find(".tmap .cells a").Length(), squash(doc.Find(".tmap .key")); n != 24 || !strings.HasPrefix(key, "calls × some failed") {
		t.Errorf("of sums: %d marks, %q", n, key)
	}
	if got, want := squash(doc.Find("#cycle-501 h3").First()), "Steps 501 to 530 repeat: 10 turns of 3 steps"; got != want {
		t.Errorf("of the stretch: %q, want %q", got, want)
	}
}

// TestTraceMapOfLongTraces: a trace of any length has a map of bounded size; a mark
// leads to the first of its steps.
func TestTraceMapOfLongTraces(t *testing.T) {
	site := traceSite(t, map[string]func(func(*results.Step) error) error{"long": synthetic(10_400, 60)})
	doc := site.page(t, "/runs/run/s/long?from=5001")
	cells := doc.Find(".tmap .cells a")
	if cells.Length() != 104 {
		t.Errorf("%d marks, want 104 of 100 steps", cells.Length())
	}
	if href, title := cells.Last().AttrOr("href", ""), squash(cells.Last().Find("title")); href != "/runs/run/s/long?from=10301#step-10301" || !strings.HasPrefix(title, "10 301–10 400, 9 failed") {
		t.Errorf("the last mark leads to %q and says %q", href, title)
	}
	if size := htmlSize(t, doc.Find(".tmap")); size > 40<<10 {
		t.Errorf("the map has %d bytes", size)
	}
}

func htmlSize(t *testing.T, s *goquery.Selection) int {
	t.Helper()
	text := must.Get(goquery.OuterHtml(s))(t)
	return len(text)
}

// TestCyclesAPI: the API says of a trace what its page does.
func TestCyclesAPI(t *testing.T) {
	site := traceSite(t, map[string]func(func(*results.Step) error) error{"loop": repeating(62)})
	var got struct {
		Cycles []struct{ From, To, Turns, Rest int }
		Steps  []struct {
			Kind        string
			Observation *struct {
				Results []struct {
					SameAs *struct{ Step, Result, Times int } `json:"same_as"`
				}
			}
		}
	}
	rec := site.get("/api/v1/runs/run/s/loop?from=60&limit=2")
	must.Do(t, json.Unmarshal(rec.Body.Bytes(), &got))
	text := fmt.Sprint(got.Cycles, got.Steps[0].Kind, got.Steps[1].Kind, *got.Steps[0].Observation.Results[0].SameAs, got.Steps[1].Observation.Results[0].SameAs)
	if want := "[{3 62 20 0}]lookedfailed{2 1 36} <nil>"; text != want {
		t.Errorf("%s, want %s", text, want)
	}
}

// testCyclesReal: the last 153 steps of one real trace are seven searches in turn, of
// which the one for a file that is missing fails each time.
func testCyclesReal(t *testing.T) {
	site := realServer(t)
	run := must.Get(realRun(t.Context(), site.Store))(t)
	var got struct {
		Cycles []struct {
			From, To, Turns, Rest int
			Members               []struct {
				About         string
				Times, Failed int
				Empty         int `json:"found_nothing"`
			}
		}
	}
	rec := site.get("/api/v1/runs/" + run.Slug + "/hil_f7/q24?limit=1")
	must.Do(t, json.Unmarshal(rec.Body.Bytes(), &got))
	want := "9 161 21 6: USER.md 22 0 22, SOUL.md 22 0 22, TOOLS.md 22 0 22, AGENTS.md 22 0 22, BOOTSTRAP.md 22 22 0, HEARTBEAT.md 22 0 22, IDENTITY.md 21 0 21"
	text := ""
	for _, c := range got.Cycles {
		var list []string
		for _, m := range c.Members {
			list = append(list, fmt.Sprint(strings.TrimPrefix(m.About, `"123" in `), " ", m.Times, " ", m.Failed, " ", m.Empty))
		}
		text += fmt.Sprintf("%d %d %d %d: %s", c.From, c.To, c.Turns, c.Rest, strings.Join(list, ", "))
	}
	if text != want {
		t.Errorf("cycles:\n%s\nwant\n%s", text, want)
	}
}
