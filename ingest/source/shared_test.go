package source

import (
	"io/fs"
	"os"
	"testing"

	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/resultstest"
)

// TestRealRun reads a published run through every kind of archive.
func TestRealRun(t *testing.T) {
	dir := resultstest.Shared(t, "data", "harbor", "jobs", "LiveClawBench")
	s := open(t, dir, Limits{})
	want := contents(t, s.FS)
	must.Same(t, contents(t, os.DirFS(dir)), want, "tree, against os.DirFS")
	for _, kind := range []string{KindZip, KindTarGzip, KindTarZstd, KindTarXZ} {
		content := zipOf(t, want)
		if kind != KindZip {
			content = compress(t, kind, tarOf(t, want))
		}
		s := open(t, writeFile(t, "x", content), Limits{})
		must.Same(t, want, contents(t, s.FS), "%s", kind)
	}
}

// BenchmarkWalk compares the cost of the checks with a walk that has none.
func BenchmarkWalk(b *testing.B) {
	dir := resultstest.Shared(b, "data", "clawarena")
	s := open(b, dir, Limits{})
	for name, fsys := range map[string]fs.FS{"source": s.FS, "os.DirFS": os.DirFS(dir)} {
		b.Run(name, func(b *testing.B) {
			size := 0
			for b.Loop() {
				size = 0
				for _, body := range contents(b, fsys) {
					size += len(body)
				}
			}
			b.SetBytes(int64(size))
		})
	}
}
