package ingest

import "io/fs"

// NewCleanNames lets tests see a tree as formats do.
func NewCleanNames(fsys fs.FS, red Redact) fs.FS { return newCleanNames(fsys, red) }
