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

// oversized warns about files that are larger than the record size limit and have the extension of
// a record. Formats do not read such files completely.
func oversized(fsys fs.FS, loose []string, lim Limits) []results.Warning {
	var list []results.Warning
	for _, name := range loose {
		if reason := tooLarge(fsys, name, lim); reason != "" {
			list = append(list, Warn(name, 0, "%s", reason))
		}
	}
	return list
}

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

// found adds warnings about files that resemble records to the report. If the source contains no
// items, it adds them as refusals.
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
