package ingest_test

import (
	"context"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/results/must"
)

// claimer is a format that claims files by their extension.
type claimer struct {
	name, ext string
	whole     bool      // each file is an item of its own
	near      bool      // it finds them similar only
	seen      *[]string // files that it was asked about
}

func (c claimer) Name() string { return c.name }

func (c claimer) Detect(_ fs.FS, dir string, entries []fs.DirEntry) []ingest.Item {
	var items []ingest.Item
	var files []string
	for _, e := range entries {
		if e.Type().IsRegular() {
			*c.seen = append(*c.seen, e.Name())
		}
		switch {
		case !strings.HasSuffix(e.Name(), c.ext):
		case c.near:
			items = append(items, ingest.Item{Dir: dir + "/" + e.Name(), Lacks: "it has no steps"})
		case c.whole:
			items = append(items, ingest.Item{Kind: ingest.KindRuns, Dir: dir + "/" + e.Name()})
		default:
			files = append(files, e.Name())
		}
	}
	if len(files) > 0 {
		items = append(items, ingest.Item{Kind: ingest.KindRuns, Dir: dir, Shallow: true, Files: files})
	}
	return items
}

func (claimer) Read(context.Context, *ingest.Input, ingest.Writer) error { return nil }

// TestClaimsOfFiles holds that a file which one format has claimed is none for those
// that are asked later, and that a similar one is told of only where nobody claims it.
func TestClaimsOfFiles(t *testing.T) {
	fsys := fstest.MapFS{"d/a.one": {}, "d/b.two": {}, "d/c.three": {}, "d/d.four": {}, "d/below/e.two": {}}
	var seen []string
	list := []ingest.Format{
		claimer{"near", ".two", false, true, new([]string)},
		claimer{"near-too", ".four", false, true, new([]string)},
		claimer{"whole", ".one", true, false, new([]string)},
		claimer{"some", ".two", false, false, new([]string)},
		claimer{"last", ".three", false, false, &seen},
	}
	l := ingesttest.Loader(ingesttest.Open(t))
	l.Formats = list
	src := ingest.Source{FS: fsys, Name: "test"}
	files := 0
	l.Progress = func(e ingest.Event) { files = max(files, e.Files) }
	items := must.Get(l.Find(src))(t)
	must.Equal(t, 7, files, "files and directories that progress tells")
	var got []string
	for _, it := range items {
		got = append(got, it.Format+" "+it.Dir+" "+it.Label)
	}
	want := []string{"whole d/a.one a.one", "some d d", "last d d", "some d/below below"}
	must.Same(t, want, got, "claims")
	must.Same(t, []string{"c.three", "d.four"}, seen, "the last format sees")
	rep := must.Get(l.Load(t.Context(), []ingest.Source{src}))(t)
	if len(rep.Warnings) != 1 || rep.Warnings[0].File != "d/d.four" ||
		rep.Warnings[0].Message != "looks like records of near-too, but it has no steps" {
		t.Errorf("warnings %+v", rep.Warnings)
	}
}
