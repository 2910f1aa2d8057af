// Package search implements the query language, tokeniser and snippets of full-text search for all
// stores.
package search

import "github.com/clawatlas/clawatlas/results"

// Query is a search for steps.
type Query struct {
	Terms   []Term   // terms from Parse, all required
	Filters []Filter // filters from Parse, all required
	Newest  bool     // sort newest first, even if hits could be ranked
	Limit   int
	Offset  int
}

// Value returns the value of the first filter with the given name; empty if there is none.
func (q *Query) Value(name string) string {
	for _, f := range q.Filters {
		if f.Name == name {
			return f.Value
		}
	}
	return ""
}

// InTrial reports whether the query is limited to the trace of one task in one run.
func (q *Query) InTrial() bool {
	return q.Value("run") != "" && q.Value("scenario") != "" && q.Value("task") != ""
}

// Order is the sort order of search hits.
type Order string

// Orders of hits.
const (
	ByRelevance Order = "relevance"
	ByNewest    Order = "newest" // most recently imported run first, and within a trace the last step first
	ByStep      Order = "step"   // order of the steps in the trace, for a search in one trial
)

// Result is one page of hits.
type Result struct {
	Total  int  // number of hits; exact unless Capped
	Capped bool // set if there are more than Total hits
	Order  Order
	Hits   []Hit
	Facets []Facet // counts over the newest hits, at most Total
}

// Hit is a step that matches a query.
type Hit struct {
	Benchmark string         `json:"benchmark"`   // benchmark id
	Run       string         `json:"run"`         // run slug
	Model     string         `json:"model"`       // model id
	Name      string         `json:"name"`        // display name of the model
	Framework string         `json:"framework"`   // harness id
	Variant   string         `json:"variant"`     // variant of the system
	Scripted  bool           `json:"scripted"`    // set if a script instead of a model produced the step
	Scenario  string         `json:"scenario"`    // scenario slug
	Task      string         `json:"task"`        // task slug
	Attempt   int            `json:"attempt"`     // attempt number, starting at 1
	Status    results.Status `json:"status"`      // status of the trial
	StepID    int            `json:"step_id"`     // step number in the trace, starting at 1
	Steps     int            `json:"steps_total"` // number of steps in the trial
	Source    string         `json:"source"`      // source of the step: "user", "agent" or "system"
	Tools     string         `json:"tools"`       // tool names, joined by spaces
	Failed    bool           `json:"failed"`      // set if a call of the step failed
	Snippet
	URL string `json:"url"` // URL of the step in its trace
}

// Facet counts the hits by the values of one property.
type Facet struct {
	Name   string       `json:"name"`   // name of the property and of the filter for it
	Values []FacetValue `json:"values"` // values, most frequent first
	More   int          `json:"more"`   // number of values not listed
}

type FacetValue struct {
	Value string `json:"value"` // value in the form that the filter uses
	Count int    `json:"count"` // number of hits
}

// Name is a match in the names of benchmarks, models, scenarios, tasks and runs, each of which has
// a page.
type Name struct {
	Kind      string `json:"kind"`      // kind: benchmark, model, scenario, task or run
	ID        string `json:"id"`        // slug of the entity
	Name      string `json:"name"`      // display name
	Benchmark string `json:"benchmark"` // benchmark id; empty for a model
	Scenario  string `json:"scenario"`  // scenario slug; empty unless Kind is task
	URL       string `json:"url"`       // URL of the page
	Also      string `json:"-"`         // further names of the entity
}

// Kinds lists the kinds of names in display order.
func Kinds() []string { return []string{"benchmark", "model", "scenario", "task", "run"} }

// Doc is a step in an index. To remove a step from the index, the same Doc is needed.
type Doc struct {
	Key   int64  // key of the step; newer runs have higher keys, and the keys of a trial are consecutive
	Words string // words of its text, see IndexText
	Tags  string // space-separated tags that a search can filter by
}

// Ask is a query to an index. An empty field does not restrict the result.
type Ask struct {
	Terms    []Term     // required terms
	Tags     [][]string // lists of tags; a step must have at least one tag from each list
	From, To int64      // first and last key; 0 in To means no upper bound
	Runs     []int64    // keys of runs; nil means all
	Statuses []string   // statuses that the trial may have
	Attempts []string   // attempt numbers that the trial may have
	Order    Order      // order of the result: ByNewest or ByRelevance
	Limit    int
	Offset   int
}

// TagMark is the prefix of every tag in an index. No word of a text begins with it.
const TagMark = "\u00b7"
