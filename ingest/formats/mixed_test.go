package formats_test

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"testing"
	"testing/fstest"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/formats"
	"github.com/clawatlas/clawatlas/ingest/published"
	"github.com/clawatlas/clawatlas/results/must"
)

// TestMixed puts the records of each format into the folder that each other one claims:
// a claim takes the files that it reads and never what lies beside them.
func TestMixed(t *testing.T) {
	all := fixtures()
	trees := make([]fstest.MapFS, len(all))
	claims := make([][]ingest.Item, len(all))
	for i, f := range all {
		trees[i] = below(t, ".", f.fsys(t))
		claims[i] = found(t, trees[i])
	}
	const beside = "beside"
	for i, host := range all {
		if host.format == published.Name {
			continue // nobody puts records into a bundle
		}
		t.Run(host.name, func(t *testing.T) {
			for _, dir := range claimedFolders(trees[i], claims[i]) {
				for k, guest := range all {
					if guest.format == host.format {
						continue // which run of two of one format is whose is the format's to say
					}
					mix := fstest.MapFS{}
					put(mix, ".", trees[i])
					put(mix, path.Join(dir, beside), trees[k])
					got := asWords(found(t, mix), "")
					for _, want := range slices.Concat(asWords(claims[i], ""), asWords(claims[k], path.Join(dir, beside))) {
						if !slices.Contains(got, want) {
							t.Errorf("%s in %s of %s: nothing claims %s", guest.name, dir, host.name, want)
						}
					}
				}
			}
		})
	}
}

// claimedFolders are the folders that claims of runs are of, a few of them.
func claimedFolders(tree fstest.MapFS, claims []ingest.Item) []string {
	var dirs []string
	for _, it := range claims {
		if info, err := fs.Stat(tree, it.Dir); err == nil && it.Kind == ingest.KindRuns && info.IsDir() && !slices.Contains(dirs, it.Dir) && len(dirs) < 3 {
			dirs = append(dirs, it.Dir)
		}
	}
	return dirs
}

func found(t *testing.T, fsys fs.FS) []ingest.Item {
	t.Helper()
	l := &ingest.Loader{Formats: formats.All()}
	return must.Get(l.Find(ingest.Source{Name: "mix", FS: fsys}))(t)
}

// asWords tells claims by format, place and files.
func asWords(items []ingest.Item, below string) []string {
	var list []string
	for _, it := range items {
		list = append(list, fmt.Sprint(it.Format, " ", it.Kind, " ", path.Join(below, it.Dir), " ", it.Files))
	}
	return list
}

func put(into fstest.MapFS, below string, tree fstest.MapFS) {
	for name, file := range tree {
		into[path.Join(below, name)] = file
	}
}
