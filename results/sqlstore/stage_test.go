package sqlstore

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// Rows come back as they were, in their order, also from the file.
func TestStage(t *testing.T) {
	dir := t.TempDir()
	s := stage{dir: dir}
	defer s.drop()
	n, f, yes := int64(-7), 0.1, true
	big := strings.Repeat("文本", stageMost/12)
	rows := [][]any{
		{nil, (*int64)(nil), &n, 1 << 40, &f, (*float64)(nil), &yes, false, "", []byte{}, []byte{0, 1}, results.Passed},
		{big}, {big}, {"after"}, {},
	}
	want := [][]any{
		{nil, nil, int64(-7), int64(1 << 40), 0.1, nil, true, false, "", []byte{}, []byte{0, 1}, "passed"},
		{big}, {big}, {"after"}, {},
	}
	for i, args := range rows {
		must.Do(t, s.add(i, args...))
	}
	if s.file == nil {
		t.Error("everything is in memory")
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("the file has a name: %v, %v", left, err)
	}
	var got [][]any
	err := s.each(t.Context(), func(table int, args []any) error {
		if table != len(got) {
			t.Errorf("row %d is of table %d", len(got), table)
		}
		got = append(got, append([]any{}, args...))
		return nil
	})
	if d := cmp.Diff(want, got); d != "" || err != nil {
		t.Errorf("%v (-added +read):\n%s", err, d)
	}
	if err := s.add(0, struct{}{}); err == nil {
		t.Error("a value that is none of a column was staged")
	}
}
