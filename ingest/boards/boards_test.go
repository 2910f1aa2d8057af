package boards_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/clawatlas/clawatlas/ingest/boards"
	"github.com/clawatlas/clawatlas/results/must"
)

// format is the shipped mapping of a name.
func format(name string) boards.Format {
	for _, f := range boards.All() {
		if f.Name() == name {
			return f
		}
	}
	panic("no mapping " + name)
}

// TestShipped holds that the sample of each shipped mapping gives its golden values.
func TestShipped(t *testing.T) {
	for _, f := range boards.All() {
		if err := f.Prove(t.Context(), os.DirFS(filepath.Join("maps", f.Sample))); err != nil {
			t.Error(err)
		}
		if list, _ := must.Get2(f.Sum(t.Context(), os.DirFS(filepath.Join("maps", f.Sample))))(t); len(list) == 0 {
			t.Errorf("%s: its sample has no system", f.Name())
		}
	}
}
