package richtext

import (
	"fmt"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results/must"
)

func numbered(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "line %d\n", i+1)
	}
	return b.String()
}

func TestCut(t *testing.T) {
	tests := []struct {
		name  string
		text  string
		allow int
		want  Fold
	}{
		{"short", "a\nb\n", 4000, Fold{Head: "a\nb\n", Lines: 2, Bytes: 4}},
		{"24 lines", numbered(24), 4000, Fold{Head: numbered(24), Lines: 24, Bytes: 183}},
		{"empty", "", 4000, Fold{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			must.Same(t, tt.want, Cut(tt.text, tt.allow), "what was got")
		})
	}
	f := Cut(numbered(100), 1<<20)
	if got, want := f.Head, numbered(6); got != want {
		t.Errorf("head %q, want the first 6 lines", got)
	}
	if got, want := f.Tail, numbered(100)[len(numbered(92)):]; got != want {
		t.Errorf("tail %q, want the last 8 lines", got)
	}
	if f.Away || f.MiddleLine != 7 || f.TailLine != 93 || f.MiddleLines() != 86 || f.Lines != 100 {
		t.Errorf("got %+v with %d middle lines, want a middle of 86 lines from 7 and a tail from 93", f, f.MiddleLines())
	}
	if f := Cut(numbered(1000), 4<<10); !f.Away {
		t.Error("1,000 lines fit into 4 KB, want the middle away")
	}
}

// TestCutLongLine is a record of one line of a megabyte: its head and tail are
// shown, both cut inside the line.
func TestCutLongLine(t *testing.T) {
	f := Cut(strings.Repeat("文", 300_000), 8<<10)
	if len(f.Head) == 0 || len(f.Head) > headWeight || len(f.Tail) == 0 || len(f.Tail) > tailWeight {
		t.Errorf("head %d and tail %d bytes, want up to %d and %d", len(f.Head), len(f.Tail), headWeight, tailWeight)
	}
	if !f.Away || !f.MiddleCut || !f.TailCut || f.TailLine != 1 {
		t.Errorf("away %v, middle inside %v, tail inside %v, tail in line %d", f.Away, f.MiddleCut, f.TailCut, f.TailLine)
	}
	if strings.Trim(f.Head+f.Tail, "文") != "" {
		t.Error("a character was cut in two")
	}
}

func TestCutMarkdown(t *testing.T) {
	text := "intro\n\n" + strings.Repeat("a\n", 10) + "\n```\n" + strings.Repeat("code\n\n", 20) + "```\n\nend\n"
	f := CutMarkdown(text, 1<<20)
	if want := "intro\n\n" + strings.Repeat("a\n", 10) + "\n"; f.Head != want {
		t.Errorf("head %q, want it to end before the fence: %q", f.Head, want)
	}
}

func TestParts(t *testing.T) {
	text := numbered(1000)
	var whole strings.Builder
	first := Parts(text, 10_000, 1, 0)
	line := 1
	for n := 1; n <= first.Of; n++ {
		p := Parts(text, 10_000, n, 0)
		if p.Number != n || p.Of != first.Of || p.Line != line {
			t.Fatalf("part %d: number %d of %d from line %d, want %d of %d from line %d", n, p.Number, p.Of, p.Line, n, first.Of, line)
		}
		line += strings.Count(p.Text, "\n")
		whole.WriteString(p.Text)
	}
	if whole.String() != text {
		t.Error("the parts together are not the text")
	}
	p := Parts(text, 10_000, 0, 500)
	if !strings.Contains(p.Text, "line 500\n") {
		t.Errorf("the part of line 500 begins in line %d and has %d lines", p.Line, CountLines(p.Text))
	}
	if p := Parts("", 10, 1, 0); p.Text != "" || p.Of != 1 {
		t.Errorf("an empty text has part %+v, want one empty part", p)
	}
}
