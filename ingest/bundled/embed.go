// Package bundled holds the data that ships in the binary: facts and results published by the
// benchmarks. README.md describes the files.
package bundled

import "embed"

// FS holds one bundle for ingest/published, with its manifest at the root.
//
//go:embed clawatlas-figures.json benchmarks.json models.json
//go:embed clawarena clawmark liveclawbench metaclaw-bench metaclaw-bench-small stage-claw
var FS embed.FS

// Database is the initial content of a new database: the stored bundle with its scores and boards,
// as packed by results/sqlite. `make bundled` regenerates it.
//
//go:embed bundled.db.zst
var Database []byte
