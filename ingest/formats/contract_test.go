package formats_test

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/zstd"
	"github.com/ulikunitz/xz"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/clawmark"
	"github.com/clawatlas/clawatlas/ingest/formats"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/ingest/published"
	"github.com/clawatlas/clawatlas/ingest/source"
	"github.com/clawatlas/clawatlas/ingest/transcripts"
	"github.com/clawatlas/clawatlas/results/must"
)

// claims lists what the formats claim in a fixture, by the walk of the load loop.
func claims(t *testing.T, fx fixture, list ...ingest.Format) (names []string, items []ingest.Item) {
	t.Helper()
	l := &ingest.Loader{Formats: list}
	for _, it := range must.Get(l.Find(ingest.Source{FS: fx.fsys(t), Name: "fixture"}))(t) {
		if it.Lacks == "" {
			names, items = append(names, it.Format), append(items, it)
		}
	}
	slices.Sort(names)
	return slices.Compact(names), items
}

// TestClaims holds that every fixture is claimed by its own format, and that no other
// format would claim anything in it. Only the last one may: it takes transcripts that
// nobody else wants.
func TestClaims(t *testing.T) {
	for _, fx := range fixtures() {
		if got, _ := claims(t, fx, formats.All()...); !cmp.Equal(got, []string{fx.format}) {
			t.Errorf("%s is claimed by %v, want %s alone", fx.name, got, fx.format)
		}
		for _, f := range formats.All() {
			if f.Name() == fx.format || f.Name() == transcripts.Name {
				continue
			}
			if got, _ := claims(t, fx, f); len(got) > 0 {
				t.Errorf("%s: %s claims it when it is asked alone", fx.name, f.Name())
			}
		}
	}
}

// TestOrder keeps the format that takes what is left at the end, and names
// unique.
func TestOrder(t *testing.T) {
	all := formats.All()
	must.Equal(t, transcripts.Name, all[len(all)-1].Name(), "the last format")
	seen := map[string]bool{}
	for _, f := range all {
		if seen[f.Name()] || f.Name() == "" {
			t.Errorf("name %q is not unique", f.Name())
		}
		seen[f.Name()] = true
	}
}

// TestEveryFormatHasAFixture fails when a format is listed without records
// that hold it to the contract.
func TestEveryFormatHasAFixture(t *testing.T) {
	for _, f := range formats.All() {
		if !slices.ContainsFunc(fixtures(), func(fx fixture) bool { return fx.format == f.Name() }) {
			t.Errorf("%s has no fixture", f.Name())
		}
	}
}

// TestFixtures reads every fixture and has it looked at: it has its runs, reading it again
// notices that they are there, what is read of the stored records is the same, and so are
// the runs' addresses below another directory. What is read of all of them is what
// docs/formats.md says, and makes the versions of the readers; -update writes both.
func TestFixtures(t *testing.T) {
	proof, readers := proved{}, newVersions()
	all := fixtures()
	slices.SortFunc(all, func(a, b fixture) int { return strings.Compare(a.name, b.name) })
	id := ingest.Identity{Variant: "v", Date: "2026-01-02"}
	for _, fx := range all {
		if fx.format == published.Name {
			continue // it is the site's data, and ingest/published has such tests of its own
		}
		t.Run(fx.name, func(t *testing.T) {
			db := ingesttest.Open(t)
			first := ingesttest.Load(t, db, fx.fsys(t), id)
			if len(first.Refused) > 0 || len(first.Runs) != fx.runs {
				t.Errorf("got %d runs, refused %v, want %d runs", len(first.Runs), first.Refused, fx.runs)
			}
			proof.add(t, db, fx)
			readers.add(t, db, fx)
			again := ingesttest.Load(t, db, fx.fsys(t), id)
			for i, r := range again.Runs {
				if !r.Unchanged || r.Run != first.Runs[i].Run {
					t.Errorf("run %s was read again as %s, unchanged %v", first.Runs[i].Run, r.Run, r.Unchanged)
				}
			}
			if fx.format != (clawmark.Format{}).Name() { // whose reader says less as long as the benchmark is not stored
				readAgain(t, db, fx)
			}
			below := ingesttest.Load(t, ingesttest.Open(t), below(t, "deep/er", fx.fsys(t)), id)
			if diff := cmp.Diff(slugs(first), slugs(below)); diff != "" {
				t.Errorf("runs (-at the top +in a directory):\n%s", diff)
			}
		})
	}
	if !t.Failed() {
		proof.hold(t)
		readers.hold(t)
	}
}

func slugs(rep *ingest.RunReport) []string {
	var list []string
	for _, r := range rep.Runs {
		list = append(list, r.Run)
	}
	slices.Sort(list)
	return list
}

// below copies a file system into a directory of another one.
func below(t *testing.T, dir string, fsys fs.FS) fstest.MapFS {
	t.Helper()
	out := fstest.MapFS{}
	for name, data := range must.Files(t, fsys) {
		out[path.Join(dir, name)] = &fstest.MapFile{Data: data}
	}
	return out
}

// archived is what archives of every kind hold.
func archived() fs.FS { return os.DirFS(filepath.Join("..", "clawmark", "testdata", "results")) }

// TestArchives hands over the same run in every kind of source. The
// records are the same, so the runs have to be.
func TestArchives(t *testing.T) {
	dir := t.TempDir()
	tree := filepath.Join(dir, "example")
	must.Do(t, os.CopyFS(tree, archived()))
	paths := map[string]string{source.KindDir: tree}
	for kind, pack := range packers() {
		path := filepath.Join(dir, "example."+kind)
		must.Do(t, os.WriteFile(path, pack(t, archived()), 0o600))
		paths[kind] = path
	}
	var want string
	for _, kind := range []string{source.KindDir, source.KindZip, source.KindTar, source.KindTarGzip, source.KindTarZstd,
		source.KindTarXZ} {
		src, err := source.Open(paths[kind], source.Limits{})
		if err != nil {
			t.Fatalf("%s: %v", kind, err)
		}
		if src.Kind != kind {
			t.Errorf("%s was opened as %s", kind, src.Kind)
		}
		db := ingesttest.Open(t)
		ingesttest.Load(t, db, src.FS, ingest.Identity{})
		got := dump(t, db)
		if want == "" {
			want = got
		}
		if got != want {
			t.Errorf("%s differs from the directory:\n%s", kind, cmp.Diff(strings.Split(want, "\n"), strings.Split(got, "\n")))
		}
		if err := src.Close(); err != nil {
			t.Errorf("close %s: %v", kind, err)
		}
	}
	if strings.Count(want, "\nrun ") != 1 {
		t.Errorf("got %d runs, want 1", strings.Count(want, "\nrun "))
	}
}

// packers make an archive of each kind.
func packers() map[string]func(testing.TB, fs.FS) []byte {
	packed := func(wrap func(io.Writer) (io.WriteCloser, error)) func(testing.TB, fs.FS) []byte {
		return func(t testing.TB, fsys fs.FS) []byte {
			t.Helper()
			var b bytes.Buffer
			w := must.Get(wrap(&b))(t)
			tw := tar.NewWriter(w)
			must.Do(t, tw.AddFS(fsys))
			must.Do(t, tw.Close())
			must.Do(t, w.Close())
			return b.Bytes()
		}
	}
	return map[string]func(testing.TB, fs.FS) []byte{
		source.KindZip: func(t testing.TB, fsys fs.FS) []byte {
			t.Helper()
			var b bytes.Buffer
			z := zip.NewWriter(&b)
			must.Do(t, z.AddFS(fsys))
			must.Do(t, z.Close())
			return b.Bytes()
		},
		source.KindTar:     packed(func(w io.Writer) (io.WriteCloser, error) { return plain{w}, nil }),
		source.KindTarGzip: packed(func(w io.Writer) (io.WriteCloser, error) { return gzip.NewWriter(w), nil }),
		source.KindTarZstd: packed(func(w io.Writer) (io.WriteCloser, error) { return zstd.NewWriter(w) }),
		source.KindTarXZ:   packed(func(w io.Writer) (io.WriteCloser, error) { return xz.NewWriter(w) }),
	}
}

type plain struct{ io.Writer }

func (plain) Close() error { return nil }
