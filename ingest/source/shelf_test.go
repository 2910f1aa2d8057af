package source_test

import (
	"archive/zip"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"

	"github.com/clawatlas/clawatlas/ingest/source"
	"github.com/clawatlas/clawatlas/results/must"
)

// TestShelf reads more archives than a shelf holds open, again and again.
func TestShelf(t *testing.T) {
	shelf := source.NewShelf(source.Limits{})
	dir := t.TempDir()
	var all []*source.Source
	for n := range 30 {
		name := filepath.Join(dir, fmt.Sprintf("%d.zip", n))
		writeZip(t, name, fmt.Sprint(n))
		src := must.Get(shelf.Open(t.Context(), name))(t)
		if src.Name != fmt.Sprint(n) || len(src.Skipped()) != 1 {
			t.Errorf("%s skips %v, want name %d and one skipped entry", src.Name, src.Skipped(), n)
		}
		all = append(all, src)
	}
	for range 2 {
		for n, src := range all {
			got, err := fs.ReadFile(src.FS, "x/number")
			if err != nil || string(got) != fmt.Sprint(n) {
				t.Errorf("archive %d holds %q, %v", n, got, err)
			}
		}
	}
	if err := fstest.TestFS(all[3].FS, "x/number"); err != nil {
		t.Error(err)
	}
	if n := openFiles(t, dir); n > 10 {
		t.Errorf("%d archives are open, want few", n)
	}
	if err := shelf.Close(); err != nil {
		t.Error(err)
	}
	if n := openFiles(t, dir); n > 0 {
		t.Errorf("%d archives are open after the shelf was closed", n)
	}
}

func writeZip(t *testing.T, name, text string) {
	t.Helper()
	f := must.Get(os.Create(name))(t)
	w := zip.NewWriter(f)
	for _, e := range []string{"x/number", "../outside"} {
		out := must.Get(w.Create(e))(t)
		must.Get(out.Write([]byte(text)))(t)
	}
	must.Do(t, w.Close())
	must.Do(t, f.Close())
}

// openFiles counts this process's open files below dir.
func openFiles(t *testing.T, dir string) int {
	t.Helper()
	list, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		return 0 // only Linux tells
	}
	n := 0
	for _, e := range list {
		if to, err := os.Readlink("/proc/self/fd/" + e.Name()); err == nil && filepath.Dir(to) == dir {
			n++
		}
	}
	return n
}
