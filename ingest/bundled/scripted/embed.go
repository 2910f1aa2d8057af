// Package scripted holds records of scripted agents in the formats that the example benchmark
// lacks. They call no model, so their scores say nothing about any model.
package scripted

import "embed"

// FS holds the records for the quick starts. The directory start has a subdirectory for each
// harness; records/harbor holds jobs that the browser tests also use.
//
//go:embed all:start all:records/harbor
var FS embed.FS
