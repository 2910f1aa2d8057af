package nested

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/results/must"
)

// none are texts that look like something and are not.
var none = map[string]string{
	"prose with commas":       "Hello, world\nGoodbye, all\nSee you, later\n",
	"listing of sizes":        "4.0K\tdata/README.md\n12M\tdata/clawarena\n300K\tdata/clawmark\n",
	"names and states":        "M\tviews/step.go\nA\tviews/new.go\nD\tviews/old.go\n",
	"numbers without a head":  "1,2,3\n4,5,6\n7,8,9\n",
	"calls with commas":       "f(a,b,c)\ng(d,e,f)\nh(1,2,3)\n",
	"a rule under a title":    "Title\n-----\ntext | more\n",
	"a table in a fence":      "```\n| a | b |\n|---|---|\n| 1 | 2 |\n```\n",
	"a change of a table":     "+| a | b |\n+|---|---|\n+| 1 | 2 |\n",
	"a table without rows":    "| a | b |\n|---|---|\n\ntext\n",
	"two headers of a log":    "From: here\nTo: there\n\ntext\n",
	"an error":                `{"status":"error","tool":"exec","error":"no"}`,
	"one object":              `{"title":"a","count":3}`,
	"unequal objects":         `[{"a":1,"b":2},{"a":1,"c":2}]`,
	"objects that hold lists": `[{"a":1,"b":[1]},{"a":1,"b":[2]}]`,
	"one equal object":        `[{"a":1,"b":2}]`,
	"a key twice":             `[{"a":1,"a":2},{"a":3,"a":4}]`,
	"two lists":               `{"a":[{"x":1,"y":2},{"x":3,"y":4}],"b":[{"x":1,"y":2}]}`,
	"messages with a title":   `{"messages":[{"role":"user","content":"a","title":"b"},{"role":"user","content":"c","title":"d","e":[]}]}`,
	"one message alone":       `[{"role":"user","content":"a"}]`,
	"parts without a type":    `{"messages":[{"role":"user","content":[{"text":"a"}]}]}`,
	"a cut off JSON":          `{"messages":[{"role":"user","content":"a"},{"role"`,
	"a file's history":        "a1b2c3d  D1  10:00:00 +0800  feat: add you\nb1b2c3d  D2  11:00:00 +0800  fix: mine\nc1b2c3d  D3  12:00:00 +0800  fix: yours\n",
	"colours":                 "a,b,c\n\x1b[1m1\x1b[0m,2,3\n4,5,6\n",
	"rows of two lengths":     "name,size\na,1\nb,2,3\n",
	"a cell of two lines":     "name,size\n\"a\nb\",1\nc,2\n",
}

func TestNone(t *testing.T) {
	for name, text := range none {
		if v := Read(text); v.Kind != None {
			t.Errorf("%s: got %s: %+v", name, v.Kind, v)
		}
	}
}

// TestKinds reads each file of testdata, whose name begins with its kind.
func TestKinds(t *testing.T) {
	files, err := filepath.Glob("testdata/*")
	if err != nil || len(files) < 8 {
		t.Fatalf("got %d files, error %v", len(files), err)
	}
	for _, f := range files {
		text := must.Get(os.ReadFile(f))(t)
		want, _, _ := strings.Cut(filepath.Base(f), "-")
		if v := Read(string(text)); string(v.Kind) != want {
			t.Errorf("%s: got %q, want %q", f, v.Kind, want)
		}
	}
}

func read(t *testing.T, name string) Value {
	t.Helper()
	text := must.Get(os.ReadFile(filepath.Join("testdata", name)))(t)
	return Read(string(text))
}

func TestConversation(t *testing.T) {
	v := read(t, "conversation-history.json")
	want := []Message{
		{Name: "林", Time: "D3 14:05", Text: "Is the key under the mat?", Whole: "[WeChat 林 D3 14:05] Is the key under the mat?"},
		{Name: "assistant", Text: "I look.", Whole: "I look.", Calls: []string{"read"}},
		{Name: "assistant", Text: "[Ack]", Whole: "[Ack]"},
	}
	if d := cmp.Diff(want, v.Messages); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]Field{{"sessionKey", "agent:x:lin_wechat_1"}, {"truncated", "true"}}, v.Beside); d != "" {
		t.Error(d)
	}
	var acks []bool
	for i := range v.Messages {
		acks = append(acks, v.Messages[i].Ack())
	}
	if d := cmp.Diff([]bool{false, false, true}, acks); d != "" {
		t.Error(d)
	}
}

// The time of a message without one in its text is the record's.
func TestTime(t *testing.T) {
	for stamp, want := range map[string]string{"1767225600000": "2026-01-01 00:00", `"Monday"`: "Monday", "null": "", `{"a":1}`: ""} {
		v := Read(`{"messages":[{"role":"user","content":"a","timestamp":` + stamp + `}]}`)
		if len(v.Messages) != 1 || v.Messages[0].Time != want {
			t.Errorf("%s: got %+v, want the time %q", stamp, v.Messages, want)
		}
	}
}

func TestMail(t *testing.T) {
	doc := read(t, "mail-chain.md")
	var heads [][]Field
	covered := 0
	for _, b := range doc.Lines {
		if b.From != covered {
			t.Errorf("block from line %d, want %d: no line may be left out", b.From, covered)
		}
		covered = b.To
		if b.Head != nil {
			heads = append(heads, b.Head)
		}
	}
	want := [][]Field{
		{{"From", "Ada <ada@example.org>"}, {"To", "Bo"}, {"Date", "2026-01-05 09:00"}, {"Subject", "Lunch: when"}},
		{{"日期", "2026-01-06"}, {"发件人", "波"}, {"主题", "午饭"}},
	}
	if d := cmp.Diff(want, heads); d != "" {
		t.Error(d)
	}
}

func TestTable(t *testing.T) {
	g := read(t, "table-rows.json").Grid
	if d := cmp.Diff(&Grid{Head: []string{"item", "price", "stock"},
		Rows: [][]string{{"tea", "3.50", "true"}, {"<b>", "-1,200", "null"}}, Numbers: []bool{false, true, false}}, g); d != "" {
		t.Error(d)
	}
	v := read(t, "table-notes.md")
	if len(v.Lines) != 3 {
		t.Fatalf("got %d blocks, want text, table, text", len(v.Lines))
	}
	b := v.Lines[1]
	if d := cmp.Diff(&Grid{Head: []string{"Name", "Share"}, Rows: [][]string{{"a | b", "40 %"}, {"c", ""}},
		Numbers: []bool{false, true}}, b.Grid); d != "" {
		t.Error(d)
	}
	if b.From != 2 || b.First != 4 || b.To != 6 {
		t.Errorf("got lines %d, %d, %d", b.From, b.First, b.To)
	}
	csv := read(t, "table-orders.csv")
	if b := csv.Lines[0]; b.To != 3 || b.First != 1 || len(csv.Lines) != 2 || csv.Lines[1].To != 5 {
		t.Errorf("got %+v", csv.Lines)
	}
}

func TestNumber(t *testing.T) {
	for s, want := range map[string]bool{"1": true, "-2.5": true, "¥32,000.00": true, "40 %": true, "95%": true, "1e3": true, "": false, "v1": false, "2026-01-01": false, "10:30": false, "NaN": false, "0x10": false, "1_000": false, "12 days": false, "1.2.3": false, "**($13,000)**": true, "()": false} {
		must.Equal(t, want, number(s), "number(%q)", s)
	}
}

// FuzzRead holds that no text stops the page, and that blocks cover all lines in order.
func FuzzRead(f *testing.F) {
	files, _ := filepath.Glob("testdata/*-*")
	for _, name := range files {
		text := must.Get(os.ReadFile(name))(f)
		f.Add(string(text))
	}
	for _, text := range none {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		v := Read(text)
		at := 0
		for _, b := range v.Lines {
			if b.From != at || b.To <= b.From {
				t.Fatalf("block %d to %d after line %d", b.From, b.To, at)
			}
			at = b.To
			if b.Grid != nil && b.First+len(b.Grid.Rows) != b.To {
				t.Fatalf("%d rows from line %d to %d", len(b.Grid.Rows), b.First, b.To)
			}
		}
		if n := strings.Count(strings.TrimSuffix(text, "\n"), "\n") + 1; v.Lines != nil && at != n {
			t.Fatalf("blocks end at line %d of %d", at, n)
		}
		for _, g := range append([]*Grid{v.Grid}, grids(v.Lines)...) {
			for r := 0; g != nil && r < len(g.Rows); r++ {
				if len(g.Rows[r]) != len(g.Head) || len(g.Numbers) != len(g.Head) {
					t.Fatalf("row of %d cells under %d names", len(g.Rows[r]), len(g.Head))
				}
			}
		}
	})
}

func grids(list []Block) []*Grid {
	var all []*Grid
	for _, b := range list {
		all = append(all, b.Grid)
	}
	return all
}
