// Package bundled holds the data embedded in the binary: descriptions and results that the
// benchmarks have published. README.md describes the files.
package bundled

import "embed"

// FS holds the bundle that ingest/published reads, with the manifest at the root.
//
//go:embed clawatlas-figures.json benchmarks.json models.json
//go:embed clawarena clawmark liveclawbench metaclaw-bench metaclaw-bench-small stage-claw
var FS embed.FS

// Database is the initial content of a new database, as packed by results/sqlite: the data of FS
// with its scores and boards. `make bundled` regenerates it.
//
//go:embed bundled.db.zst
var Database []byte
