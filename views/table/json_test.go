package table

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/results/must"
)

// TestWriteJSON keeps numbers as numbers, texts as they are, and what is absent as null.
func TestWriteJSON(t *testing.T) {
	var b strings.Builder
	rows := [][]string{{"a", "0.5", "1", "=x"}, {"b \"q\"", "", "2", ""}}
	must.Do(t, WriteJSON(&b, []string{"name", "share", "n", "note"}, rows))
	var got []map[string]any
	must.Do(t, json.Unmarshal([]byte(b.String()), &got))
	want := []map[string]any{{"name": "a", "share": 0.5, "n": 1.0, "note": "=x"}, {"name": `b "q"`, "share": nil, "n": 2.0, "note": nil}}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	b.Reset()
	must.Do(t, WriteJSON(&b, []string{"name"}, nil))
	must.Equal(t, "[]\n", b.String(), "no rows")
}
