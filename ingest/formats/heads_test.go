package formats_test

import (
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/formats"
	"github.com/clawatlas/clawatlas/ingest/head"
	"github.com/clawatlas/clawatlas/ingest/published"
	"github.com/clawatlas/clawatlas/ingest/source"
	"github.com/clawatlas/clawatlas/results/must"
)

// counting counts the bytes that are read of each file.
type counting struct {
	fs.FS
	read map[string]int64
}

func (c counting) Open(name string) (fs.File, error) {
	f, err := c.FS.Open(name)
	if err != nil {
		return nil, err
	}
	counted := countedFile{f, func(n int) { c.read[name] += int64(n) }}
	if info, err := f.Stat(); err == nil && info.IsDir() {
		return f, nil
	}
	if at, ok := f.(io.ReaderAt); ok {
		return countedAt{counted, at}, nil
	}
	return counted, nil
}

func (c counting) Stat(name string) (fs.FileInfo, error)      { return fs.Stat(c.FS, name) }
func (c counting) ReadDir(name string) ([]fs.DirEntry, error) { return fs.ReadDir(c.FS, name) }

type countedFile struct {
	fs.File
	count func(int)
}

func (f countedFile) Read(p []byte) (int, error) {
	n, err := f.File.Read(p)
	f.count(n)
	return n, err
}

type countedAt struct {
	countedFile
	at io.ReaderAt
}

func (f countedAt) ReadAt(p []byte, off int64) (int, error) {
	n, err := f.at.ReadAt(p, off)
	f.count(n)
	return n, err
}

// heads finds what a source holds, and holds that no more than the head of a file is
// read for it. The columns of Parquet are at its end.
func heads(t *testing.T, src ingest.Source) (items []ingest.Item, files int) {
	t.Helper()
	read := map[string]int64{}
	src.FS = counting{src.FS, read}
	items = must.Get((&ingest.Loader{Formats: formats.All()}).Find(src))(t)
	for name, n := range read {
		if n > head.Max && path.Ext(name) != ".parquet" {
			t.Errorf("%s: %d bytes of %s are read to find what it is", src.Name, n, name)
		}
	}
	return items, len(read)
}

// TestHeads holds that finding what the fixtures are reads the heads of files alone, and
// that records which are longer than that are found all the same, in archives too.
func TestHeads(t *testing.T) {
	for _, fx := range fixtures() {
		if _, files := heads(t, ingest.Source{FS: fx.fsys(t), Name: fx.name}); files == 0 && fx.format != published.Name &&
			fx.format != published.SnapshotFormat {
			t.Errorf("%s: no file is counted", fx.name)
		}
	}
	pack := packers()
	for _, long := range longRecords() {
		fsys := fstest.MapFS{}
		for name, text := range long.files {
			fsys[name] = &fstest.MapFile{Data: []byte(text)}
		}
		places := map[string]fs.FS{
			"a directory":               fsys,
			"an archive in a directory": fstest.MapFS{"all.zip": {Data: pack[source.KindZip](t, fsys)}},
			"a compressed archive":      fstest.MapFS{"all.tar.gz": {Data: pack[source.KindTarGzip](t, fsys)}},
		}
		for place, fsys := range places {
			items, files := heads(t, asSource(t, fsys))
			if files == 0 || !slices.ContainsFunc(items, func(it ingest.Item) bool { return it.Format == long.format && it.Lacks == "" }) {
				t.Errorf("%s of %s: %d files are looked at, found %+v", place, long.format, files, items)
			}
		}
	}
}

func asSource(t *testing.T, fsys fs.FS) ingest.Source {
	t.Helper()
	dir := t.TempDir()
	must.Do(t, os.CopyFS(dir, fsys))
	return openSource(t, dir)
}

func openSource(t *testing.T, path string) ingest.Source {
	t.Helper()
	src := must.Get(source.Open(path, source.Limits{}))(t)
	t.Cleanup(func() { src.Close() })
	return ingest.Source{FS: src.FS, Name: src.Name}
}

// long are records of which a file is longer than a head.
type long struct {
	format string
	files  map[string]string
}

func longRecords() []long {
	fill := strings.Repeat("x", 3*head.Max)
	return []long{
		{"clawarena", map[string]string{"d/tests.json": `{"name":"d","eval_dir":"e","tests":[{"id":"a","desc":"` + fill + `"}]}`,
			"d/e/a/questions.json": "{}"}},
		{"clawmark", map[string]string{"r/a_task1/result.json": `{"task_id":"a_task1","stages":[{"id":"stage0","verification_score":1,"output":"` + fill + `"}],"rubric":[]}`}},
		{"clawmark", map[string]string{"office/task1/task.py": "METADATA = {}\nasync def stage0(ctx):\n    pass\n#" + fill + "\nRUBRIC = {}\n"}},
		{"harbor", map[string]string{"j/config.json": `{"job_name":"j","agents":[],"tasks":["` + fill + `"]}`}},
		{"harbor", map[string]string{"t/result.json": `{"task_name":"t","trial_name":"t__abcdefg","agent_info":{},"agent_result":"` + fill + `"}`}},
		{"terminalbench", map[string]string{"r/results.json": `{"results":[{"trial_name":"a.1","is_resolved":true,"failure_mode":"unset","parser_results":{},"instruction":"` + fill + `"}]}`}},
		{"scores", map[string]string{"scores.json": `{"schema":"clawatlas-scores/1","benchmark":"b","trials":[{"task":"` + fill + `","score":1}]}`}},
		{"uniclaw", map[string]string{"results.json": `{"schema":"clawbench.static.v2","kind":"results","rows":[{"backend":"b","model_slug":"m","task_id":"` + fill + `"}]}`}},
		{"researchclaw", map[string]string{"r/data.json": `{"run_id":"r","task_id":"a","timestamp":"t","status":"completed","agent_name":"c","report":"` + fill + `"}`}},
		{"transcripts", map[string]string{"c.json": `[{"role":"user","content":"a"},{"role":"assistant","content":"` + fill + `"}]`}},
	}
}
