package step

// TraceLink is a line of the outline.
type TraceLink struct {
	Label   string
	Href    string
	Note    string
	Title   string // more than the line has room for
	Failed  int
	Current bool
	Mark    *OutlineMark // of a step; nil for a stretch of the trace
	Kids    []TraceLink
}
