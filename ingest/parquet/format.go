package parquet

import (
	"context"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"strings"

	"github.com/clawatlas/clawatlas/ingest"
)

// Name is the id of the format.
const Name = "parquet"

const extension = ".parquet"

// Format imports trajectories from Parquet files.
type Format struct{}

// Name returns the format's id.
func (Format) Name() string { return Name }

// Detect implements ingest.Format. It claims the .parquet files of a directory if one of them has
// the required columns.
func (Format) Detect(fsys fs.FS, dir string, entries []fs.DirEntry) []ingest.Item {
	var files []string
	found := false
	for _, e := range entries {
		if !isExport(e) {
			continue
		}
		files = append(files, e.Name())
		if found {
			continue
		}
		if t, err := openTable(fsys, path.Join(dir, e.Name())); err == nil {
			t.Close()
			found = true
		}
	}
	if !found {
		return nil
	}
	return []ingest.Item{{Format: Name, Kind: ingest.KindRuns, Dir: dir, Shallow: true, Files: files}}
}

func isExport(e fs.DirEntry) bool {
	return e.Type().IsRegular() && strings.HasSuffix(strings.ToLower(e.Name()), extension)
}

// shard matches the suffix of file names that together form one table.
var shard = regexp.MustCompile(`-\d{5}-of-\d{5}$`)

// Read implements ingest.Format. It writes the runs of every export in the directory. It reads the
// shards of a table as one export.
func (Format) Read(ctx context.Context, in *ingest.Input, w ingest.Writer) error {
	entries, err := fs.ReadDir(in.FS, in.Item.Dir)
	if err != nil {
		return fmt.Errorf("list %s: %w", in.Item.Dir, err)
	}
	var exports []*export
	byName := map[string]*export{}
	for _, e := range entries {
		if !isExport(e) {
			continue
		}
		stem := e.Name()[:len(e.Name())-len(extension)]
		stem = shard.ReplaceAllString(stem, "")
		x := byName[stem]
		if x == nil {
			x = &export{ctx: ctx, in: in, w: w, name: stem}
			byName[stem] = x
			exports = append(exports, x)
		}
		x.files = append(x.files, in.Path(e.Name()))
	}
	for _, x := range exports {
		if err := x.read(); err != nil {
			return fmt.Errorf("read %s: %w", x.name, err)
		}
	}
	return nil
}
