// Package scripted holds records of scripted agents in the formats that the example
// benchmark lacks. They call no model, so their scores say nothing about any.
package scripted

import "embed"

// FS holds what the quick starts read: start, a folder for each harness, and
// records/harbor, the jobs that the browser tests read too.
//
//go:embed all:start all:records/harbor
var FS embed.FS
