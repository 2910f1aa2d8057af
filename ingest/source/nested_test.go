package source

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/klauspost/compress/zstd"

	"github.com/clawatlas/clawatlas/results/must"
)

// zstdZip is a zip of one entry that is compressed by zstd, in one frame for each part.
func zstdZip(t *testing.T, name string, parts ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	var frames bytes.Buffer
	for _, p := range parts {
		z := must.Get(zstd.NewWriter(&frames))(t)
		must.Get(io.WriteString(z, p))(t)
		z.Close()
	}
	w.RegisterCompressor(93, func(out io.Writer) (io.WriteCloser, error) { return &framed{out, frames.Bytes()}, nil })
	f := must.Get(w.CreateHeader(&zip.FileHeader{Name: name, Method: 93}))(t)
	must.Get(io.WriteString(f, strings.Join(parts, "")))(t)
	must.Do(t, w.Close())
	return b.Bytes()
}

// framed writes frames that were made before, whatever it is given.
type framed struct {
	out    io.Writer
	frames []byte
}

func (f *framed) Write(p []byte) (int, error) { return len(p), nil }
func (f *framed) Close() error {
	_, err := f.out.Write(f.frames)
	return err
}

// openTree writes files into a directory and opens it.
func openTree(t *testing.T, files map[string][]byte, lim Limits) *Source {
	t.Helper()
	dir := t.TempDir()
	for name, data := range files {
		full := filepath.Join(dir, name)
		must.Do(t, os.MkdirAll(filepath.Dir(full), 0o700))
		must.Do(t, os.WriteFile(full, data, 0o600))
	}
	s := must.Get(Open(dir, lim))(t)
	t.Cleanup(func() { s.Close() })
	return s
}

func TestNested(t *testing.T) {
	inner := zipOf(t, map[string]string{"d/deep.txt": "deep"})
	files := map[string][]byte{
		"logs/a.zip": zipOf(t, map[string]string{"x.txt": "x", "in.zip": string(inner), "tar.tgz": string(compress(t,
			KindTarGzip, tarOf(t, map[string]string{"y": "y"})))}),
		"logs/b.tar":      tarOf(t, map[string]string{"in.zip": string(inner)}),
		"logs/c.json.gz":  compress(t, KindTarGzip, []byte(`{"c":1}`)),
		"logs/d.json.zst": compress(t, KindTarZstd, []byte(`{"d":1}`)),
		"logs/e.eval":     zstdZip(t, "samples/1.json", strings.Repeat("one", 1000), "two"),
		"logs/no.zip":     []byte("PK\x03\x04 but no more"),
		"logs/text.gz":    []byte("text"),
	}
	s := openTree(t, files, Limits{})
	if err := fstest.TestFS(s.FS, "logs/a.zip", "logs/b.tar"); err != nil {
		t.Error(err)
	}
	for name, want := range map[string]string{
		"logs/a.zip/x.txt":             "x",
		"logs/a.zip/in.zip/d/deep.txt": "deep",
		"logs/a.zip/tar.tgz/y":         "y",
		"logs/b.tar/in.zip/d/deep.txt": "deep",
		"logs/c.json.gz/c.json":        `{"c":1}`,
		"logs/c.json":                  `{"c":1}`,
		"logs/d.json":                  `{"d":1}`,
		"logs/d.json.zst/d.json":       `{"d":1}`,
		"logs/e.eval/samples/1.json":   strings.Repeat("one", 1000) + "two",
	} {
		got, err := fs.ReadFile(s.FS, name)
		if err != nil || string(got) != want {
			t.Errorf("%s: %.20q, %v", name, got, err)
		}
		info, err := fs.Stat(s.FS, name)
		if err != nil || info.Size() != int64(len(want)) || !info.Mode().IsRegular() {
			t.Errorf("stat %s: %v", name, err)
		}
	}
	for name, want := range map[string]bool{"logs/a.zip": true, "logs/c.json.gz": true, "logs/e.eval": false,
		"logs/text.gz": false, "logs/no.zip": true} {
		if got := IsArchive(s.FS, name); got != want {
			t.Errorf("%s is an archive: %v", name, got)
		}
	}
	for _, name := range []string{"logs/a.zip/none", "logs/no.zip/x", "logs/text.gz/x", "logs/a.zip/x.txt/y", "logs/none.zip/x"} {
		if _, err := fs.ReadFile(s.FS, name); !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, errNotDir) && err == nil {
			t.Errorf("%s opens: %v", name, err)
		}
	}
	if got := s.Skipped(); len(got) != 1 || got[0].Path != "logs/no.zip" {
		t.Errorf("left out: %+v", got)
	}
}

// TestNestedLimits holds that archives inside of others unfold to no more than a source
// may, however they are laid into each other.
func TestNestedLimits(t *testing.T) {
	zeros := string(bytes.Repeat([]byte("0123456789"), 300_000))
	one := zipOf(t, map[string]string{"z": zeros})
	t.Run("bomb", func(t *testing.T) {
		s := openTree(t, map[string][]byte{"a.zip": zipOf(t, map[string]string{"b.zip": string(one)})}, Limits{MaxRatio: 20})
		if _, err := fs.ReadFile(s.FS, "a.zip/b.zip/z"); err == nil {
			t.Error("a bomb inside of an archive opens")
		}
		if got := s.Skipped(); len(got) != 1 || !strings.Contains(got[0].Reason, "times its size") {
			t.Errorf("left out: %+v", got)
		}
	})
	t.Run("sum", func(t *testing.T) {
		files := map[string][]byte{}
		for _, name := range []string{"a", "b", "c"} {
			files[name+".json.gz"] = compress(t, KindTarGzip, []byte(zeros))
		}
		s := openTree(t, files, Limits{MaxTotal: 7_000_000})
		opened := 0
		for name := range files {
			if _, err := fs.ReadDir(s.FS, name); err == nil {
				opened++
			}
		}
		if opened != 2 {
			t.Errorf("%d of three opened, want 2", opened)
		}
	})
	t.Run("depth", func(t *testing.T) {
		data, name := zipOf(t, map[string]string{"x": "x"}), "x"
		for range nestMax + 1 {
			data, name = zipOf(t, map[string]string{"a.zip": string(data)}), "a.zip/"+name
		}
		s := openTree(t, map[string][]byte{"a.zip": data}, Limits{})
		if _, err := fs.ReadFile(s.FS, "a.zip/"+name); err == nil {
			t.Error("it opens at any depth")
		}
	})
}

// TestNestedMany holds that files stay readable while archives come and go.
func TestNestedMany(t *testing.T) {
	files := map[string][]byte{}
	for i := range 3 * mountsMax {
		files[fmt.Sprint("n", i, ".zip")] = zipOf(t, map[string]string{"x": "x"})
	}
	s := openTree(t, files, Limits{})
	var held []fs.File
	for name := range files {
		f := must.Get(s.FS.Open(name + "/x"))(t)
		held = append(held, f)
	}
	for _, f := range held {
		if data, err := io.ReadAll(f); err != nil || string(data) != "x" {
			t.Errorf("%q, %v", data, err)
		}
		f.Close()
	}
}
