// Package example holds a small benchmark of ClawAtlas's own in ClawArena's
// layout and the records of four scripted agents that were run on it. They show
// the site without anybody else's data. A scripted agent calls no model, so its
// scores say nothing about any model.
package example

import "embed"

// FS holds data/clawatlas-example, the benchmark, and result_example, one run
// directory per scripted agent.
//
//go:embed all:data all:result_example
var FS embed.FS
