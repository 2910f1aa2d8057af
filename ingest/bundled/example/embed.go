// Package example holds a small benchmark by ClawAtlas in ClawArena's layout and the records of
// four scripted agents. They demonstrate the site without third-party data. A scripted agent calls
// no model, so its scores say nothing about any model.
package example

import "embed"

// FS contains the example benchmark in data/clawatlas-example, and one run directory per scripted
// agent in result_example.
//
//go:embed all:data all:result_example
var FS embed.FS
