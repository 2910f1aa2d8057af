// Package search has the query language, the tokens and the snippets of full-text search for all stores.
package search

import "github.com/clawatlas/clawatlas/results"

// Query asks for steps.
type Query struct {
	Terms   []Term   // all of them must be met; Parse makes them
	Filters []Filter // likewise
	Newest  bool     // newest first, even where hits could be ranked
	Limit   int
	Offset  int
}

// Value is that of the first filter of a name; empty if there is none.
func (q *Query) Value(name string) string {
	for _, f := range q.Filters {
		if f.Name == name {
			return f.Value
		}
	}
	return ""
}

// InTrial reports whether the query is confined to the trace of one task in one run.
func (q *Query) InTrial() bool {
	return q.Value("run") != "" && q.Value("scenario") != "" && q.Value("task") != ""
}

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
	Total  int  // exact unless Capped
	Capped bool // there are more than Total
	Order  Order
	Hits   []Hit
	Facets []Facet // over the newest Total hits
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
	Snippet
	URL string `json:"url"` // of the step in its trace
}

// Facet counts the hits by one property.
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

// Name is something that has a page and is called as a reader has typed.
type Name struct {
	Kind      string `json:"kind"`      // benchmark, model, scenario, task or run
	ID        string `json:"id"`        // slug
	Name      string `json:"name"`      // for people
	Benchmark string `json:"benchmark"` // id; empty for a model
	Scenario  string `json:"scenario"`  // slug; empty unless it is a task
	URL       string `json:"url"`       // of its page
	Also      string `json:"-"`         // what else it is called
}

// Kinds are the kinds of names in the order in which they are listed.
func Kinds() []string { return []string{"benchmark", "model", "scenario", "task", "run"} }

// Doc is a step as an index takes it in, and as it is told again to take it out.
type Doc struct {
	Key   int64  // of the step; those of newer runs are higher, those of a trial follow each other
	Words string // of its text, see IndexText
	Tags  string // words for what a search can be narrowed by, with spaces between them
}

// Ask is what an index is asked: for the steps that hold the terms. Empty fields do not narrow it.
type Ask struct {
	Terms    []Term     // all of them must be met
	Tags     [][]string // of each list one must be met
	From, To int64      // keys, both included; To 0 is no bound
	Runs     []int64    // keys of runs; nil: any
	Statuses []string   // all of which the trial must have
	Attempts []string   // likewise
	Order    Order      // ByNewest, or ByRelevance
	Limit    int
	Offset   int
}

// TagMark begins each tag in an index. No word of a text begins with it, so that none is taken for the other.
const TagMark = "\u00b7"
