package sqlstore_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/search"
	"github.com/clawatlas/clawatlas/results/sqlstore"
)

// asked runs a search line in the order and window of narrow.
func asked(t *testing.T, db Store, line string, narrow search.Query) search.Result {
	t.Helper()
	text := search.Parse(line)
	narrow.Terms, narrow.Filters = text.Terms, text.Filters
	if narrow.Limit == 0 {
		narrow.Limit = 50
	}
	return must.Get(db.Search(t.Context(), narrow))(t)
}

func places(r search.Result) []string {
	list := []string{}
	for _, h := range r.Hits {
		list = append(list, fmt.Sprintf("%s/%s/%s#%d", h.Run, h.Scenario, h.Task, h.StepID))
	}
	return list
}

func searches(t *testing.T, db Store) {
	ctx := t.Context()
	must.Do(t, db.SaveDataset(ctx, dataset(bench)))
	failing := results.Step{Source: results.SourceAgent, Message: "the budget report",
		ToolCalls: []results.ToolCall{{ID: "c", Name: "my tool", Arguments: []byte(`{"path":"a\nbudgets"}`)}}}
	failing.Observation = &results.Observation{Results: []results.Result{{CallID: "c", Failed: true, Content: "Café closed"}}}
	steps := []results.Step{{Source: results.SourceUser, Message: "write the report of the budget"}, failing,
		{Source: results.SourceAgent, Message: "budget copied", Copied: true}}
	must.Do(t, write(ctx, db, named("run1"), trialOf{"q1", results.Passed, steps}))
	must.Do(t, write(ctx, db, named("run2"), trialOf{"q2", results.Failed, says("no budget here", "report")}))
	user, agent, theirs, theirs2 := "run1/s1/q1#1", "run1/s1/q1#2", "run2/s1/q2#1", "run2/s1/q2#2"
	newest := search.Query{Newest: true}
	for _, c := range []struct {
		line   string
		narrow search.Query
		want   []string // the newest first
	}{
		{"budget", newest, []string{theirs, agent, user}},
		{`"budget report"`, newest, []string{agent}},
		{"budget report", newest, []string{agent, user}},
		{"budget -report", newest, []string{theirs}},
		{"budg*", newest, []string{theirs, agent, user}},
		{"budgets", search.Query{}, []string{agent}},
		{"CAFE", search.Query{}, []string{agent}},
		{"nowhere", search.Query{}, []string{}},
		{"copied", search.Query{}, []string{}},
		{"budget run:run2", search.Query{}, []string{theirs}},
		{"budget run:none", search.Query{}, []string{}},
		{"budget run:run1 run:run2", search.Query{}, []string{}},
		{"budget benchmark:none", search.Query{}, []string{}},
		{"budget benchmark:" + bench + " scenario:s1 task:q1", newest, []string{agent, user}},
		{"budget run:run1 scenario:s1 task:q1", search.Query{}, []string{user, agent}},
		{"budget run:run1 scenario:s1 task:q1 attempt:2", search.Query{}, []string{}},
		{"budget attempt:1", newest, []string{theirs, agent, user}},
		{"budget attempt:2", newest, []string{}},
		{`budget tool:"my tool"`, search.Query{}, []string{agent}},
		{"budget status:failed", search.Query{}, []string{theirs}},
		{"status:failed", search.Query{}, []string{theirs2, theirs}},
		{"status:failed status:passed", search.Query{}, []string{}},
		{"status:failed -report", search.Query{}, []string{theirs}},
		{"budget role:user", newest, []string{user}},
		{"budget is:failed", search.Query{}, []string{agent}},
		{"is:failed run:run1", search.Query{}, []string{agent}},
		{"model:model-one role:agent", search.Query{}, []string{theirs2, theirs, agent}},
		{"model:nobody", search.Query{}, []string{}},
		{"budget", search.Query{Newest: true, Limit: 1, Offset: 1}, []string{agent}},
	} {
		got := asked(t, db, c.line, c.narrow)
		same(t, fmt.Sprintf("%q %+v (-want +got)", c.line, c.narrow), c.want, places(got))
		if c.narrow.Offset == 0 && got.Total != len(c.want) {
			t.Errorf("%q: %d in all, want %d", c.line, got.Total, len(c.want))
		}
	}
	hit := asked(t, db, "closed", search.Query{}).Hits[0]
	if hit.Status != results.Passed || hit.Tools != "my tool" || !hit.Failed || hit.Steps != 3 || hit.Model != "model-one" {
		t.Errorf("hit %+v", hit)
	}
	s := hit.Snippet
	if len(s.Marks) != 1 || s.Text[s.Marks[0][0]:s.Marks[0][1]] != "closed" {
		t.Errorf("snippet %+v, want closed marked", s)
	}
}

func searchSigns(t *testing.T, db Store) {
	must.Do(t, db.SaveDataset(t.Context(), dataset(bench)))
	must.Do(t, write(t.Context(), db, named("run1"), trialOf{"q1", results.Passed,
		says("written in C++ and C#", "--- a/file", "c = i++ != 3", "a\n---\nb -----", "C")}))
	for line, want := range map[string][]string{
		"C++": {"1"}, "c#": {"1"}, "c": {"5", "3", "1"}, "!=": {"3"}, `"--- "`: {"2"}, "---": {"4", "2"}, "--": {"4", "2"},
		"C++ -!=": {"1"}, `c "!="`: {"3"}, `c -"!="`: {"5", "1"},
	} {
		for i := range want {
			want[i] = "run1/s1/q1#" + want[i]
		}
		got := asked(t, db, line, search.Query{Newest: true})
		same(t, fmt.Sprintf("%s (-want +got)", line), want, places(got))
		for _, h := range got.Hits {
			if m := h.Snippet.Marks; len(m) == 0 {
				t.Errorf("%s is not marked in %+v", line, h.Snippet)
			}
		}
	}
}

// searchFacets counts hits by what they can be narrowed by, and finds as many.
func searchFacets(t *testing.T, db Store) {
	must.Do(t, db.SaveDataset(t.Context(), dataset(bench)))
	calls := func(names ...string) results.Step {
		s := results.Step{Source: results.SourceAgent, Message: "word"}
		for _, n := range names {
			s.ToolCalls = append(s.ToolCalls, results.ToolCall{Name: n})
		}
		return s
	}
	failed := calls("exec")
	failed.Error = "broke off"
	must.Do(t, write(t.Context(), db, named("run1"), trialOf{"q1", results.Passed,
		[]results.Step{calls("exec", "my tool", "exec"), failed, calls()}},
		trialOf{"q2", results.Failed, says("word", "nothing")}))
	must.Do(t, write(t.Context(), db, named("run2"), trialOf{"q1", results.Failed, []results.Step{calls("my tool")}}))
	got := map[string]int{}
	for _, f := range asked(t, db, "word", search.Query{}).Facets {
		for _, v := range f.Values {
			got[fmt.Sprintf("%s:%q", f.Name, v.Value)] = v.Count
		}
	}
	want := map[string]int{`status:"passed"`: 3, `status:"failed"`: 2, `is:"failed"`: 1, `tool:"exec"`: 2, `tool:"my tool"`: 2,
		`scenario:"s1"`: 5,
		`task:"q1"`:     4, `task:"q2"`: 1, `benchmark:"` + bench + `"`: 5, `model:"model-one"`: 5, `run:"run1"`: 4, `run:"run2"`: 1,
		`role:"agent"`: 5}
	same(t, "counts (-want +got)", want, got)
	for filter, n := range want {
		if total := asked(t, db, "word "+filter, search.Query{}).Total; total != n {
			t.Errorf("%s: %d are found, %d counted", filter, total, n)
		}
	}
}

// searchNames finds what has a page by what it is called.
func searchNames(t *testing.T, db Store) {
	must.Do(t, db.SaveDataset(t.Context(), dataset(bench)))
	must.Do(t, write(t.Context(), db, named("run1"), trialOf{"q1", results.Passed, says("one")}))
	must.Do(t, write(t.Context(), db, named("run2"), trialOf{"q1", results.Passed, says("one")}))
	must.Do(t, db.HideRun(t.Context(), "run2", true))
	for line, want := range map[string][]string{
		bench: {"benchmark " + bench}, strings.ToUpper(bench): {"benchmark " + bench}, "modelone": {"model model-one", "run run1"},
		"s1": {"scenario s1"}, "q1": {"task q1", "task q1"},
		"q": {}, "run": {"run run1"}, "run2": {}, "model nothing": {}, "%": {}, "one -model": {"model model-one", "run run1"}, "odel": {},
	} {
		got := []string{}
		for _, n := range must.Get(db.FindNames(t.Context(), search.Parse(line).Terms))(t) {
			got = append(got, n.Kind+" "+n.ID)
		}
		same(t, fmt.Sprintf("%s (-want +got)", line), want, got)
	}
}

// searchers tests what every text index must keep to.
var searchers = map[string]func(*testing.T, sqlstore.Searcher){
	"texts in Chinese": searcherChinese,
	"texts in Thai":    searcherThai,
	"symbols":          searcherSymbols,
	"narrowed texts":   searcherNarrowed,
	"order and pages":  searcherOrder,
	"deleted texts":    searcherDeleted,
	"any text":         searcherAnyText,
	"long texts":       searcherLong,
}

func doc(key int64, text string, tags ...string) search.Doc {
	step := results.Step{Source: results.SourceAgent, Message: text}
	return search.Doc{Key: key, Words: search.IndexText(search.StepText(&step)), Tags: strings.Join(tags, " ")}
}

// gives wants the keys that a search line finds, and as many counted.
func gives(t *testing.T, x sqlstore.Searcher, line string, a search.Ask, want ...int64) {
	t.Helper()
	a.Terms = search.Parse(line).Terms
	if a.Limit == 0 {
		a.Limit = 100
	}
	same(t, fmt.Sprintf("%q %+v (-want +got)", line, a), append([]int64{}, want...), append([]int64{}, must.Get(x.Search(t.Context(), a))(t)...))
	if n := must.Get(x.Count(t.Context(), a))(t); a.Offset == 0 && n != len(want) {
		t.Errorf("%q %+v: %d counted, want %d", line, a, n, len(want))
	}
}

// searcherChinese finds words of scripts without spaces by any part of them.
func searcherChinese(t *testing.T, x sqlstore.Searcher) {
	must.Do(t, x.Index(t.Context(), []search.Doc{doc(1, "本季度预算超支"), doc(2, "预算，不足 Q3预算v2"), doc(3, "算预"), doc(4, "東京タワー"), doc(5, "서울특별시 예산")}))
	for line, want := range map[string][]int64{
		"预算": {2, 1}, "算": {3, 2, 1}, "预算超支": {1}, "预算 不足": {2}, "预算v2": {2}, "度预": {1}, "タワー": {4}, "예산": {5}, "预支": nil, "预算 -超支": {2},
	} {
		gives(t, x, line, search.Ask{}, want...)
	}
}

// searcherThai finds words of other scripts without spaces, also by their beginning.
func searcherThai(t *testing.T, x sqlstore.Searcher) {
	must.Do(t, x.Index(t.Context(), []search.Doc{doc(1, "งบประมาณประจำปี 2567"), doc(2, "ประชุมงบประมาณ"), doc(3, "ຂໍ້ມູນ"),
		doc(4, "ទិន្នន័យ"), doc(5, "အချက်အလက်")}))
	for line, want := range map[string][]int64{
		"งบประมาณ": {2, 1}, "ประจำปี": {1}, "ประชุม": {2}, "ประมาณงบ": nil, "2567": {1}, "ຂໍ້ມູນ": {3}, "ទិន្នន័យ": {4}, "အချက်": {5},
	} {
		gives(t, x, line, search.Ask{}, want...)
	}
}

// searcherSymbols finds signs and emoji by themselves, and full width as ASCII.
func searcherSymbols(t *testing.T, x sqlstore.Searcher) {
	must.Do(t, x.Index(t.Context(), []search.Doc{
		doc(1, "✓ tests passed"), doc(2, "✔️ tests ✅ passed"), doc(3, "a → b, 5 € ± 2"), doc(4, "thumbs 👍🏽 up 🎉🎉🎉"), doc(5,
			"ＦＵＬＬ　ｗｉｄｔｈ１２"), doc(6, "│ name │ value │"), doc(7, "👨‍👩‍👧 and 🇫🇷"),
	}))
	for line, want := range map[string][]int64{
		"✓": {1}, "✔": {2}, "✔️": {2}, "✅": {2}, `"✅ passed"`: {2}, `"✓ passed"`: nil, "✓ passed": {1}, "→": {3}, "€": {3}, "±": {3},
		"👍": {4}, "👍🏿": {4}, "🎉": {4}, "🎉🎉": {4}, "full": {5}, "width12": {5}, "ｎａｍｅ": {6}, `"name value"`: {6}, "👩": {7}, "🇫🇷": {7}, "🇷🇫": nil,
	} {
		gives(t, x, line, search.Ask{}, want...)
	}
}

func searcherNarrowed(t *testing.T, x sqlstore.Searcher) {
	const far = int64(3)<<32 | 1
	must.Do(t, x.Index(t.Context(), []search.Doc{
		doc(1, "word", "b1", "agent"), doc(2, "word failed", "b1", "user"), doc(3, "word", "b2", "agent", "failed"), doc(far, "word",
			"b2", "user"), doc(far+1, "word", "b3", "agent"),
	}))
	for _, c := range []struct {
		ask  search.Ask
		want []int64
	}{
		{search.Ask{}, []int64{far + 1, far, 3, 2, 1}},
		{search.Ask{Tags: [][]string{{"b1"}}}, []int64{2, 1}},
		{search.Ask{Tags: [][]string{{"b1", "b3"}}}, []int64{far + 1, 2, 1}},
		{search.Ask{Tags: [][]string{{"b1", "b2"}, {"agent"}}}, []int64{3, 1}},
		{search.Ask{Tags: [][]string{{"failed"}}}, []int64{3}},
		{search.Ask{Tags: [][]string{{"b"}}}, nil},
		{search.Ask{From: 2, To: far}, []int64{far, 3, 2}},
		{search.Ask{From: far, To: far}, []int64{far}},
		{search.Ask{From: 4, To: 9}, nil},
		{search.Ask{From: 3}, []int64{far + 1, far, 3}},
		{search.Ask{Runs: []int64{3}}, []int64{far + 1, far}},
		{search.Ask{Runs: []int64{0, 5}, Tags: [][]string{{"agent"}}}, []int64{3, 1}},
	} {
		gives(t, x, "word", c.ask, c.want...)
	}
	gives(t, x, "failed", search.Ask{}, 2) // a tag is no word of the text
	gives(t, x, "agent", search.Ask{})
}

func searcherOrder(t *testing.T, x sqlstore.Searcher) {
	docs := []search.Doc{doc(1, "needle"), doc(2, "needle "+strings.Repeat("hay ", 50)), doc(3, "needle"), doc(4, "hay")}
	must.Do(t, x.Index(t.Context(), docs))
	gives(t, x, "needle", search.Ask{Order: search.ByNewest}, 3, 2, 1)
	gives(t, x, "needle", search.Ask{Order: search.ByRelevance}, 3, 1, 2)
	for _, order := range []search.Order{search.ByNewest, search.ByRelevance} {
		whole := must.Get(x.Search(t.Context(), search.Ask{Terms: []search.Term{{Text: "needle"}}, Order: order, Limit: 10}))(t)
		for i, key := range whole {
			gives(t, x, "needle", search.Ask{Order: order, Limit: 1, Offset: i}, key)
		}
		if n := len(must.Get(x.Search(t.Context(), search.Ask{Terms: []search.Term{{Text: "needle"}}, Order: order, Limit: 10,
			Offset: 3}))(t)); n != 0 {
			t.Errorf("%d keys past the end", n)
		}
	}
	if n := must.Get(x.Count(t.Context(), search.Ask{Terms: []search.Term{{Text: "needle"}}, Limit: 2}))(t); n != 2 {
		t.Errorf("%d counted, want 2 at most", n)
	}
}

// searcherDeleted takes out as many as would not go at once, and puts some back.
func searcherDeleted(t *testing.T, x sqlstore.Searcher) {
	var docs []search.Doc
	for key := range int64(100) {
		docs = append(docs, doc(key+1, "common 文本", "odd"))
	}
	must.Do(t, x.Index(t.Context(), docs))
	must.Do(t, x.Delete(t.Context(), docs[:99]))
	must.Do(t, x.Delete(t.Context(), nil))
	gives(t, x, "common", search.Ask{}, 100)
	gives(t, x, "文本", search.Ask{Tags: [][]string{{"odd"}}}, 100)
	must.Do(t, x.Index(t.Context(), docs[:1]))
	gives(t, x, "common", search.Ask{}, 100, 1)
}

// searcherAnyText asks for what would be an operator somewhere.
func searcherAnyText(t *testing.T, x sqlstore.Searcher) {
	must.Do(t, x.Index(t.Context(), []search.Doc{doc(1, `AND OR NOT NEAR "quoted" {body} : x*`)}))
	for _, text := range []string{"AND", "NOT", `"quoted"`, "{body} : x", "NEAR(", "x*", "OR\x00NOT"} {
		list, err := x.Search(t.Context(), search.Ask{Terms: []search.Term{{Text: text}}, Limit: 9})
		if err != nil || len(list) != 1 {
			t.Errorf("%q: %v, %v; want the one step", text, list, err)
		}
	}
	for _, text := range []string{`"`, "", "\x00", "*", "- -"} {
		if list, err := x.Search(t.Context(), search.Ask{Terms: []search.Term{{Text: text}}, Limit: 9}); err != nil || len(list) != 0 {
			t.Errorf("%q, which holds no word: %v, %v", text, list, err)
		}
	}
}

func searcherLong(t *testing.T, x sqlstore.Searcher) {
	const words = 18_000 // more than a vector of PostgreSQL has places for, in more than a megabyte
	number := func(i int) string { return fmt.Sprintf("n%dx", i) }
	var long strings.Builder
	for i := range words {
		long.WriteString(number(i) + " ")
	}
	var often strings.Builder // "the" is every other word
	for i := range words {
		fmt.Fprintf(&often, "the w%dx ", i%5000)
	}
	hash := strings.Repeat("0123456789abcdef", 4)
	var hashes strings.Builder // two megabytes of words
	for i := range words {
		fmt.Fprintf(&hashes, "%05dk%s ", i, hash)
	}
	same := strings.Repeat("ha ", 10_000) + "end of it"
	huge := strings.Repeat("x", 1<<16)
	chinese := strings.Repeat("预算超支不足", 4000) + "培训"
	must.Do(t, x.Index(t.Context(), []search.Doc{
		doc(1, long.String(), "b1"), doc(2, often.String()), doc(3, hashes.String()), doc(4, same), doc(5,
			huge+" beside "+huge+"y"), doc(6, chinese), doc(7, "n1x n2x the", "b1"),
	}))
	for at := 0; at+6 < words; at += 487 { // a phrase lies on each border of pieces, whatever their size
		var phrase []string
		for i := range 6 {
			phrase = append(phrase, number(at+i))
		}
		gives(t, x, `"`+strings.Join(phrase, " ")+`"`, search.Ask{}, 1)
	}
	for line, want := range map[string][]int64{
		"n1x n17999x": {1}, `n1x -"n17999x"`: {7}, "n1x": {7,
			1}, `"n1x n3x"`: nil, `"n17998x n1799"*`: {1}, "n1x the": {7}, "n1799*": {1}, `-"n1x" w4999x`: {2},
		`"the w4999x the w0x"`: {2}, `"w17x the w18x"`: {2}, `"w17x w18x"`: nil, "the": {7, 2}, `"w4999x the"`: {2},
		"00000k" + hash: {3}, "17999k" + hash: {3}, `"17998k` + hash + ` 17999k` + hash + `"`: {3}, "15000k*": {3}, "00000k" + hash +
			" 17999k*": {3},
		`"ha end of it"`: {4}, `"ha ha ha end"`: {4}, `"` + strings.Repeat("ha ", 90) + `end"`: {4}, `"end of ha"`: nil,
		"beside": {5}, strings.Repeat("x", 300) + "*": {5}, `"` + strings.Repeat("x",
			300) + `" beside`: nil, "不足培训": {6}, "足预": {6}, "预算超支不足预算超支不足预算": {6}, "算预": nil, "足培 -beside": {6},
	} {
		gives(t, x, line, search.Ask{}, want...)
	}
	gives(t, x, "n1x", search.Ask{Tags: [][]string{{"b1"}}, Order: search.ByRelevance}, 7, 1)
	gives(t, x, "n1x n17999x", search.Ask{Tags: [][]string{{"b1"}}}, 1)
	gives(t, x, "the w17x", search.Ask{Tags: [][]string{{"b1"}}})
	gives(t, x, "the", search.Ask{From: 1, To: 3}, 2)
	must.Do(t, x.Delete(t.Context(), []search.Doc{doc(1, long.String(), "b1")}))
	gives(t, x, "n1x", search.Ask{}, 7)
}
