// Package trace turns transcripts of agents into steps. Each dialect has a reader that
// streams its steps into a Sink; Detect and Recognise tell the dialect from the beginning
// of a file. What a record says and steps have no field for is left to the raw record.
package trace
