// Package search holds what a full-text search means, whatever store answers
// it: the query language, the words that a text is cut into, the spaces around
// CJK characters, and the snippets of hits.
package search
