// Package bundled holds the data that ships in the binary: facts and figures
// that the benchmarks have published. README.md describes the files.
package bundled

import "embed"

// FS holds one bundle for ingest/published, with its manifest at the root.
//
//go:embed clawatlas-figures.json benchmarks.json models.json
//go:embed clawarena clawmark liveclawbench metaclaw-bench metaclaw-bench-small stage-claw
var FS embed.FS
