package search

import "github.com/clawatlas/clawatlas/results"

// Query asks for steps by their text. Empty fields do not narrow it.
type Query struct {
	Terms     []Term  // all of them must be met; Parse makes them
	Fields    []Field // likewise
	Then      []Stage // what later steps of the same trace must have, one after the other
	Benchmark string
	Run       string
	Scenario  string
	Task      string
	Attempt   int            // 0: any
	Tool      string         // a tool called in the step
	Status    results.Status // of the trial
	Source    string         // user, agent or system
	Failed    bool           // only steps that show a failure
	Newest    bool           // newest first, even where hits could be ranked
	Limit     int
	Offset    int
}

// InTrial reports whether the query is confined to the trace of one task in one run.
func (q *Query) InTrial() bool { return q.Run != "" && q.Scenario != "" && q.Task != "" }

// Order says how hits are ordered.
type Order string

// The orders of hits.
const (
	ByRelevance Order = "relevance"
	ByNewest    Order = "newest" // the latest ingested run first, its last step first
	ByStep      Order = "step"   // inside one trace: as it went
)

// Result is one page of hits.
type Result struct {
	Total   int      `json:"total"`  // exact unless Capped
	Capped  bool     `json:"capped"` // there are more than Total
	Order   Order    `json:"order"`
	Hits    []Hit    `json:"hits"`
	Facets  []Facet  `json:"facets"`
	Counted int      `json:"counted"` // hits that the facets count, the newest ones
	Read    int      `json:"-"`       // steps that were read for regular expressions
	Stopped bool     `json:"-"`       // there were more to read: older hits may be missing
	Meant   []Meant  `json:"-"`       // where nothing was found: for words that no step has
	Light   []string `json:"-"`       // terms that are in too many steps to have a say in the order
}

// Hit is one step that was found.
type Hit struct {
	Benchmark string         `json:"benchmark"`   // id
	Run       string         `json:"run"`         // slug
	Model     string         `json:"model"`       // id
	Name      string         `json:"name"`        // of the model, for people
	Framework string         `json:"framework"`   // id
	Variant   string         `json:"variant"`     // of the system
	Scripted  bool           `json:"scripted"`    // a script stands in the place of a model
	Scenario  string         `json:"scenario"`    // slug
	Task      string         `json:"task"`        // slug
	Attempt   int            `json:"attempt"`     // counted from 1
	Status    results.Status `json:"status"`      // of the trial
	StepID    int            `json:"step_id"`     // place in the trace, counted from 1
	Steps     int            `json:"steps_total"` // of the trial
	Source    string         `json:"source"`      // of the step: user, agent or system
	Tools     string         `json:"tools"`       // names, joined by spaces
	Failed    bool           `json:"failed"`      // the step has a failed call
	Snippet   Snippet        `json:"-"`
}

// Snippet is plain text around the matches of a step.
type Snippet struct {
	Text  string   // white space is folded, a cut end is an ellipsis
	Marks [][2]int // byte ranges of Text that matched
	Count int      // matches in the whole step
	Note  string   // why there is no text
}

// Facet counts the hits by one property, the most frequent value first.
type Facet struct {
	Name   string       `json:"name"`   // of the property, as the filter is called
	Values []FacetValue `json:"values"` // the most frequent first
	More   int          `json:"more"`   // values beyond those listed
}

// FacetValue is one value of a facet.
type FacetValue struct {
	Value string `json:"value"` // as the filter takes it
	Count int    `json:"count"` // hits
}
