package step

import (
	"testing"

	"github.com/clawatlas/clawatlas/results/calls"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/views/richtext"
)

func TestChangeLines(t *testing.T) {
	type lines = []richtext.DiffLine
	for _, tt := range []struct {
		Name string
		args calls.Args
		want lines
	}{
		{"one", calls.Args{Changes: []calls.Change{{Old: "a\nb", New: "a\nc"}}},
			lines{{Op: ' ', Text: "a"}, {Op: '-', Text: "b"}, {Op: '+', Text: "c"}}},
		{"two", calls.Args{Changes: []calls.Change{{Old: "a", New: "b"}, {Old: "c", New: "d"}}},
			lines{{Op: '@', Text: "edit 1 of 2"}, {Op: '-', Text: "a"}, {Op: '+', Text: "b"}, {Op: '@', Text: "edit 2 of 2"}, {Op: '-', Text: "c"},
				{Op: '+', Text: "d"}}},
		{"patch", calls.Args{Patch: "*** Begin Patch\n+a"}, lines{{Op: '@', Text: "*** Begin Patch"}, {Op: '+', Text: "a"}}},
		{"none", calls.Args{}, nil},
	} {
		must.Same(t, tt.want, changeLines(&tt.args), "%s", tt.Name)
	}
}
