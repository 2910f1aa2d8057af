package ingest

import "github.com/clawatlas/clawatlas/results/store"

// Store is what the load loop needs of a database.
type Store interface{ store.Writer }
