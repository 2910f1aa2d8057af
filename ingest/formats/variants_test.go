package formats_test

import (
	"bytes"
	"compress/gzip"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/clawarena"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/ingest/parquet"
	"github.com/clawatlas/clawatlas/ingest/published"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/resultstest"
)

// TestVariants holds that what says nothing changes nothing: a byte order mark, a missing
// end of the last line, and files that are compressed one by one.
func TestVariants(t *testing.T) {
	chosen := resultstest.Sample(t)
	for _, fx := range fixtures() {
		switch fx.format {
		case published.Name, published.SnapshotFormat, parquet.Name, clawarena.Format{}.Name():
			continue // no other program writes such records anew
		}
		t.Run(fx.name, func(t *testing.T) {
			var want []string
			for how, change := range map[string]func(string, []byte) (string, []byte){
				"a mark":     func(name string, data []byte) (string, []byte) { return name, append([]byte("\xef\xbb\xbf"), data...) },
				"no newline": func(name string, data []byte) (string, []byte) { return name, bytes.TrimRight(data, "\n") },
				"compressed": func(name string, data []byte) (string, []byte) { return name + ".gz", zipped(t, data) },
			} {
				if !chosen(4, fx.name+how) {
					continue
				}
				if want == nil {
					want = trialsSaid(t, textsOf(t, fx.fsys(t), func(name string, data []byte) (string, []byte) { return name, data }))
				}
				if got := trialsSaid(t, textsOf(t, fx.fsys(t), change)); !slices.Equal(got, want) {
					t.Errorf("%s changes the trials: %s", how, firstDifference(strings.Join(got, "\n"), strings.Join(want, "\n")))
				}
			}
		})
	}
}

func zipped(t *testing.T, data []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	must.Get(w.Write(data))(t)
	must.Do(t, w.Close())
	return b.Bytes()
}

// textsOf rewrites the JSON files of a tree below a folder of a fixed name.
func textsOf(t *testing.T, fsys fs.FS, change func(name string, data []byte) (string, []byte)) fstest.MapFS {
	t.Helper()
	whole, names := jsonFiles(t, fsys)
	for _, name := range names {
		other, data := change(name, whole[name].Data)
		delete(whole, name)
		whole[other] = &fstest.MapFile{Data: data}
	}
	return below(t, "records", whole)
}

// slug is the end of a run's address, which is of the bytes of its records.
var slug = regexp.MustCompile(`-[0-9a-f]{8}"`)

// trialsSaid is what a database says of the trials in a tree, with their steps.
func trialsSaid(t *testing.T, fsys fs.FS) []string {
	t.Helper()
	db := ingesttest.Open(t)
	rep := must.Get(ingesttest.Loader(db).Load(t.Context(), []ingest.Source{asSource(t, fsys)}))(t)
	for _, r := range rep.Refused {
		t.Errorf("refused %s: %s", r.Item, r.Reason)
	}
	var list []string
	for line := range strings.Lines(dump(t, db)) {
		if strings.HasPrefix(line, "trial ") || strings.HasPrefix(line, "steps ") {
			list = append(list, slug.ReplaceAllString(line, `"`))
		}
	}
	slices.Sort(list)
	return list
}
