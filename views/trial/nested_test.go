package trial

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/calls"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/nested"
	trialreport "github.com/clawatlas/clawatlas/results/report/trial"
	worldreport "github.com/clawatlas/clawatlas/results/report/world"
	stepviews "github.com/clawatlas/clawatlas/views/step"
)

func TestWithValue(t *testing.T) {
	for raw, want := range map[string]string{
		`{"a":null,"b":1,"c":"","d":[ ],"e":{}}`: `{"b":1}`,
		`{"b":1,"a":0,"c":false,"d":" "}`:        `{"b":1,"a":0,"c":false,"d":" "}`,
		`{"a":null}`:                             `{}`,
		`{"a":null,"a":1}`:                       `{"a":null,"a":1}`,
		`[null]`:                                 `[null]`,
		`{"a":null`:                              `{"a":null`,
		`null`:                                   `null`,
	} {
		if got, _ := stepviews.WithValue(raw); got != want {
			t.Errorf("withValue(%s) = %s, want %s", raw, got, want)
		}
	}
	_, unset := stepviews.WithValue(`{"a":null,"c":"","d":[ ]}`)
	if d := cmp.Diff([]calls.Arg{{Name: "a", Value: "null"}, {Name: "c", Value: `""`}, {Name: "d", Value: "[]"}}, unset); d != "" {
		t.Error(d)
	}
}

// TestArrived marks the messages that an update brought, and no others that say the
// same in another session.
func TestArrived(t *testing.T) {
	v := trialView{Trial: &trialreport.Trial{}}
	v.World = &worldreport.WorldMoment{Changes: []worldreport.WorldChange{
		{Kind: "chat", Path: "ada_im_1.jsonl", Parts: []results.WorldPart{{Mark: " ", Text: "old"}, {Mark: "+", Text: "new"},
			{Mark: "+", Text: "a long", Cut: true}, {Mark: "-", Text: "gone"}}},
		{Kind: "file", Path: "x.jsonl", Parts: []results.WorldPart{{Mark: "+", Text: "line"}}},
	}}
	a := v.Arrived()
	for _, tt := range []struct {
		session, Text string
		want          bool
	}{{"ada_im_1", "new", true}, {"ada_im_1", "old", false}, {"ada_im_1", "gone", false}, {"ada_im_1", "a long text", true},
		{"ada_im_1", "newer", false}, {"bo_im_1", "new", false}, {"", "new", false}, {"x", "line", false}} {
		must.Equal(t, tt.want, a.Holds(tt.session, &nested.Message{Whole: tt.Text}), "%q in %q", tt.Text, tt.session)
	}
	for key, want := range map[string]string{"agent:x:ada_im_1": "ada_im_1", "ada_im_1": "ada_im_1"} {
		if got := stepviews.SessionOf(&nested.Value{Beside: []nested.Field{{Name: "count", Value: "1"},
			{Name: "sessionKey", Value: key}}}); got != want {
			t.Errorf("sessionOf(%s) = %q, want %q", key, got, want)
		}
	}
}

// TestBlocksIn cuts a text with a table in two: no line is lost or shown twice, and the
// head of the table has its address in the first part only.
func TestBlocksIn(t *testing.T) {
	text := "a\n| h | i |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\nb\n"
	r := stepviews.RecordText{Lines: "L", Blocks: nested.Read(text).Lines}
	head, tail := r.BlocksIn("a\n| h | i |\n|---|---|\n| 1 | 2 |\n", 1), r.BlocksIn("| 3 | 4 |\nb\n", 5)
	if len(head) != 2 || head[0].Lines.Text != "a" || head[1].Title != 2 || head[1].Rule != 3 || head[1].First != 4 || len(head[1].Rows) != 1 {
		t.Errorf("got %+v", head)
	}
	if len(tail) != 2 || tail[0].Title != 0 || tail[0].Rule != 0 || tail[0].First != 5 || tail[0].Rows[0][0] != "3" ||
		tail[1].Lines.First != 6 {
		t.Errorf("got %+v", tail)
	}
	if cut := r.BlocksIn("a\n| h | i |\n", 1); len(cut) != 2 || cut[1].Title != 2 || len(cut[1].Rows) != 0 {
		t.Errorf("a part that ends with the head: %+v", cut)
	}
	if cut := r.BlocksIn("|---|---|\n| 1 | 2 |\n", 3); len(cut) != 1 || cut[0].Title != 0 || cut[0].Rule != 3 || cut[0].First != 4 {
		t.Errorf("a part that begins with the dashes: %+v", cut)
	}
}

// TestShortNested: all rows and messages of a text of under 4 KiB are shown, however
// many they are and however little room is left.
func TestShortNested(t *testing.T) {
	row := strings.Repeat(`{"id":1,"n":2},`, 250)
	b := &stepviews.StepBuilder{Budget: stepviews.Budget{Room: 1000, Most: 1 << 20}}
	v := b.Content("["+strings.TrimSuffix(row, ",")+"]", stepviews.RecordText{})
	b.Settle()
	if v.Nested == nil || v.Nested.Grid == nil || len(v.Nested.Grid.Rows) != 250 || v.Nested.More != 0 {
		t.Errorf("%+v", v.Nested)
	}
}
