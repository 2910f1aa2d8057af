// Package taskpy reads a ClawMark task.py as data: its stages with their times and
// wake-up texts, what each stage changes in the world, and the rubric with what
// its checkers look for. The file is parsed and never run or imported, and what it
// says is evaluated only as far as it is written down: texts, numbers, lists,
// constants of the module and the small functions that wrap them. Time, depth and
// memory are bounded whatever the file holds.
//
// Where a value is not written down, the source of its expression stands for it
// (the id of a row comes from a query), and a gap within a text is a visible "…".
package taskpy
