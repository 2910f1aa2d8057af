package formats_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/ingest/source"
	"github.com/clawatlas/clawatlas/results/must"
)

// TestArchivesInside hands over the same run in archives that lie in a directory and
// in each other. The records are the same, so the runs have to be.
func TestArchivesInside(t *testing.T) {
	want := slugs(ingesttest.Load(t, ingesttest.Open(t), archived(), ingest.Identity{}))
	for kind, pack := range packers() {
		dir := t.TempDir()
		inner := pack(t, archived())
		ext := "." + kind
		outer := filepath.Join(dir, "outer")
		must.Do(t, os.MkdirAll(outer, 0o700))
		must.Do(t, os.WriteFile(filepath.Join(outer, "runs"+ext), inner, 0o600))
		tree := filepath.Join(dir, "tree")
		must.Do(t, os.MkdirAll(tree, 0o700))
		must.Do(t, os.WriteFile(filepath.Join(tree, "all"+ext), pack(t, os.DirFS(outer)), 0o600))
		for _, path := range []string{outer, tree} {
			src := must.Get(source.Open(path, source.Limits{}))(t)
			got := slugs(ingesttest.Load(t, ingesttest.Open(t), src.FS, ingest.Identity{}))
			must.Same(t, want, got, "%s in %s (-by itself +inside)", kind, filepath.Base(path))
			src.Close()
		}
	}
}
