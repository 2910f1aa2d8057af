// Package boards reads benchmark results by means of mappings. A mapping is a TOML file without
// code that states where a benchmark's records contain the system, the task, the score and so on.
// docs/boards.md describes the language. Each mapping is a separate format. The mappings in maps
// are built into the program.
package boards
