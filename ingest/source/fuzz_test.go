package source

import (
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/clawatlas/clawatlas/results/must"
)

// FuzzOpen gives Open any bytes. Whatever it accepts must be a file system
// that can be walked, within its limits, and that is gone after Close.
func FuzzOpen(f *testing.F) {
	files := map[string]string{"a/b": "hello", "c": ""}
	f.Add(zipOf(f, files))
	for _, kind := range []string{KindTar, KindTarGzip, KindTarZstd, KindTarXZ} {
		f.Add(compress(f, kind, tarOf(f, files)))
	}
	lim := Limits{MaxEntries: 100, MaxFile: 1 << 20, MaxTotal: 4 << 20, MaxRatio: 100}
	path := filepath.Join(f.TempDir(), "x")
	f.Fuzz(func(t *testing.T, content []byte) {
		must.Do(t, os.WriteFile(path, content, 0o600))
		s, err := Open(path, lim)
		if err != nil {
			return
		}
		defer s.Close()
		entries, total := 0, int64(0)
		err = fs.WalkDir(s.FS, ".", func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			file, err := s.FS.Open(name)
			if err != nil {
				return fs.SkipAll // damaged inside
			}
			defer file.Close()
			n, _ := io.Copy(io.Discard, file)
			entries, total = entries+1, total+n
			if n > lim.MaxFile {
				t.Errorf("%s has %d bytes", name, n)
			}
			return nil
		})
		if err != nil || entries > lim.MaxEntries || total > lim.MaxTotal {
			t.Errorf("walk: %v, %d entries, %d bytes", err, entries, total)
		}
	})
}
