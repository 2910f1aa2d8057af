package ingest

import "github.com/clawatlas/clawatlas/results/store"

// Store is the database interface of the load loop.
type Store interface{ store.Writer }
