package results

// SearchQuery asks for steps by their text.
type SearchQuery struct {
	Text      string // words, "phrases" and prefix* as the reader typed them
	Benchmark string
	Run       string
	Scenario  string
	Task      string
	Attempt   int    // 0: any
	Tool      string // a tool called in the step
	Status    Status // of the trial
	Source    string // user, agent or system
	Failed    bool   // only steps that show a failure
	Limit     int
	Offset    int
}

// SearchResult is one page of hits.
type SearchResult struct {
	Total  int   `json:"total"`  // exact up to Capped
	Capped bool  `json:"capped"` // there are more than Total
	Ranked bool  `json:"ranked"` // by relevance; else the newest runs first
	Hits   []Hit `json:"hits"`
	Facets []Facet
}

// Hit is one step that was found.
type Hit struct {
	Benchmark string `json:"benchmark"`
	Run       string `json:"run"`
	Scenario  string `json:"scenario"`
	Task      string `json:"task"`
	Attempt   int    `json:"attempt"`
	StepID    int    `json:"step_id"`
	Source    string `json:"source"`
	Tools     string `json:"tools"`
	Failed    bool   `json:"failed"`
	Status    Status `json:"status"`
	// Snippet is plain text around the first match; Marks are the byte ranges
	// in it that matched.
	Snippet string   `json:"snippet"`
	Marks   [][2]int `json:"marks"`
	URL     string   `json:"url"`
}

// Facet counts the hits by one property, the most frequent first.
type Facet struct {
	Name   string
	Values []FacetValue
}

// FacetValue is one value of a facet.
type FacetValue struct {
	Value string
	Count int
}
