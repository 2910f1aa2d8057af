package web

import "github.com/clawatlas/clawatlas/results/store"

// Store is what the site reads.
type Store interface{ store.Reader }

// Runs is the part of it that knows runs.
type Runs = store.Runs
