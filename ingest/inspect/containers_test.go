package inspect_test

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/zstd"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/ingest/source"
	"github.com/clawatlas/clawatlas/results/must"
)

// entries are those of the archive in testdata.
func entries(t testing.TB) map[string][]byte {
	t.Helper()
	a := must.Get(txtar.ParseFile("testdata/sums.txtar"))(t)
	files := map[string][]byte{}
	for _, f := range a.Files {
		files[f.Name] = f.Data
	}
	return files
}

// archive packs entries by a method of a zip; zstd cuts each into several frames.
func archive(t testing.TB, files map[string][]byte, method uint16) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	names := slices.Sorted(maps.Keys(files))
	for _, name := range names {
		data := files[name]
		if method != zstd.ZipMethodWinZip {
			w := must.Get(z.CreateHeader(&zip.FileHeader{Name: name, Method: method}))(t)
			must.Get(w.Write(data))(t)
			continue
		}
		packed := inFrames(t, data, 1000)
		w, err := z.CreateRaw(&zip.FileHeader{Name: name, Method: method, CRC32: crc32.ChecksumIEEE(data),
			CompressedSize64: uint64(len(packed)), UncompressedSize64: uint64(len(data))})
		if err != nil {
			t.Fatal(err)
		}
		must.Get(w.Write(packed))(t)
	}
	must.Do(t, z.Close())
	return b.Bytes()
}

func inFrames(t testing.TB, data []byte, size int) []byte {
	t.Helper()
	enc := must.Get(zstd.NewWriter(nil))(t)
	defer enc.Close()
	var out []byte
	for len(data) > 0 {
		n := min(size, len(data))
		out = enc.EncodeAll(data[:n], out)
		data = data[n:]
	}
	return out
}

// document is the log as one JSON document.
func document(t testing.TB, files map[string][]byte) []byte {
	t.Helper()
	head := bytes.TrimSpace(files["header.json"])
	var b bytes.Buffer
	b.Write(head[:len(head)-1])
	b.WriteString(`, "samples": [`)
	sep := ""
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if strings.HasPrefix(name, "samples/") {
			b.WriteString(sep)
			b.Write(files[name])
			sep = ","
		}
	}
	b.WriteString("]}\n")
	return b.Bytes()
}

// chunked rewrites samples as folders of chunks of two elements.
func chunked(t testing.TB, files map[string][]byte) map[string][]byte {
	t.Helper()
	out := map[string][]byte{}
	for name, data := range files {
		if !strings.HasPrefix(name, "samples/") {
			out[name] = data
			continue
		}
		data = bytes.ReplaceAll(bytes.ReplaceAll(data, []byte(": NaN"), []byte(`: "NaN"`)), []byte("Infinity"), []byte("0"))
		var s map[string]json.RawMessage
		var pools struct {
			Messages []json.RawMessage `json:"messages"`
		}
		var messages, events []json.RawMessage
		attached := map[string]json.RawMessage{}
		for _, err := range []error{
			json.Unmarshal(data, &s), json.Unmarshal(s["messages"], &messages), json.Unmarshal(s["events"], &events),
			json.Unmarshal(s["attachments"], &attached), json.Unmarshal(s["events_data"], &pools),
		} {
			if err != nil {
				t.Fatal(err)
			}
		}
		dir := strings.TrimSuffix(name, ".json")
		var texts []json.RawMessage
		for i, key := range slices.Sorted(maps.Keys(attached)) {
			texts = append(texts, attached[key])
			for _, list := range [][]json.RawMessage{messages, events, pools.Messages} {
				for j := range list {
					list[j] = bytes.ReplaceAll(list[j], []byte(key), fmt.Append(nil, i))
				}
			}
		}
		n := len(pools.Messages)
		pool := slices.Concat(pools.Messages, messages)
		for kind, list := range map[string][]json.RawMessage{"messages": pool, "events": events, "attachments": texts} {
			for from := 0; from < len(list); from += 2 {
				part := must.Get(json.Marshal(list[from:min(from+2, len(list))]))(t)
				out[fmt.Sprintf("%s/%s/%d.json", dir, kind, from)] = part
			}
		}
		out[dir+"/metadata.json"] = s["metadata"]
		for _, gone := range []string{"messages", "events", "attachments", "events_data", "metadata"} {
			delete(s, gone)
		}
		s["message_refs"] = json.RawMessage(fmt.Sprintf("[[%d,%d]]", n, len(pool)))
		main := must.Get(json.Marshal(s))(t)
		out[dir+"/sample.json"] = main
	}
	return out
}

// said is what a store holds of the only run: its trials and their steps, without what
// follows from the bytes of the records.
func said(t testing.TB, fsys fs.FS) (string, *ingest.RunReport, *ingesttest.DB) {
	t.Helper()
	db := ingesttest.Open(t)
	rep := ingesttest.Load(t, db, fsys, ingest.Identity{})
	if len(rep.Runs) != 1 || len(rep.Refused) > 0 {
		t.Fatalf("%d runs, refused %+v, warnings %+v", len(rep.Runs), rep.Refused, rep.Warnings)
	}
	var b strings.Builder
	for _, tr := range ingesttest.Trials(t, db, rep.Runs[0].Run) {
		text := must.Get(json.MarshalIndent([]any{tr.Trial.Trial, tr.Steps}, "", " "))(t)
		b.Write(text)
		b.WriteByte('\n')
	}
	return b.String(), rep, db
}

// TestContainers holds that a log says the same whatever it is kept in.
func TestContainers(t *testing.T) {
	files := entries(t)
	unpacked := fstest.MapFS{}
	for name, data := range files {
		unpacked["logs/sums/"+name] = &fstest.MapFile{Data: data}
	}
	want, _, _ := said(t, fstest.MapFS{"logs/sums.eval": {Data: archive(t, files, zip.Deflate)}})
	for name, fsys := range map[string]fs.FS{
		"stored":                  fstest.MapFS{"sums.eval": {Data: archive(t, files, zip.Store)}},
		"zstd":                    fstest.MapFS{"sums.eval": {Data: archive(t, files, zstd.ZipMethodWinZip)}},
		"chunked":                 fstest.MapFS{"sums.eval": {Data: archive(t, chunked(t, files), zstd.ZipMethodWinZip)}},
		"document":                fstest.MapFS{"sums.json": {Data: document(t, files)}},
		"unpacked":                unpacked,
		"its own":                 fstest.MapFS{"sums.eval": {Data: archive(t, files, zip.Deflate)}, "sums.json": {Data: files["header.json"]}},
		"an index that is broken": fstest.MapFS{"sums.eval": {Data: archive(t, indexed(t, files), zip.Deflate)}},
		"marked entries":          fstest.MapFS{"sums.eval": {Data: archive(t, marked(files), zip.Deflate)}},
		"a marked document":       fstest.MapFS{"sums.json": {Data: append([]byte("\xef\xbb\xbf"), document(t, files)...)}},
		"no header": fstest.MapFS{"sums.eval": {Data: archive(t, without(files, "header.json", "summaries.json",
			"reductions.json"), zip.Deflate)}},
	} {
		t.Run(name, func(t *testing.T) {
			got, rep, _ := said(t, fsys)
			if diff := cmp.Diff(strings.Split(want, "\n"), strings.Split(got, "\n")); diff != "" {
				t.Errorf("it says something else (-deflate +%s):\n%s", name, diff)
			}
			if name == "its own" && (len(rep.Warnings) != 1 || !strings.Contains(rep.Warnings[0].Message, "not counted twice")) {
				t.Errorf("warnings %+v", rep.Warnings)
			}
		})
	}
}

// marked has a byte order mark before each entry.
func marked(files map[string][]byte) map[string][]byte {
	files = maps.Clone(files)
	for name, data := range files {
		files[name] = append([]byte("\xef\xbb\xbf"), data...)
	}
	return files
}

// indexed are the chunks of the samples, with indices beside them that are cut off.
func indexed(t testing.TB, files map[string][]byte) map[string][]byte {
	t.Helper()
	files = chunked(t, files)
	for name := range maps.Clone(files) {
		if dir, ok := strings.CutSuffix(name, "/sample.json"); ok {
			for _, kind := range []string{"skeleton", "messages", "events", "events/stats"} {
				if files[dir+"/"+kind+"/0.json"] != nil || kind == "skeleton" {
					files[dir+"/"+kind+".json"] = []byte(`{"starts":[0,`)
				}
			}
		}
	}
	return files
}

// TestArchiveOfATree holds that an archive with an unpacked log below a folder is opened
// as the tree that it is.
func TestArchiveOfATree(t *testing.T) {
	files := entries(t)
	below := map[string][]byte{"logs/a/notes.txt": []byte("no log")}
	for name, data := range files {
		below["logs/sums/"+name] = data
	}
	dir := t.TempDir()
	must.Do(t, os.WriteFile(filepath.Join(dir, "all.zip"), archive(t, below, zip.Deflate), 0o600))
	for _, at := range []string{dir, filepath.Join(dir, "all.zip")} {
		src := must.Get(source.Open(at, source.Limits{}))(t)
		t.Cleanup(func() { src.Close() })
		rep, err := ingesttest.Loader(ingesttest.Open(t)).Load(t.Context(), []ingest.Source{{FS: src.FS, File: src.File, Name: src.Name}})
		if err != nil {
			t.Fatal(err)
		}
		if len(rep.Runs) != 1 || len(rep.Refused) > 0 {
			t.Errorf("%s: %d runs, refused %+v", at, len(rep.Runs), rep.Refused)
		}
	}
}

func without(files map[string][]byte, names ...string) map[string][]byte {
	files = maps.Clone(files)
	for _, name := range names {
		delete(files, name)
	}
	return files
}
