// Package richtext shows texts that models and tools wrote: messages as
// Markdown, terminal output with its colours, changes of files line by line.
// None of it trusts the text:
// everything is escaped, what would act without being seen becomes a mark, no
// address leads anywhere without a reader's click, and every function is
// bounded in time and output by the size of what it is given.
//
// Colours are classes of static/app.css. No part writes an inline style.
package richtext
