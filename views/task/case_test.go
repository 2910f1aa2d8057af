package task

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// TestMinedCaseInAList: a list has the first trials of a case and how many there are.
func TestMinedCaseInAList(t *testing.T) {
	m := results.MinedCase{Slug: "x", Trials: make([]results.CaseRef, 1000)}
	if x := NewMinedCase(m, trialsListed); len(x.Trials) != trialsListed || x.TrialsTotal != 1000 || x.URL != "/cases/x" {
		t.Errorf("%d trials of %d at %s, want %d of 1000 at /cases/x", len(x.Trials), x.TrialsTotal, x.URL, trialsListed)
	}
}

func TestPlainArguments(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{`{"path":"a.md"}`, "path: a.md"},
		{`{"content":"one\ntwo\n","path":"a.md"}`, "content:\none\ntwo\npath: a.md"},
		{`{"n":2,"list":["a"],"none":null}`, `n: 2` + "\n" + `list: ["a"]` + "\n" + `none: null`},
		{`{}`, ""},
		{`["a"]`, `["a"]`},
		{`"text"`, `"text"`},
		{`{"a":`, `{"a":`},
		{``, ``},
	} {
		must.Equal(t, tt.want, plainArguments(json.RawMessage(tt.in)), "plainArguments(%s)", tt.in)
	}
}

func TestHeadOf(t *testing.T) {
	if text, more := headOf("short"); text != "short" || more != 0 {
		t.Errorf("headOf(short) = %q, %d", text, more)
	}
	long := strings.Repeat("长", 1000)
	text, more := headOf(long)
	if !utf8.ValidString(text) || len(text) > caseTextMost || utf8.RuneCountInString(text)+more != 1000 {
		t.Errorf("headOf cut %d characters to %d and says that %d are left", 1000, utf8.RuneCountInString(text), more)
	}
}
