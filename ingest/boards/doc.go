// Package boards reads the results of benchmarks by mappings: TOML files that say where a
// benchmark's records have the system, the task, the score and the rest, with no code in
// them. docs/boards.md describes the language. Each mapping is a format of its own; those
// in maps are part of the program.
package boards
