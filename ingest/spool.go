package ingest

import "github.com/clawatlas/clawatlas/ingest/source"

// Spool holds a record that is read more than once. The zero value is empty. Close removes its
// temporary file.
type Spool = source.Spool
