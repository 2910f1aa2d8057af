package source

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/xi2/xz"

	"github.com/clawatlas/clawatlas/results/must"
)

var hostileNames = map[string]string{
	"../evil":                       "path with ..",
	"a/../../evil":                  "path with ..",
	"a/../b":                        "path with ..",
	"/etc/passwd":                   "absolute path",
	`a\..\..\evil`:                  "name has a backslash or a NUL",
	"bad\xff\xfename":               "name is not UTF-8",
	strings.Repeat("d/", 100) + "x": "path too long or too deep",
	strings.Repeat("long", 1100):    "path too long or too deep",
	"good.json/child":               "its directory is a file",
}

func skips(names map[string]string) map[Skip]bool {
	want := map[Skip]bool{}
	for name, reason := range names {
		want[Skip{strings.ToValidUTF8(name, "\uFFFD"), reason}] = true
	}
	return want
}

func skipped(s *Source) map[Skip]bool {
	got := map[Skip]bool{}
	for _, skip := range s.Skipped() {
		got[skip] = true
	}
	return got
}

func TestHostileNames(t *testing.T) {
	var zipped bytes.Buffer
	z := zip.NewWriter(&zipped)
	headers := []tar.Header{{Name: "good.json", Typeflag: tar.TypeReg, Size: 2, Mode: 0o644}}
	bodies := map[string]string{"good.json": "{}"}
	names := []string{"good.json"}
	for name := range hostileNames {
		names = append(names, name)
		headers = append(headers, tar.Header{Name: name, Typeflag: tar.TypeReg, Mode: 0o644, Format: tar.FormatGNU})
	}
	for _, name := range names {
		w, err := z.CreateHeader(&zip.FileHeader{Name: name})
		if err == nil {
			_, err = io.WriteString(w, bodies[name])
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	must.Do(t, z.Close())
	for kind, content := range map[string][]byte{
		KindZip:     zipped.Bytes(),
		KindTar:     tarWith(t, headers, bodies),
		KindTarGzip: compress(t, KindTarGzip, tarWith(t, headers, bodies)),
	} {
		t.Run(kind, func(t *testing.T) {
			s := open(t, writeFile(t, "x", content), Limits{})
			must.Same(t, bodies, contents(t, s.FS), "tree")
			must.Same(t, skips(hostileNames), skipped(s), "skipped")
		})
	}
}

func TestHostileTarEntries(t *testing.T) {
	headers := []tar.Header{
		{Name: "a", Typeflag: tar.TypeReg, Size: 5, Mode: 0o644},
		{Name: "a", Typeflag: tar.TypeReg, Size: 5, Mode: 0o644},
		{Name: "link", Typeflag: tar.TypeSymlink, Linkname: "/etc/passwd"},
		{Name: "hard", Typeflag: tar.TypeLink, Linkname: "a"},
		{Name: "null", Typeflag: tar.TypeChar, Devmajor: 1, Devminor: 3},
		{Name: "pipe", Typeflag: tar.TypeFifo},
		{Name: "link/child", Typeflag: tar.TypeReg, Mode: 0o644},
	}
	s := open(t, writeFile(t, "x.tar", tarWith(t, headers, map[string]string{"a": "first", "link/child": ""})), Limits{})
	want := map[string]string{"a": "first", "link/child": ""}
	must.Same(t, want, contents(t, s.FS), "tree")
	if diff := cmp.Diff(skips(map[string]string{
		"a": "duplicate name, the first one counts", "link": "symbolic link", "hard": "hard link",
		"null": "neither a file nor a directory", "pipe": "neither a file nor a directory",
	}), skipped(s)); diff != "" {
		t.Errorf("skipped differs (-want +got):\n%s", diff)
	}
}

func TestHostileZipEntries(t *testing.T) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	link := &zip.FileHeader{Name: "link"}
	link.SetMode(fs.ModeSymlink | 0o777)
	secret := &zip.FileHeader{Name: "secret", Flags: 1}
	for _, h := range []*zip.FileHeader{link, secret, {Name: "a"}, {Name: "a"}, {Name: "b", Method: 99}} {
		if h.Method == 99 {
			must.Get(z.CreateRaw(h))(t)
			continue
		}
		w, err := z.CreateHeader(h)
		if err == nil {
			_, err = io.WriteString(w, "/etc/passwd")
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	must.Do(t, z.Close())
	s := open(t, writeFile(t, "x.zip", b.Bytes()), Limits{})
	must.Same(t, map[string]string{"a": "/etc/passwd"}, contents(t, s.FS), "tree")
	if diff := cmp.Diff(skips(map[string]string{
		"a": "duplicate name, the first one counts", "link": "symbolic link", "secret": "encrypted", "b": "compression method 99",
	}), skipped(s)); diff != "" {
		t.Errorf("skipped differs (-want +got):\n%s", diff)
	}
}

func TestHostileDirectory(t *testing.T) {
	dir := writeDir(t, map[string]string{"in/a": "1", "in/sub/b": "2", "outside": "secret"})
	root := filepath.Join(dir, "in")
	for name, target := range map[string]string{"out": "../outside", "dir": "sub", "abs": "/etc", "loop": "."} {
		if err := os.Symlink(target, filepath.Join(root, name)); err != nil {
			t.Skipf("no symbolic links here: %v", err)
		}
	}
	must.Do(t, syscall.Mkfifo(filepath.Join(root, "pipe"), 0o600))
	for _, name := range []string{`back\slash`, "bad\xff"} {
		must.Do(t, os.WriteFile(filepath.Join(root, name), nil, 0o600))
	}
	s := open(t, root, Limits{})
	must.Same(t, map[string]string{"a": "1", "sub/b": "2"}, contents(t, s.FS), "tree")
	for _, name := range []string{"out", "dir/b", "abs/passwd", "loop/a", "../outside", "pipe"} {
		if f, err := s.FS.Open(name); err == nil {
			f.Close()
			t.Errorf("%s can be opened", name)
		}
		if b, err := fs.ReadFile(s.FS, name); err == nil {
			t.Errorf("%s can be read: %q", name, b)
		}
	}
	if diff := cmp.Diff(skips(map[string]string{
		"out": "symbolic link", "dir": "symbolic link", "abs": "symbolic link", "loop": "symbolic link",
		"pipe": "neither a file nor a directory", `back\slash`: "name has a backslash or a NUL", "bad\xff": "name is not UTF-8",
	}), skipped(s)); diff != "" {
		t.Errorf("skipped differs (-want +got):\n%s", diff)
	}
}

func TestLimits(t *testing.T) {
	many := map[string]string{}
	for i := range 50 {
		many[fmt.Sprintf("d/f%02d", i)] = "0123456789"
	}
	zeros := map[string]string{"zeros": strings.Repeat("\x00", 3<<20)}
	for _, tt := range []struct {
		name  string
		files map[string]string
		lim   Limits
		want  string
	}{
		{"entries", many, Limits{MaxEntries: 20}, "more than 20 entries"},
		{"one file", many, Limits{MaxFile: 9}, "10 bytes in one file, at most 9"},
		{"total", many, Limits{MaxTotal: 400}, "expands to more than 400 bytes"},
		{"ratio", zeros, Limits{MaxRatio: 100}, "more than 100 times its size"},
	} {
		for _, kind := range []string{KindDir, KindZip, KindTar, KindTarGzip, KindTarZstd, KindTarXZ} {
			unlimited := kind == KindDir && (tt.name == "total" || tt.name == "ratio") || kind == KindTar && tt.name == "ratio"
			t.Run(tt.name+" "+kind, func(t *testing.T) {
				err := readAll(t, kind, tt.files, tt.lim)
				switch {
				case unlimited && err != nil:
					t.Errorf("got %v, want no error", err)
				case !unlimited && (!errors.Is(err, ErrLimit) || !strings.Contains(err.Error(), tt.want)):
					t.Errorf("got %v, want ErrLimit with %q", err, tt.want)
				}
			})
		}
	}
}

// readAll writes files as kind, opens that and reads all of it.
func readAll(t *testing.T, kind string, files map[string]string, lim Limits) error {
	t.Helper()
	path := ""
	switch kind {
	case KindDir:
		path = writeDir(t, files)
	case KindZip:
		path = writeFile(t, "x.zip", zipOf(t, files))
	default:
		path = writeFile(t, "x."+kind, compress(t, kind, tarOf(t, files)))
	}
	s, err := Open(path, lim)
	if err != nil {
		return err
	}
	defer s.Close()
	return fs.WalkDir(s.FS, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		f, err := s.FS.Open(path)
		if err != nil {
			return err
		}
		defer f.Close()
		_, err = io.Copy(io.Discard, f)
		return err
	})
}

// TestTruncated cuts each archive at many places: none may look whole.
func TestTruncated(t *testing.T) {
	files := sample()
	for _, kind := range []string{KindZip, KindTar, KindTarGzip, KindTarZstd, KindTarXZ} {
		content := zipOf(t, files)
		if kind != KindZip {
			content = compress(t, kind, tarOf(t, files))
		}
		for _, keep := range []int{600, len(content) / 3, len(content) * 2 / 3, len(content) - 1025, len(content) - 5} {
			if kind == KindTar && keep == len(content)-5 {
				continue // the padding behind the mark at the end
			}
			s, err := Open(writeFile(t, "x", content[:keep]), Limits{})
			if err == nil {
				s.Close()
				t.Errorf("%s cut to %d of %d bytes was opened without an error", kind, keep, len(content))
			}
		}
	}
}

// TestTarCutBetweenEntries ends a tar where an entry ends: archive/tar takes
// that for the end.
func TestTarCutBetweenEntries(t *testing.T) {
	content := tarOf(t, map[string]string{"a": strings.Repeat("x", tarBlock)})
	_, err := Open(writeFile(t, "x.tar", content[:2*tarBlock]), Limits{})
	if !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("got %v, want an unexpected end", err)
	}
}

// TestZipThatLies declares a size that is smaller than the content.
func TestZipThatLies(t *testing.T) {
	content := zipOf(t, map[string]string{"a": strings.Repeat("abc", 1000)})
	central := bytes.LastIndex(content, []byte("PK\x01\x02"))
	binary.LittleEndian.PutUint32(content[central+24:], 10)
	s := open(t, writeFile(t, "x.zip", content), Limits{})
	if b, err := fs.ReadFile(s.FS, "a"); err == nil || len(b) > 10 {
		t.Errorf("read %d bytes of an entry of 10, error %v", len(b), err)
	}
}

// TestXZDictionary asks for a dictionary of 4 GiB.
func TestXZDictionary(t *testing.T) {
	content := compress(t, KindTarXZ, tarOf(t, map[string]string{"a": "b"}))
	header := content[12 : 12+(int(content[12])+1)*4]
	at := bytes.Index(header, []byte{0x21, 1})
	header[at+2] = 40
	binary.LittleEndian.PutUint32(header[len(header)-4:], crc32.ChecksumIEEE(header[:len(header)-4]))
	if _, err := Open(writeFile(t, "x.tar.xz", content), Limits{}); !errors.Is(err, xz.ErrMemlimit) {
		t.Errorf("got %v, want %v", err, xz.ErrMemlimit)
	}
}

// TestXZManyStreams has concatenated and empty streams with zeros between them.
func TestXZManyStreams(t *testing.T) {
	whole := tarOf(t, sample())
	var content []byte
	for _, part := range [][]byte{whole[:1000], nil, whole[1000:20_000], whole[20_000:], nil} {
		content = append(append(content, compress(t, KindTarXZ, part)...), 0, 0, 0, 0)
	}
	s := open(t, writeFile(t, "x.tar.xz", content), Limits{})
	must.Same(t, sample(), contents(t, s.FS), "tree")
}

// TestMemoryIsBounded unfolds 100 MB through the temporary file, which must be
// gone afterwards.
func TestMemoryIsBounded(t *testing.T) {
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	files := map[string]string{}
	body := strings.Repeat("0123456789abcde\n", 1<<16)
	for i := range 100 {
		files[fmt.Sprintf("f%03d", i)] = body
	}
	path := writeFile(t, "x.tar.zst", compress(t, KindTarZstd, tarOf(t, files)))
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	s := must.Get(Open(path, Limits{MaxRatio: 1 << 30}))(t)
	runtime.ReadMemStats(&after)
	if grown := after.TotalAlloc - before.TotalAlloc; grown > 64<<20 {
		t.Errorf("unfolding 100 MB allocated %d MB in total", grown>>20)
	}
	if b, err := fs.ReadFile(s.FS, "f099"); err != nil || string(b) != body {
		t.Errorf("read f099: %d bytes, error %v", len(b), err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	if left, err := os.ReadDir(temp); err != nil || len(left) != 0 {
		t.Errorf("left behind: %v, error %v", left, err)
	}
}
