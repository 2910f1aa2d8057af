// Package bundled holds the data that ships in the binary: facts and figures
// that the benchmarks have published. README.md describes the files.
package bundled

import "embed"

// FS holds one bundle for ingest/published, with its manifest at the root.
//
//go:embed clawatlas-figures.json benchmarks.json models.json
//go:embed clawarena clawmark liveclawbench metaclaw-bench metaclaw-bench-small stage-claw
var FS embed.FS

// Database is what a new database begins with: the bundle as it is stored, with its
// scores and boards, as results/sqlite packs databases. `make bundled` makes it anew.
//
//go:embed bundled.db.zst
var Database []byte
