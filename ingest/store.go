package ingest

import "github.com/clawatlas/clawatlas/results/store"

// Store is the part of the database that a Loader uses.
type Store interface{ store.Writer }
