package ingest

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/clawatlas/clawatlas/ingest/source"
	"github.com/clawatlas/clawatlas/results"
)

// oversized lists the files that no format has claimed and that are larger
// than a record may be. A format that looks into such a file sees half of it,
// or nothing, and takes it for no record; its size is the reason and has to be
// said. What cannot be a record by its name is not looked at.
func oversized(fsys fs.FS, loose []string, lim Limits) []results.Warning {
	var list []results.Warning
	for _, name := range loose {
		if reason := tooLarge(fsys, name, lim); reason != "" {
			list = append(list, Warn(name, 0, "%s", reason))
		}
	}
	return list
}

// tooLarge says by how much a file is larger than its limit; empty if it is not.
func tooLarge(fsys fs.FS, name string, lim Limits) string {
	switch strings.ToLower(path.Ext(name)) {
	case ".json":
		if info, err := fs.Stat(fsys, name); err == nil && info.Size() > lim.RecordLimit() {
			return fmt.Sprintf("%d bytes, larger than the limit of %d bytes for one record", info.Size(), lim.RecordLimit())
		}
	case ".jsonl", ".ndjson", ".parquet":
		f, err := fsys.Open(name)
		if err == nil {
			f.Close()
			return ""
		}
		if errors.Is(err, source.ErrLimit) {
			return err.Error()
		}
	}
	return ""
}

// found notes what a source holds that is no record of any format; warned are the files of
// it that look like one.
func (r *RunReport) found(src Source, items []Item, warned []results.Warning) {
	if len(items) > 0 {
		r.Warnings = append(r.Warnings, warned...)
		return
	}
	for _, w := range warned {
		r.Refused = append(r.Refused, Refusal{Source: src.Name, Item: w.File, Reason: w.Message})
	}
	if len(warned) == 0 {
		r.Refused = append(r.Refused, Refusal{Source: src.Name,
			Reason: "no known record format found here: " + seen(src.FS) + "; see the formats list of `clawatlas ingest --help`"})
	}
}
